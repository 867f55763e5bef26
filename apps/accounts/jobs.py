"""Letters that were asked for by somebody who is not signed in, and licences that find their folder."""

from apps.accounts.services import license_images, recovery
from apps.core.jobs import job


@job(recovery.ASKED_FOR_RESET)
def send_reset_letter(*, email: str) -> None:
    recovery.send_reset_letter(email=email)


@job(recovery.ASKED_FOR_VERIFICATION)
def send_verification_letter(*, email: str) -> None:
    recovery.send_verification_again(email=email)


@job(license_images.FILE_LICENSE_IMAGE)
def file_license_image(*, user_id: int) -> None:
    license_images.file_license_image(user_id=user_id)

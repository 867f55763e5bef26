"""Letters that were asked for by somebody who is not signed in, and licences that find their folder."""

from apps.accounts.services import fitness, license_images, recovery
from apps.core.jobs import job


@job(recovery.ASKED_FOR_RESET)
def send_reset_letter(*, email: str) -> None:
    recovery.send_reset_letter(email=email)


@job(recovery.ASKED_FOR_VERIFICATION)
def send_verification_letter(*, email: str, device: str = "") -> None:
    recovery.send_verification_again(email=email, device=device)


@job(license_images.FILE_LICENSE_IMAGE)
def file_license_image(*, user_id: int) -> None:
    license_images.file_license_image(user_id=user_id)


@job(fitness.TIME_ZONE_CHANGED)
def refresh_fitness() -> None:
    fitness.refresh_everyone()


@job(fitness.REFRESH_DRIVER)
def refresh_driver_fitness(*, driver_id: int) -> None:
    fitness.refresh_driver(driver_id=driver_id)

"""Background jobs: emails to users who are not logged in, licence images and drivers' fitness."""

from apps.accounts.services import fitness, license_images, recovery
from apps.core.outbox.jobs import job


@job(recovery.RESET_REQUESTED)
def send_password_reset_email(*, email: str) -> None:
    recovery.send_password_reset_email(email=email)


@job(recovery.VERIFICATION_REQUESTED)
def send_verification_email(*, email: str, device: str = "") -> None:
    recovery.send_verification_again(email=email, device=device)


@job(license_images.FILE_LICENSE_IMAGE)
def file_license_image(*, user_id: int) -> None:
    license_images.file_license_image(user_id=user_id)


@job(fitness.REFRESH_ALL)
def refresh_fitness() -> None:
    fitness.refresh_all_drivers()


@job(fitness.REFRESH_DRIVER)
def refresh_driver_fitness(*, driver_id: int) -> None:
    fitness.refresh_driver(driver_id=driver_id)

"""Housekeeping of people, started by beat."""

from celery import shared_task

from apps.accounts.services import license_images
from apps.accounts.services.sessions import forget_expired_sessions


@shared_task
def prune_sessions() -> int:
    """Forget the sessions whose last token has run out; how many there were."""
    return forget_expired_sessions()


@shared_task
def forget_unclaimed_license_images() -> int:
    """Remove licences of people who never signed up; how many there were."""
    return license_images.forget_unclaimed_license_images()

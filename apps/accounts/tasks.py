"""Housekeeping of people, started by beat."""

from importlib import import_module

from celery import shared_task
from django.conf import settings

from apps.accounts.services import license_images
from apps.accounts.services.phone_codes import forget_old_codes
from apps.accounts.services.sessions import forget_expired_sessions


@shared_task
def prune_sessions() -> int:
    """Forget the sessions whose last token has run out; how many there were."""
    return forget_expired_sessions()


@shared_task
def forget_unclaimed_license_images() -> int:
    """Remove licences of people who never signed up; how many there were."""
    return license_images.forget_unclaimed_license_images()


@shared_task
def prune_phone_codes() -> int:
    """Forget codes that are past and counted no more; how many there were."""
    return forget_old_codes()


@shared_task
def prune_web_sessions() -> None:
    """Forget the browser sessions of social sign-ins and the Django admin that have run out."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()

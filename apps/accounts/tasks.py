"""Periodic clean-up tasks."""

from importlib import import_module

from celery import shared_task
from django.conf import settings

from apps.accounts.services import license_images
from apps.accounts.services.phone_codes import delete_old_codes
from apps.accounts.services.sessions import delete_expired_sessions


@shared_task
def prune_sessions() -> int:
    """Delete sessions whose last token has expired; return their number."""
    return delete_expired_sessions()


@shared_task
def forget_unclaimed_license_images() -> int:
    """Delete licence images that no sign-up claimed; return their number."""
    return license_images.delete_unclaimed_license_images()


@shared_task
def prune_phone_codes() -> int:
    """Delete expired phone codes that no limit counts any more; return their number."""
    return delete_old_codes()


@shared_task
def prune_web_sessions() -> None:
    """Delete expired browser sessions of social logins and the Django admin."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()

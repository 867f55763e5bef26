"""Housekeeping of sign-ins, started by beat."""

from celery import shared_task

from apps.accounts.services.sessions import forget_expired_sessions


@shared_task
def prune_sessions() -> int:
    """Forget refresh tokens that have run out; how many there were."""
    return forget_expired_sessions()

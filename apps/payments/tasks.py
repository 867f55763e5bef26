"""Periodic tasks of Celery beat."""

from celery import shared_task

from apps.payments.services.checking import check_due
from apps.payments.services.refunding import check_due_refunds


@shared_task(name="apps.payments.tasks.check_payments")
def check_payments() -> int:
    """Query gateways about attempts and refunds without a notification."""
    return check_due() + check_due_refunds()

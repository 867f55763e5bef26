"""Periodic tasks of Celery beat."""

from datetime import timedelta
from typing import Final

from celery import shared_task
from django.utils import timezone

from apps.payments.choices import Verdict
from apps.payments.models import Notification
from apps.payments.services.checking import check_due
from apps.payments.services.refunding import check_due_refunds

KEEP_FORGED: Final = timedelta(days=7)


@shared_task(name="apps.payments.tasks.check_payments")
def check_payments() -> int:
    """Query gateways about attempts and refunds without a notification."""
    return check_due() + check_due_refunds()


@shared_task(name="apps.payments.tasks.prune_notifications")
def prune_notifications() -> int:
    """Delete old forged notifications."""
    old = Notification.objects.filter(verdict=Verdict.FORGED, received_at__lt=timezone.now() - KEEP_FORGED)
    return old.delete()[0]

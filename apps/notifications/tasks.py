"""Housekeeping of beat."""

from datetime import timedelta
from typing import Final

from celery import shared_task
from django.utils import timezone

from apps.notifications.models import AnnouncementDelivery, Delivery, KeptMessage
from apps.notifications.services.devices import forget_retired_devices, retire_signed_out_devices

KEEP_LOG: Final = timedelta(days=30)
KEEP_MESSAGES: Final = timedelta(days=2)


@shared_task(name="apps.notifications.tasks.prune_deliveries")
def prune_deliveries() -> int:
    """Delete old deliveries, the outbox page's messages and unused devices."""
    now = timezone.now()
    retire_signed_out_devices()
    forget_retired_devices(now=now)
    AnnouncementDelivery.objects.filter(announcement__finished_at__lt=now - KEEP_LOG).delete()
    KeptMessage.objects.filter(created_at__lt=now - KEEP_MESSAGES).delete()
    return Delivery.objects.filter(created_at__lt=now - KEEP_LOG).delete()[0]

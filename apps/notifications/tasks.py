"""Periodic Celery tasks of notifications."""

from datetime import timedelta
from typing import Final

from celery import shared_task
from django.utils import timezone

from apps.notifications.models import AnnouncementDelivery, Delivery, KeptMessage
from apps.notifications.services.devices import delete_retired_devices, retire_signed_out_devices

LOG_RETENTION: Final = timedelta(days=30)
MESSAGE_RETENTION: Final = timedelta(days=2)


@shared_task(name="apps.notifications.tasks.prune_deliveries")
def prune_deliveries() -> int:
    """Delete old deliveries, the outbox page's messages and retired devices."""
    now = timezone.now()
    retire_signed_out_devices()
    delete_retired_devices(now=now)
    AnnouncementDelivery.objects.filter(announcement__finished_at__lt=now - LOG_RETENTION).delete()
    KeptMessage.objects.filter(created_at__lt=now - MESSAGE_RETENTION).delete()
    return Delivery.objects.filter(created_at__lt=now - LOG_RETENTION).delete()[0]

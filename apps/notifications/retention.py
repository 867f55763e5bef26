"""Retention periods of the inbox, of message logs and of devices."""

from datetime import datetime, timedelta
from typing import Final

from apps.core.privacy.retention import Retention, delete_batch
from apps.notifications.models import AnnouncementDelivery, Delivery, DeskMessage, InboxMessage, KeptMessage
from apps.notifications.services.devices import RETIRED_PERIOD, delete_retired_devices

OUTBOX_PAGE_PERIOD: Final = timedelta(days=2)


def _delete_log(before: datetime) -> int:
    return delete_batch(Delivery.objects.filter(created_at__lt=before)) + delete_batch(
        AnnouncementDelivery.objects.filter(announcement__finished_at__lt=before)
    )


def _delete_inbox(before: datetime) -> int:
    return delete_batch(InboxMessage.objects.filter(created_at__lt=before)) + delete_batch(
        DeskMessage.objects.filter(created_at__lt=before)
    )


def _delete_outbox_page(before: datetime) -> int:
    return delete_batch(KeptMessage.objects.filter(created_at__lt=before).order_by())


RETENTIONS: Final = (
    Retention(name="inbox", setting="notification_days", delete=_delete_inbox),
    Retention(name="message_log", setting="delivery_log_days", delete=_delete_log),
    Retention(name="outbox_page", fixed=OUTBOX_PAGE_PERIOD, delete=_delete_outbox_page),
    Retention(name="push_devices", fixed=RETIRED_PERIOD, delete=delete_retired_devices),
)

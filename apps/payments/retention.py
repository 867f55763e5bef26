"""Retention periods of messages from payment providers."""

from datetime import datetime
from typing import Final

from apps.core.privacy.retention import Retention, delete_batch
from apps.payments.choices import Verdict
from apps.payments.models import Notification


def _delete_forged(before: datetime) -> int:
    return delete_batch(Notification.objects.filter(verdict=Verdict.FORGED, received_at__lt=before))


def _delete_decided(before: datetime) -> int:
    undecided = (Verdict.FORGED, Verdict.RECEIVED)
    return delete_batch(Notification.objects.filter(received_at__lt=before).exclude(verdict__in=undecided))


RETENTIONS: Final = (
    Retention(name="forged_webhooks", setting="forged_webhook_days", delete=_delete_forged),
    Retention(name="webhooks", setting="webhook_days", delete=_delete_decided),
)

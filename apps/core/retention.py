"""Retention periods of the audit log and of the records of requests."""

from datetime import datetime, timedelta
from typing import Final

from apps.core.audit import delete_entries
from apps.core.models import IdempotencyKey
from apps.core.outbox.pruning import prune_outbox
from apps.core.privacy.retention import Retention, delete_batch

REQUEST_PERIOD: Final = timedelta(hours=24)
"""A client that was away longer has to refetch, and a later repetition is a new request."""


def _delete_requests(before: datetime) -> int:
    return prune_outbox(before) + delete_batch(IdempotencyKey.objects.filter(created_at__lt=before))


RETENTIONS: Final = (
    Retention(name="audit_log", setting="audit_days", delete=delete_entries),
    Retention(name="requests", fixed=REQUEST_PERIOD, delete=_delete_requests),
)

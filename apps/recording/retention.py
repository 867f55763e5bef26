"""Retention periods of quotes, presence and positions."""

from datetime import datetime
from typing import Final

from django.db import connection

from apps.core.privacy.retention import BATCH, Retention, delete_batch
from apps.recording.models import PresenceSpan, QuoteRecord
from apps.recording.positions.partitions import TABLE, drop_partitions


def _delete_quotes(before: datetime) -> int:
    return delete_batch(QuoteRecord.objects.filter(at__lt=before))


def _delete_presence(before: datetime) -> int:
    return delete_batch(PresenceSpan.objects.filter(ended_at__lt=before))


def _delete_samples(before: datetime) -> int:
    """Drop whole months, and delete the expired days of the month in which the period ends."""
    dropped = drop_partitions(before)
    with connection.cursor() as cursor:
        cursor.execute(
            f"DELETE FROM {TABLE} WHERE (at, driver_id) IN"  # noqa: S608
            f" (SELECT at, driver_id FROM {TABLE} WHERE at < %s ORDER BY at LIMIT {10 * BATCH})",
            [before],
        )
        return dropped + int(cursor.rowcount)


RETENTIONS: Final = (
    Retention(name="quotes", setting="quote_days", delete=_delete_quotes),
    Retention(name="presence", setting="presence_days", delete=_delete_presence),
    Retention(name="position_samples", setting="position_days", delete=_delete_samples),
)

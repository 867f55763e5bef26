"""The partitions of position samples: one a month, created ahead, dropped when all of it has expired."""

from datetime import UTC, datetime
from typing import Final

from django.db import connection, transaction

from apps.recording.models import PositionSample

TABLE: Final = PositionSample._meta.db_table
LOCK: Final = 5_270_024
"""The advisory lock of the partitions."""


def month_of(at: datetime) -> datetime:
    """Return the beginning of the month, in UTC."""
    return at.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def next_month(month: datetime) -> datetime:
    return month.replace(year=month.year + month.month // 12, month=month.month % 12 + 1)


def partition_name(month: datetime) -> str:
    return f"{TABLE}_{month:%Y_%m}"


def create_partitions(now: datetime) -> int:
    """Create the partitions of this month and the next one; return how many were missing."""
    month = month_of(now)
    missing = [each for each in (month, next_month(month)) if not _exists(each)]
    for each in missing:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
            cursor.execute("SELECT recording_create_partition(%s)", [each])
    return len(missing)


def drop_partitions(before: datetime) -> int:
    """Drop the partitions of months that ended by `before`; return their number."""
    dropped = 0
    for month in partitions():
        if next_month(month) <= before:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
                cursor.execute("SELECT recording_drop_partition(%s)", [month])
            dropped += 1
    return dropped


def partitions() -> list[datetime]:
    """Return the months that have a partition, in order."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid"
            " WHERE inhparent = to_regclass(%s)",
            [TABLE],
        )
        names = sorted(row[0] for row in cursor.fetchall())
    return [datetime.strptime(name[-7:], "%Y_%m").replace(tzinfo=UTC) for name in names]


def _exists(month: datetime) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass(%s) IS NOT NULL", [partition_name(month)])
        return bool(cursor.fetchone()[0])

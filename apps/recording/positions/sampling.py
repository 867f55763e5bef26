"""Samples the positions of online drivers, one in 30 seconds."""

from datetime import UTC, datetime
from typing import Final

from django.db import connection
from django.utils import timezone

from apps.core.platform import platform_settings
from apps.recording.positions.partitions import TABLE, create_partitions

EVERY_SECONDS: Final = 30
_SAMPLE: Final = f"""
INSERT INTO {TABLE} (at, driver_id, lat, lng, free, car_type_id)
SELECT %s, driver_id, lat, lng, free, car_type_id FROM geo_driverposition
WHERE online AND at > %s::timestamptz - interval '{EVERY_SECONDS} seconds'
ON CONFLICT DO NOTHING
"""  # noqa: S608


def sample_positions() -> int:
    """Store where each online driver is, if the setting is on; return the number of new samples.

    The time is rounded down to 30 seconds and part of the key, so that a second run adds nothing. Drivers
    without a position since the time before are left out.
    """
    if not platform_settings().record_positions:
        return 0
    now = timezone.now()
    create_partitions(now)
    at = datetime.fromtimestamp(now.timestamp() // EVERY_SECONDS * EVERY_SECONDS, UTC)
    with connection.cursor() as cursor:
        cursor.execute(_SAMPLE, [at, at])
        return int(cursor.rowcount)

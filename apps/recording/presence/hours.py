"""How long a driver was free and on trips, by local day of a week."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Any

from django.db.models import Q
from django.utils import timezone

from apps.core.platform import platform_settings
from apps.recording.choices import PresenceState
from apps.recording.models import PresenceSpan

ONLINE = (PresenceState.FREE, PresenceState.BUSY)


def monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


def week_of_driver(driver_id: int, week: date | None) -> dict[str, Any]:
    """Return the times of the week that contains a day, of the current one without; open spans end now."""
    settings, now = platform_settings(), timezone.now()
    monday = monday_of(week or now.astimezone(settings.tz).date())
    days = [monday + timedelta(days=number) for number in range(8)]
    # In UTC, because Python subtracts times of one zone by the clock on the wall.
    starts = [datetime.combine(day, time(), settings.tz).astimezone(UTC) for day in days]
    spans = list(_spans(driver_id, starts[0], starts[-1], now))
    rows: list[dict[str, Any]] = [
        {
            "day": day,
            "free_seconds": _seconds(spans, PresenceState.FREE, since, until),
            "busy_seconds": _seconds(spans, PresenceState.BUSY, since, until),
        }
        for day, (since, until) in zip(days, pairwise(starts), strict=False)
    ]
    free, busy = (sum(row[name] for row in rows) for name in ("free_seconds", "busy_seconds"))
    return {
        "week": monday,
        "is_current": days[0] <= now.astimezone(settings.tz).date() < days[-1],
        "recording": settings.record_presence,
        "free_seconds": free,
        "busy_seconds": busy,
        "utilisation": round(Decimal(100) * busy / (free + busy), 1) if free + busy else None,
        "days": rows,
    }


def _spans(
    driver_id: int, since: datetime, until: datetime, now: datetime
) -> Iterator[tuple[str, datetime, datetime]]:
    overlapping = Q(ended_at__gt=since) | Q(ended_at__isnull=True)
    rows = PresenceSpan.objects.filter(
        overlapping, driver_id=driver_id, state__in=ONLINE, started_at__lt=until
    )
    for state, started_at, ended_at in rows.values_list("state", "started_at", "ended_at"):
        yield state, started_at, ended_at or now


def _seconds(
    spans: list[tuple[str, datetime, datetime]], state: PresenceState, since: datetime, until: datetime
) -> int:
    parts = (
        min(end, until) - max(start, since)
        for own, start, end in spans
        if own == state and start < until and end > since
    )
    return round(sum((part.total_seconds() for part in parts), 0.0))

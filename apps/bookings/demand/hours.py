"""The hours of the week in a time zone: how often each occurred, and those of the next 60 minutes.

Pure: no Django, no clock. Days on which the clock changes need no rule of their own, because time is
counted in quarters of an hour, each under its local hour.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

WEEKS: Final = 8
"""How many weeks back requests are counted."""
LEAST_WEEKS: Final = 2
"""With fewer weeks there is no expected number."""
_QUARTER: Final = timedelta(minutes=15)
_MINUTES: Final = 60


class Hour(NamedTuple):
    """A local hour of the week."""

    weekday: int
    """0 is Monday."""
    hour: int


@dataclass(frozen=True, slots=True)
class Occurred:
    hours: Decimal
    weeks: int


def hour_of(at: datetime, tz: ZoneInfo) -> Hour:
    local = at.astimezone(tz)
    return Hour(local.weekday(), local.hour)


def local_hour_start(at: datetime, tz: ZoneInfo) -> datetime:
    """Return when the local hour of a time began, in UTC."""
    return at.astimezone(tz).replace(minute=0, second=0, microsecond=0).astimezone(UTC)


def weeks_before(end: datetime, tz: ZoneInfo) -> datetime:
    """Return the same local time WEEKS weeks earlier, in UTC."""
    return (end.astimezone(tz) - timedelta(weeks=WEEKS)).astimezone(UTC)


def occurrences(start: datetime, end: datetime, tz: ZoneInfo) -> Mapping[Hour, Occurred]:
    """Return how long each hour of the week lasted between two times, and in how many weeks it occurred."""
    quarters: Counter[Hour] = Counter()
    days: defaultdict[Hour, set[date]] = defaultdict(set)
    at = start.astimezone(UTC)
    while at < end:
        local = at.astimezone(tz)
        hour = Hour(local.weekday(), local.hour)
        quarters[hour] += 1
        days[hour].add(local.date())
        at += _QUARTER
    return {hour: Occurred(Decimal(number) / 4, len(days[hour])) for hour, number in quarters.items()}


def coming_hours(now: datetime, tz: ZoneInfo) -> Mapping[Hour, Decimal]:
    """Return the parts of the next 60 minutes by the local hour they belong to; together they are 1."""
    at = now.astimezone(UTC)
    minutes = Counter(hour_of(at + timedelta(minutes=minute), tz) for minute in range(_MINUTES))
    return {hour: Decimal(number) / _MINUTES for hour, number in minutes.items()}

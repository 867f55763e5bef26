"""The hours of the week in a time zone: their total lengths, and those of the next 60 minutes.

Pure: no Django, no clock. Changes of the clocks need no special case, because time is counted in quarters of
an hour, each by its local hour.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

WEEKS: Final = 8
"""The number of past weeks whose requests are counted."""
MIN_WEEKS: Final = 2
"""With fewer weeks, there is no expected number."""
_QUARTER: Final = timedelta(minutes=15)
_MINUTES: Final = 60


class WeekHour(NamedTuple):
    """A local hour of the week."""

    weekday: int
    """0 is Monday."""
    hour: int


@dataclass(frozen=True, slots=True)
class HourLength:
    """How long an hour of the week lasted in total, and in how many weeks it occurred."""

    hours: Decimal
    weeks: int


def hour_of(at: datetime, tz: ZoneInfo) -> WeekHour:
    local = at.astimezone(tz)
    return WeekHour(local.weekday(), local.hour)


def local_hour_start(at: datetime, tz: ZoneInfo) -> datetime:
    """Return the start of the local hour that includes a time, in UTC."""
    return at.astimezone(tz).replace(minute=0, second=0, microsecond=0).astimezone(UTC)


def weeks_before(end: datetime, tz: ZoneInfo) -> datetime:
    """Return the same local time WEEKS weeks earlier, in UTC."""
    return (end.astimezone(tz) - timedelta(weeks=WEEKS)).astimezone(UTC)


def hour_lengths(start: datetime, end: datetime, tz: ZoneInfo) -> Mapping[WeekHour, HourLength]:
    """Return the total length of each hour of the week between two times."""
    quarters: Counter[WeekHour] = Counter()
    days: defaultdict[WeekHour, set[date]] = defaultdict(set)
    at = start.astimezone(UTC)
    while at < end:
        hour = hour_of(at, tz)
        quarters[hour] += 1
        days[hour].add(at.astimezone(tz).date())
        at += _QUARTER
    return {hour: HourLength(Decimal(number) / 4, len(days[hour])) for hour, number in quarters.items()}


def next_hour_shares(now: datetime, tz: ZoneInfo) -> Mapping[WeekHour, Decimal]:
    """Return the share of each local hour in the next 60 minutes; the sum is 1."""
    at = now.astimezone(UTC)
    minutes = Counter(hour_of(at + timedelta(minutes=minute), tz) for minute in range(_MINUTES))
    return {hour: Decimal(number) / _MINUTES for hour, number in minutes.items()}

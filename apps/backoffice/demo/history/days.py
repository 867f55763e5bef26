"""Times of travel: more on Fridays and Saturdays, in rush hours, and a little more every week."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from random import Random
from typing import Final

DAYS: Final = 60
"""Full days before today."""
RIDES_A_DAY: Final = 27
DELIVERIES_A_DAY: Final = 4.5
SEED: Final = "hansom"

WEEKDAYS: Final = (0.86, 0.84, 0.92, 1.0, 1.3, 1.28, 0.8)
"""Weight of each weekday, Monday first."""
GROWTH: Final = (0.82, 1.18)
"""Weights of the first and the last day."""
SPREAD: Final = 0.12

_WORKDAY: Final = (1, 0, 0, 0, 1, 3, 6, 14, 18, 11, 7, 7, 9, 8, 7, 9, 12, 17, 18, 12, 8, 7, 5, 3)
_WEEKEND: Final = (9, 7, 4, 1, 0, 1, 2, 3, 6, 9, 11, 12, 12, 11, 11, 11, 12, 12, 13, 13, 12, 12, 13, 12)
_PARCELS: Final = (0, 0, 0, 0, 0, 0, 0, 1, 5, 9, 11, 10, 7, 8, 10, 9, 7, 4, 1, 0, 0, 0, 0, 0)


def seeded_random(*what: object) -> Random:
    """Return a random generator with a fixed seed per subject."""
    return Random(" ".join(map(str, (SEED, *what))))  # noqa: S311  # demo data, no secret


def calendar(today: date) -> Iterator[tuple[int, date]]:
    """Return each day with its distance from today, earliest first."""
    for days_ago in range(DAYS, -1, -1):
        yield days_ago, today - timedelta(days=days_ago)


def moment(day: date, hour: time, zone: tzinfo) -> datetime:
    """Return the moment in UTC, because local times repeat when clocks are put back."""
    return datetime.combine(day, hour, zone).astimezone(UTC)


def ride_times(days_ago: int, day: date, zone: tzinfo) -> list[datetime]:
    hours = _WEEKEND if day.weekday() in (5, 6) else _WORKDAY
    return _times("rides", RIDES_A_DAY * _share(days_ago, day), hours, days_ago, day, zone)


def delivery_times(days_ago: int, day: date, zone: tzinfo) -> list[datetime]:
    rate = DELIVERIES_A_DAY * _share(days_ago, day) * (0.4 if day.weekday() == 6 else 1)
    return _times("deliveries", rate, _PARCELS, days_ago, day, zone)


def _share(days_ago: int, day: date) -> float:
    first, last = GROWTH
    return WEEKDAYS[day.weekday()] * (last + (first - last) * days_ago / DAYS)


def _times(
    what: str, rate: float, hours: tuple[int, ...], days_ago: int, day: date, zone: tzinfo
) -> list[datetime]:
    rng = seeded_random(what, days_ago)
    count = max(1, round(rng.gauss(rate, rate * SPREAD)))
    drawn = rng.choices(range(24), weights=hours, k=count)
    return sorted(moment(day, time(hour, rng.randrange(60), rng.randrange(60)), zone) for hour in drawn)

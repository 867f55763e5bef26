"""The hours that a driver may still work, against a walk minute by minute."""

import random
from datetime import UTC, datetime, timedelta

import pytest

from apps.fleet.shifts.hours import DAY, Span, end_of_hours, total, without

NOW = datetime(2026, 3, 9, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def at(hours: float) -> datetime:
    return NOW + timedelta(hours=hours)


def test_breaks_are_left_out() -> None:
    breaks = [(at(2), at(3)), (at(0), at(0.5)), (at(4), at(9))]
    assert without((at(0), at(5)), breaks) == [(at(0.5), at(2)), (at(3), at(4))]
    assert without((at(0), at(1)), [(at(-1), at(2))]) == []


def test_fresh_driver_works_up_to_the_limit() -> None:
    assert end_of_hours([], now=NOW, limit=timedelta(hours=10)) == at(10)


def test_old_work_makes_room_when_it_leaves_the_window() -> None:
    worked = [(at(-23), at(-15))]
    assert end_of_hours(worked, now=NOW, limit=timedelta(hours=10)) == at(10)
    assert end_of_hours(worked, now=NOW, limit=timedelta(hours=8)) == NOW


@pytest.mark.parametrize("seed", range(20))
def test_end_agrees_with_a_walk_by_minutes(seed: int) -> None:
    chance = random.Random(seed)
    worked: list[Span] = []
    at_minute = -30 * 60
    while at_minute < -60:
        start = at_minute + chance.randrange(30, 400)
        end = min(0, start + chance.randrange(30, 300))
        if start < 0:
            worked.append((NOW + start * MINUTE, NOW + end * MINUTE))
        at_minute = end
    limit = timedelta(hours=chance.randrange(6, 15))

    def within(moment: datetime) -> timedelta:
        spans = [*worked, (NOW, moment)]
        return total([(max(start, moment - DAY), end) for start, end in spans if end > moment - DAY])

    moment = NOW
    while within(moment) < limit:
        moment += MINUTE
    assert end_of_hours(worked, now=NOW, limit=limit) == moment

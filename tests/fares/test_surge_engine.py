"""The next surge factor: capped, in steps, slow to fall, and never below the usual price."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal as D

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.fares.surge.engine import NO_SURGE, SurgeRules, next_factor, target_factor

NOW = datetime(2026, 6, 12, 12, tzinfo=UTC)
RULES = SurgeRules(threshold=2, step=D("0.1"), cap=D("1.5"), min_duration=timedelta(minutes=10))

percent = st.integers(100, 500).map(lambda number: D(number) / 100)
all_rules = st.builds(
    SurgeRules,
    threshold=st.integers(1, 100),
    step=st.integers(1, 100).map(lambda number: D(number) / 100),
    cap=percent,
    min_duration=st.integers(0, 240).map(lambda minutes: timedelta(minutes=minutes)),
)
numbers = st.integers(0, 2000)
since = st.one_of(st.none(), st.integers(0, 300).map(lambda minutes: NOW - timedelta(minutes=minutes)))


def after(waiting: int, free: int, current: D, minutes: int | None = None) -> D:
    last = None if minutes is None else NOW - timedelta(minutes=minutes)
    return next_factor(waiting, free, current=current, since=last, rules=RULES, now=NOW)


@given(numbers, numbers, percent, since, all_rules)
def test_factor_is_between_the_usual_price_and_the_cap(
    waiting: int, free: int, current: D, last: datetime | None, rules: SurgeRules
) -> None:
    found = next_factor(waiting, free, current=current, since=last, rules=rules, now=NOW)
    assert NO_SURGE <= found <= rules.cap


@given(numbers, numbers, percent, since, all_rules)
def test_factor_moves_by_at_most_one_step(
    waiting: int, free: int, current: D, last: datetime | None, rules: SurgeRules
) -> None:
    allowed = min(current, rules.cap)
    found = next_factor(waiting, free, current=allowed, since=last, rules=rules, now=NOW)
    assert abs(found - allowed) <= rules.step


@given(numbers, numbers, percent, st.integers(0, 239), all_rules)
def test_factor_does_not_fall_before_the_floor_in_time(
    waiting: int, free: int, current: D, minutes: int, rules: SurgeRules
) -> None:
    last = NOW - timedelta(minutes=minutes)
    allowed = min(current, rules.cap)
    found = next_factor(waiting, free, current=allowed, since=last, rules=rules, now=NOW)
    if timedelta(minutes=minutes) < rules.min_duration:
        assert found >= allowed


@given(numbers, st.integers(0, 100), numbers, percent, since, all_rules)
def test_more_waiting_requests_never_lower_the_factor(
    waiting: int, more: int, free: int, current: D, last: datetime | None, rules: SurgeRules
) -> None:
    fewer, larger = (
        next_factor(number, free, current=current, since=last, rules=rules, now=NOW)
        for number in (waiting, waiting + more)
    )
    assert fewer <= larger


@given(numbers, numbers, st.integers(0, 100), all_rules)
def test_more_free_cars_never_raise_the_target(waiting: int, free: int, more: int, rules: SurgeRules) -> None:
    assert target_factor(waiting, free + more, rules) <= target_factor(waiting, free, rules)


@given(numbers, numbers, percent, all_rules)
def test_factor_reaches_its_target_if_nothing_changes(
    waiting: int, free: int, current: D, rules: SurgeRules
) -> None:
    for _ in range(402):
        current = next_factor(waiting, free, current=current, since=None, rules=rules, now=NOW)
    assert current == target_factor(waiting, free, rules)


@pytest.mark.parametrize(
    ("waiting", "free", "expected"),
    [(0, 0, "1"), (1, 0, "1"), (2, 0, "1.1"), (2, 1, "1.1"), (3, 2, "1"), (8, 2, "1.2"), (99, 1, "1.5")],
)
def test_target_of_requests_and_cars(waiting: int, free: int, expected: str) -> None:
    assert target_factor(waiting, free, RULES) == D(expected)


def test_factor_rises_a_step_at_a_time_up_to_the_cap() -> None:
    assert after(99, 0, D(1)) == D("1.1")
    assert after(99, 0, D("1.1"), minutes=1) == D("1.2")
    assert after(99, 0, D("1.5"), minutes=1) == D("1.5")


def test_factor_falls_a_step_after_the_floor() -> None:
    assert after(0, 5, D("1.3"), minutes=9) == D("1.3")
    assert after(0, 5, D("1.3"), minutes=10) == D("1.2")


def test_lower_cap_applies_at_once() -> None:
    assert after(99, 0, D(3), minutes=1) == D("1.5")

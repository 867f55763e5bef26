"""Who drives whom in a batch: every booking that can have a driver has one, and the sum is the least."""

import itertools
import random

from apps.bookings.dispatch.matching import match


def total(seconds: dict[int, dict[int, float]], pairs: dict[int, int]) -> float:
    return sum(seconds[booking][driver] for booking, driver in pairs.items())


def test_the_nearest_gives_way_where_the_whole_gains() -> None:
    # One after the other, booking 1 would take driver 7 and leave booking 2 with a drive of 500 s.
    assert match({1: {7: 60, 8: 70}, 2: {7: 65, 8: 500}}) == {1: 8, 2: 7}


def test_more_pickups_come_before_shorter_ones() -> None:
    assert match({1: {7: 1, 8: 5000}, 2: {7: 2}}) == {1: 8, 2: 7}


def test_who_nobody_can_reach_stays_without() -> None:
    assert match({1: {}, 2: {7: 100}, 3: {7: 50}}) == {3: 7}
    assert match({}) == {}


def test_a_driver_at_the_pickup_is_one_like_any_other() -> None:
    assert match({1: {7: 0, 8: 0}, 2: {7: 0}}) == {1: 8, 2: 7}


def test_no_other_assignment_is_better() -> None:
    rng = random.Random(7)
    for _ in range(50):
        seconds = {
            booking: {driver: float(rng.randint(0, 900)) for driver in range(10, 15)} for booking in range(4)
        }
        best = min(
            total(seconds, dict(zip(range(4), drivers, strict=True)))
            for drivers in itertools.permutations(range(10, 15), 4)
        )
        found = match(seconds)
        assert len(set(found.values())) == 4
        assert total(seconds, found) == best

"""Batch assignment: as many bookings as possible get a driver, in the least total time."""

import itertools
import random

from apps.bookings.dispatch.matching import match


def total(seconds: dict[int, dict[int, float]], pairs: dict[int, int]) -> float:
    return sum(seconds[booking][driver] for booking, driver in pairs.items())


def test_nearest_driver_is_given_up_for_a_better_total() -> None:
    # Greedily, booking 1 would take driver 7 and leave booking 2 with a drive of 500 s.
    assert match({1: {7: 60, 8: 70}, 2: {7: 65, 8: 500}}) == {1: 8, 2: 7}


def test_more_pickups_are_preferred_to_shorter_ones() -> None:
    assert match({1: {7: 1, 8: 5000}, 2: {7: 2}}) == {1: 8, 2: 7}


def test_booking_without_a_reachable_driver_stays_unassigned() -> None:
    assert match({1: {}, 2: {7: 100}, 3: {7: 50}}) == {3: 7}
    assert match({}) == {}


def test_zero_drive_time_is_a_valid_assignment() -> None:
    assert match({1: {7: 0, 8: 0}, 2: {7: 0}}) == {1: 8, 2: 7}


def test_assignment_is_optimal() -> None:
    rng = random.Random(7)
    for _ in range(50):
        seconds = {
            booking: {driver: float(rng.randint(0, 900)) for driver in range(10, 15)} for booking in range(4)
        }
        best = min(
            total(seconds, dict(zip(range(4), drivers, strict=True)))
            for drivers in itertools.permutations(range(10, 15), 4)
        )
        assigned = match(seconds)
        assert len(set(assigned.values())) == 4
        assert total(seconds, assigned) == best

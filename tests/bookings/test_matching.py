"""Batch assignment: as many bookings as possible get a driver, in the least total time."""

import itertools
import math
import random
from collections.abc import Collection, Mapping

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from apps.bookings.dispatch.assignment import NEAREST
from apps.bookings.dispatch.matching import match, match_widening

CITY_KM = 20.0
SECONDS_A_KM = 120.0


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


def test_pair_without_a_route_is_not_matched() -> None:
    assert match({1: {7: math.inf}, 2: {7: 100, 8: math.inf}}) == {2: 7}
    assert match({1: {7: math.inf}}) == {}


@pytest.mark.parametrize(
    ("minutes", "is_far"),
    [
        # Nearest by distance first; the quickest is assigned.
        ([1], False),
        ([2, 1], False),
        ([3, 2, 1], True),
        ([6, 5, 1, 4, 3, 2], False),
        ([6, 5, 2, 1, 4, 3], True),
    ],
)
def test_more_drivers_are_considered_for_a_booking_whose_driver_is_far(
    minutes: list[float], is_far: bool
) -> None:
    requests: list[set[int]] = []

    def next_nearest(wanted: Mapping[int, Collection[int]]) -> dict[int, dict[int, float]]:
        requests.append(set(wanted[1]))
        return {1: dict(enumerate(minutes))} if len(requests) == 1 else {1: {}}

    matched = match_widening([1], next_nearest)

    assert matched == {1: minutes.index(1)}
    assert requests == [set(), set(range(len(minutes)))][: 2 if is_far else 1]


class City:
    """Drivers all over a city and bookings at the given pickups; streets wind more for some drivers."""

    def __init__(
        self, rng: np.random.Generator, pickups: np.ndarray, drivers: int, *, radius_km: float
    ) -> None:
        cars = rng.uniform(0, CITY_KM, (drivers, 2))
        crow = np.hypot(*(pickups[:, None] - cars[None]).transpose(2, 0, 1))
        self.seconds = np.round(crow * rng.uniform(1.2, 1.8, drivers) * SECONDS_A_KM)
        self.in_range = crow <= radius_km
        self.order = np.argsort(crow, axis=1)

    def next_nearest(self, wanted: Mapping[int, Collection[int]]) -> dict[int, dict[int, float]]:
        return {booking: self._next(booking, set(others)) for booking, others in wanted.items()}

    def _next(self, booking: int, others: set[int]) -> dict[int, float]:
        order = self.order[booking]
        near = (driver for driver in order[self.in_range[booking, order]].tolist() if driver not in others)
        return {driver: float(self.seconds[booking, driver]) for driver in itertools.islice(near, NEAREST)}

    def total(self, matched: dict[int, int]) -> float:
        return float(self.seconds[list(matched), list(matched.values())].sum())


def hot_spots(rng: np.random.Generator, bookings: int) -> np.ndarray:
    """Eight places of the city with most pickups within 600 m."""
    spots = rng.uniform(2, CITY_KM - 2, (8, 2))
    return spots[rng.integers(0, 8, bookings)] + rng.normal(0, 0.6, (bookings, 2))


@pytest.mark.parametrize("seed", [1, 11, 13])
def test_sparse_total_of_1000_by_1500_is_at_most_1_0001_of_the_dense_optimum(seed: int) -> None:
    rng = np.random.default_rng(seed)
    city = City(rng, rng.uniform(0, CITY_KM, (1000, 2)), 1500, radius_km=5)

    matched = match_widening(range(1000), city.next_nearest)

    optimum = city.seconds[linear_sum_assignment(city.seconds)].sum()
    assert len(set(matched.values())) == len(matched) == 1000
    assert city.total(matched) <= 1.0001 * optimum


def test_no_booking_of_a_hot_spot_is_left_while_a_driver_in_range_is_free() -> None:
    rng = np.random.default_rng(5)
    city = City(rng, hot_spots(rng, 1000), 2000, radius_km=5)

    matched = match_widening(range(1000), city.next_nearest)

    free = np.ones(2000, dtype=bool)
    free[list(matched.values())] = False
    left = [booking for booking in range(1000) if booking not in matched]
    assert not (city.in_range[left] & free).any()
    assert len(matched) == 1000
    optimum = city.seconds[linear_sum_assignment(city.seconds)].sum()
    assert city.total(matched) <= 1.01 * optimum
    # The nearest 40 alone leave more than a tenth.
    assert len(match(city.next_nearest(dict.fromkeys(range(1000), ())))) < 900


def test_widened_search_ends_when_all_drivers_in_range_are_taken() -> None:
    rng = np.random.default_rng(5)
    city = City(rng, hot_spots(rng, 200), 50, radius_km=CITY_KM * 2)

    assert len(match_widening(range(200), city.next_nearest)) == 50

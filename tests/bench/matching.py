"""A batch of bookings and drivers: our sparse assignment and the dense optimum, in total and time."""

import math
import random
import time
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from apps.bookings.dispatch.assignment import NEAREST
from apps.bookings.dispatch.matching import match
from tests.bench.report import Spread, print_table

CITY_KM = 20.0
SECONDS_A_KM = 120.0
"""30 km/h."""
ROUNDS = 5


def run(*, bookings: int = 1000, drivers: int = 5000) -> dict[str, Any]:
    rounds = [_round(random.Random(number), bookings, drivers) for number in range(ROUNDS)]
    above = Spread.of([100 * (one["sparse"] / one["dense"] - 1) for one in rounds])
    greedy = Spread.of([100 * (one["greedy"] / one["dense"] - 1) for one in rounds])
    faster = Spread.of([one["dense_seconds"] / one["sparse_seconds"] for one in rounds])
    milliseconds = Spread.of([one["sparse_seconds"] * 1000 for one in rounds])
    print_table(
        f"Batch assignment, {bookings} bookings to {drivers} drivers, {NEAREST} nearest each",
        ["", "median (range)"],
        [
            ["total road time above the dense optimum, %", str(above)],
            ["one by one to the nearest, above it, %", str(greedy)],
            ["our assignment, ms", str(milliseconds)],
            ["dense solver's time / ours", str(faster)],
        ],
    )
    return {"above_percent": above, "greedy_percent": greedy, "milliseconds": milliseconds, "faster": faster}


def _round(rng: random.Random, bookings: int, drivers: int) -> dict[str, float]:
    def spots(count: int) -> np.ndarray:
        return np.array([(rng.uniform(0, CITY_KM), rng.uniform(0, CITY_KM)) for _ in range(count)])

    pickups, cars = spots(bookings), spots(drivers)
    crow = np.hypot(*(pickups[:, None, :] - cars[None, :, :]).transpose(2, 0, 1))
    # Streets are not straight: each way is longer than the great circle by its own factor.
    winding = np.array([rng.uniform(1.2, 1.8) for _ in range(drivers)])
    costs = np.round(crow * winding * SECONDS_A_KM)

    near = np.argsort(crow, axis=1)[:, :NEAREST]
    pairs = {row: {int(car): float(costs[row, car]) for car in near[row]} for row in range(bookings)}
    started = time.perf_counter()
    found = match(pairs)
    sparse_seconds = time.perf_counter() - started
    assert len(found) == bookings, "a booking stayed without a driver"

    started = time.perf_counter()
    rows, columns = linear_sum_assignment(costs)
    dense_seconds = time.perf_counter() - started

    taken: set[int] = set()
    greedy = 0.0
    for row in range(bookings):
        car = min((car for car in range(drivers) if car not in taken), key=lambda car: crow[row, car])
        taken.add(car)
        greedy += float(costs[row, car])
    return {
        "sparse": math.fsum(pairs[row][car] for row, car in found.items()),
        "dense": float(costs[rows, columns].sum()),
        "greedy": greedy,
        "sparse_seconds": sparse_seconds,
        "dense_seconds": dense_seconds,
    }

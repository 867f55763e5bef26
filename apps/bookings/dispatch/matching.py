"""Who drives whom, so that all pickups together take the least time; pure, by SciPy's solver."""

from collections.abc import Mapping
from typing import Final

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import min_weight_full_bipartite_matching

NEAREST: Final = 20
"""A booking's nearest as the crow flies: who is farther is hardly ever part of the best answer."""

Seconds = Mapping[int, Mapping[int, float]]
"""By booking: the drivers who may have it, and how long each would take to the pickup."""


def match(seconds: Seconds) -> dict[int, int]:
    """A driver for as many bookings as can have one, each driver once, the sum of seconds the least.

    Pairs that are not named are never made. A booking that gets nobody is left out of the answer.
    """
    bookings = [booking for booking, drivers in seconds.items() if drivers]
    if not bookings:
        return {}
    drivers = sorted({driver for booking in bookings for driver in seconds[booking]})
    column = {driver: place for place, driver in enumerate(drivers)}
    pairs = [
        (row, column[driver], max(0.0, cost))
        for row, booking in enumerate(bookings)
        for driver, cost in seconds[booking].items()
    ]
    # A column of its own lets each booking stay without a driver, at a price above any exchange of drivers.
    nobody = 1.0 + 2.0 * sum(max(seconds[booking].values()) for booking in bookings)
    pairs += [(row, len(drivers) + row, nobody) for row in range(len(bookings))]
    rows, columns, costs = zip(*pairs, strict=True)
    # The solver takes a zero for no pair at all: one second more for all changes no comparison.
    graph = csr_array(
        (np.array(costs) + 1.0, (np.array(rows), np.array(columns))),
        shape=(len(bookings), len(drivers) + len(bookings)),
    )
    found_rows, found_columns = min_weight_full_bipartite_matching(graph)
    return {
        bookings[row]: drivers[place]
        for row, place in zip(found_rows.tolist(), found_columns.tolist(), strict=True)
        if place < len(drivers)
    }

"""Assignment of drivers to bookings at the least total driving time; pure, solved by SciPy."""

from collections.abc import Mapping
from typing import Final

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import min_weight_full_bipartite_matching

NEAREST: Final = 20
"""Nearest drivers considered for a booking; farther ones are rarely part of the optimum."""

Seconds = Mapping[int, Mapping[int, float]]
"""By booking id: the possible drivers and their driving times to the pickup."""


def match(seconds: Seconds) -> dict[int, int]:
    """Return a driver for as many bookings as possible, each driver once, at the least total time.

    Only pairs in `seconds` are matched. A booking without a match is not in the result.
    """
    bookings = [booking for booking, drivers in seconds.items() if drivers]
    if not bookings:
        return {}
    drivers = sorted({driver for booking in bookings for driver in seconds[booking]})
    column = {driver: index for index, driver in enumerate(drivers)}
    pairs = [
        (row, column[driver], max(0.0, cost))
        for row, booking in enumerate(bookings)
        for driver, cost in seconds[booking].items()
    ]
    # An extra column per booking lets it stay unmatched, at a cost above any exchange of drivers.
    unmatched = 1.0 + 2.0 * sum(max(seconds[booking].values()) for booking in bookings)
    pairs += [(row, len(drivers) + row, unmatched) for row in range(len(bookings))]
    rows, columns, costs = zip(*pairs, strict=True)
    # The solver treats zero as no edge. Adding one second to all costs does not change the result.
    graph = csr_array(
        (np.array(costs) + 1.0, (np.array(rows), np.array(columns))),
        shape=(len(bookings), len(drivers) + len(bookings)),
    )
    matched_rows, matched_columns = min_weight_full_bipartite_matching(graph)
    return {
        bookings[row]: drivers[column_index]
        for row, column_index in zip(matched_rows.tolist(), matched_columns.tolist(), strict=True)
        if column_index < len(drivers)
    }

"""Nearest things on a map of squares, for the many look-ups of an import."""

import math
from collections import defaultdict
from collections.abc import Iterator
from typing import Generic, TypeVar

from apps.geo.geometry.sphere import KM_PER_DEGREE
from apps.geo.importer.findings import Spot

Thing = TypeVar("Thing")


class Grid(Generic[Thing]):
    """Squares of `cell` degrees (one of 0.01 is about a kilometre high)."""

    def __init__(self, cell: float) -> None:
        self._cell = cell
        self._squares: defaultdict[tuple[int, int], list[tuple[Spot, Thing]]] = defaultdict(list)

    def add(self, spot: Spot, thing: Thing) -> None:
        self._squares[self._square(spot)].append((spot, thing))

    def near(self, spot: Spot, km: float) -> Iterator[tuple[float, Thing]]:
        """Everything within that many kilometres, with its distance, in no order."""
        row, column = self._square(spot)
        squeeze = max(0.05, math.cos(math.radians(spot[0])))
        reach = math.ceil(km / KM_PER_DEGREE / self._cell)
        wide = math.ceil(km / KM_PER_DEGREE / self._cell / squeeze)
        lat, lng = spot
        for y in range(row - reach, row + reach + 1):
            for x in range(column - wide, column + wide + 1):
                for at, thing in self._squares.get((y, x), ()):
                    # Flat, for a look-up spans kilometres and an import asks millions of times.
                    distance = KM_PER_DEGREE * math.hypot(at[0] - lat, (at[1] - lng) * squeeze)
                    if distance <= km:
                        yield distance, thing

    def _square(self, spot: Spot) -> tuple[int, int]:
        return math.floor(spot[0] / self._cell), math.floor(spot[1] / self._cell)

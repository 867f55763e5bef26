"""A grid index for the many nearest-object queries of an import."""

import math
from collections import defaultdict
from collections.abc import Iterator
from typing import Generic, TypeVar

from apps.geo.geometry.sphere import KM_PER_DEGREE
from apps.geo.importer.findings import Spot

Item = TypeVar("Item")


class Grid(Generic[Item]):
    """Cells of `cell` degrees (0.01 is about a kilometre)."""

    def __init__(self, cell: float) -> None:
        self._cell = cell
        self._cells: defaultdict[tuple[int, int], list[tuple[Spot, Item]]] = defaultdict(list)

    def add(self, spot: Spot, item: Item) -> None:
        self._cells[self._cell_of(spot)].append((spot, item))

    def near(self, spot: Spot, km: float) -> Iterator[tuple[float, Item]]:
        """Yield everything within `km` with its distance, unordered."""
        row, column = self._cell_of(spot)
        lng_scale = max(0.05, math.cos(math.radians(spot[0])))
        rows = math.ceil(km / KM_PER_DEGREE / self._cell)
        columns = math.ceil(km / KM_PER_DEGREE / self._cell / lng_scale)
        lat, lng = spot
        for y in range(row - rows, row + rows + 1):
            for x in range(column - columns, column + columns + 1):
                for at, item in self._cells.get((y, x), ()):
                    # Planar, because queries span kilometres and an import makes millions of them.
                    distance = KM_PER_DEGREE * math.hypot(at[0] - lat, (at[1] - lng) * lng_scale)
                    if distance <= km:
                        yield distance, item

    def _cell_of(self, spot: Spot) -> tuple[int, int]:
        return math.floor(spot[0] / self._cell), math.floor(spot[1] / self._cell)

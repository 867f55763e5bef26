"""A grid of squares of 500 m over the earth, for counts that name no place.

The rows follow the latitude; the columns of each row are as wide as 500 m at the middle of the row.
"""

import math
from typing import Final, NamedTuple

from apps.geo.geometry.sphere import KM_PER_DEGREE
from apps.geo.port import LatLng

CELL_KM: Final = 0.5
_ROW_DEGREES: Final = CELL_KM / KM_PER_DEGREE
_NARROWEST: Final = 0.001
"""At the poles, columns would be endless."""


class Cell(NamedTuple):
    row: int
    column: int

    @property
    def key(self) -> str:
        return f"{self.row}:{self.column}"

    @property
    def south_west(self) -> LatLng:
        return LatLng(self.row * _ROW_DEGREES, self.column * _column_degrees(self.row))

    @property
    def north_east(self) -> LatLng:
        return LatLng((self.row + 1) * _ROW_DEGREES, (self.column + 1) * _column_degrees(self.row))

    @property
    def centre(self) -> LatLng:
        return LatLng((self.row + 0.5) * _ROW_DEGREES, (self.column + 0.5) * _column_degrees(self.row))


def cell_at(lat: float, lng: float) -> Cell:
    """Return the cell that contains a place; its south and west edges belong to it."""
    row = math.floor(lat / _ROW_DEGREES)
    return Cell(row, math.floor(lng / _column_degrees(row)))


def cell_of(key: str) -> Cell:
    """Return the cell of a key."""
    row, column = key.split(":")
    return Cell(int(row), int(column))


def _column_degrees(row: int) -> float:
    middle = math.radians((row + 0.5) * _ROW_DEGREES)
    return _ROW_DEGREES / max(_NARROWEST, math.cos(middle))

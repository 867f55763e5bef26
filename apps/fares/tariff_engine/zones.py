"""The zones of places and of a route, by the polygons of a tariff."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from decimal import Decimal, localcontext
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, radians
from typing import Final

from apps.fares.engine import EXACT
from apps.fares.tariff_engine.facts import Segment
from apps.fares.tariff_engine.rules import Tariff

Point = tuple[float, float]
"""Latitude and longitude."""
Ring = tuple[tuple[float, float], ...]
_Cell = tuple[frozenset[str], tuple[tuple[str, tuple[Ring, ...]], ...]]

CELLS: Final = 32
"""Cells of the coarse grid in each direction; a place is compared only with the zones that touch its cell."""
FINE: Final = 8
"""Fine cells in a coarse one; most have no boundary inside, so that all their places have the same zones."""
STEP_M: Final = 200
"""Longer parts of a route are divided, so that no zone between their ends is missed."""
EDGE_M: Final = 5
"""How exactly a boundary is found."""
_METRES_A_DEGREE: Final = 111_195


class ZoneMap:
    """The polygons of a tariff in a grid; build it once."""

    def __init__(self, tariff: Tariff) -> None:
        outlines = {
            name: tuple(tuple(ring) for ring in zone.rings)
            for name, zone in tariff.zones.items()
            if zone.rings
        }
        points = [point for rings in outlines.values() for ring in rings for point in ring]
        self._west = min((lng for lng, _ in points), default=0.0)
        self._south = min((lat for _, lat in points), default=0.0)
        self._width = (max((lng for lng, _ in points), default=0.0) - self._west) or 1.0
        self._height = (max((lat for _, lat in points), default=0.0) - self._south) or 1.0
        self._scale_x, self._scale_y = CELLS * FINE / self._width, CELLS * FINE / self._height
        self._coarse: defaultdict[tuple[int, int], list[tuple[str, tuple[Ring, ...]]]] = defaultdict(list)
        self._fine: dict[tuple[int, int], _Cell] = {}
        for name, rings in outlines.items():
            left, right = (int(self._x(lng) // FINE) for lng in _extent(rings[0], 0))
            bottom, top = (int(self._y(lat) // FINE) for lat in _extent(rings[0], 1))
            for x in range(left, right + 1):
                for y in range(bottom, top + 1):
                    self._coarse[x, y].append((name, rings))

    def at(self, lat: float, lng: float) -> frozenset[str]:
        """Return the names of the zones that contain a place."""
        key = int((lng - self._west) * self._scale_x), int((lat - self._south) * self._scale_y)
        cell = self._fine.get(key)
        if cell is None:
            cell = self._cell(key)
        zones, unsure = cell
        if not unsure:
            return zones
        return zones.union(name for name, rings in unsure if _contains(rings, lat, lng))

    def _x(self, lng: float) -> float:
        return (lng - self._west) * self._scale_x

    def _y(self, lat: float) -> float:
        return (lat - self._south) * self._scale_y

    def _cell(self, key: tuple[int, int]) -> _Cell:
        """Return the zones of a whole fine cell, and those with a boundary in it."""
        x, y = key
        certain: list[str] = []
        unsure: list[tuple[str, tuple[Ring, ...]]] = []
        lat, lng = self._south + (y + 0.5) / self._scale_y, self._west + (x + 0.5) / self._scale_x
        for name, rings in self._coarse.get((x // FINE, y // FINE), ()):
            if any(self._touches(ring, x, y) for ring in rings):
                unsure.append((name, rings))
            elif _contains(rings, lat, lng):
                certain.append(name)
        cell = (frozenset(certain), tuple(unsure))
        # Places outside the grid have no zones and would only fill the memory.
        if 0 <= x <= CELLS * FINE and 0 <= y <= CELLS * FINE:
            self._fine[key] = cell
        return cell

    def _touches(self, ring: Ring, x: int, y: int) -> bool:
        """Return whether an edge could pass the cell; an edge that only comes near counts too."""
        # int() rounds toward zero, so that cell 0 has places from -1 on.
        low_x, low_y = x - (x == 0), y - (y == 0)
        for (a_lng, a_lat), (b_lng, b_lat) in zip(ring, (*ring[1:], ring[0]), strict=True):
            a_x, b_x = sorted((self._x(a_lng), self._x(b_lng)))
            a_y, b_y = sorted((self._y(a_lat), self._y(b_lat)))
            if a_x <= x + 1 and b_x >= low_x and a_y <= y + 1 and b_y >= low_y:
                return True
        return False

    def segments(
        self, route: Sequence[Point], *, start: datetime, distance_m: Decimal, seconds: Decimal
    ) -> tuple[Segment, ...]:
        """Return the drive along a route, divided where it enters or leaves a zone.

        Distance and time are shared by length, and add up exactly.
        """
        parts = _lengths_by_zone(self, tuple(route))
        total = sum(millimetres for _, millimetres in parts)
        if not total:
            zones = self.at(*route[0]) if route else frozenset[str]()
            return (Segment(start=start, seconds=seconds, distance_m=distance_m, zones=zones),)
        return tuple(_shared(parts, total, start, distance_m, seconds))

    def steps_along(self, first: Point, second: Point, length: float) -> Iterator[tuple[frozenset[str], int]]:
        """Return the zones along one part of a route with the millimetres in each."""
        steps = max(1, int(length / STEP_M) + 1)
        points = [_between(first, second, step / steps) for step in range(steps + 1)]
        for a, b in pairwise(points):
            yield from self._step(a, b, self.at(*a), self.at(*b))

    def _step(
        self, a: Point, b: Point, at_a: frozenset[str], at_b: frozenset[str]
    ) -> Iterator[tuple[frozenset[str], int]]:
        length = _metres(a, b)
        if at_a == at_b or length <= EDGE_M:
            if length:
                yield at_a, round(length * 1000)
            return
        middle = _between(a, b, 0.5)
        at_middle = self.at(*middle)
        yield from self._step(a, middle, at_a, at_middle)
        yield from self._step(middle, b, at_middle, at_b)


def _shared(
    parts: Sequence[tuple[frozenset[str], int]],
    total: int,
    start: datetime,
    distance_m: Decimal,
    seconds: Decimal,
) -> Iterator[Segment]:
    with localcontext(EXACT):
        done = 0
        metres_before, seconds_before = Decimal(0), Decimal(0)
        for zones, millimetres in parts:
            done += millimetres
            metres, time = distance_m * done / total, seconds * done / total
            yield Segment(
                start=start + timedelta(microseconds=int(seconds_before * 1_000_000)),
                seconds=time - seconds_before,
                distance_m=metres - metres_before,
                zones=zones,
            )
            metres_before, seconds_before = metres, time


def _extent(ring: Ring, axis: int) -> tuple[float, float]:
    values = [point[axis] for point in ring]
    return min(values), max(values)


def _contains(rings: tuple[Ring, ...], lat: float, lng: float) -> bool:
    # A place in a hole is inside two rings, so all rings count alike.
    return sum(_crossings(ring, lat, lng) for ring in rings) % 2 == 1


def _crossings(ring: Ring, lat: float, lng: float) -> int:
    """Return how often a ray to the east crosses a ring."""
    number = 0
    before_lng, before_lat = ring[-1]
    for at_lng, at_lat in ring:
        if (at_lat > lat) != (before_lat > lat):
            crossing = at_lng + (lat - at_lat) / (before_lat - at_lat) * (before_lng - at_lng)
            number += lng < crossing
        before_lng, before_lat = at_lng, at_lat
    return number


@lru_cache(maxsize=256)
def _lengths_by_zone(zone_map: ZoneMap, route: tuple[Point, ...]) -> tuple[tuple[frozenset[str], int], ...]:
    """Return the zones along a route with the millimetres in each.

    Cached, because a route is priced several times: for each look at the price, at booking, at the end.
    """
    parts: list[tuple[frozenset[str], int]] = []
    current, millimetres = frozenset[str](), 0
    at_first = zone_map.at(*route[0]) if route else current
    for first, second in pairwise(route):
        at_second = zone_map.at(*second)
        length = _metres(first, second)
        if at_first == at_second and length <= STEP_M:
            # Nearly all parts of a route: within one zone.
            steps = [(at_first, round(length * 1000))]
        else:
            steps = list(zone_map.steps_along(first, second, length))
        for zones, step in steps:
            if zones != current:
                parts.append((current, millimetres))
                current, millimetres = zones, 0
            millimetres += step
        at_first = at_second
    return tuple(part for part in (*parts, (current, millimetres)) if part[1])


def _metres(a: Point, b: Point) -> float:
    return hypot(b[0] - a[0], (b[1] - a[1]) * cos(radians((a[0] + b[0]) / 2))) * _METRES_A_DEGREE


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share

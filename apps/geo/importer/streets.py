"""Builds streets from ways: one row per street and town, and points along it."""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from apps.geo.choices import PlaceKind
from apps.geo.folding import fold
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.importer.findings import STREETS, FoundStreet, Spot
from apps.geo.importer.grid import Grid
from apps.geo.importer.rows import PlaceRow
from apps.geo.importer.towns import Towns
from apps.geo.port import LatLng

STEP_KM = 0.05


@dataclass(slots=True)
class Street:
    row: PlaceRow
    points: list[Spot]


def build_streets(found: Sequence[FoundStreet], towns: Towns, region: str) -> list[Street]:
    """Group ways by name and town; a street is placed at the middle of its longest way."""
    ways: defaultdict[tuple[str, str], list[tuple[FoundStreet, str]]] = defaultdict(list)
    for way in found:
        town = towns.at(way.line[len(way.line) // 2])
        ways[fold(way.name), fold(town)].append((way, town))
    streets = []
    for (name, town_key), parts in ways.items():
        longest, town = max(parts, key=lambda part: _length_km(part[0].line))
        row = PlaceRow(
            key=f"{name}|{town_key}",
            kind=PlaceKind.STREET,
            main_text=longest.name,
            secondary_text=", ".join(part for part in (town, region) if part),
            importance=max(STREETS[way.highway] for way, _ in parts),
            spot=_middle(longest.line),
            street=longest.name,
            city=town,
            also=" ".join({way.other_names for way, _ in parts}),
        )
        points = {point: None for way, _ in parts for point in _points_along(way.line)}
        streets.append(Street(row, list(points)))
    return streets


def street_grid(streets: Sequence[Street]) -> Grid[PlaceRow]:
    grid: Grid[PlaceRow] = Grid(0.001)
    for street in streets:
        for point in street.points:
            grid.add(point, street.row)
    return grid


def _length_km(line: Sequence[Spot]) -> float:
    return sum(_km(a, b) for a, b in pairwise(line))


def _middle(line: Sequence[Spot]) -> Spot:
    """Return the point halfway along a line."""
    remaining = _length_km(line) / 2
    for a, b in pairwise(line):
        step = _km(a, b)
        if step >= remaining > 0:
            return _between(a, b, remaining / step)
        remaining -= step
    return line[0]


def _points_along(line: Sequence[Spot]) -> Iterator[Spot]:
    """Yield points at most STEP_KM apart."""
    yield _rounded(line[0])
    distance = 0.0
    for a, b in pairwise(line):
        step = _km(a, b)
        parts = math.ceil(step / STEP_KM)
        for part in range(1, parts):
            yield _rounded(_between(a, b, part / parts))
            distance = 0.0
        distance += step / max(parts, 1)
        if distance >= STEP_KM / 2:
            yield _rounded(b)
            distance = 0.0
    yield _rounded(line[-1])


def _km(a: Spot, b: Spot) -> float:
    return great_circle_km(LatLng(*a), LatLng(*b))


def _between(a: Spot, b: Spot, share: float) -> Spot:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _rounded(spot: Spot) -> Spot:
    return round(spot[0], 5), round(spot[1], 5)

"""Positions of a car along a road over time."""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import polyline

EARTH_RADIUS_M = 6_371_008.8


@dataclass(frozen=True, slots=True)
class Position:
    lat: float
    lng: float
    heading: float = 0.0
    """Degrees clockwise from north."""
    speed: float = 0.0
    """Metres per second."""


def decode(line: str) -> list[tuple[float, float]]:
    """Return the (lat, lng) points of an encoded polyline of precision 5."""
    return polyline.decode(line)


def metres_between(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the great-circle distance in metres."""
    lat_a, lat_b = math.radians(a[0]), math.radians(b[0])
    half_lat, half_lng = (lat_b - lat_a) / 2, math.radians(b[1] - a[1]) / 2
    h = math.sin(half_lat) ** 2 + math.cos(lat_a) * math.cos(lat_b) * math.sin(half_lng) ** 2
    return 2 * EARTH_RADIUS_M * math.asin(math.sqrt(h))


def along(
    corners: Sequence[tuple[float, float]], *, speed: float, every_seconds: float
) -> Iterator[Position]:
    """Yield positions one step apart at a constant speed in metres per second, and the end."""
    step, remaining = speed * every_seconds, speed * every_seconds
    heading = 0.0
    for start, end in itertools.pairwise(corners):
        length = metres_between(start, end)
        if length == 0:
            continue
        heading = _heading(start, end)
        covered = 0.0
        while length - covered >= remaining:
            covered += remaining
            remaining = step
            share = covered / length
            yield Position(
                start[0] + (end[0] - start[0]) * share,
                start[1] + (end[1] - start[1]) * share,
                heading,
                speed,
            )
        remaining -= length - covered
    if corners:
        yield Position(corners[-1][0], corners[-1][1], heading, 0.0)


def _heading(a: tuple[float, float], b: tuple[float, float]) -> float:
    east = (b[1] - a[1]) * math.cos(math.radians(a[0]))
    return math.degrees(math.atan2(east, b[0] - a[0])) % 360

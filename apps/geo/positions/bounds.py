"""Bounding boxes on the Mercator planes of DriverPosition that contain everything within a radius."""

import math
from dataclasses import dataclass
from typing import Final

from apps.geo.geometry.sphere import EARTH_RADIUS_KM, MAX_MERCATOR_LAT, mercator_y
from apps.geo.models.position import PLANE_STRIDE
from apps.geo.port import LatLng

SLACK: Final = 1e-8
"""Radians (6 cm) added to the radius: more than rounding can lose, for car type ids up to a million."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box, and the x of the search point in its coordinates."""

    x: float
    west: float
    east: float


@dataclass(frozen=True, slots=True)
class SearchBounds:
    south: float
    north: float
    y: float
    boxes: tuple[Box, ...]
    is_small: bool
    """False if the circle reaches near a pole, where distances in the plane are meaningless."""


def search_bounds(at: LatLng, *, radius_km: float, car_type_id: int) -> SearchBounds:
    """Return one box, or two if the circle crosses the antimeridian."""
    base = float(PLANE_STRIDE * car_type_id)
    angle = radius_km / EARTH_RADIUS_KM + SLACK
    lat_radius = math.degrees(angle)
    # PostgreSQL's tand() and Python's tan() differ in the last digit, which matters at the limit.
    south, north = mercator_y(at.lat - lat_radius) - 1e-6, mercator_y(at.lat + lat_radius) + 1e-6
    y = mercator_y(at.lat)
    if abs(at.lat) + lat_radius >= MAX_MERCATOR_LAT:
        world = Box(x=base + at.lng, west=base - 180, east=base + 180)
        return SearchBounds(south, north, y, (world,), is_small=False)
    # PostgreSQL's comparisons of points leave out a millionth of a degree.
    half_width = math.degrees(math.asin(math.sin(angle) / math.cos(math.radians(at.lat)))) + 2e-6
    centres = [at.lng]
    if at.lng - half_width < -180:
        centres.append(at.lng + 360)
    if at.lng + half_width > 180:
        centres.append(at.lng - 360)
    boxes = tuple(Box(x=base + x, west=base + x - half_width, east=base + x + half_width) for x in centres)
    return SearchBounds(south, north, y, boxes, is_small=True)

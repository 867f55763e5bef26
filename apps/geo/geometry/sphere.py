"""The little spherical geometry that searches and fares need."""

import math
from itertools import pairwise
from typing import Final

from apps.geo.port import LatLng

EARTH_RADIUS_KM: Final = 6371.0088
KM_PER_DEGREE: Final = EARTH_RADIUS_KM * math.pi / 180
MAX_MERCATOR_LAT: Final = 89.9
"""The Mercator plane is cut off here: the poles themselves lie at infinity."""


def is_on_earth(lat: float, lng: float) -> bool:
    """True for finite coordinates within range."""
    return math.isfinite(lat) and math.isfinite(lng) and -90 <= lat <= 90 and -180 <= lng <= 180


def rounded(point: LatLng) -> LatLng:
    """To a centimetre: squares of smaller differences underflow, which PostgreSQL calls an error."""
    return LatLng(round(float(point.lat), 7), round(float(point.lng), 7))


def great_circle_km(a: LatLng, b: LatLng) -> float:
    """Haversine distance on the mean sphere."""
    lat_a, lat_b = math.radians(a.lat), math.radians(b.lat)
    half_lat, half_lng = math.sin((lat_b - lat_a) / 2), math.sin(math.radians(b.lng - a.lng) / 2)
    chord = half_lat * half_lat + math.cos(lat_a) * math.cos(lat_b) * half_lng * half_lng
    return 2 * EARTH_RADIUS_KM * math.asin(math.sqrt(min(1.0, chord)))


def path_km(points: list[LatLng]) -> float:
    """Sum of the great-circle steps."""
    return math.fsum(great_circle_km(a, b) for a, b in pairwise(points))


def mercator_y(lat: float) -> float:
    """Height on the Mercator plane in degrees, the same formula as the generated columns'."""
    clamped = min(max(lat, -MAX_MERCATOR_LAT), MAX_MERCATOR_LAT)
    return math.degrees(math.asinh(math.tan(math.radians(clamped))))

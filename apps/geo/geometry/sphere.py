"""Spherical geometry for searches and fares."""

import math
from itertools import pairwise
from typing import Final

from apps.geo.port import LatLng

EARTH_RADIUS_KM: Final = 6371.0088
KM_PER_DEGREE: Final = EARTH_RADIUS_KM * math.pi / 180
MAX_MERCATOR_LAT: Final = 89.9
"""The limit of the Mercator plane, which is infinite at the poles."""


def is_on_earth(lat: float, lng: float) -> bool:
    """Return whether both coordinates are finite and in range."""
    return math.isfinite(lat) and math.isfinite(lng) and -90 <= lat <= 90 and -180 <= lng <= 180


def rounded(point: LatLng) -> LatLng:
    """Round to a centimetre: the square of a smaller difference underflows, an error in PostgreSQL."""
    return LatLng(round(float(point.lat), 7), round(float(point.lng), 7))


def great_circle_km(a: LatLng, b: LatLng) -> float:
    """Return the haversine distance on the mean sphere."""
    lat_a, lat_b = math.radians(a.lat), math.radians(b.lat)
    half_lat, half_lng = math.sin((lat_b - lat_a) / 2), math.sin(math.radians(b.lng - a.lng) / 2)
    chord = half_lat * half_lat + math.cos(lat_a) * math.cos(lat_b) * half_lng * half_lng
    return 2 * EARTH_RADIUS_KM * math.asin(math.sqrt(min(1.0, chord)))


def path_km(points: list[LatLng]) -> float:
    """Return the sum of the great-circle distances."""
    return math.fsum(great_circle_km(a, b) for a, b in pairwise(points))


def mercator_y(lat: float) -> float:
    """Return the Mercator y in degrees, by the formula of the generated columns."""
    clamped = min(max(lat, -MAX_MERCATOR_LAT), MAX_MERCATOR_LAT)
    return math.degrees(math.asinh(math.tan(math.radians(clamped))))

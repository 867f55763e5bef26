"""The map data of the fakes: an island with straight roads, and a second island without a connection."""

from typing import Final

import polyline

from apps.geo.geometry.sphere import great_circle_km, path_km
from apps.geo.port import LatLng

WEST, SOUTH, EAST, NORTH = -1.66, 50.55, -1.03, 50.81
OTHER_ISLAND: Final = LatLng(49.20, -2.13)
"""Has roads, but no connection to the first island."""
COAST: Final = LatLng(50.5761, -1.2980)
"""Points outside the islands are snapped to this one."""
SPEED_KMH: Final = 50.0

HIGH_STREET: Final = LatLng(50.6994, -1.2946)
NAMES: Final = {"en": "High Street", "ar": "الشارع الرئيسي"}
TOWNS: Final = {"en": "Newport", "ar": "نيوبورت"}
COUNTRIES: Final = {"en": "United Kingdom", "ar": "المملكة المتحدة"}


def has_roads(at: LatLng) -> bool:
    return is_home(at) or is_far(at)


def is_home(at: LatLng) -> bool:
    return WEST <= at.lng <= EAST and SOUTH <= at.lat <= NORTH


def is_far(at: LatLng) -> bool:
    return great_circle_km(at, OTHER_ISLAND) < 10


def are_connected(points: list[LatLng]) -> bool:
    return all(map(is_home, points)) or all(map(is_far, points))


def metres(points: list[LatLng]) -> int:
    return round(path_km(points) * 1000)


def seconds(points: list[LatLng]) -> int:
    return round(path_km(points) / SPEED_KMH * 3600)


def line(points: list[LatLng], digits: int) -> str:
    return polyline.encode([(point.lat, point.lng) for point in points], digits)


def names_in(language: str) -> tuple[str, str, str]:
    """Return the names of the street, the town and the country in a language."""
    known = language.split("-")[0].split(",")[0]
    known = known if known in NAMES else "en"
    return NAMES[known], TOWNS[known], COUNTRIES[known]


def matches_street(typed: str) -> bool:
    """Whether the name of the fixture's street starts with the typed text."""
    return any(name.lower().startswith(typed.strip().lower()) for name in NAMES.values())

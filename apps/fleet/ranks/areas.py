"""The areas of the active ranks, cached per process: without ranks, dispatch reads nothing for them."""

import time
from dataclasses import dataclass
from typing import Final

from apps.core.platform import CACHE_SECONDS
from apps.fleet.models import Rank
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.port import LatLng

EXPIRES_SECONDS: Final = CACHE_SECONDS
"""How long another process may still use a rank that was changed."""


@dataclass(frozen=True, slots=True)
class RankArea:
    id: int
    name: str
    centre: LatLng
    radius_m: int
    max_drivers: int

    def metres_outside(self, at: LatLng) -> float:
        """Return the distance to the circle; 0 inside."""
        return max(0.0, great_circle_km(self.centre, at) * 1000 - self.radius_m)

    def contains(self, at: LatLng) -> bool:
        return self.metres_outside(at) == 0


_cached: tuple[float, tuple[RankArea, ...]] | None = None


def rank_areas() -> tuple[RankArea, ...]:
    """Return the areas of the active ranks, at most EXPIRES_SECONDS old."""
    global _cached
    cached = _cached
    if cached is not None and time.monotonic() - cached[0] < EXPIRES_SECONDS:
        return cached[1]
    read_at = time.monotonic()
    areas = tuple(area_of(rank) for rank in Rank.objects.filter(active=True).order_by("pk"))
    _cached = (read_at, areas)
    return areas


def areas_at(at: LatLng) -> list[RankArea]:
    """Return the areas that contain a place, the nearest centre first."""
    inside = [area for area in rank_areas() if area.contains(at)]
    return sorted(inside, key=lambda area: great_circle_km(area.centre, at))


def nearest_area(at: LatLng, *, within_m: float) -> RankArea | None:
    """Return the area that contains a place or is nearest to it."""
    inside = areas_at(at)
    if inside:
        return inside[0]
    near = [(area.metres_outside(at), area.id, area) for area in rank_areas()]
    return min((each for each in near if each[0] <= within_m), default=(0, 0, None))[2]


def area_of(rank: Rank) -> RankArea:
    return RankArea(rank.pk, rank.name, LatLng(rank.lat, rank.lng), rank.radius_m, rank.max_drivers)


def clear_rank_areas() -> None:
    """Clear the cache, so that the next call reads the database."""
    global _cached
    _cached = None

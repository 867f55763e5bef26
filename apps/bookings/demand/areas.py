"""The areas that demand is counted in: zones of the tariff in force, taxi ranks, and cells of a grid."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from apps.fares.tariffs.in_force import LoadedTariff, tariff_at
from apps.fleet.choices import AreaKind
from apps.fleet.ranks.areas import RankArea, rank_areas
from apps.geo.geometry.cells import Cell, cell_at
from apps.geo.geometry.sphere import KM_PER_DEGREE
from apps.geo.port import LatLng

Rings = list[list[list[float]]]
"""Rings of [longitude, latitude], as the zones of a tariff."""

CORNERS: Final = 32
"""Of the polygon that draws the circle of a taxi rank."""


class Area(NamedTuple):
    kind: AreaKind
    name: str
    """The name of a zone or taxi rank, or the key of a cell; blank for the whole platform."""


EVERYWHERE: Final = Area(AreaKind.ALL, "")


@dataclass(frozen=True, slots=True)
class AreaMap:
    """The named areas at one time."""

    tariff: LoadedTariff | None
    ranks: Sequence[RankArea]

    @property
    def named(self) -> dict[Area, Rings]:
        """Return the zones with an area, and the taxi ranks, each with its outline."""
        zones = self.tariff.compiled.source.zones if self.tariff else {}
        outlines = {
            Area(AreaKind.ZONE, name): [[list(point) for point in ring] for ring in zone.rings]
            for name, zone in zones.items()
            if zone.rings
        }
        return outlines | {Area(AreaKind.RANK, rank.name): [_circle(rank)] for rank in self.ranks}

    def named_at(self, lat: float, lng: float) -> list[Area]:
        """Return the zones and taxi ranks that contain a place."""
        zone_map = self.tariff.zone_map if self.tariff else None
        zones = sorted(zone_map.at(lat, lng)) if zone_map else []
        at = LatLng(lat, lng)
        return [Area(AreaKind.ZONE, name) for name in zones] + [
            Area(AreaKind.RANK, rank.name) for rank in self.ranks if rank.contains(at)
        ]

    def at(self, lat: float, lng: float) -> list[Area]:
        """Return all areas that contain a place: the platform, its cell, its zones and taxi ranks."""
        return [EVERYWHERE, cell_area(cell_at(lat, lng)), *self.named_at(lat, lng)]

    def outside_at(self, lat: float, lng: float) -> list[Area]:
        """Return the platform and the zones and taxi ranks that contain a place, else its cell."""
        return [EVERYWHERE, *(self.named_at(lat, lng) or [cell_area(cell_at(lat, lng))])]

    def touches(self, cell: Cell) -> bool:
        """Return whether a zone or taxi rank is in a part of a cell; a zone inside one may be missed."""
        (south, west), (north, east) = cell.south_west, cell.north_east
        places = (
            (lat, lng) for lat in (south, cell.centre.lat, north) for lng in (west, cell.centre.lng, east)
        )
        nearest = (
            LatLng(min(max(rank.centre.lat, south), north), min(max(rank.centre.lng, west), east))
            for rank in self.ranks
        )
        return any(self.named_at(*place) for place in (*places, *nearest))


def area_map(now: datetime) -> AreaMap:
    """Return the areas at a time."""
    return AreaMap(tariff_at(now), rank_areas())


def cell_area(cell: Cell) -> Area:
    return Area(AreaKind.CELL, cell.key)


def outline_of(cell: Cell) -> Rings:
    (south, west), (north, east) = cell.south_west, cell.north_east
    return [[[west, south], [east, south], [east, north], [west, north]]]


def _circle(rank: RankArea) -> list[list[float]]:
    reach = rank.radius_m / 1000 / KM_PER_DEGREE
    across = reach / max(0.001, math.cos(math.radians(rank.centre.lat)))
    turns = (2 * math.pi * corner / CORNERS for corner in range(CORNERS))
    return [
        [rank.centre.lng + across * math.cos(turn), rank.centre.lat + reach * math.sin(turn)]
        for turn in turns
    ]

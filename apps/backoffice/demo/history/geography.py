"""Addresses and destinations on the imported map, and the routes between them."""

from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Final

import polyline

from apps.backoffice.demo.history.days import seeded_random
from apps.geo.choices import PlaceKind
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.models import Place
from apps.geo.port import LatLng, MapsError, Route
from apps.geo.providers.maps import maps

TOWNS: Final = 8
HOUSES_PER_TOWN: Final = 14
SIGHTS: Final = 110
MIN_KM: Final = 1.4
MAX_KM: Final = 12
HALF_WEIGHT_KM: Final = 2.2
"""Distance at which a destination is half as likely."""
MAX_NAME_LENGTH: Final = 34
DETOUR: Final = 1.35
"""Factor from straight line to road distance, used when the router does not respond."""
SPEED_KMH: Final = 38


@dataclass(frozen=True, slots=True)
class Spot:
    """An address and its position."""

    name: str
    at: LatLng


@dataclass(frozen=True, slots=True)
class QuotedRoute:
    """A route as quoted, with points of its line."""

    pickup: Spot
    drop: Spot
    distance_km: Decimal
    seconds: int
    polyline: str
    line: tuple[LatLng, ...]


class Places:
    """Home addresses in the largest towns, and popular destinations."""

    def __init__(self) -> None:
        named = Place.objects.filter(region__current=True).order_by("-importance", "id")
        towns = list(named.filter(kind=PlaceKind.LOCALITY).values_list("main_text", flat=True)[:TOWNS])
        self.homes = [spot for town in towns for spot in _addresses_in(town)]
        sights = named.filter(kind=PlaceKind.POI, secondary_text__contains=",").exclude(street="")
        by_street: dict[tuple[str, str], Spot] = {}
        for place in sights[: SIGHTS * 8]:
            # A hospital's wards or a station's platforms count as one destination.
            if len(place.main_text) <= MAX_NAME_LENGTH and "(" not in place.main_text:
                by_street.setdefault((place.street, place.city), _spot_of(place))
        self.sights = list(by_street.values())[:SIGHTS]

    def __bool__(self) -> bool:
        return bool(self.homes and self.sights)

    def near(self, spot: Spot, rng: Random, count: int) -> list[Spot]:
        """Return up to `count` destinations with different names, mostly a short drive away."""
        far = [sight for sight in self.sights if great_circle_km(spot.at, sight.at) > MIN_KM]
        others = [sight for sight in far if great_circle_km(spot.at, sight.at) < MAX_KM]
        others = others if len(others) >= count else far
        weights = [2 ** -(great_circle_km(spot.at, other.at) / HALF_WEIGHT_KM) for other in others]
        available = len({other.name for other in others})
        chosen: dict[str, Spot] = {}
        while len(chosen) < min(count, available):
            choice = rng.choices(others, weights)[0]
            chosen[choice.name] = choice
        return list(chosen.values())


class RouteCache:
    """Routes of the router, each requested once; straight lines when it does not respond."""

    def __init__(self) -> None:
        self._cached: dict[tuple[Spot, Spot], QuotedRoute] = {}

    def between(self, pickup: Spot, drop: Spot) -> QuotedRoute:
        if (pickup, drop) not in self._cached:
            route = _route(pickup.at, drop.at)
            line = tuple(LatLng(lat, lng) for lat, lng in polyline.decode(route.polyline))
            self._cached[pickup, drop] = QuotedRoute(
                pickup, drop, route.distance_km, route.duration_seconds, route.polyline, line
            )
        return self._cached[pickup, drop]


def _addresses_in(town: str) -> list[Spot]:
    houses = Place.objects.filter(kind=PlaceKind.HOUSE, city=town, region__current=True)
    # An entry with several house numbers is not a single address.
    houses = houses.exclude(house_number__contains=",").exclude(house_number__contains=";").order_by("id")
    ids = list(houses.values_list("id", flat=True))
    chosen = seeded_random("doors", town).sample(ids, min(HOUSES_PER_TOWN, len(ids)))
    return [_spot_of(place) for place in houses.filter(id__in=chosen)]


def _spot_of(place: Place) -> Spot:
    return Spot(place.description, LatLng(place.lat, place.lng))


def _route(start: LatLng, end: LatLng) -> Route:
    try:
        return maps().routing.route(start, end)
    except MapsError:
        km = great_circle_km(start, end) * DETOUR
        return Route(
            distance_km=Decimal(f"{km:.3f}"),
            duration_seconds=round(km / SPEED_KMH * 3600),
            polyline=polyline.encode([start, end]),
        )

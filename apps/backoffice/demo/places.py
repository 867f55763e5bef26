"""Waiting places of the demo drivers, beside roads in the largest towns of the imported map."""

import itertools
from typing import Final

from apps.geo.choices import PlaceKind
from apps.geo.models import Place, StreetPoint
from apps.geo.port import LatLng

TOWNS: Final = 8
STREETS_A_TOWN: Final = 12


def roadsides() -> list[LatLng]:
    """Return places in the towns in turn, the largest first; none without an imported map."""
    towns = Place.objects.filter(kind=PlaceKind.LOCALITY, region__current=True).order_by("-importance", "id")
    names = list(towns.values_list("main_text", flat=True)[:TOWNS])
    # One place per town in each round, so that the first drivers already cover the map.
    rounds = itertools.zip_longest(*(_streets_of(name) for name in names))
    return [spot for spots in rounds for spot in spots if spot is not None]


def _streets_of(town: str) -> list[LatLng]:
    streets = Place.objects.filter(kind=PlaceKind.STREET, city=town, region__current=True)
    points = (
        StreetPoint.objects.filter(street__in=streets.order_by("-importance", "id")[:STREETS_A_TOWN])
        .order_by("street", "id")
        .distinct("street")
    )
    return [LatLng(lat, lng) for lat, lng in points.values_list("lat", "lng")]

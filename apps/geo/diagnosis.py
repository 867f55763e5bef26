"""Maps in `manage.py doctor`: imported, of one version, and the route provider answers."""

from collections.abc import Iterator
from typing import Final

from django.db.models import F

from apps.core.diagnosis.registry import Check, Finding, error, ok, warning
from apps.core.errors import Unavailable
from apps.geo.models import MapRegion, Place
from apps.geo.port import LatLng, MapsError, NotOnNetwork, Refused
from apps.geo.providers.maps import maps
from apps.geo.tiles.map_info import map_in_use

IMPORT: Final = "Run `manage.py import_map EXTRACT`, and restart OSRM with the new graph."


def map_data() -> Iterator[Finding]:
    region = MapRegion.objects.filter(current=True).first()
    if region is None:
        yield error("no map has been imported", IMPORT)
        return
    yield ok(f"{region.name}, {region.place_count} places")
    try:
        meta = map_in_use()
    except Unavailable:
        yield error("the files of the map are missing", f"Restore MAP_DIR or import again. {IMPORT}")
        return
    if meta.version != region.version:
        yield error(
            f"the files are of version {meta.version}, the places in the database of {region.version}",
            f"Import again, so that both are of one version. {IMPORT}",
        )
    yield from _routing(region)


def _routing(region: MapRegion) -> Iterator[Finding]:
    ends = [
        LatLng(lat, lng)
        for lat, lng in Place.objects.order_by(
            (F("lat") - region.center_lat) ** 2 + (F("lng") - region.center_lng) ** 2
        ).values_list("lat", "lng")[:2]
    ]
    if len(ends) < 2:
        return
    try:
        maps().routing.drive_time(*ends)
    except NotOnNetwork:
        yield warning(
            "the route provider knows no road at the centre of the map",
            "It may serve another city: restart OSRM with the graph of this map.",
        )
    except Refused:
        yield ok("the route provider answers")
    except MapsError as problem:
        yield error(
            f"the route provider does not answer: {problem}", "Check OSRM_URL and that the server is running."
        )
    else:
        yield ok("the route provider answers")


MAPS: Final = Check("maps", map_data)

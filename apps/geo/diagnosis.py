"""Maps in `manage.py doctor`: imported, of one version, and the route provider answers."""

from collections.abc import Iterator
from typing import Final

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.core.diagnosis.registry import Check, Finding, error, ok, warning
from apps.core.errors import Unavailable
from apps.geo.models import MapRegion, Place
from apps.geo.port import LatLng, MapsError, NotOnNetwork, Refused
from apps.geo.providers.maps import maps
from apps.geo.tiles.map_info import map_in_use

IMPORT: Final = gettext_lazy("Run `manage.py import_map EXTRACT`, and restart OSRM with the new graph.")


def map_data() -> Iterator[Finding]:
    region = MapRegion.objects.filter(current=True).first()
    if region is None:
        yield error(_("No map has been imported."), str(IMPORT))
        return
    yield ok(_("%(region)s: places: %(count)s.") % {"region": region.name, "count": region.place_count})
    try:
        meta = map_in_use()
    except Unavailable:
        yield error(_("The files of the map are missing."), _("Restore MAP_DIR, or import the map again."))
        return
    if meta.version != region.version:
        yield error(
            _("The files are of version %(files)s, the places in the database of version %(places)s.")
            % {"files": meta.version, "places": region.version},
            str(IMPORT),
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
            _("The route provider knows no road at the centre of the map."),
            _("It may serve another city: restart OSRM with the graph of this map."),
        )
    except Refused:
        yield ok(_("The route provider responds."))
    except MapsError as problem:
        yield error(
            _("The route provider does not respond: %(problem)s") % {"problem": problem},
            _("Check OSRM_URL, and that the server is running."),
        )
    else:
        yield ok(_("The route provider responds."))


MAPS: Final = Check("maps", map_data, gettext_lazy("Maps"))

"""The map in use, from the meta data of its files."""

from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from apps.core.errors import Unavailable
from apps.geo.importer.map_files import BASEMAP, META, MapMeta, read_meta
from apps.geo.port import Attribution
from apps.geo.providers.maps import maps
from apps.geo.tiles.range_files import ServedFile
from config.env import env

COPYRIGHT: Final = "https://www.openstreetmap.org/copyright"
PMTILES: Final = "application/vnd.pmtiles"
_loaded: tuple[tuple[str, int], MapMeta] | None = None


def map_in_use() -> MapMeta:
    """Return the meta data of the map; raises maps_unavailable before the first import."""
    meta = _meta()
    if meta is None:
        raise Unavailable("maps_unavailable", _("No map has been imported yet."))
    return meta


def map_address(meta: MapMeta) -> str:
    """Return the URL of the tiles; it changes with the map, so that browsers can cache it forever."""
    return f"{reverse('basemap')}?{urlencode({'v': _tiles_version(meta)})}"


def attributions_on(meta: MapMeta) -> list[Attribution]:
    """Return the required attributions: of the map's data and of the providers."""
    return list(dict.fromkeys([Attribution(meta.attribution, COPYRIGHT), *maps().attributions]))


def basemap() -> ServedFile | None:
    """Return the tiles by their real path, which stays valid when the map is switched."""
    meta = _meta()
    if meta is None:
        return None
    return ServedFile(env.map_dir.resolve() / BASEMAP, _tiles_version(meta), PMTILES)


def _tiles_version(meta: MapMeta) -> str:
    return meta.basemap_sha256[:16]


def _meta() -> MapMeta | None:
    """Return meta.json, reloaded if the file has changed."""
    global _loaded
    folder = env.map_dir.resolve()
    try:
        stamp = (str(folder), (folder / META).stat().st_mtime_ns)
    except FileNotFoundError:
        return None
    if _loaded is None or _loaded[0] != stamp:
        meta = read_meta(folder)
        if meta is None:
            return None
        _loaded = (stamp, meta)
    return _loaded[1]

"""The map in use, as its files describe it."""

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
_read: tuple[tuple[str, int], MapMeta] | None = None


def map_in_use() -> MapMeta:
    """What import_map wrote about the map; raises maps_unavailable before the first import."""
    meta = _meta()
    if meta is None:
        raise Unavailable("maps_unavailable", _("No map has been imported yet."))
    return meta


def map_address(meta: MapMeta) -> str:
    """Where the tiles are; a new map has a new address, so that browsers keep this one for ever."""
    return f"{reverse('basemap')}?{urlencode({'v': _tiles_version(meta)})}"


def attributions_on(meta: MapMeta) -> list[Attribution]:
    """Whom the map must name: its own data's makers, and whoever else may answer about places and ways."""
    return list(dict.fromkeys([Attribution(meta.attribution, COPYRIGHT), *maps().attributions]))


def basemap() -> ServedFile | None:
    """The tiles by their real path: a switch to another map does not pull them away."""
    meta = _meta()
    if meta is None:
        return None
    return ServedFile(env.map_dir.resolve() / BASEMAP, _tiles_version(meta), PMTILES)


def _tiles_version(meta: MapMeta) -> str:
    return meta.basemap_sha256[:16]


def _meta() -> MapMeta | None:
    """meta.json, read again only when it is another file."""
    global _read
    folder = env.map_dir.resolve()
    try:
        stamp = (str(folder), (folder / META).stat().st_mtime_ns)
    except FileNotFoundError:
        return None
    if _read is None or _read[0] != stamp:
        meta = read_meta(folder)
        if meta is None:
            return None
        _read = (stamp, meta)
    return _read[1]

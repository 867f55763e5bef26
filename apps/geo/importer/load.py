"""Loads the place files into PostgreSQL in one transaction."""

import gzip
from pathlib import Path

from django.db import connection, transaction

from apps.geo.importer.gazetteer import PLACES, STREET_POINTS
from apps.geo.importer.map_files import MapMeta
from apps.geo.importer.rows import COLUMNS
from apps.geo.models import MapRegion

_LOCK = 0x6765_6F01
"""The advisory lock of a load."""


def is_loaded(meta: MapMeta) -> bool:
    """Return whether the tables contain the places of these files."""
    return MapRegion.objects.filter(current=True, version=meta.version).exists()


@transaction.atomic
def load_places(folder: Path, meta: MapMeta) -> MapRegion:
    """Replace all places with those of the folder; searches use the old ones until the commit."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        cursor.execute("DELETE FROM geo_streetpoint")
        cursor.execute("DELETE FROM geo_place")
    MapRegion.objects.filter(current=True).update(current=False)
    west, south, east, north = meta.bbox
    region = MapRegion.objects.create(
        name=meta.name,
        extract_sha256=meta.extract_sha256,
        version=meta.version,
        west=west,
        south=south,
        east=east,
        north=north,
        center_lat=meta.center[0],
        center_lng=meta.center[1],
        country=meta.country,
        place_count=meta.place_count,
    )
    _copy(folder / PLACES, f"geo_place (region_id, {', '.join(COLUMNS)})", prefix=f"{region.pk},")
    _copy(folder / STREET_POINTS, "geo_streetpoint (street_id, lat, lng)")
    with connection.cursor() as cursor:
        # The load fills the pending list of the text indexes, which every search would scan.
        cursor.execute("SELECT gin_clean_pending_list('place_search_named')")
        cursor.execute("SELECT gin_clean_pending_list('place_search_house')")
        cursor.execute("ANALYZE geo_place")
        cursor.execute("ANALYZE geo_streetpoint")
    return region


def _copy(path: Path, target: str, *, prefix: str = "") -> None:
    """Copy a file; every record is one line, so a leading column is prepended to each."""
    with (
        gzip.open(path, "rt") as lines,
        connection.cursor() as cursor,
        # An empty field is an empty string: none of these columns takes NULL.
        cursor.copy(f"COPY {target} FROM STDIN (FORMAT csv, NULL '\\N')") as copy,
    ):
        for line in lines:
            copy.write(prefix + line)

"""URLs under /maps/: the tiles, which are a file and not part of the API."""

from django.urls import path

from apps.geo.tiles.map_info import basemap
from apps.geo.tiles.range_files import serve_ranges

urlpatterns = [
    path("basemap.pmtiles", serve_ranges(basemap), name="basemap"),
]

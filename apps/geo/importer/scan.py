"""One pass over an extract for the basemap and the place index."""

from pathlib import Path
from typing import Any

import osmium

from apps.geo.importer.basemap import BasemapWriter
from apps.geo.importer.coast import Frame
from apps.geo.importer.errors import ImportFailed
from apps.geo.importer.findings import Findings


def scan(extract: Path, basemap: BasemapWriter, findings: Findings) -> None:
    """Pass each tagged object to both; objects clipped at the extract's edge are skipped."""
    objects = osmium.FileProcessor(str(extract)).with_areas().with_filter(osmium.filter.EmptyTagFilter())
    try:
        for item in objects:
            tags = {tag.k: tag.v for tag in item.tags}
            try:
                _collect(item, tags, basemap, findings)
            except (osmium.InvalidLocationError, RuntimeError):
                # A way without its nodes, or an area without its outer ring.
                continue
    except RuntimeError as error:
        raise ImportFailed(f"{extract.name} is not a readable .osm.pbf: {error}") from error


def _collect(item: Any, tags: dict[str, str], basemap: BasemapWriter, findings: Findings) -> None:
    if item.is_node():
        basemap.take_node(item, tags)
        findings.take_node(item, tags)
    elif item.is_way():
        findings.take_way(item, tags)
        basemap.take_way(item, tags)
    elif item.is_area():
        basemap.take_area(item, tags)
        spot = findings.take_area(item, tags)
        if spot is not None and "name" in tags and tags.get("natural") in ("water", "bay", "strait"):
            basemap.label(tags, *spot)


def frame_of(extract: Path, findings: Findings) -> Frame:
    """Return the extract's bounding box, or that of its streets."""
    with osmium.io.Reader(str(extract)) as reader:
        box = reader.header().box()
    if box.valid() and box.size() > 0:
        low, high = box.bottom_left, box.top_right
        return Frame(low.lon, low.lat, high.lon, high.lat)
    spots = [spot for street in findings.streets for spot in street.line]
    if not spots:
        raise ImportFailed("The extract has no named street: is it an OpenStreetMap extract?")
    lats, lngs = [lat for lat, _ in spots], [lng for _, lng in spots]
    return Frame(min(lngs), min(lats), max(lngs), max(lats))

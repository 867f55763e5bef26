"""Builds the map files."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from apps.geo.importer.basemap import MAX_ZOOM, BasemapWriter
from apps.geo.importer.extract import sha256_of
from apps.geo.importer.findings import Findings
from apps.geo.importer.gazetteer import (
    PLACES,
    STREET_POINTS,
    Gazetteer,
    write_places,
    write_street_points,
)
from apps.geo.importer.graph import build_graph
from apps.geo.importer.map_files import BASEMAP, MapMeta, build_folder, write_meta
from apps.geo.importer.progress import Progress
from apps.geo.importer.scan import frame_of, scan


def build_files(
    extract: Path, maps: Path, *, version: str, sha256: str, name: str, progress: Progress
) -> MapMeta:
    """Write road graph, basemap, place files and meta.json to maps/<version>, all or none."""
    with build_folder(maps, version) as folder, ThreadPoolExecutor(1) as pool:
        # OSRM's tools run in parallel, while this process reads the same extract.
        graph = pool.submit(_graph, extract, folder, progress)
        work = folder / "work"
        work.mkdir()
        basemap, findings = BasemapWriter(work), Findings()
        with progress.step("Reading the extract"):
            scan(extract, basemap, findings)
        frame = frame_of(extract, findings)
        with progress.step("Building the place index"):
            country = findings.countries.most_common(1)[0][0] if findings.countries else ""
            gazetteer = Gazetteer(findings, region=name, country=country)
            count = write_places(folder / PLACES, gazetteer.rows())
            write_street_points(folder / STREET_POINTS, gazetteer.streets)
            center = gazetteer.center()
        progress.say(f"  {count:,} places, {basemap.features:,} features to draw")
        with progress.step("Drawing the basemap"):
            basemap.finish(folder / BASEMAP, frame, name)
        for file in work.iterdir():
            file.unlink()
        work.rmdir()
        graph.result()
        meta = MapMeta(
            version=version,
            name=name,
            country=country,
            bbox=(frame.west, frame.south, frame.east, frame.north),
            center=center,
            max_zoom=MAX_ZOOM,
            extract_sha256=sha256,
            basemap_sha256=sha256_of(folder / BASEMAP),
            place_count=count,
            made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        )
        write_meta(folder, meta)
        return meta


def _graph(extract: Path, folder: Path, progress: Progress) -> None:
    with progress.step("Building the road graph"):
        build_graph(extract, folder)

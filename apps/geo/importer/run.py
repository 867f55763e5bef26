"""Runs an import."""

import re
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from apps.geo.importer.build import build_files
from apps.geo.importer.extract import fetch_extract, sha256_of
from apps.geo.importer.load import is_loaded, load_places
from apps.geo.importer.map_files import (
    BUILDER,
    MapMeta,
    import_lock,
    read_meta,
    switch_to,
    version_of,
)
from apps.geo.importer.progress import Progress


def import_map(
    source: str,
    *,
    map_dir: Path,
    name: str | None,
    files_only: bool,
    if_missing: bool,
    progress: Progress,
) -> MapMeta:
    """Import an extract as the platform's map; existing files are reused.

    `map_dir` is the symlink to the map in use. Raises ImportFailed, which leaves the map in use unchanged.
    """
    maps = map_dir.parent
    with import_lock(maps):
        meta = read_meta(map_dir) if if_missing else None
        if meta is None or meta.version.rpartition("-")[2] != str(BUILDER):
            meta = _files(source, map_dir, name or name_of(source), meta, progress)
        if not files_only and not is_loaded(meta):
            with progress.step(f"Loading {meta.place_count:,} places into the database"):
                load_places(maps / meta.version, meta)
    return meta


def _files(source: str, map_dir: Path, name: str, in_use: MapMeta | None, progress: Progress) -> MapMeta:
    maps = map_dir.parent
    with tempfile.TemporaryDirectory(prefix=".fetching-", dir=maps) as folder:
        extract = fetch_extract(source, Path(folder), progress)
        sha256 = sha256_of(extract)
        if in_use is not None and in_use.extract_sha256 != sha256:
            # --if-missing, and another map is imported: files of an older builder are sufficient.
            return in_use
        version = version_of(sha256, name)
        meta = read_meta(maps / version)
        if meta is None:
            meta = build_files(extract, maps, version=version, sha256=sha256, name=name, progress=progress)
        else:
            progress.say(f"The files of {name} exist already.")
    switch_to(map_dir, version)
    progress.say("osrm-routed reads the road graph at its start: restart it if it is running.")
    return meta


def name_of(source: str) -> str:
    """Return a name such as Isle of Wight for .../isle-of-wight-latest.osm.pbf."""
    stem = Path(urlsplit(source).path).name.split(".")[0]
    words = re.sub(r"-(latest|\d{6,8})$", "", stem).replace("_", "-").split("-")
    return " ".join(
        word if word in ("of", "and", "the", "de", "la") else word.capitalize() for word in words if word
    )

"""Versioned map folders side by side, and the link that says which is in use.

    maps/81d69208d011-4ae1-1/     one folder an extract, name and builder
    maps/current -> 81d69208d011-4ae1-1

A reader that opened a file keeps it: a switch replaces the link, never a file.
"""

import fcntl
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from apps.geo.importer.errors import ImportFailed

BUILDER: Final = 1
"""Raise it when the same extract would give other files, so that the next import builds them anew."""
META: Final = "meta.json"
BASEMAP: Final = "basemap.pmtiles"
GRAPH: Final = "region.osrm"
"""OSRM's files are named after it: region.osrm.mldgr and so on."""
ATTRIBUTION: Final = "© OpenStreetMap contributors"
LICENCE: Final = "ODbL 1.0"


@dataclass(frozen=True, slots=True)
class MapMeta:
    """What a map folder holds; kept beside the files as meta.json."""

    version: str
    name: str
    country: str
    bbox: tuple[float, float, float, float]
    """West, south, east, north."""
    center: tuple[float, float]
    """Latitude, longitude."""
    max_zoom: int
    extract_sha256: str
    basemap_sha256: str
    place_count: int
    made_at: str
    attribution: str = ATTRIBUTION
    licence: str = LICENCE


def version_of(extract_sha256: str, name: str) -> str:
    """The same for what gives the same files: extract, name (it stands in the labels) and builder."""
    label = hashlib.sha256(name.encode()).hexdigest()[:4]
    return f"{extract_sha256[:12]}-{label}-{BUILDER}"


def read_meta(folder: Path) -> MapMeta | None:
    """The meta of a finished folder, or None."""
    try:
        fields: dict[str, Any] = json.loads((folder / META).read_text())
    except FileNotFoundError:
        return None
    return MapMeta(**{**fields, "bbox": tuple(fields["bbox"]), "center": tuple(fields["center"])})


def write_meta(folder: Path, meta: MapMeta) -> None:
    (folder / META).write_text(json.dumps(asdict(meta), ensure_ascii=False, indent=2) + "\n")


@contextmanager
def only_one_import(maps: Path) -> Iterator[None]:
    """A second import into the same folder waits for the first."""
    maps.mkdir(parents=True, exist_ok=True)
    with (maps / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def building(maps: Path, version: str) -> Iterator[Path]:
    """A folder to build in, which takes its name when all went well and vanishes otherwise."""
    for left_over in maps.glob(".building-*"):
        shutil.rmtree(left_over, ignore_errors=True)
    draft = Path(tempfile.mkdtemp(prefix=".building-", dir=maps))
    try:
        yield draft
        draft.chmod(0o755)
        final = maps / version
        shutil.rmtree(final, ignore_errors=True)
        draft.rename(final)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def switch_to(current: Path, version: str) -> None:
    """Point the link at a version in one step, and forget all versions but this, the one before and
    those that other links name."""
    before = current.resolve().name if current.exists() else ""
    if current.exists() and not current.is_symlink():
        raise ImportFailed(f"{current} is a folder and not a link: MAP_DIR must name the link, move it away.")
    link = current.with_name(f".{current.name}-{os.getpid()}")
    link.unlink(missing_ok=True)
    link.symlink_to(version)
    link.replace(current)
    paths = list(current.parent.iterdir())
    linked = {path.resolve().name for path in paths if path.is_symlink()}
    for folder in paths:
        if (folder / META).exists() and not folder.is_symlink() and folder.name not in linked | {before}:
            shutil.rmtree(folder, ignore_errors=True)

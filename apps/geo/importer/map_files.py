"""Versioned map folders, and the symlink to the current one.

    maps/81d69208d011-4ae1-1/     one folder per extract, name and builder
    maps/current -> 81d69208d011-4ae1-1

Open files stay readable: a switch replaces the symlink, never a file.
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
"""Increase this when an extract would produce different files, so that the next import rebuilds them."""
META: Final = "meta.json"
BASEMAP: Final = "basemap.pmtiles"
GRAPH: Final = "region.osrm"
"""OSRM's files are named after it: region.osrm.mldgr and so on."""
ATTRIBUTION: Final = "© OpenStreetMap contributors"
LICENCE: Final = "ODbL 1.0"


@dataclass(frozen=True, slots=True)
class MapMeta:
    """The description of a map folder, stored in it as meta.json."""

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
    """Return the version by the extract, the name (which is part of labels) and the builder."""
    label = hashlib.sha256(name.encode()).hexdigest()[:4]
    return f"{extract_sha256[:12]}-{label}-{BUILDER}"


def read_meta(folder: Path) -> MapMeta | None:
    """Return the metadata of a complete folder, or None."""
    try:
        fields: dict[str, Any] = json.loads((folder / META).read_text())
    except FileNotFoundError:
        return None
    return MapMeta(**{**fields, "bbox": tuple(fields["bbox"]), "center": tuple(fields["center"])})


def write_meta(folder: Path, meta: MapMeta) -> None:
    (folder / META).write_text(json.dumps(asdict(meta), ensure_ascii=False, indent=2) + "\n")


@contextmanager
def import_lock(maps: Path) -> Iterator[None]:
    """Lock the maps folder; a second import waits until the first is done."""
    maps.mkdir(parents=True, exist_ok=True)
    with (maps / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def build_folder(maps: Path, version: str) -> Iterator[Path]:
    """Yield a folder to build in; it becomes the version's folder on success and is deleted on failure."""
    for leftover in maps.glob(".building-*"):
        shutil.rmtree(leftover, ignore_errors=True)
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
    """Point the symlink at a version atomically, and delete all versions except this, the previous one and
    those that other symlinks point to.
    """
    previous = current.resolve().name if current.exists() else ""
    if current.exists() and not current.is_symlink():
        raise ImportFailed(f"{current} is a folder, but MAP_DIR must be a symlink: move the folder away.")
    link = current.with_name(f".{current.name}-{os.getpid()}")
    link.unlink(missing_ok=True)
    link.symlink_to(version)
    link.replace(current)
    paths = list(current.parent.iterdir())
    linked = {path.resolve().name for path in paths if path.is_symlink()}
    for folder in paths:
        if (folder / META).exists() and not folder.is_symlink() and folder.name not in linked | {previous}:
            shutil.rmtree(folder, ignore_errors=True)

"""The road graph, built by OSRM's tools: car profile, multi-level Dijkstra."""

import os
import shutil
import subprocess
from pathlib import Path

from apps.geo.importer.errors import ImportFailed
from apps.geo.importer.map_files import GRAPH

TOOLS = ("osrm-extract", "osrm-partition", "osrm-customize")


def osrm_tools() -> tuple[Path, Path]:
    """Return the folder of OSRM's executables and the car profile.

    OSRM_BIN_DIR names the folder (`make run` sets it), else the PATH has them; OSRM_CAR_PROFILE names the
    profile where it is not beside them.
    """
    named = os.environ.get("OSRM_BIN_DIR")
    installed = named or os.path.dirname(shutil.which(TOOLS[0]) or "")
    if not installed:
        raise ImportFailed("OSRM's tools are missing: set OSRM_BIN_DIR to the folder of osrm-extract.")
    folder = Path(installed)
    for tool in TOOLS:
        if not (folder / tool).is_file():
            raise ImportFailed(f"{folder} holds no {tool}; OSRM_BIN_DIR must name OSRM's executables.")
    return folder, _profile_next_to(folder)


def _profile_next_to(folder: Path) -> Path:
    named = os.environ.get("OSRM_CAR_PROFILE")
    candidates = (
        [Path(named)]
        if named
        else [
            folder.parent / "share/profiles/car.lua",
            folder.parent / "share/osrm/profiles/car.lua",
            folder.parent / "profiles/car.lua",
            Path("/opt/car.lua"),
        ]
    )
    for profile in candidates:
        if profile.is_file():
            return profile
    raise ImportFailed("OSRM's car.lua was not found; set OSRM_CAR_PROFILE to its path.")


def build_graph(extract: Path, folder: Path) -> None:
    """Write region.osrm.* to the folder; osrm-routed reads them at its next start."""
    binaries, profile = osrm_tools()
    graph = folder / GRAPH
    # OSRM names its files after the extract's.
    source = graph.with_suffix(".osm.pbf")
    source.symlink_to(extract.resolve())
    threads = str(os.cpu_count() or 1)
    try:
        _run([str(binaries / "osrm-extract"), "-t", threads, "-p", str(profile), str(source)])
        _run([str(binaries / "osrm-partition"), "-t", threads, str(graph)])
        _run([str(binaries / "osrm-customize"), "-t", threads, str(graph)])
    finally:
        source.unlink()


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["no message"]
        raise ImportFailed(f"{Path(command[0]).name} failed: {last[0]}")

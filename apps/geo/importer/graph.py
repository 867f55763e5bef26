"""The road graph, built by OSRM's tools: car profile, multi-level Dijkstra."""

import os
import shutil
import subprocess
from pathlib import Path

from apps.geo.importer.errors import ImportFailed
from config.env import env
from embedded import osrm
from embedded.errors import EmbeddedError

TOOLS = ("osrm-extract", "osrm-partition", "osrm-customize")


def osrm_tools() -> tuple[Path, Path]:
    """Return the folder of OSRM's executables and the car profile.

    OSRM_BIN_DIR takes precedence over the PATH, then the wheel of `make run`. OSRM_CAR_PROFILE sets the
    profile for the first two.
    """
    named = os.environ.get("OSRM_BIN_DIR")
    installed = named or os.path.dirname(shutil.which(TOOLS[0]) or "")
    if installed:
        folder = Path(installed)
        for tool in TOOLS:
            if not (folder / tool).is_file():
                raise ImportFailed(
                    f"{folder} has no {tool}; OSRM_BIN_DIR must be the folder of OSRM's tools."
                )
        return folder, _profile_beside(folder)
    try:
        return osrm.ensure_installed(env.state_dir), osrm.car_profile(env.state_dir)
    except EmbeddedError as error:
        raise ImportFailed(str(error)) from error


def _profile_beside(folder: Path) -> Path:
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
    graph = folder / osrm.GRAPH
    # OSRM names its files after the extract.
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

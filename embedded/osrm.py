"""OSRM, the router, from the executables of the osrm-bindings wheel."""

from __future__ import annotations

import contextlib
import http.client
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from apps.geo.importer.map_files import GRAPH
from embedded.child import Child
from embedded.errors import EmbeddedError
from embedded.ports import LOOPBACK
from embedded.server import Server
from embedded.wheels import install_into

REQUIREMENT = "osrm-bindings==26.10.0"


def home(state_dir: Path) -> Path:
    return state_dir / "osrm"


def is_installed(state_dir: Path) -> bool:
    return (home(state_dir) / "osrm/bin/osrm-routed").exists()


def ensure_installed(state_dir: Path) -> Path:
    """Return the folder of the executables, downloaded with pip on first use."""
    if not is_installed(state_dir):
        install_into(REQUIREMENT, home(state_dir))
    binaries = home(state_dir) / "osrm/bin"
    for name in ("osrm-extract", "osrm-partition", "osrm-customize", "osrm-routed"):
        binary = binaries / name
        if not binary.exists():
            raise EmbeddedError(f"{REQUIREMENT} holds no {name} for this machine; set OSRM_URL instead.")
        binary.chmod(0o755)
    return binaries


def import_environment(state_dir: Path, environ: Mapping[str, str]) -> dict[str, str]:
    """Return the variables with which `import_map` finds these tools; empty if the machine has its own."""
    if "OSRM_BIN_DIR" in environ or shutil.which("osrm-extract", path=environ.get("PATH")):
        return {}
    return {"OSRM_BIN_DIR": str(home(state_dir) / "osrm/bin")}


class Osrm(Server):
    """Routes on the graph of the map import in `map_dir`; restart it after an import."""

    title = "OSRM"

    def __init__(self, state_dir: Path, map_dir: Path, *, port: int, log: Path) -> None:
        super().__init__(port=port)
        self.state_dir = state_dir
        self.map_dir = map_dir
        self.log = log

    @property
    def url(self) -> str:
        return f"http://{LOOPBACK}:{self.port}"

    def make_child(self) -> Child:
        routed = ensure_installed(self.state_dir) / "osrm-routed"
        command = [str(routed), "-i", LOOPBACK, "-p", str(self.port), "-t", str(os.cpu_count() or 2)]
        # Without a radius, OSRM snaps to a road from anywhere on Earth.
        command += ["--algorithm", "mld", "--default-radius", "1000"]
        command += ["--max-table-size", "1000", "--max-matching-size", "1000"]
        return Child("osrm", [*command, str((self.map_dir / GRAPH).resolve())], log=self.log)

    def start(self) -> None:
        if not any(self.map_dir.glob(f"{GRAPH}*")):
            raise EmbeddedError(f"{self.map_dir} holds no road graph yet: run manage.py import_map first.")
        super().start()

    def is_ready(self) -> bool:
        connection = http.client.HTTPConnection(LOOPBACK, self.port, timeout=2)
        with contextlib.suppress(OSError, http.client.HTTPException):
            connection.request("GET", "/nearest/v1/driving/0,0")
            return connection.getresponse().status in (200, 400)
        return False

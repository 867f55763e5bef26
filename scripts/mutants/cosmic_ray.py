"""cosmic-ray in its own environment: it lists the mutants of modules and applies one at a time."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from scripts.bootstrap import ROOT
from scripts.mutants.places import Spec, read_specs
from scripts.progress import Progress

REQUIREMENTS = ROOT / "requirements-mutants.txt"
VENV = ROOT / ".hansom" / "mutants" / "venv"
PROGRAM = VENV / "bin" / "cosmic-ray"
CONFIGURATION = """
[cosmic-ray]
module-path = {modules}
timeout = 1.0
excluded-modules = []
test-command = "false"

[cosmic-ray.distributor]
name = "local"
"""


def install() -> None:
    """Install cosmic-ray unless this version is there."""
    stamp = VENV / "installed"
    wanted = hashlib.sha256(sys.version.encode() + REQUIREMENTS.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    with Progress("Installing cosmic-ray") as progress:
        progress.run([sys.executable, "-m", "venv", "--clear", str(VENV)])
        pip = [str(VENV / "bin" / "pip"), "install", "--disable-pip-version-check", "--no-input"]
        progress.run([*pip, "-r", str(REQUIREMENTS)])
    stamp.write_text(wanted)


def list_mutants(modules: Sequence[str]) -> list[Spec]:
    """Return all mutants of the modules of this checkout."""
    with tempfile.TemporaryDirectory(prefix="hansom-mutants-") as folder:
        configuration, session = Path(folder, "configuration.toml"), Path(folder, "session.sqlite")
        configuration.write_text(CONFIGURATION.format(modules=list(modules)))
        _run(["init", str(configuration), str(session)], ROOT)
        return read_specs(session)


def apply(spec: Spec, root: Path) -> None:
    """Change the module below `root`."""
    _run(["apply", spec.module, spec.operator, str(spec.occurrence)], root)


def _run(arguments: Sequence[str], folder: Path) -> None:
    done = subprocess.run([str(PROGRAM), *arguments], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"cosmic-ray {arguments[0]} failed: {done.stderr.strip()}")

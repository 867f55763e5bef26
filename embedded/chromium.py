"""A Chromium for browser tests: named, installed, from Debian, from npm; else a clear refusal."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from embedded.errors import EmbeddedError

# What headless Chromium needs as root and on a machine without the internet: it must not call home.
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
    """A browser that is there already; CHROME_PATH wins, and one that names nothing is an error."""
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


def can_apt() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install_with_apt(log: Path) -> None:
    """Debian's package, with a font that has Arabic, for the right-to-left screens."""
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
    """The browser of @sparticuz/chromium, where someone added that package to the frontend."""
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
    """The executable, installed when this machine allows it."""
    found = installed()
    if found is None and can_apt():
        install_with_apt(log)
        found = installed()
    found = found or from_npm(frontend)
    if found is None:
        raise EmbeddedError(MISSING)
    return found

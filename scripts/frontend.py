"""npm packages and the production build of the browser app, updated only when needed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

from embedded.errors import EmbeddedError
from scripts.bootstrap import ROOT
from scripts.progress import Progress

FRONTEND = ROOT / "frontend"
SOURCES = (
    "src",
    "public",
    "index.html",
    "tools/vite",
    "package.json",
    "package-lock.json",
    "postcss.config.cjs",
    "tsconfig.json",
    "tsconfig.sw.json",
    "vite.config.ts",
)


def npm_environment() -> dict[str, str]:
    return os.environ | {"NO_UPDATE_NOTIFIER": "1", "npm_config_fund": "false", "npm_config_audit": "false"}


def install_packages() -> None:
    stamp = FRONTEND / "node_modules" / ".hansom-stamp"
    wanted = fingerprint(("package.json", "package-lock.json"))
    if stamp.exists() and stamp.read_text() == wanted:
        return
    with Progress("Installing browser packages") as progress:
        progress.run(["npm", "ci"], cwd=FRONTEND, env=npm_environment())
    stamp.write_text(wanted)


def build() -> str:
    """Build if sources changed, and return the fingerprint; the files are in frontend/dist."""
    install_packages()
    stamp = ROOT / ".hansom" / "frontend.stamp"
    wanted = fingerprint(SOURCES)
    built = (FRONTEND / "dist" / "index.html").exists()
    if built and stamp.exists() and stamp.read_text() == wanted:
        return wanted
    with Progress("Building the browser app") as progress:
        progress.run(["npx", "--no-install", "vite", "build"], cwd=FRONTEND, env=npm_environment())
    if not (FRONTEND / "dist" / "index.html").exists():
        raise EmbeddedError("The build produced no frontend/dist/index.html.")
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(wanted)
    return wanted


def fingerprint(names: Sequence[str]) -> str:
    digest = hashlib.sha256()
    for name in names:
        for path in files_of(FRONTEND / name):
            digest.update(str(path.relative_to(FRONTEND)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def files_of(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(each for each in path.rglob("*") if each.is_file())
    return [path] if path.exists() else []

"""Selects the tests of a change: those of the changed apps, and of the apps that import them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

import grimp

from scripts.bootstrap import ROOT
from scripts.suites import changed_suites

FOR_ALL = ("config", "locale", "pyproject.toml", "requirements.txt")
"""A change of these runs all fast tests."""


def main() -> int:
    base = sys.argv[1] if len(sys.argv) > 1 else "main"
    fork = _git("merge-base", "HEAD", base)[0]
    # Untracked files included.
    paths = {*_git("diff", "--name-only", fork), *_git("ls-files", "--others", "--exclude-standard")}
    tests = selection_of(sorted(paths), grimp.build_graph("apps", cache_dir=None))
    print(f"{len(paths)} files differ from {base}. Backend tests: {' '.join(tests) or 'none'}")
    has_frontend = any(path.startswith("frontend/") for path in paths)
    return changed_suites(tests, since=fork if has_frontend else None)


def touched_apps(paths: Iterable[str], graph: grimp.ImportGraph) -> set[str]:
    """Return the apps of the changed files, and the apps that import a changed module, also indirectly.

    A file that is not a module (a template, a catalogue) stands for its whole app.
    """
    touched: set[str] = set()
    for path in map(PurePosixPath, paths):
        if path.parts[0] != "apps" or len(path.parts) < 3:
            continue
        touched.add(path.parts[1])
        if "migrations" in path.parts:
            continue
        module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        if path.suffix == ".py" and module in graph.modules:
            importing = graph.find_downstream_modules(module)
        else:
            importing = graph.find_downstream_modules(f"apps.{path.parts[1]}", as_package=True)
        touched |= {name.split(".")[1] for name in importing if "." in name}
    return touched


def selection_of(paths: Iterable[str], graph: grimp.ImportGraph, tests: Path = ROOT / "tests") -> list[str]:
    """Return the folders and files to give to pytest; `tests` is everything."""
    paths = list(paths)
    apps = touched_apps(paths, graph)
    found = {f"tests/{app}" for app in apps if (tests / app).is_dir()}
    if apps:
        found |= {f"tests/{path.name}" for path in tests.glob("test_*.py")}
    for path in map(PurePosixPath, paths):
        first, folder = path.parts[0], tests.parent / path.parent
        if first in FOR_ALL:
            return ["tests"]
        if first in ("embedded", "scripts"):
            found.add(f"tests/{first}")
        elif first == "tests" and path.name.startswith("test_"):
            found |= {str(path)} if (tests.parent / path).exists() else set()
        elif first == "tests":
            # A helper is used by the tests beside it; those without, and those in tests/, by many.
            if folder == tests or not any(folder.glob("test_*.py")):
                return ["tests"]
            found.add(str(path.parent))
    return sorted(path for path in found if not any(path.startswith(f"{other}/") for other in found))


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.splitlines()

"""The checks of `make check`, run two at a time; only failed ones show their output."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from embedded.errors import EmbeddedError
from scripts import frontend
from scripts.api_schema import environment
from scripts.bootstrap import ROOT, VENV

BIN = VENV / "bin"


@dataclass
class Check:
    name: str
    command: Sequence[str]
    cwd: Path = ROOT
    own_servers: bool = False
    """Whether it starts servers; the other checks connect to none."""


# Tests that a change of a page alone can fail.
DOCS = (
    "tests/test_spec_map.py",
    "tests/test_architecture_page.py",
    "tests/scripts/test_operations_page.py",
    "tests/scripts/test_documented_commands.py::test_commands_are_shown_in_a_form_that_runs",
    "tests/scripts/test_documented_commands.py::test_every_documented_make_target_exists",
)

# Slowest first, so that both lanes end at about the same time.
CHECKS = (
    Check("types (mypy)", [str(BIN / "mypy")]),
    Check("types (tsc)", ["npm", "run", "--silent", "typecheck"], frontend.FRONTEND),
    Check("page weight (size-limit)", [sys.executable, "-m", "scripts.page_weight"]),
    Check("generated files are up to date", [sys.executable, "-m", "scripts.api_schema"]),
    Check(
        "migrations are complete",
        [
            sys.executable,
            "-W",
            "ignore::RuntimeWarning",
            "manage.py",
            "makemigrations",
            "--check",
            "--dry-run",
        ],
    ),
    Check("migrations keep serving", [sys.executable, "manage.py", "check_migrations"]),
    Check("layers (import-linter)", [str(BIN / "lint-imports")]),
    Check("lint and islands (frontend)", ["npm", "run", "--silent", "lint"], frontend.FRONTEND),
    Check("unused code (knip)", ["npm", "run", "--silent", "deadcode"], frontend.FRONTEND),
    Check(
        "docs name what exists",
        [sys.executable, "-m", "scripts.test", "--only", "backend", *DOCS],
        own_servers=True,
    ),
    Check("lint (ruff)", [str(BIN / "ruff"), "check", "."]),
    Check("format (ruff)", [str(BIN / "ruff"), "format", "--check", "."]),
    Check("plain words and commit subjects", [sys.executable, "-m", "scripts.plain_words"]),
    Check("packages fit together (pip check)", [sys.executable, "-m", "pip", "check"]),
)


def main() -> int:
    """Return 0 if every check passed; all of them run."""
    parser = argparse.ArgumentParser(prog="make check", description=__doc__)
    parser.add_argument("--only", default="", help="run only checks whose name contains this")
    wanted = parser.parse_args().only
    checks = [check for check in CHECKS if wanted in check.name]
    began = time.monotonic()
    try:
        frontend.install_packages()
    except EmbeddedError as error:
        print(f"hansom: {error}", file=sys.stderr)
        return 1
    with ThreadPoolExecutor(max_workers=2) as lanes:
        failed = sum(not passed for passed in lanes.map(run, checks))
    print(f"{len(checks) - failed} checks passed, {failed} failed ({time.monotonic() - began:.0f} s)")
    return 1 if failed else 0


def run(check: Check) -> bool:
    began = time.monotonic()
    done = subprocess.run(
        check.command,
        cwd=check.cwd,
        env=None if check.own_servers else environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    mark = "✗" if done.returncode else "✓"
    lines = [f"{mark} {check.name} ({time.monotonic() - began:.0f} s)"]
    if done.returncode:
        lines += [f"    {line}" for line in (done.stdout + done.stderr).strip().splitlines()]
    # One write, so that the output of two lanes does not mix.
    sys.stdout.write(os.linesep.join(lines) + os.linesep)
    sys.stdout.flush()
    return not done.returncode

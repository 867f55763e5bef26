"""A missing requirement is reported in one line, without a traceback."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.bootstrap import ROOT


def run_with_path(folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": str(folder), "HOME": str(folder)}
    command = [sys.executable, "-m", "scripts.run"]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def add_tool(folder: Path, name: str, says: str) -> None:
    tool = folder / name
    tool.write_text(f"#!/bin/sh\necho {says}\n")
    tool.chmod(0o755)


def test_missing_node_is_named_in_one_line(tmp_path: Path) -> None:
    done = run_with_path(tmp_path)
    assert done.returncode == 1
    assert done.stderr == "hansom: Node.js is missing: install Node 20.19 or newer, with npm.\n"


def test_missing_npm_is_named_in_one_line(tmp_path: Path) -> None:
    add_tool(tmp_path, "node", "v22.0.0")
    done = run_with_path(tmp_path)
    assert done.returncode == 1
    assert done.stderr == "hansom: npm is missing: install the npm that belongs to your Node.js.\n"


@pytest.mark.parametrize("version", ["v18.20.1", "v20.18.9", "gibberish"])
def test_node_too_old_is_named_with_its_version(tmp_path: Path, version: str) -> None:
    add_tool(tmp_path, "node", version)
    add_tool(tmp_path, "npm", "10")
    done = run_with_path(tmp_path)
    assert done.returncode == 1
    assert done.stderr == f"hansom: Node 20.19 or newer is required; `node --version` prints {version}.\n"


def test_old_python_restarts_with_a_newer_one_or_is_refused(tmp_path: Path) -> None:
    """The check must run on the old Python, so it runs here with a patched version."""
    script = (
        "import sys; sys.version_info = (3, 9, 2)\n"
        "from scripts.bootstrap import use_new_enough_python\n"
        "use_new_enough_python('scripts.run')"
    )
    environment = {"PATH": str(tmp_path)}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "hansom: Python 3.11 or newer is required; python3 is 3.9.\n"

    (tmp_path / "python3.12").symlink_to(shutil.which("echo") or "/bin/echo")
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "-m scripts.run\n")


def test_bare_make_lists_every_target_with_a_description() -> None:
    done = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True, env=os.environ)
    targets = [line.split()[1] for line in done.stdout.splitlines()]
    for target in ("run", "test", "check", "schema", "e2e", "bench", "fuzz", "import-map", "demo"):
        assert target in targets

"""Creates the virtual environment of this checkout and restarts the command inside it.

Any `python3` may read this file, so it uses only syntax of Python 3.7.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
OLDEST_PYTHON = (3, 11)
OLDEST_NODE = (20, 19)
NEWER_PYTHONS = ("python3.14", "python3.13", "python3.12", "python3.11")


def fail(message: str) -> None:
    """Print one line and exit."""
    print("hansom: " + message, file=sys.stderr)
    sys.exit(1)


def enter_environment(module: str, requirements: str, node: bool) -> None:
    """Return only inside .venv with `requirements` installed; outside, restart `module` there."""
    use_new_enough_python(module)
    if node:
        check_node()
    # From here on, Python is new enough for the rest of this package.
    from embedded.errors import EmbeddedError

    try:
        if Path(sys.prefix).resolve() != VENV.resolve():
            create_environment()
            restart(str(VENV_PYTHON), module)
        install(requirements)
    except EmbeddedError as error:
        fail(str(error))
    except KeyboardInterrupt:
        sys.exit(130)


def use_new_enough_python(module: str) -> None:
    if sys.version_info >= OLDEST_PYTHON:
        return
    for name in NEWER_PYTHONS:
        found = shutil.which(name)
        if found:
            restart(found, module)
    have = ".".join(map(str, sys.version_info[:2]))
    fail(f"Python 3.11 or newer is required; python3 is {have}.")


def restart(python: str, module: str) -> None:
    os.chdir(str(ROOT))
    os.execv(python, [python, "-m", module, *sys.argv[1:]])  # noqa: S606  # the same command, no shell


def check_node() -> None:
    if shutil.which("node") is None:
        fail("Node.js is missing: install Node 20.19 or newer, with npm.")
    if shutil.which("npm") is None:
        fail("npm is missing: install the npm that belongs to your Node.js.")
    output = subprocess.run(["node", "--version"], stdout=subprocess.PIPE, check=False).stdout.decode()
    match = re.match(r"v(\d+)\.(\d+)", output)
    if match is None or (int(match.group(1)), int(match.group(2))) < OLDEST_NODE:
        fail(f"Node 20.19 or newer is required; `node --version` prints {output.strip() or 'nothing'}.")


def create_environment() -> None:
    """Create .venv; again if its Python is gone."""
    if VENV_PYTHON.exists() and works(VENV_PYTHON):
        return
    from scripts.progress import Progress

    with Progress("Creating the Python environment") as progress:
        progress.run([sys.executable, "-m", "venv", "--clear", str(VENV)], hint=VENV_HINT)


VENV_HINT = "Python's venv module is needed (Debian: apt-get install python3-venv)."


def works(python: Path) -> bool:
    command = [str(python), "-c", "import pip"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def install(requirements: str) -> None:
    """Install the requirements unless this exact content is installed already."""
    stamp = VENV / (requirements + ".stamp")
    wanted = fingerprint(requirements)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    from scripts.progress import Progress

    with Progress("Installing Python packages") as progress:
        pip = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
        progress.run([*pip, "-r", requirements], cwd=ROOT)
    stamp.write_text(wanted)


def fingerprint(requirements: str) -> str:
    """Return a hash of the Python version, the file, and the files it includes."""
    digest = hashlib.sha256(sys.version.encode())
    for name in with_included(requirements):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def with_included(requirements: str) -> list[str]:
    """The file and all that it includes by `-r`, the innermost first."""
    text = (ROOT / requirements).read_text(encoding="utf-8")
    included = re.findall(r"^-r (\S+)", text, re.M)
    return [name for each in included for name in with_included(each)] + [requirements]

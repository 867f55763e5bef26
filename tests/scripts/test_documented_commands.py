"""Every management command in README and docs runs as shown."""

import fcntl
import json
import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class

from embedded.errors import EmbeddedError
from scripts import launch, running
from scripts.bootstrap import ROOT

# The spec map names code, not commands to run.
PAGES = [
    ROOT / "README.md",
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if page.name != "spec-map.md"),
]
SHOWN = re.compile(r'make manage ARGS="(?P<make>[^"`]+)"|python manage\.py (?P<plain>[^`\n)]+)')
HARMLESS = {"verify_ledger", "rebuild_earnings", "demo_mode", "rotate_keys"}
"""Commands that this test runs; of the others it parses only the arguments."""


def shown_in(page: Path) -> str:
    """Return the page with each `code` span on one line."""
    return re.sub(r"`[^`]+`", lambda code: " ".join(code[0].split()), page.read_text())


def shown_commands() -> list[str]:
    matches = [match for page in PAGES for match in SHOWN.finditer(shown_in(page))]
    return sorted({(match["make"] or match["plain"]).strip() for match in matches})


COMMANDS = shown_commands()


def test_commands_are_shown_in_a_form_that_runs() -> None:
    for page in PAGES:
        # `python manage.py` alone names the program, and `manage.py` alone cannot be run.
        assert "manage.py" not in SHOWN.sub("", shown_in(page)).replace("`python manage.py`", ""), page.name
    assert len(COMMANDS) >= 10


def test_every_documented_make_target_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    for page in PAGES:
        # In `code` spans and in code blocks, fenced or indented.
        blocks = "\n".join(re.findall(r"^```.*?^```|^ {4}[^\n]*$", page.read_text(), re.M | re.S))
        shown = {
            *re.findall(r"`(?:[A-Z_]+=\S+ )*make ([a-z-]+)", shown_in(page)),
            *re.findall(r"^ *(?:[A-Z_]+=\S+ )*make ([a-z-]+)", blocks, re.M),
        }
        assert shown <= targets, page.name


@pytest.mark.django_db
@pytest.mark.parametrize("line", COMMANDS)
def test_each_documented_command_accepts_its_arguments(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    name, *arguments = shlex.split(line)
    owner = get_commands()[name]
    command = load_command_class(owner, name)
    command.create_parser("manage.py", name).parse_args(arguments)
    if name in HARMLESS:
        call_command(name, *arguments)


def test_every_documented_option_of_simulate_exists() -> None:
    assert any("simulate" in line and "--minutes" in line for line in COMMANDS)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(launch, "HOME", tmp_path)
    for name in running.SERVERS:
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def run(home: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the lock of `make run`, with its own port and servers."""
    holder = (
        "import sys; from pathlib import Path; from scripts import launch\n"
        f"launch.HOME = Path({str(home)!r})\n"
        "with launch.only_run_of_this_checkout(): print('held', flush=True); sys.stdin.read()"
    )
    theirs = {"PORT": "8123", "DATABASE_URL": "postgresql://db.example/hansom", "REDIS_URL": "redis://x/3"}
    process = subprocess.Popen(
        [sys.executable, "-c", holder],
        cwd=ROOT,
        env=os.environ | theirs,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    assert process.stdout.readline() == "held\n"
    yield process
    process.communicate()


def test_command_gets_the_environment_of_the_run(run: subprocess.Popen[str]) -> None:
    stack = running.running_stack()
    assert stack.env["DATABASE_URL"] == "postgresql://db.example/hansom"
    assert stack.env["REDIS_URL"] == "redis://x/3"
    assert (stack.port, stack.env["PUBLIC_URL"]) == (8123, "http://localhost:8123")


def test_command_finds_the_servers_of_the_run_on_their_ports(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "environment_of_run", dict)
    state = home / "state.json"
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        state.write_text(json.dumps({"postgres": port}))
        assert urlsplit(running.running_stack().env["DATABASE_URL"]).port == port
    assert json.loads(state.read_text()) == {"postgres": port}


def test_command_without_a_run_is_refused_in_one_line(home: Path) -> None:
    with pytest.raises(EmbeddedError, match="The platform is not running"):
        running.running_stack()
    # A killed run leaves this file, but not the lock.
    (home / "run.lock").write_text(str(os.getpid()))
    with pytest.raises(EmbeddedError, match="The platform is not running"):
        running.running_stack()
    with (home / "run.lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_own_servers_need_no_run(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://db.example/hansom")
    monkeypatch.setenv("REDIS_URL", "redis://cache.example/3")
    assert running.running_stack().env["DATABASE_URL"] == "postgresql://db.example/hansom"


def test_make_manage_without_a_command_fails() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "scripts.manage"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == 'hansom: Name a command: make manage ARGS="verify_ledger"\n'


@pytest.mark.parametrize(("name", "why"), [("nowhere.osm.pbf", "is not there"), ("", "is not a file")])
def test_import_map_names_a_missing_file(name: str, why: str, tmp_path: Path) -> None:
    extract = str(tmp_path / name)
    command = [sys.executable, "-m", "scripts.import_map", extract, "My City"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    assert line.startswith(f"hansom: {extract} {why}: ")


@pytest.mark.django_db
def test_password_reset_of_an_unknown_user_is_refused() -> None:
    with pytest.raises(CommandError):
        call_command("reset_two_factor", "unknown@example.org")

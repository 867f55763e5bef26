"""Starting the platform when something prevents it."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from embedded.errors import EmbeddedError, PortTaken
from embedded.ports import LOOPBACK
from embedded.supervisor import Supervisor
from scripts import launch
from scripts.bootstrap import ROOT


def test_taken_web_port_is_named_with_another_to_use(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as squatter:
        squatter.bind((LOOPBACK, 0))
        squatter.listen()
        port = squatter.getsockname()[1]
        monkeypatch.setenv("PORT", str(port))
        with pytest.raises(PortTaken) as refusal:
            launch.run(Supervisor(), None)
    assert str(refusal.value) == (
        f"Port {port} is in use by another program. Stop it, or use another: PORT={port + 1} make run"
    )


def test_invalid_port_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "http")
    with pytest.raises(EmbeddedError, match="PORT must be a number, not 'http'"):
        launch.make_stack()


def test_second_run_of_a_checkout_names_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "HOME", tmp_path / "state")
    holder = (
        "import sys; from pathlib import Path; from scripts import launch\n"
        f"launch.HOME = Path({str(tmp_path / 'state')!r})\n"
        "with launch.only_run_of_this_checkout(): print('held', flush=True); sys.stdin.read()"
    )
    first = subprocess.Popen(
        [sys.executable, "-c", holder],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert first.stdout
    assert first.stdout.readline() == "held\n"
    refusal = pytest.raises(EmbeddedError, match=f"Already running .*process {first.pid}\\)")
    with refusal, launch.only_run_of_this_checkout():
        pass
    first.communicate()
    with launch.only_run_of_this_checkout():
        assert (tmp_path / "state/run.lock").read_text() == str(os.getpid())


def test_servers_of_the_environment_replace_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named = {
        "DATABASE_URL": "postgresql://user@db.example/hansom",
        "REDIS_URL": "redis://cache.example/3",
        "OSRM_URL": "http://roads.example",
    }
    for name, value in named.items():
        monkeypatch.setenv(name, value)
    stack = launch.make_stack()
    assert stack.servers == []
    assert {name: stack.env[name] for name in named} == named

"""Several web processes share a port, and are replaced while it stays open."""

import contextlib
import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from embedded.ports import LOOPBACK, free_port
from embedded.procfile import read_procfile, shell_command
from tests.deploy.files import ROOT

pytestmark = pytest.mark.slow

SECONDS = 120


def is_healthy(port: int) -> bool:
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=20)
    with contextlib.suppress(OSError, http.client.HTTPException):
        connection.request("GET", "/healthz", headers={"Host": "localhost", "Connection": "close"})
        return connection.getresponse().status == 200
    return False


def children_of(pid: int) -> set[int]:
    """The web processes; their parent also starts a tracker of shared resources."""
    children = {int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}
    return {one for one in children if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()}


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def web(port: int) -> Iterator[subprocess.Popen[bytes]]:
    command = shell_command(read_procfile(ROOT / "Procfile")["web"])
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environ = os.environ | {"PATH": path, "PORT": str(port), "WEB_PROCESSES": "2"}
    process = subprocess.Popen(command, cwd=ROOT, env=environ)
    yield process
    process.terminate()
    process.wait(timeout=SECONDS)


def test_processes_are_replaced_one_by_one_while_the_port_is_open(
    web: "subprocess.Popen[bytes]", port: int
) -> None:
    deadline = time.monotonic() + SECONDS
    while not is_healthy(port):
        assert time.monotonic() < deadline
        time.sleep(0.2)
    before = children_of(web.pid)
    assert len(before) == 2

    web.send_signal(signal.SIGHUP)

    unserved = 0
    deadline = time.monotonic() + SECONDS
    while children_of(web.pid) & before or len(children_of(web.pid)) < 2:
        assert time.monotonic() < deadline
        unserved += not is_healthy(port)
    assert unserved == 0
    web.terminate()
    assert web.wait(timeout=SECONDS) == 0

"""With LOG_FORMAT=json, what each process of the Procfile logs is JSON, also while a server is away."""

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from embedded.ports import LOOPBACK, free_port
from embedded.procfile import read_procfile, shell_command
from tests.servers import ROOT

SECONDS = 60
AWAY = "Redis does not answer"
NO_DATABASE = "PostgreSQL does not answer"
# A web process logs requests; the others log nothing below a warning until something is wrong.
EXPECTED = {"web": '"hansom.access"', "worker": AWAY, "beat": NO_DATABASE, "relay": NO_DATABASE}


def request_once(port: int) -> None:
    with contextlib.suppress(OSError):
        connection = http.client.HTTPConnection(LOOPBACK, port, timeout=10)
        connection.request("GET", "/api/v1/bookings/", headers={"Host": "localhost"})
        connection.getresponse().read()


@pytest.mark.slow
@pytest.mark.parametrize("process", EXPECTED)
def test_lines_of_a_process_are_json(process: str, tmp_path: Path) -> None:
    assert set(read_procfile(ROOT / "Procfile")) == set(EXPECTED)
    port = free_port()
    environ = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "LOG_FORMAT": "json",
        "PORT": str(port),
        "STATE_DIR": str(tmp_path),
        "WORKER_CONCURRENCY": "1",
        "PYTHONUNBUFFERED": "1",
        "PYTHONWARNINGS": "ignore",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    if EXPECTED[process] == NO_DATABASE:
        environ["DATABASE_URL"] = f"postgresql://hansom@127.0.0.1:{free_port()}/hansom"
    elif process != "web":
        environ["REDIS_URL"] = f"redis://127.0.0.1:{free_port()}/0"
    log = tmp_path / "log"
    command = shell_command(read_procfile(ROOT / "Procfile")[process])
    with log.open("wb") as output:
        running = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=output, stderr=subprocess.STDOUT)
    try:
        deadline = time.monotonic() + SECONDS
        while EXPECTED[process] not in log.read_text():
            assert running.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            if process == "web":
                request_once(port)
            time.sleep(0.2)
        # Before its end: Celery prints a line of its own when it is stopped.
        text = log.read_text()
    finally:
        running.send_signal(signal.SIGTERM)
        try:
            running.wait(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()
    lines = [json.loads(line) for line in text.splitlines() if line.strip()]
    assert lines
    assert all({"timestamp", "level", "logger", "event"} <= set(line) for line in lines)
    # Its lines have whole URLs.
    assert "uvicorn.access" not in text

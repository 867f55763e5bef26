"""Readiness of the web process, and heartbeats of the others."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from apps.core.monitoring import health
from config.version import VERSION
from embedded.ports import free_port

HOLDER = """
import sys, time
from django.conf import settings
settings.configure(HEALTH_DIR=sys.argv[1])
from apps.core.monitoring import health
health.begin_heartbeat(sys.argv[2])
print("up", flush=True)
while True:
    health.beat()
    time.sleep(0.2)
"""


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.HEALTH_DIR = tmp_path / "health"
    return tmp_path / "health"


@pytest.fixture
def worker(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a process with a worker's heartbeat."""
    command = [sys.executable, "-c", HOLDER, str(folder), "worker"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ)
    assert process.stdout
    assert process.stdout.readline() == "up\n"
    yield process
    process.kill()
    process.wait()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["REDIS_URL", "BROKER_URL", "CACHE_URL", "CHANNEL_URL"])
def test_ready_without_a_redis_is_degraded_and_200(client: Client, settings: Any, name: str) -> None:
    address = f"redis://127.0.0.1:{free_port()}/0"
    setattr(settings, name, address)
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json() == {
        "version": VERSION,
        "status": "degraded",
        "database": "ok",
        "redis": "ConnectionError",
    }


@pytest.mark.django_db
def test_ready_with_all_parts_is_ok(client: Client) -> None:
    response = client.get("/readyz")
    assert (response.status_code, response.json()["status"]) == (200, "ok")


@pytest.mark.django_db(transaction=True)
def test_process_without_the_database_is_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    connection.close()
    with monkeypatch.context() as away:
        away.setitem(connection.settings_dict, "PORT", str(free_port()))
        response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json() == {
        "version": VERSION,
        "status": "unavailable",
        "database": "OperationalError",
        "redis": "ok",
    }


@pytest.mark.usefixtures("worker")
def test_working_process_is_healthy(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("check_health", "worker")
    assert capsys.readouterr().out == "worker: ok\n"


def test_missing_process_is_not_healthy(folder: Path) -> None:
    with pytest.raises(CommandError, match="relay: not running"):
        call_command("check_health", "relay")


def test_hanging_process_is_not_healthy(worker: subprocess.Popen[str], folder: Path) -> None:
    worker.send_signal(signal.SIGSTOP)
    time.sleep(1)
    with pytest.raises(CommandError, match="worker: no heartbeat for 1 s"):
        call_command("check_health", "worker", within=0.8)
    worker.send_signal(signal.SIGCONT)
    time.sleep(1.5)
    assert health.health_of("worker") == health.Health(working=1, hanging=0)


def test_file_of_a_killed_process_is_ignored_and_removed(worker: subprocess.Popen[str], folder: Path) -> None:
    worker.kill()
    worker.wait()
    [left] = folder.iterdir()
    old = time.time() - 3600
    os.utime(left, (old, old))
    with pytest.raises(CommandError, match="not running"):
        call_command("check_health", "worker")
    assert not left.exists()

"""From an empty database to an admin who logs in, by the entry point and the files of the image alone."""

import json
import os
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from embedded.child import wait_until
from embedded.ports import LOOPBACK, free_port
from embedded.postgres import Postgres
from embedded.redis import Redis
from tests.collector import Collector
from tests.deploy.files import PROCESSES, ROOT

pytestmark = pytest.mark.slow
HOST = "rides.example.org"
PASSWORD = "Correct1Horse"
STOP_SECONDS = 20
ARGUMENTS = (
    "--company Kestrel --country KE --currency KES --time-zone Africa/Nairobi --email owner@example.org"
)


@pytest.fixture
def collector() -> Iterator[Collector]:
    collector = Collector()
    yield collector
    collector.stop()


@pytest.fixture
def environment(image: Path, collector: Collector, tmp_path: Path) -> Iterator[dict[str, str]]:
    """What deploy/.env and compose.yaml would set, with servers of our own."""
    tmp_path.chmod(0o755)
    postgres = Postgres(
        tmp_path / "postgres", port=free_port(), log=tmp_path / "postgres.log", throwaway=True
    )
    redis = Redis(tmp_path / "redis", port=free_port(), log=tmp_path / "redis.log")
    postgres.start()
    redis.start()
    postgres.create_database("hansom")
    # The processes' role is not the owner of the tables.
    for statement in (
        "CREATE ROLE hansom_owner LOGIN",
        "CREATE ROLE hansom LOGIN",
        "ALTER DATABASE hansom OWNER TO hansom_owner",
    ):
        postgres.psql("postgres", statement)

    def url_of(role: str) -> str:
        return f"postgresql://{role}@{LOOPBACK}:{postgres.port}/hansom"

    yield {
        "PATH": f"{ROOT / '.venv/bin'}{os.pathsep}{os.environ['PATH']}",
        "SECRET_KEY": "a-key-of-this-test-alone-a-key-of-this-test-alone",
        "DATABASE_URL": url_of("hansom"),
        "DATABASE_OWNER_URL": url_of("hansom_owner"),
        "REDIS_URL": redis.url,
        "PUBLIC_URL": f"https://{HOST}",
        "ALLOWED_HOSTS": HOST,
        "STATE_DIR": str(tmp_path / "state"),
        "MEDIA_ROOT": str(tmp_path / "state/media"),
        "MAP_DIR": str(tmp_path / "state/maps/current"),
        "PORT": str(free_port()),
        "SETUP_ADMIN_PASSWORD": PASSWORD,
        "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url,
        "OTEL_BSP_SCHEDULE_DELAY": "100",
        "PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges",
    }
    redis.stop()
    postgres.stop()


def test_migrate_setup_and_four_processes_make_a_platform(
    image: Path, environment: dict[str, str], collector: Collector
) -> None:
    entry_point = str(image / "deploy/hansom")

    def hansom(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [entry_point, *arguments], env=environment, capture_output=True, text=True, check=False
        )

    def is_healthy(name: str) -> Callable[[], bool]:
        return lambda: hansom("health", name).returncode == 0

    waiting = subprocess.Popen([entry_point, "wait"], env=environment)
    migrated = hansom("migrate")
    assert (migrated.returncode, "Granted hansom what the processes need." in migrated.stdout) == (0, True), (
        migrated.stderr
    )
    assert waiting.wait(timeout=60) == 0
    done = hansom("setup", *ARGUMENTS.split())
    assert (done.returncode, "Log in as owner@example.org" in done.stdout) == (0, True), done.stderr
    again = hansom("setup", *ARGUMENTS.split())
    assert again.returncode == 1
    assert again.stderr.startswith("CommandError: This platform is set up already")

    assert not is_healthy("worker")()
    processes = {name: subprocess.Popen([entry_point, name], env=environment) for name in sorted(PROCESSES)}
    try:
        for name in processes:
            assert wait_until(is_healthy(name), seconds=90), name

        def post(path: str, **body: str) -> Any:
            # As a proxy that ends TLS sends it.
            headers = {"Host": HOST, "Content-Type": "application/json", "X-Forwarded-Proto": "https"}
            address = f"http://127.0.0.1:{environment['PORT']}/api/v1/{path}"
            request = urllib.request.Request(address, json.dumps(body).encode(), headers)
            with urllib.request.urlopen(request) as reply:
                return json.load(reply)

        login = post("auth/sign-in/", email="owner@example.org", password=PASSWORD)
        assert login["user"]["user_type"] == "admin"
        # The worker's job is in the trace of the request that another process answered.
        post("auth/password/forgot/", email="owner@example.org")
        assert wait_until(lambda: collector.has("job notifications.send_mail"), seconds=30)
        request, job = (
            collector.named(name)
            for name in ("POST api/v1/auth/password/forgot/", "job notifications.send_mail")
        )
        assert job.trace_id == request.trace_id
        assert {"hansom-web", "hansom-worker"} <= collector.services
    finally:
        began = time.monotonic()
        for process in processes.values():
            process.terminate()
        codes = {name: process.wait(timeout=60) for name, process in processes.items()}
    # The signal reaches the process itself, so that it ends in good order and in time.
    assert time.monotonic() - began < STOP_SECONDS
    assert set(codes.values()) <= {0, -15}, codes

"""deploy/hansom: every process of the Procfile, commands, and health."""

import http.server
import os
import subprocess
import threading
from pathlib import Path

import pytest

from embedded.procfile import read_procfile
from tests.deploy.files import DEPLOY, PROCESSES, ROOT


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout whose programs print how they were called, and nothing else."""
    (tmp_path / "deploy").mkdir()
    (tmp_path / "deploy/hansom").write_text((DEPLOY / "hansom").read_text())
    (tmp_path / "deploy/hansom").chmod(0o755)
    (tmp_path / "Procfile").write_text((ROOT / "Procfile").read_text())
    programs = tmp_path / ".venv/bin"
    programs.mkdir(parents=True)
    for name in ("uvicorn", "celery", "python", "osrm-routed"):
        (programs / name).write_text(f'#!/bin/sh\necho {name} "$@"\n')
        (programs / name).chmod(0o755)
    return tmp_path


def hansom(checkout: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(checkout / "deploy/hansom"), *arguments],
        env={"PATH": os.environ["PATH"], "STATE_DIR": str(checkout / "state")} | environ,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("process", sorted(PROCESSES))
def test_it_runs_the_command_of_the_procfile(process: str, checkout: Path) -> None:
    done = hansom(checkout, process, PORT="8001", WEB_PROCESSES="3")
    expected = read_procfile(ROOT / "Procfile")[process]
    for name, default, value in (
        ("WEB_HOST", "127.0.0.1", "127.0.0.1"),
        ("WEB_PROCESSES", "1", "3"),
        ("WORKER_CONCURRENCY", "2", "2"),
    ):
        expected = expected.replace(f"${{{name}:-{default}}}", value)
    assert done.stdout.strip() == expected.replace("${PORT:-8000}", "8001")
    # A health check without a name is of this process.
    assert (checkout / "state/health/.process").read_text().strip() == process


def test_it_runs_the_optional_connection_to_asterisk(checkout: Path) -> None:
    assert hansom(checkout, "calls").stdout.strip() == "python manage.py asterisk_calls"
    assert (checkout / "state/health/.process").read_text().strip() == "calls"
    assert hansom(checkout, "health").stdout.strip() == "python manage.py check_health calls"


@pytest.mark.parametrize(("cores", "processes"), [(1, 1), (2, 1), (3, 2), (8, 4)])
def test_two_web_services_have_a_process_for_each_core(cores: int, processes: int, checkout: Path) -> None:
    nproc = checkout / ".venv/bin/nproc"
    nproc.write_text(f"#!/bin/sh\necho {cores}\n")
    nproc.chmod(0o755)
    assert f"--workers {processes} " in hansom(checkout, "web").stdout


def test_migrate_publishes_the_static_files_too(checkout: Path) -> None:
    assert hansom(checkout, "migrate").stdout.splitlines() == [
        "python manage.py migrate --no-input",
        "python manage.py publish_static",
    ]


def test_commands_get_their_arguments_whole(checkout: Path) -> None:
    done = hansom(checkout, "setup", "--company", "Two Words")
    assert done.stdout == "python manage.py setup --company Two Words\n"
    assert hansom(checkout, "manage", "verify_ledger").stdout == "python manage.py verify_ledger\n"


def test_unknown_name_lists_what_there_is(checkout: Path) -> None:
    done = hansom(checkout, "wbe")
    assert done.returncode == 2
    for name in (*PROCESSES, "migrate", "setup", "manage", "health", "osrm"):
        assert name in done.stderr


def test_routing_server_follows_the_link_to_the_map(checkout: Path) -> None:
    (checkout / "maps/v1").mkdir(parents=True)
    (checkout / "maps/v1/region.osrm.mldgr").touch()
    (checkout / "maps/current").symlink_to("v1")
    done = hansom(checkout, "osrm", MAP_DIR=str(checkout / "maps/current"))
    assert done.stdout.strip().endswith(f"{checkout}/maps/v1/region.osrm")
    assert "--default-radius 1000" in done.stdout


@pytest.mark.parametrize("name", ["worker", "worker@2", "beat", "relay@1"])
def test_health_of_a_process_is_its_heartbeat(name: str, checkout: Path) -> None:
    assert (
        hansom(checkout, "health", name).stdout == f"python manage.py check_health {name.partition('@')[0]}\n"
    )


@pytest.mark.parametrize(("status", "code"), [(200, 0), (503, 1)])
def test_health_of_the_web_process_is_what_its_port_answers_to_the_public_name(
    status: int, code: int
) -> None:
    hosts: list[str] = []

    class Web(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            hosts.append(f"{self.headers['Host']}{self.path}")
            self.send_response(status)
            self.end_headers()

        def log_message(self, *arguments: object) -> None:
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Web)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        done = hansom(ROOT, "health", f"web@{server.server_port}", PUBLIC_URL="https://rides.example.org")
    finally:
        server.shutdown()
    assert done.returncode == code, done.stderr
    assert hosts == ["rides.example.org/healthz"]


def test_health_of_a_web_process_that_is_gone_is_bad() -> None:
    assert hansom(ROOT, "health", "web@1").returncode != 0

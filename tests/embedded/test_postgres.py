"""The embedded PostgreSQL survives crashes and interrupted starts."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from embedded.errors import EmbeddedError, PortTaken
from embedded.ports import LOOPBACK, free_port
from embedded.postgres import NOBODY, Postgres, binaries


def can_run_as_nobody() -> bool:
    """Return True for root, unless the checkout is inside a closed home."""
    try:
        version = [str(binaries() / "postgres"), "--version"]
        return subprocess.run(version, user=NOBODY, capture_output=True, check=False).returncode == 0
    except PermissionError:
        return False


ways_to_run = [
    pytest.param(None, id="as this machine allows"),
    pytest.param(
        True,
        id="as nobody",
        marks=pytest.mark.skipif(not can_run_as_nobody(), reason="nobody cannot reach this checkout"),
    ),
]


@pytest.fixture
def folder() -> Iterator[Path]:
    # Not tmp_path, whose parents are closed to the user that root drops to.
    path = Path(tempfile.mkdtemp(prefix="hansom-postgres-"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


@pytest.fixture(params=ways_to_run)
def postgres(request: pytest.FixtureRequest, folder: Path) -> Iterator[Postgres]:
    server = Postgres(
        folder / "data",
        port=free_port(),
        log=folder / "postgres.log",
        throwaway=True,
        drop_to_nobody=request.param,
    )
    server.start()
    server.create_database("app")
    server.psql("app", "CREATE TABLE trip (id int); INSERT INTO trip VALUES (81)")
    yield server
    server.stop()


def test_restart_after_kill_9_keeps_committed_rows(postgres: Postgres) -> None:
    postgres.kill()
    postgres.start()
    assert postgres.psql("app", "SELECT id FROM trip") == "81"


def test_restart_on_another_port_keeps_rows(postgres: Postgres) -> None:
    postgres.stop()
    moved = Postgres(postgres.folder, port=free_port(), log=postgres.log)
    moved.start()
    try:
        assert moved.psql("app", "SELECT id FROM trip") == "81"
    finally:
        moved.stop()


def test_existing_database_is_reused(postgres: Postgres) -> None:
    postgres.create_database("app")
    assert postgres.psql("app", "SELECT count(*) FROM trip") == "1"


def test_pid_file_with_another_programs_pid_does_not_block_the_start(postgres: Postgres) -> None:
    postgres.kill()
    # As after a reboot: another process, here this test, has the pid of the old server.
    stale = postgres.folder / "postmaster.pid"
    lines = stale.read_text().split("\n")
    stale.write_text("\n".join([str(os.getpid()), *lines[1:]]))
    postgres.start()
    assert postgres.psql("app", "SELECT id FROM trip") == "81"


def test_second_server_on_the_same_folder_is_refused(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Postgres, "predecessor_seconds", 0.2)
    second = Postgres(postgres.folder, port=free_port(), log=postgres.log)
    with pytest.raises(EmbeddedError, match="Another PostgreSQL works on"):
        second.start()
    assert postgres.psql("app", "SELECT id FROM trip") == "81"


def test_server_listens_on_loopback_only(postgres: Postgres) -> None:
    assert postgres.psql("app", "SHOW listen_addresses") == LOOPBACK
    assert postgres.psql("app", "SHOW unix_socket_directories") == ""


def test_taken_port_is_named_and_nothing_starts(folder: Path) -> None:
    with socket.socket() as squatter:
        squatter.bind((LOOPBACK, 0))
        squatter.listen()
        port = squatter.getsockname()[1]
        server = Postgres(folder / "data", port=port, log=folder / "postgres.log", throwaway=True)
        with pytest.raises(PortTaken, match=f"Port {port} is in use by another program"):
            server.start()
        assert not server.child.alive


def test_interrupted_cluster_creation_is_repeated(folder: Path) -> None:
    (folder / "data.draft").mkdir()
    (folder / "data.draft" / "PG_VERSION").write_text("18\n")
    server = Postgres(folder / "data", port=free_port(), log=folder / "postgres.log", throwaway=True)
    server.start()
    try:
        assert server.psql("postgres", "SELECT 1") == "1"
    finally:
        server.stop()

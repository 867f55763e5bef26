"""The embedded PgBouncer runs in transaction mode; without the program it is refused clearly."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from embedded import pgbouncer
from embedded.errors import EmbeddedError
from embedded.pgbouncer import PgBouncer
from embedded.ports import free_port
from embedded.postgres import Postgres


@pytest.fixture
def folder() -> Iterator[Path]:
    # Not tmp_path, whose parents are closed to the user that root drops to.
    path = Path(tempfile.mkdtemp(prefix="hansom-pgbouncer-"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


@pytest.fixture
def pooler(folder: Path) -> Iterator[PgBouncer]:
    postgres = Postgres(folder / "postgres", port=free_port(), log=folder / "postgres.log", throwaway=True)
    postgres.start()
    postgres.create_database("hansom")
    server = PgBouncer(
        folder / "pgbouncer",
        postgres,
        "hansom",
        port=free_port(),
        log=folder / "pgbouncer.log",
        pool_size=1,
    )
    server.start()
    yield server
    server.stop()
    postgres.stop()


def test_two_clients_share_one_connection_by_transaction(pooler: PgBouncer) -> None:
    pid = "SELECT pg_backend_pid()"
    with (
        psycopg.connect(pooler.url, autocommit=True, prepare_threshold=None) as first,
        psycopg.connect(pooler.url, autocommit=True, prepare_threshold=None) as second,
    ):
        assert first.execute(pid).fetchone() == second.execute(pid).fetchone()
        # Session state of one client is visible to the other, so it must not be relied on.
        first.execute("SELECT pg_advisory_lock(1)")
        locks = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()"
        assert second.execute(locks).fetchone() == (1,)


def test_machine_without_pgbouncer_and_apt_names_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pgbouncer, "installed", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EmbeddedError, match="apt-get install pgbouncer"):
        pgbouncer.ensure_installed(log=tmp_path / "apt.log")

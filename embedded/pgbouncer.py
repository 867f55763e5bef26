"""PgBouncer from Debian's package, in transaction mode before an embedded PostgreSQL; for tests."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from pathlib import Path

from embedded.child import Child
from embedded.errors import EmbeddedError
from embedded.ports import LOOPBACK
from embedded.postgres import NOBODY, SUPERUSER, Postgres, unshare_prefix, user_is_fit
from embedded.server import Server

MISSING = "No PgBouncer for the tests of it: install one (Debian: apt-get install pgbouncer)."


def installed() -> Path | None:
    """Return the installed program; Debian puts it outside the PATH of ordinary users."""
    found = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', os.defpath)}{os.pathsep}/usr/sbin")
    return Path(found) if found else None


def ensure_installed(*, log: Path) -> Path:
    """Return the program, installed with apt if possible. Raises EmbeddedError."""
    found = installed()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        log.parent.mkdir(parents=True, exist_ok=True)
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        with log.open("ab") as output:
            for command in (["update"], ["install", "-y", "--no-install-recommends", "pgbouncer"]):
                subprocess.run(
                    ["apt-get", *command], stdout=output, stderr=output, env=environment, check=False
                )
        found = installed()
    if found is None:
        raise EmbeddedError(MISSING)
    return found


class PgBouncer(Server):
    """Lends each transaction one of `pool_size` connections to a database; loopback only."""

    title = "PgBouncer"

    def __init__(
        self, folder: Path, upstream: Postgres, database: str, *, port: int, log: Path, pool_size: int
    ) -> None:
        super().__init__(port=port)
        self.folder = folder.resolve()
        self.upstream = upstream
        self.database = database
        self.log = log
        self.pool_size = pool_size

    @property
    def url(self) -> str:
        return f"postgresql://{SUPERUSER}@{LOOPBACK}:{self.port}/{self.database}"

    def make_child(self) -> Child:
        program = ensure_installed(log=self.log)
        # Like PostgreSQL, it refuses to run as root.
        unfit = not user_is_fit()
        prefix = (unshare_prefix() or ()) if unfit else ()
        return Child(
            "pgbouncer",
            [*prefix, str(program), str(self._write_settings())],
            log=self.log,
            user_id=NOBODY if unfit and not prefix else None,
        )

    def is_ready(self) -> bool:
        with contextlib.suppress(EmbeddedError):
            return self.show("VERSION") != ""
        return False

    def show(self, subject: str) -> str:
        """Return rows of PgBouncer's console (`SHOW subject`), columns separated by `|`."""
        return self.upstream.psql_at(self._console, f"SHOW {subject}")

    @property
    def _console(self) -> str:
        return f"postgresql://{SUPERUSER}@{LOOPBACK}:{self.port}/pgbouncer"

    def _write_settings(self) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        users = self.folder / "users.txt"
        users.write_text(f'"{SUPERUSER}" ""\n')
        settings = self.folder / "pgbouncer.ini"
        settings.write_text(
            "[databases]\n"
            f"{self.database} = host={LOOPBACK} port={self.upstream.port} dbname={self.database}\n"
            "[pgbouncer]\n"
            f"listen_addr = {LOOPBACK}\n"
            f"listen_port = {self.port}\n"
            "unix_socket_dir =\n"
            "auth_type = trust\n"
            f"auth_file = {users}\n"
            f"admin_users = {SUPERUSER}\n"
            "pool_mode = transaction\n"
            f"default_pool_size = {self.pool_size}\n"
            "max_client_conn = 200\n"
        )
        return settings

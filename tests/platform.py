"""A complete platform for a test: real servers and processes on free ports, which tests may kill."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from embedded import demo_extract, osrm
from embedded.child import Child, stop_together, wait_until
from embedded.ports import free_port
from embedded.server import Server
from embedded.stack import DATABASE, Stack
from tests.servers import DEMO_MAP, HOME, ROOT

# Variables that tests/servers.py or the developer's shell set for Django in this process.
OURS = (
    "DATABASE_URL",
    "DATABASE_DIRECT_URL",
    "REDIS_URL",
    "OSRM_URL",
    "SECRET_KEY",
    "STATE_DIR",
    "MEDIA_ROOT",
    "DEBUG",
    "DEMO",
)
READY_SECONDS = 90


class Platform:
    """PostgreSQL, Redis, OSRM and the Procfile's processes, by name: `platform.kill("worker")`."""

    def __init__(self, folder: Path, *, durable: bool = False, pool_size: int | None = None) -> None:
        environ = {name: value for name, value in os.environ.items() if name not in OURS}
        environ["MAP_DIR"] = str(DEMO_MAP)
        self.stack = Stack(
            ROOT,
            home=HOME,
            state_dir=folder,
            port=free_port(),
            environ=environ,
            throwaway=not durable,
            pool_size=pool_size,
        )
        self.logs = self.stack.logs
        self.servers: dict[str, Server] = {}
        self.processes: dict[str, Child] = {}

    @property
    def url(self) -> str:
        return self.stack.url

    @property
    def database_url(self) -> str:
        return self.stack.env["DATABASE_URL"]

    def up(self) -> None:
        """Start and seed a platform, and wait until it is ready."""
        stack = self.stack
        osrm.ensure_installed(HOME)
        assert stack.postgres
        assert stack.redis
        assert stack.osrm
        self.servers = {"postgres": stack.postgres, "redis": stack.redis}
        for server in self.servers.values():
            server.start()
        stack.postgres.create_database(DATABASE)
        if stack.pgbouncer:
            self.servers["pgbouncer"] = stack.pgbouncer
            stack.pgbouncer.start()
        extract = demo_extract.ensure_extract(HOME)
        prepare = ["-m", "scripts.prepare_database", str(extract), demo_extract.NAME, "--static"]
        self._run([sys.executable, *prepare])
        self.servers["osrm"] = stack.osrm
        stack.osrm.start()
        self.processes = stack.processes(logs=self.logs)
        for process in self.processes.values():
            process.start()
        self.wait_until_ready()

    def down(self) -> None:
        stop_together(self.processes.values())
        for server in reversed(self.servers.values()):
            server.stop()

    def wait_until_ready(self, seconds: float = READY_SECONDS) -> None:
        if not wait_until(self.stack.is_ready, seconds=seconds):
            raise AssertionError(f"not ready within {seconds} s\n{self.last_output()}")

    def start(self, name: str) -> None:
        self._part(name).start()

    def stop(self, name: str) -> None:
        self._part(name).stop()

    def kill(self, name: str) -> None:
        """Send SIGKILL, as in a crash."""
        self._part(name).kill()

    def restart(self, name: str) -> None:
        self._part(name).restart()

    def is_running(self, name: str) -> bool:
        part = self._part(name)
        return (part.child if isinstance(part, Server) else part).alive

    def manage(self, *arguments: str) -> str:
        """Run a management command and return its output; fail the test when it fails."""
        return self._run(self.stack.manage(*arguments))

    def _run(self, command: list[str]) -> str:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=self.stack.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}"
        return done.stdout

    def sql(self, query: str) -> str:
        """Return rows of the database as text, columns separated by `|`."""
        assert self.stack.postgres
        return self.stack.postgres.psql(DATABASE, query)

    def last_output(self, lines: int = 15) -> str:
        """Return the end of every log, for a failed test's report."""
        parts = []
        for log in sorted(self.logs.glob("*.log")):
            tail = log.read_text(errors="replace").splitlines()[-lines:]
            parts.append("\n".join([f"-- {log.name}", *tail]))
        return "\n".join(parts)

    def _part(self, name: str) -> Child | Server:
        return self.servers[name] if name in self.servers else self.processes[name]


@contextmanager
def running_platform(*, durable: bool = False, pool_size: int | None = None) -> Iterator[Platform]:
    """Yield a running platform, and remove its processes and files afterwards.

    `durable` has PostgreSQL wait for the disk at each commit, as in production: for measuring.
    `pool_size` puts a PgBouncer in transaction mode before it, with so many connections.
    """
    folder = Path(tempfile.mkdtemp(prefix="hansom-platform-"))
    # PostgreSQL may run as another user, who needs access to the folder.
    folder.chmod(0o755)
    platform = Platform(folder, durable=durable, pool_size=pool_size)
    try:
        platform.up()
        yield platform
    finally:
        platform.down()
        shutil.rmtree(folder, ignore_errors=True)

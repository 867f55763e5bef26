"""The whole platform on one machine: servers, environment and the processes of the Procfile."""

from __future__ import annotations

import base64
import contextlib
import http.client
import json
import os
import secrets
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from embedded.child import Child
from embedded.osrm import Osrm, import_environment
from embedded.pgbouncer import PgBouncer
from embedded.ports import LOOPBACK, port_in_use, remembered_port
from embedded.postgres import Postgres
from embedded.procfile import read_procfile, shell_command
from embedded.redis import Redis
from embedded.server import Server

DATABASE = "hansom"
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


class Stack:
    """Describes the parts of the stack; the caller starts and stops them.

    DATABASE_URL, REDIS_URL and OSRM_URL in the environment replace our servers, and PAYMENTS_SANDBOX_URL
    the sandbox gateways; if it is empty, the gateways' own sandboxes are used. `home` is shared by all
    stacks of a checkout (OSRM's executables, maps), `state_dir` is not. With `pool_size`, the processes
    connect to our PostgreSQL through PgBouncer with that many connections.
    """

    def __init__(
        self,
        root: Path,
        *,
        home: Path,
        state_dir: Path,
        port: int,
        environ: Mapping[str, str],
        throwaway: bool = False,
        pool_size: int | None = None,
        running: bool = False,
    ) -> None:
        self.root = root
        self.home = home
        self.state_dir = state_dir
        self.port = port
        self.logs = state_dir / "logs"
        self.map_dir = Path(environ.get("MAP_DIR", home / "maps" / "current"))
        self._environ = dict(environ)
        ports = state_dir / "state.json"
        # A running server's port is taken, by itself.
        port_of = port_in_use if running else remembered_port
        self.postgres: Postgres | None = None
        self.redis: Redis | None = None
        self.osrm: Osrm | None = None
        if "DATABASE_URL" not in environ:
            self.postgres = Postgres(
                state_dir / "postgres",
                port=port_of(ports, "postgres"),
                log=self.logs / "postgres.log",
                throwaway=throwaway,
            )
        self.pgbouncer: PgBouncer | None = None
        if self.postgres and pool_size:
            self.pgbouncer = PgBouncer(
                state_dir / "pgbouncer",
                self.postgres,
                DATABASE,
                port=port_of(ports, "pgbouncer"),
                log=self.logs / "pgbouncer.log",
                pool_size=pool_size,
            )
        if "REDIS_URL" not in environ:
            self.redis = Redis(state_dir / "redis", port=port_of(ports, "redis"), log=self.logs / "redis.log")
        if "OSRM_URL" not in environ:
            self.osrm = Osrm(home, self.map_dir, port=port_of(ports, "osrm"), log=self.logs / "osrm.log")

        self.gateways_port: int | None = None
        if "PAYMENTS_SANDBOX_URL" not in environ:
            self.gateways_port = port_of(ports, "gateways")

    @property
    def servers(self) -> list[Server]:
        """Return our servers in the order in which they start."""
        ours = (self.postgres, self.pgbouncer, self.redis, self.osrm)
        return [server for server in ours if server is not None]

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def env(self) -> dict[str, str]:
        """Return the variables that config.env reads; variables already set are kept."""
        ours = {
            "SECRET_KEY": self._stored_secret("secret", lambda: secrets.token_urlsafe(48)),
            "VAPID_PRIVATE_KEY": self._stored_secret("vapid", new_vapid_key),
            # Browsers can subscribe; notifications appear on the outbox page.
            "WEB_PUSH": "outbox",
            "DEBUG": "0",
            "DEMO": "1",
            "PUBLIC_URL": self.url,
            "MEDIA_ROOT": str(self.state_dir / "media"),
            "PYTHONUNBUFFERED": "1",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            # Containers run as root; Celery would warn about it at every start.
            "PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges",
        }
        if self.postgres:
            ours["DATABASE_URL"] = self.postgres.database_url(DATABASE)
        if self.pgbouncer:
            ours["DATABASE_DIRECT_URL"] = ours["DATABASE_URL"]
            ours["DATABASE_URL"] = self.pgbouncer.url
        if self.redis:
            ours["REDIS_URL"] = self.redis.url
        if self.osrm:
            ours["OSRM_URL"] = self.osrm.url
        if self.gateways_port:
            ours["PAYMENTS_SANDBOX_URL"] = f"http://localhost:{self.gateways_port}"
        ours |= import_environment(self.home, self._environ)
        own_path = f"{Path(sys.executable).parent}{os.pathsep}{self._environ.get('PATH', os.defpath)}"
        places = {"MAP_DIR": str(self.map_dir), "STATE_DIR": str(self.state_dir)}
        return ours | self._environ | places | {"PORT": str(self.port), "PATH": own_path}

    def manage(self, *arguments: str) -> list[str]:
        """Return the command line of a management command."""
        return [sys.executable, str(self.root / "manage.py"), *arguments]

    def processes(self, *, logs: Path | None = None) -> dict[str, Child]:
        """Return the Procfile's processes, not started; they write to `logs`, or to their supervisor.

        Includes the payment gateways' sandbox, if it is used.
        """
        commands = {
            name: shell_command(command) for name, command in read_procfile(self.root / "Procfile").items()
        }
        if self.gateways_port:
            sandbox = [sys.executable, "-m", "embedded.gateways", str(self.gateways_port), self.url]
            commands["gateways"] = sandbox
        return {
            name: Child(
                name,
                command,
                env=self.env,
                cwd=self.root,
                log=logs / f"{name}.log" if logs else None,
                stop_seconds=15,
            )
            for name, command in commands.items()
        }

    def is_ready(self) -> bool:
        """Return whether the web process reports that the database and Redis respond."""
        connection = http.client.HTTPConnection(LOOPBACK, self.port, timeout=2)
        with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
            connection.request("GET", "/readyz")
            answer = connection.getresponse()
            # During a Redis outage the status is 200 and "degraded": able to serve, but not everything.
            return answer.status == 200 and json.load(answer)["status"] == "ok"
        return False

    def _stored_secret(self, name: str, make: Callable[[], str]) -> str:
        """Return a stored secret, created on first use; a new one would log everyone out or lose push
        subscriptions.
        """
        path = self.state_dir / name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)
            path.write_text(make())
        return path.read_text()


def new_vapid_key() -> str:
    """Return a P-256 private key for Web Push: a number below the curve's order, in base64url."""
    number = 1 + secrets.randbelow(P256_ORDER - 1)
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()

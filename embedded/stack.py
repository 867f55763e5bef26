"""The whole platform on one machine: its servers, its environment and the processes of the Procfile."""

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
from embedded.ports import LOOPBACK, remembered_port
from embedded.postgres import Postgres
from embedded.procfile import read_procfile, shell_command
from embedded.redis import Redis
from embedded.server import Server

DATABASE = "hansom"
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


class Stack:
    """Describes what runs; whoever uses it starts and stops the parts.

    DATABASE_URL, REDIS_URL and OSRM_URL in the environment name servers to use instead of ours, and so does
    PAYMENTS_SANDBOX_URL for the sandbox gateways; empty, the gateways' own sandboxes are used.
    `home` holds what every stack of a checkout shares (OSRM's executables, maps), `state_dir` the rest.
    With `pool_size` the processes reach our PostgreSQL by a PgBouncer with so many connections to it.
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
    ) -> None:
        self.root = root
        self.home = home
        self.state_dir = state_dir
        self.port = port
        self.logs = state_dir / "logs"
        self.map_dir = Path(environ.get("MAP_DIR", home / "maps" / "current"))
        self._environ = dict(environ)
        ports = state_dir / "state.json"
        self.postgres: Postgres | None = None
        self.redis: Redis | None = None
        self.osrm: Osrm | None = None
        if "DATABASE_URL" not in environ:
            self.postgres = Postgres(
                state_dir / "postgres",
                port=remembered_port(ports, "postgres"),
                log=self.logs / "postgres.log",
                throwaway=throwaway,
            )
        self.pgbouncer: PgBouncer | None = None
        if self.postgres and pool_size:
            self.pgbouncer = PgBouncer(
                state_dir / "pgbouncer",
                self.postgres,
                DATABASE,
                port=remembered_port(ports, "pgbouncer"),
                log=self.logs / "pgbouncer.log",
                pool_size=pool_size,
            )
        if "REDIS_URL" not in environ:
            self.redis = Redis(
                state_dir / "redis", port=remembered_port(ports, "redis"), log=self.logs / "redis.log"
            )
        if "OSRM_URL" not in environ:
            self.osrm = Osrm(
                home, self.map_dir, port=remembered_port(ports, "osrm"), log=self.logs / "osrm.log"
            )

        self.gateways_port: int | None = None
        if "PAYMENTS_SANDBOX_URL" not in environ:
            self.gateways_port = remembered_port(ports, "gateways")

    @property
    def servers(self) -> list[Server]:
        """Our own servers, in the order in which they start."""
        ours = (self.postgres, self.pgbouncer, self.redis, self.osrm)
        return [server for server in ours if server is not None]

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def env(self) -> dict[str, str]:
        """What config.env reads; a variable that is set already stays."""
        ours = {
            "SECRET_KEY": self._kept("secret", lambda: secrets.token_urlsafe(48)),
            "VAPID_PRIVATE_KEY": self._kept("vapid", new_vapid_key),
            # Browsers subscribe as everywhere, and what they would get is shown on the outbox page.
            "WEB_PUSH": "outbox",
            "DEBUG": "0",
            "DEMO": "1",
            "PUBLIC_URL": self.url,
            "MEDIA_ROOT": str(self.state_dir / "media"),
            "PYTHONUNBUFFERED": "1",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            # Containers run as root; Celery's warning about it would open every start.
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
        """The command line of a management command."""
        return [sys.executable, str(self.root / "manage.py"), *arguments]

    def processes(self, *, logs: Path | None = None) -> dict[str, Child]:
        """The Procfile's processes, not started; they write to `logs` or, without, to their supervisor.

        Beside them what plays the payment gateways, for a run without any account there.
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
        """True when the web process answers and says that the database and Redis answer it."""
        connection = http.client.HTTPConnection(LOOPBACK, self.port, timeout=2)
        with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
            connection.request("GET", "/readyz")
            answer = connection.getresponse()
            # While Redis is away it is 200 and "degraded": ready to serve, but not all of the platform.
            return answer.status == 200 and json.load(answer)["status"] == "ok"
        return False

    def _kept(self, name: str, make: Callable[[], str]) -> str:
        """A secret of this machine, made once: a new one would sign everyone out, or lose every browser."""
        path = self.state_dir / name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)
            path.write_text(make())
        return path.read_text()


def new_vapid_key() -> str:
    """A private key of P-256 for Web Push: any number from 1 to below the curve's order, in base64url."""
    number = 1 + secrets.randbelow(P256_ORDER - 1)
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()

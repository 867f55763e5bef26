"""Local servers for the platform."""

import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from embedded.gateways.sandbox import SandboxGateways
from embedded.osrm import Osrm
from embedded.ports import free_port
from tests.servers import DEMO_MAP, HOME, build_demo_map, start_servers

HERE = ("127.", "::1")


@contextmanager
def running_servers() -> Iterator[None]:
    """Set the environment that config.env reads, for a demo with seeded users."""
    port = free_port()
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        # The second is the test client's host name.
        "ALLOWED_HOSTS": "localhost,testserver",
        "DEMO": "1",
        "LOG_LEVEL": "ERROR",
        "OSRM_URL": f"http://127.0.0.1:{port}",
        "WEB_PUSH": "outbox",
    }
    start_servers()
    build_demo_map()
    osrm = Osrm(HOME, DEMO_MAP, port=port, log=Path(tempfile.gettempdir()) / f"hansom-fuzz-osrm-{port}.log")
    osrm.start()
    try:
        with SandboxGateways(shop="http://localhost:8000") as gateways, _no_third_parties():
            os.environ["PAYMENTS_SANDBOX_URL"] = gateways.url
            yield
    finally:
        osrm.stop()
        osrm.log.unlink(missing_ok=True)


@contextmanager
def _no_third_parties() -> Iterator[None]:
    """Refuse every connection to other machines, like a network without internet access."""
    connect = socket.socket.connect

    def connect_here(self: socket.socket, address: Any) -> None:
        if self.family != socket.AF_UNIX and not str(address[0]).startswith(HERE):
            raise ConnectionRefusedError(f"{address[0]} is not this machine")
        connect(self, address)

    with patch.object(socket.socket, "connect", connect_here):
        yield

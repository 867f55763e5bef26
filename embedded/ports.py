"""Loopback ports: free, taken, and remembered per checkout."""

from __future__ import annotations

import contextlib
import json
import os
import socket
from pathlib import Path

LOOPBACK = "127.0.0.1"


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        # As servers do: a port with connections in TIME_WAIT counts as free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True


def answers(port: int) -> bool:
    """Return whether the port accepts connections."""
    with contextlib.suppress(OSError), socket.create_connection((LOOPBACK, port), timeout=0.5):
        return True
    return False


def remembered_port(state_file: Path, name: str) -> int:
    """Return the port that this checkout used for `name`, or a new one if it is taken."""
    state = _remembered(state_file)
    port = state.get(name)
    if isinstance(port, int) and is_free(port):
        return port
    state[name] = free_port()
    state_file.parent.mkdir(parents=True, exist_ok=True)
    draft = state_file.with_suffix(f".{os.getpid()}")
    draft.write_text(json.dumps(state, indent=1))
    draft.replace(state_file)
    return state[name]


def port_in_use(state_file: Path, name: str) -> int:
    """Return the port on which this checkout's `name` runs, or a free one if it never ran."""
    port = _remembered(state_file).get(name)
    return port if isinstance(port, int) else free_port()


def _remembered(state_file: Path) -> dict[str, int]:
    state: dict[str, int] = {}
    with contextlib.suppress(OSError, ValueError):
        state = json.loads(state_file.read_text())
    return state

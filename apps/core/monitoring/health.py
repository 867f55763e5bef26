"""Health checks of this process, and heartbeats of the processes without HTTP.

A heartbeat is a file below STATE_DIR/health that its process touches and locks. An old locked file is a
process that hangs; an unlocked file belongs to a process that ended.
"""

import atexit
import fcntl
import logging
import os
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.db import connection

from apps.core.redis_clients import redis_client, redis_servers

log = logging.getLogger(__name__)

PROCESSES: Final = ("relay", "worker", "beat", "calls")
HEARTBEAT_SECONDS: Final = 5.0
"""A process must call `beat` at least this often."""
STALE_SECONDS: Final = 15.0
REDIS_SECONDS: Final = 1.0
"""Timeout of the Redis check."""


def database_state() -> str:
    """Return "ok" or the name of PostgreSQL's error."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Exception as error:
        return type(error).__name__
    return "ok"


def redis_state() -> str:
    """Return "ok" or the name of the first server's error, within REDIS_SECONDS for each server."""
    try:
        for url in redis_servers():
            with redis_client(
                url, socket_connect_timeout=REDIS_SECONDS, socket_timeout=REDIS_SECONDS
            ) as client:
                client.ping()
    except Exception as error:
        return type(error).__name__
    return "ok"


class Heartbeat:
    """A file whose modification time is the last sign of activity."""

    def __init__(self, process: str) -> None:
        folder = health_folder()
        folder.mkdir(parents=True, exist_ok=True)
        self._file, self.path = tempfile.mkstemp(prefix=f"{process}-", dir=folder)
        # lockf belongs to the process, so forked children do not hold the lock.
        fcntl.lockf(self._file, fcntl.LOCK_EX)
        self._owner = os.getpid()
        self._touched = time.monotonic()
        atexit.register(self.end)

    def touch(self) -> None:
        now = time.monotonic()
        if os.getpid() == self._owner and now - self._touched >= 1:
            self._touched = now
            os.utime(self._file)

    def end(self) -> None:
        if os.getpid() == self._owner:
            Path(self.path).unlink(missing_ok=True)


_own_heartbeat: Heartbeat | None = None


def begin_heartbeat(process: str) -> None:
    """Register a heartbeat for this process; call `beat` every HEARTBEAT_SECONDS."""
    global _own_heartbeat
    try:
        _own_heartbeat = Heartbeat(process)
    except OSError as error:
        log.warning("heartbeat not written folder=%s error=%r", health_folder(), error)


def beat() -> None:
    """Refresh the heartbeat of this process, if it has one."""
    if _own_heartbeat is not None:
        _own_heartbeat.touch()


class Health(NamedTuple):
    """Number of processes of a kind that work, and that hang."""

    working: int
    hanging: int


def health_of(process: str, *, within_seconds: float = STALE_SECONDS) -> Health:
    """Count the processes of a kind on this machine, and remove the heartbeats of ended ones."""
    working = hanging = 0
    for path in health_folder().glob(f"{process}-*"):
        try:
            age = time.time() - path.stat().st_mtime
            with path.open("r+b") as file:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # A new heartbeat may not be locked yet.
            if age > HEARTBEAT_SECONDS:
                path.unlink(missing_ok=True)
        except FileNotFoundError:
            continue
        except BlockingIOError:
            if age > within_seconds:
                hanging += 1
            else:
                working += 1
    return Health(working, hanging)


def health_folder() -> Path:
    """Return the folder of the heartbeat files."""
    return Path(settings.HEALTH_DIR)

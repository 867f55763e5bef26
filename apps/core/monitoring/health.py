"""Whether this process can serve, and the heartbeats of those that serve no HTTP.

A heartbeat is a file below STATE_DIR/health that its process touches and holds a lock on: an old file with a
lock is a process that hangs, one without is what a process that ended has left.
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
from redis import Redis

log = logging.getLogger(__name__)

PROCESSES: Final = ("relay", "worker", "beat")
HEARTBEAT_SECONDS: Final = 5.0
"""How often a process is to call `beat`, at least."""
STALE_SECONDS: Final = 15.0
REDIS_SECONDS: Final = 1.0
"""How long Redis may take to answer."""


def database_state() -> str:
    """Return ok, or the name of the error that PostgreSQL answers with."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Exception as error:
        return type(error).__name__
    return "ok"


def redis_state() -> str:
    """Return ok, or the name of the error that Redis answers with, within REDIS_SECONDS."""
    try:
        with Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=REDIS_SECONDS, socket_timeout=REDIS_SECONDS
        ) as client:
            client.ping()
    except Exception as error:
        return type(error).__name__
    return "ok"


class Heartbeat:
    """The file that says when its process was last seen at work."""

    def __init__(self, process: str) -> None:
        folder = health_folder()
        folder.mkdir(parents=True, exist_ok=True)
        self._file, self.path = tempfile.mkstemp(prefix=f"{process}-", dir=folder)
        # A lock of the process and not of the file: children that are forked do not hold it.
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


_mine: Heartbeat | None = None


def begin_heartbeat(process: str) -> None:
    """Have this process be known by its heartbeat from now on; call `beat` every HEARTBEAT_SECONDS."""
    global _mine
    try:
        _mine = Heartbeat(process)
    except OSError as error:
        log.warning("no heartbeat can be written folder=%s error=%r", health_folder(), error)


def beat() -> None:
    """Say that this process is at work; nothing where it has no heartbeat."""
    if _mine is not None:
        _mine.touch()


def end_heartbeat() -> None:
    """Have this process be known no more."""
    global _mine
    if _mine is not None:
        _mine.end()
    _mine = None


class Health(NamedTuple):
    """How many processes of a kind are at work, and how many hang."""

    working: int
    hanging: int


def health_of(process: str, *, within_seconds: float = STALE_SECONDS) -> Health:
    """Count the processes of a kind on this machine by their heartbeats, and forget those that ended."""
    working = hanging = 0
    for path in health_folder().glob(f"{process}-*"):
        try:
            age = time.time() - path.stat().st_mtime
            with path.open("r+b") as file:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # A new one may be about to be locked.
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
    """Return where the heartbeats of this machine's processes are."""
    return Path(settings.HEALTH_DIR)

"""Lets one of several beats schedule, so that none is a single point of failure."""

import logging
import time
from typing import Final

import psycopg

log = logging.getLogger(__name__)

LOCK: Final = 0x48414E534F4E
"""Advisory lock of the beat that schedules; the relay's is the number before it."""
CHECK_SECONDS: Final = 1.0
"""How often the lock is tried, or the connection that holds it is checked."""


class Election:
    """Holds the lock through a connection of its own, with which the lock ends."""

    def __init__(self) -> None:
        self._connection: psycopg.Connection | None = None
        self._holds = False
        self._checked = float("-inf")

    def is_leader(self) -> bool:
        """Return whether this process schedules; False while PostgreSQL does not respond."""
        now = time.monotonic()
        if now - self._checked >= CHECK_SECONDS:
            held, self._holds = self._holds, self._check()
            self._checked = now
            if self._holds != held:
                log.info("beat: schedules" if self._holds else "beat: stands by")
        return self._holds

    def _check(self) -> bool:
        try:
            connection = self._open()
            if self._holds:
                connection.execute("SELECT 1")
                return True
            row = connection.execute("SELECT pg_try_advisory_lock(%s)", [LOCK]).fetchone()
            return bool(row and row[0])
        except psycopg.Error as error:
            log.warning("beat: no connection to the database error=%r", error)
            self.close()
            return False

    def _open(self) -> psycopg.Connection:
        if self._connection is None:
            from apps.core.postgres import conninfo

            self._connection = psycopg.connect(conninfo("hansom-beat", direct=True), autocommit=True)
            # The lock of a lost connection is lost too.
            self._holds = False
        return self._connection

    def close(self) -> None:
        """Release the lock, so that another beat takes over at once."""
        self._holds = False
        if self._connection is not None:
            self._connection.close()
            self._connection = None

"""Lists, reports and exports from a read replica, as fresh as from the primary.

A replica is read only after it has replayed everything that was committed before the request. While it is
behind or does not respond, the primary answers. Without DATABASE_REPLICA_URL, all of this does nothing.
"""

import logging
import time
from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import Any, Final, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from apps.core.monitoring import metrics

log = logging.getLogger(__name__)

T = TypeVar("T")

REPLICA: Final = "replica"
REQUEST_WAIT: Final = 0.1
"""Seconds that a request waits for a replica that is behind."""
JOB_WAIT: Final = 10.0
POLL_SECONDS: Final = 0.005
PAUSE_SECONDS: Final = 30.0
"""Seconds without another attempt after an error of the replica."""
ERRORS: Final = (OperationalError, InterfaceError)
POSITION: Final = "SELECT pg_current_wal_flush_lsn()::text"
REPLAYED: Final = "SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= %s::pg_lsn"

_reads_replica: ContextVar[bool] = ContextVar("reads_replica", default=False)
_paused_until = float("-inf")


class ReplicaRouter:
    """Sends reads inside `from_replica` to the replica, and all else to the primary."""

    def db_for_read(self, model: Any, **hints: Any) -> str:
        return read_alias()

    def db_for_write(self, model: Any, **hints: Any) -> str:
        # Not to the database of the instance, which is the replica for one that a list has read.
        return DEFAULT_DB_ALIAS

    def allow_relation(self, first: Any, second: Any, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool | None:
        return False if db == REPLICA else None


def read_alias() -> str:
    return REPLICA if _reads_replica.get() else DEFAULT_DB_ALIAS


def read_connection() -> BaseDatabaseWrapper:
    """Return the connection for SQL that belongs to a list or report."""
    return connections[read_alias()]


def from_replica(read: Callable[[], T], *, wait: float = REQUEST_WAIT) -> T:
    """Return the result of `read` with its queries on the replica, if that is fresh within `wait` seconds.

    If the replica fails meanwhile, `read` runs again on the primary.
    """
    if REPLICA not in settings.DATABASES or connections[DEFAULT_DB_ALIAS].in_atomic_block:
        # A transaction also reads its own writes.
        return read()
    if time.monotonic() < _paused_until:
        metrics.REPLICA_READS.inc(outcome="failed")
        return read()
    try:
        if not _is_fresh(wait):
            metrics.REPLICA_READS.inc(outcome="behind")
            return read()
        token = _reads_replica.set(True)
        try:
            result = read()
        finally:
            _reads_replica.reset(token)
    except ERRORS as error:
        if not connections[REPLICA].errors_occurred:
            # Of the primary, which would fail again.
            raise
        _pause(error)
        metrics.REPLICA_READS.inc(outcome="failed")
        return read()
    metrics.REPLICA_READS.inc(outcome="replica")
    return result


def reads_replica(view: Callable[..., T]) -> Callable[..., T]:
    """Let a view method that only reads use the replica."""

    @wraps(view)
    def method(*args: Any, **kwargs: Any) -> T:
        return from_replica(lambda: view(*args, **kwargs))

    return method


def _is_fresh(wait: float) -> bool:
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(POSITION)
        (position,) = cursor.fetchone() or (None,)
    until = time.monotonic() + wait
    with connections[REPLICA].cursor() as cursor:
        while True:
            cursor.execute(REPLAYED, [position])
            (fresh,) = cursor.fetchone() or (False,)
            # A server that was promoted is no replica any more, and must not be waited for.
            if fresh or time.monotonic() >= until:
                return bool(fresh)
            time.sleep(POLL_SECONDS)


def _pause(error: Exception) -> None:
    global _paused_until
    _paused_until = time.monotonic() + PAUSE_SECONDS
    log.warning("the replica failed; the primary answers for %.0f s: %s", PAUSE_SECONDS, error)
    connections[REPLICA].close()

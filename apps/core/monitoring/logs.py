"""Limits logging during an outage of Redis or PostgreSQL to one line per process and minute."""

import logging
import threading
import time
from collections.abc import Iterator
from typing import Final

import psycopg
from django.db import utils as django_errors
from redis import exceptions as redis_errors

REDIS: Final = "Redis"
POSTGRES: Final = "PostgreSQL"
EVERY_SECONDS: Final = 60.0
MAX_DETAIL: Final = 200
LOST_CONNECTION: Final = ("08", "57P")
"""SQLSTATE classes of an unreachable, stopping or starting server; not of deadlocks."""
BROKER_ERROR: Final = ("kombu.exceptions", "OperationalError")
BROKER_LOGGERS: Final = ("celery", "kombu", "channels_redis")
"""Loggers whose plain connection errors come from the broker or the channel layer."""


class OutageFilter(logging.Filter):
    """Shortens log records about a server that does not respond, and drops repetitions."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._said: dict[str, float] = {}
        self._left_out: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        found = outage_in(record)
        if found is None:
            return True
        server, error = found
        with self._lock:
            now = time.monotonic()
            if now < self._said.get(server, -EVERY_SECONDS) + EVERY_SECONDS:
                self._left_out[server] = self._left_out.get(server, 0) + 1
                return False
            self._said[server] = now
            left_out = self._left_out.pop(server, 0)
        detail = f"{type(error).__name__}: {error}"
        record.msg = "%s does not answer error=%r by=%s left_out=%s"
        record.args = (server, " ".join(detail.split())[:MAX_DETAIL], record.name, left_out)
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = record.exc_text = record.stack_info = None
        return True


def outage_in(record: logging.LogRecord) -> tuple[str, BaseException] | None:
    """Return the unavailable server and the error, if the record is about an outage."""
    errors = [record.exc_info[1]] if record.exc_info else []
    values = record.args.values() if isinstance(record.args, dict) else record.args or ()
    errors += [value for value in values if isinstance(value, BaseException)]
    for error in errors:
        for cause in _causes(error):
            server = _server_of(cause, record.name)
            if server is not None:
                return server, cause
    return None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield the error and its causes, outermost first."""
    seen: set[int] = set()
    waiting = [error]
    while waiting:
        each = waiting.pop(0)
        if each is None or id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        if isinstance(each, BaseExceptionGroup):
            waiting += each.exceptions
        waiting += [each.__cause__, each.__context__]


def _server_of(error: BaseException, logger: str) -> str | None:
    match error:
        case redis_errors.ConnectionError() | redis_errors.TimeoutError():
            return REDIS
        # By name, because web processes do not load Celery's transport.
        case Exception() if (type(error).__module__, type(error).__name__) == BROKER_ERROR:
            return REDIS
        case psycopg.OperationalError() | psycopg.InterfaceError():
            lost = error.sqlstate is None or error.sqlstate.startswith(LOST_CONNECTION)
            return POSTGRES if lost else None
        case django_errors.OperationalError() | django_errors.InterfaceError() if error.__cause__ is None:
            return POSTGRES
        case ConnectionError() | TimeoutError() if logger.startswith(BROKER_LOGGERS):
            return REDIS
    return None

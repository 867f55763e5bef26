"""Django's PostgreSQL backend, whose check of a connection before its first use mostly costs no statement."""

import select
import time
from types import TracebackType
from typing import Any, Final

from django.db.backends.postgresql import base
from django.db.utils import DatabaseErrorWrapper, OperationalError
from django.utils.functional import cached_property
from psycopg.errors import ReadOnlySqlTransaction

QUERY_EVERY: Final = 30.0
"""Seconds for which a silent socket is trusted; a connection can also be lost without a word."""


class ErrorWrapper(DatabaseErrorWrapper):
    """Turns the refusal of a write into an outage: the server is a standby since a failover."""

    def __init__(self, wrapper: base.DatabaseWrapper) -> None:
        super().__init__(wrapper)
        self.wrapper = wrapper

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            return
        if isinstance(error, ReadOnlySqlTransaction) and is_primary(self.wrapper.settings_dict):
            # The next use opens a connection, to the new primary.
            self.wrapper.errors_occurred = True
            if self.wrapper.connection is not None:
                self.wrapper.connection.close()
            raise OperationalError(*error.args).with_traceback(trace) from error
        super().__exit__(kind, error, trace)


def is_primary(settings: dict[str, Any]) -> bool:
    """Return whether the connection is one for writes."""
    return bool(settings["OPTIONS"].get("target_session_attrs") != "standby")


class DatabaseWrapper(base.DatabaseWrapper):
    queried_at = float("-inf")

    @cached_property
    def wrap_database_errors(self) -> DatabaseErrorWrapper:
        return ErrorWrapper(self)

    def is_usable(self) -> bool:
        """Query the server only after an error, when it has sent something, or once in QUERY_EVERY seconds.

        An idle connection receives nothing. A server that closes it sends an error and the end of the stream.
        """
        is_recent = time.monotonic() - self.queried_at < QUERY_EVERY
        if is_recent and not self.errors_occurred and self._is_silent():
            return True
        self.queried_at = time.monotonic()
        return super().is_usable()

    def _is_silent(self) -> bool:
        if self.connection is None or self.connection.closed:
            return False
        poll = select.poll()
        poll.register(self.connection.fileno(), select.POLLIN)
        return not poll.poll(0)

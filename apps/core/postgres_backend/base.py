"""Django's PostgreSQL backend, whose check of a connection before its first use mostly costs no statement."""

import select
import time
from typing import Final

from django.db.backends.postgresql import base

QUERY_EVERY: Final = 30.0
"""Seconds for which a silent socket is trusted; a connection can also be lost without a word."""


class DatabaseWrapper(base.DatabaseWrapper):
    queried_at = float("-inf")

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

"""Collects the estimates of this process in memory and writes them in batches.

An estimate has one statement, and its record must not add another. What is in memory when a process is
killed is lost: the records are a statistic, and no accepted work depends on them.
"""

import logging
import threading
from collections import deque
from typing import Final

from django.db import DatabaseError, connection
from redis.exceptions import RedisError

from apps.core.monitoring import metrics
from apps.core.platform import platform_settings
from apps.fares.estimates.shown import ShownEstimate
from apps.recording.quotes.records import write_quotes

log = logging.getLogger(__name__)

EVERY_SECONDS: Final = 5.0
SHUTDOWN_SECONDS: Final = 10.0
"""How long a slow database may hold up the shutdown."""
MOST: Final = 5_000
"""Estimates in memory; more are dropped and counted."""
BATCH: Final = 500


class QuoteBuffer:
    """The estimates that are not written yet; `add` takes microseconds and never waits."""

    def __init__(self) -> None:
        self._waiting: deque[ShownEstimate] = deque()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def add(self, shown: ShownEstimate) -> None:
        if not shown.estimate.options:
            return
        if len(self._waiting) >= MOST:
            metrics.QUOTES_DROPPED.inc()
            return
        self._waiting.append(shown)

    def start(self) -> None:
        """Write every few seconds from a thread, until `stop`."""
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name="quotes", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread and write what is left."""
        if self._thread is None:
            return
        self._stopping.set()
        self._thread.join(SHUTDOWN_SECONDS)
        self._thread = None

    def flush(self) -> int:
        """Write what is waiting and return the number of new records; a batch that fails is dropped.

        If the setting is off, all of it is dropped.
        """
        # Here, because the settings may need a query.
        if not platform_settings().record_quotes:
            self.clear()
        written = 0
        while batch := self._take():
            try:
                written += write_quotes(batch)
            except (DatabaseError, RedisError) as error:
                metrics.QUOTES_DROPPED.inc(len(batch))
                log.warning("quotes not recorded count=%s error=%r", len(batch), error)
        return written

    def clear(self) -> None:
        self._waiting.clear()

    def _take(self) -> list[ShownEstimate]:
        return [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]

    def _run(self) -> None:
        while not self._stopping.wait(EVERY_SECONDS):
            self._flush_and_close()
        self._flush_and_close()

    def _flush_and_close(self) -> None:
        if not self._waiting:
            return
        try:
            self.flush()
        except Exception:
            log.exception("quotes not recorded")
        finally:
            # Between batches, the thread holds no connection.
            connection.close()


BUFFER: Final = QuoteBuffer()

"""A few threads beside the event loop, for the parts of Django that wait for the database."""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

from django.db import close_old_connections, connections

LOOK_SECONDS: Final = 5.0
"""A connection that was used a moment ago is taken to be alive."""

P = ParamSpec("P")
R = TypeVar("R")

_thread = threading.local()


class Threads:
    """Each has a database connection of its own, kept from call to call."""

    def __init__(self, count: int, name: str) -> None:
        self._count = count
        self._pool = ThreadPoolExecutor(count, thread_name_prefix=name)

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call `work` in one of the threads."""

        def call() -> R:
            # Django's look at the connection costs a question to the database: not at every call.
            now = time.monotonic()
            if now - getattr(_thread, "looked_at", 0.0) > LOOK_SECONDS:
                close_old_connections()
                _thread.looked_at = now
            try:
                return work(*args, **kwargs)
            except Exception:
                close_old_connections()
                raise

        return await asyncio.get_running_loop().run_in_executor(self._pool, call)

    def stop(self) -> None:
        """Close every thread's connection and end the threads."""
        meeting = threading.Barrier(self._count)

        def close() -> None:
            # Each waits for the others, so that each thread gets one of these.
            with contextlib.suppress(threading.BrokenBarrierError):
                meeting.wait(5)
            connections.close_all()

        for future in [self._pool.submit(close) for _ in range(self._count)]:
            future.result()
        self._pool.shutdown()

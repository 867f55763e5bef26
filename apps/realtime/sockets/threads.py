"""A small thread pool for the parts of Django that block on the database."""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

from django.db import close_old_connections, connections

CHECK_SECONDS: Final = 5.0
"""A connection used more recently is not checked."""

P = ParamSpec("P")
R = TypeVar("R")

_thread = threading.local()


class Threads:
    """A pool whose threads each have a persistent database connection."""

    def __init__(self, count: int, name: str) -> None:
        self._count = count
        self._pool = ThreadPoolExecutor(count, thread_name_prefix=name)

    async def run(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call `function` in one of the threads."""

        def call() -> R:
            # Django's check of the connection costs a query, so it is not done for every call.
            now = time.monotonic()
            if now - getattr(_thread, "checked_at", 0.0) > CHECK_SECONDS:
                close_old_connections()
                _thread.checked_at = now
            try:
                return function(*args, **kwargs)
            except Exception:
                close_old_connections()
                raise

        return await asyncio.get_running_loop().run_in_executor(self._pool, call)

    def stop(self) -> None:
        """Close the connections and end the threads."""
        barrier = threading.Barrier(self._count)

        def close() -> None:
            # The barrier makes each thread run exactly one of these.
            with contextlib.suppress(threading.BrokenBarrierError):
                barrier.wait(5)
            connections.close_all()

        for future in [self._pool.submit(close) for _ in range(self._count)]:
            future.result()
        self._pool.shutdown()

"""Answers of other services, as long as they come quickly."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from typing import Final, TypeVar

Answer = TypeVar("Answer")

# Threads of their own: whoever gives up waiting leaves one behind until the service's own time-out.
_askers: Final = ThreadPoolExecutor(8, thread_name_prefix="patience")


def answered_within(seconds: float, ask: Callable[[], Answer], *, otherwise: Answer) -> Answer:
    """What `ask` answers in that time, else `otherwise`; `ask` must not use the database."""
    future: Future[Answer] = _askers.submit(ask)
    try:
        return future.result(timeout=seconds)
    except TooSlow:
        future.cancel()
        return otherwise

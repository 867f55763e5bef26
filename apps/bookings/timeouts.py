"""Calls to other services with a timeout."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as DeadlinePassed
from typing import Final, TypeVar

Result = TypeVar("Result")

# A separate pool: a call past its deadline occupies its thread until the service's own timeout.
_executor: Final = ThreadPoolExecutor(8, thread_name_prefix="timeouts")


def call_with_timeout(seconds: float, function: Callable[[], Result], *, default: Result) -> Result:
    """Return the result of `function`, or `default` after `seconds`; `function` must not use the database."""
    future: Future[Result] = _executor.submit(function)
    try:
        return future.result(timeout=seconds)
    except DeadlinePassed:
        future.cancel()
        return default

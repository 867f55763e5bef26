"""A small cache of recent responses per process."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Response = TypeVar("Response")


class RecentResponses(Generic[Response]):
    """Stores the `size` most recently used responses for at most `seconds`.

    Roads only change with a map import; `seconds` limits how long old ones are used.
    """

    def __init__(self, *, size: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._size, self._seconds, self._clock = size, seconds, clock
        self._responses: OrderedDict[Hashable, tuple[float, Response]] = OrderedDict()
        self._lock = Lock()

    def get_or_fetch(self, key: Hashable, fetch: Callable[[], Response]) -> Response:
        """Return the cached response, or fetch it; errors are not cached."""
        with self._lock:
            cached = self._responses.get(key)
            if cached is not None and self._clock() - cached[0] < self._seconds:
                self._responses.move_to_end(key)
                return cached[1]
        response = fetch()
        with self._lock:
            self._responses[key] = (self._clock(), response)
            self._responses.move_to_end(key)
            while len(self._responses) > self._size:
                self._responses.popitem(last=False)
        return response

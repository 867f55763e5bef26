"""A small memory of recent answers, one a process."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


class RecentAnswers(Generic[Answer]):
    """Keeps the `size` answers used last, none longer than `seconds`.

    Roads change with a map import alone; the seconds bound how long the old ones show.
    """

    def __init__(self, *, size: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._size, self._seconds, self._clock = size, seconds, clock
        self._answers: OrderedDict[Hashable, tuple[float, Answer]] = OrderedDict()
        self._lock = Lock()

    def get_or_fetch(self, key: Hashable, fetch: Callable[[], Answer]) -> Answer:
        """The remembered answer, else that of `ask`; what it raises is not remembered."""
        with self._lock:
            known = self._answers.get(key)
            if known is not None and self._clock() - known[0] < self._seconds:
                self._answers.move_to_end(key)
                return known[1]
        answer = fetch()
        with self._lock:
            self._answers[key] = (self._clock(), answer)
            self._answers.move_to_end(key)
            while len(self._answers) > self._size:
                self._answers.popitem(last=False)
        return answer

"""Runs scheduled actions in time order, up to now."""

import heapq
from collections.abc import Callable
from datetime import datetime
from itertools import count

Action = Callable[[datetime], None]


class Clock:
    def __init__(self, now: datetime) -> None:
        self.now = now
        self._waiting: list[tuple[datetime, int, Action]] = []
        self._order = count()

    def at(self, when: datetime, action: Action) -> None:
        """Schedule an action; one that is due after now is dropped."""
        if when < self.now:
            heapq.heappush(self._waiting, (when, next(self._order), action))

    def run(self) -> None:
        while self._waiting:
            when, _order, action = heapq.heappop(self._waiting)
            action(when)

"""Many hands at once, for so many operations; the first that fails stops them all."""

import threading
import time
from collections.abc import Callable

import httpx

from tests.payments.play.hand import Hand, Table
from tests.payments.play.moves import play_once

THREADS = 8


class Crowd:
    """`client` makes a client of the API for each thread, `leave` is called by each at its end."""

    def __init__(
        self, table: Table, client: Callable[[], httpx.Client], *, leave: Callable[[], None] = lambda: None
    ) -> None:
        self.table, self.client, self.leave = table, client, leave
        self.problems: list[BaseException] = []
        self.done = 0
        self.seconds = 0.0

    def play(
        self, operations: int, *, seed: int, meanwhile: Callable[["Crowd"], None] = lambda crowd: None
    ) -> None:
        """`meanwhile` runs in this thread, beside them."""
        began = time.perf_counter()
        threads = [
            threading.Thread(target=self._work, args=(operations // THREADS, seed * 1000 + number))
            for number in range(THREADS)
        ]
        for thread in threads:
            thread.start()
        try:
            meanwhile(self)
        finally:
            for thread in threads:
                thread.join()
        self.seconds = time.perf_counter() - began
        if self.problems:
            raise self.problems[0]

    @property
    def playing(self) -> bool:
        return not self.problems

    def _work(self, operations: int, seed: int) -> None:
        try:
            with self.client() as client:
                hand = Hand(self.table, client, seed)
                for _ in range(operations):
                    if self.problems:
                        return
                    play_once(hand)
                    with self.table.lock:
                        self.done += 1
        except BaseException as problem:
            self.problems.append(problem)
        finally:
            self.leave()

    def story(self) -> str:
        """What was done how often, and how fast."""
        lines = [f"  {count:6} {word}" for word, count in sorted(self.table.counts.items())]
        rate = self.done / max(self.seconds, 0.001)
        head = (
            f"{self.done} operations in {self.seconds:.0f} s, {rate:.0f} /s, {self.table.retries} asked again"
        )
        return "\n".join([head, *lines])

"""Runs virtual users in threads for a number of operations; the first failure stops all."""

import threading
import time
from collections.abc import Callable

import httpx

from tests.payments.stress.actions import act_once
from tests.payments.stress.virtual_user import StressRun, VirtualUser

THREADS = 8


class UserPool:
    """`client` creates an API client for each thread; each thread calls `leave` at its end."""

    def __init__(
        self, run: StressRun, client: Callable[[], httpx.Client], *, leave: Callable[[], None] = lambda: None
    ) -> None:
        self.run, self.client, self.leave = run, client, leave
        self.problems: list[BaseException] = []
        self.done = 0
        self.seconds = 0.0

    def run_actions(
        self, operations: int, *, seed: int, meanwhile: Callable[["UserPool"], None] = lambda pool: None
    ) -> None:
        """Run the operations; `meanwhile` runs in this thread at the same time."""
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
    def is_running(self) -> bool:
        return not self.problems

    def _work(self, operations: int, seed: int) -> None:
        try:
            with self.client() as client:
                user = VirtualUser(self.run, client, seed)
                for _ in range(operations):
                    if self.problems:
                        return
                    act_once(user)
                    with self.run.lock:
                        self.done += 1
        except BaseException as problem:
            self.problems.append(problem)
        finally:
            self.leave()

    def report(self) -> str:
        """Return the counts by operation and the rate."""
        lines = [f"  {count:6} {word}" for word, count in sorted(self.run.counts.items())]
        rate = self.done / max(self.seconds, 0.001)
        head = f"{self.done} operations in {self.seconds:.0f} s, {rate:.0f} /s, {self.run.retries} retries"
        return "\n".join([head, *lines])

"""Prices the parts of a replay in a process for each core; the results do not depend on their number."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe, wait
from types import TracebackType
from typing import Final, Self

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections

from apps.bookings.replay.part import Priced, Replayer, Work
from apps.bookings.replay.summary import Summary
from apps.bookings.replay.trips import Part

FEW: Final = 10
"""Up to so many parts are done sooner than other processes have started."""
AHEAD: Final = 4
"""How many parts for each process may wait for an earlier one, which bounds the memory."""
STOP_SECONDS: Final = 5.0


class ProcessEnded(Exception):
    """A process of the replay ended before its work was done; most often it was killed for lack of memory."""


@dataclass(frozen=True, slots=True)
class Start:
    """The first message to a process."""

    work: Work
    database: str
    """The name of the database, which in tests is not that of the settings."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The last message of a process whose work raised an error."""

    error: str


def pool_for(work: Work, parts: Sequence[Part]) -> "InThisProcess | Processes":
    """Return what prices so many parts soonest on this machine."""
    # Not on every system.
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if cores < 2 or len(parts) <= FEW:  # two make it parallel
        return InThisProcess(work)
    return Processes(work, min(cores, len(parts)))


class InThisProcess:
    def __init__(self, work: Work) -> None:
        self.replayer = Replayer(work)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        pass

    def price(self, parts: Sequence[Part]) -> Iterator[Priced]:
        """Yield the parts in their order."""
        return map(self.replayer.price, parts)

    def summary(self) -> Summary:
        return self.replayer.summary


class Processes:
    """Processes of their own, because a Celery worker's child may not have children by multiprocessing."""

    def __init__(self, work: Work, count: int) -> None:
        self.start = Start(work, str(connections[DEFAULT_DB_ALIAS].settings_dict["NAME"]))
        self.count = count
        self.children: dict[Connection, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Self:
        try:
            for _number in range(self.count):
                self._start_child()
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def price(self, parts: Sequence[Part]) -> Iterator[Priced]:
        """Yield the parts in their order. Raises ProcessEnded."""
        todo, done = iter(parts), {}
        idle, sent, following = list(self.children), 0, 0
        while following < len(parts):
            while idle and sent < len(parts) and sent < following + AHEAD * self.count:
                self._send(idle.pop(), next(todo))
                sent += 1
            for child in wait([child for child in self.children if child not in idle]):
                assert isinstance(child, Connection)
                priced = self._receive(child)
                assert isinstance(priced, Priced)
                done[priced.part] = priced
                idle.append(child)
            while following < len(parts) and parts[following].number in done:
                yield done.pop(parts[following].number)
                following += 1

    def summary(self) -> Summary:
        """Return the sum of all processes. Raises ProcessEnded."""
        total = Summary()
        for child in self.children:
            self._send(child, None)
            summary = self._receive(child)
            assert isinstance(summary, Summary)
            total.merge(summary)
        return total

    def _start_child(self) -> None:
        ours, theirs = Pipe()
        with theirs:
            command = [sys.executable, "-m", "apps.bookings.replay.child", str(theirs.fileno())]
            child = subprocess.Popen(  # no input of a user
                command, pass_fds=[theirs.fileno()], cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL
            )
        self.children[ours] = child
        self._send(ours, self.start)

    def _send(self, child: Connection, message: object) -> None:
        try:
            child.send(message)
        except OSError as error:
            raise self._ended(child) from error

    def _receive(self, child: Connection) -> object:
        try:
            message = child.recv()
        except (EOFError, OSError) as error:
            raise self._ended(child) from error
        if isinstance(message, Failed):
            raise RuntimeError(message.error)
        return message

    def _ended(self, child: Connection) -> ProcessEnded:
        process = self.children[child]
        with suppress(subprocess.TimeoutExpired):
            process.wait(STOP_SECONDS)
        return ProcessEnded(f"a process of the replay ended with code {process.returncode}")

    def _stop(self) -> None:
        for ours, process in self.children.items():
            ours.close()
            process.kill()
        for process in self.children.values():
            process.wait()
        self.children.clear()

"""Runs several processes together, with combined output, and stops them together.

honcho does the same, but kill -9 leaves its processes running; a Child has a death signal.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import sys
import time
from collections.abc import Callable, Sequence
from types import FrameType
from typing import TextIO

from embedded.child import Child

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
COLOURS = ("36", "33", "32", "35", "34", "96", "93", "92")


class Stopped(BaseException):
    """A signal arrived before the supervisor started watching."""


class Supervisor:
    """Runs children from `add` until the end of the `with` block. Then it stops the processes at the same
    time, and after them the servers in reverse order.

    Ctrl-C, SIGTERM and SIGHUP end it cleanly. A second Ctrl-C no longer waits. When it is killed with -9,
    the kernel ends its children.
    """

    def __init__(self, *, output: TextIO | None = None, parent_pid: int | None = None) -> None:
        self.children: list[Child] = []
        self._optional: set[str] = set()
        self._servers: set[str] = set()
        self._output = output or sys.stdout
        self._parent_pid = parent_pid
        self._selector = selectors.DefaultSelector()
        self._unfinished: dict[int, bytes] = {}
        self._watching = False
        self._signals = 0
        self._previous: dict[int, object] = {}

    def __enter__(self) -> Supervisor:
        for number in STOP_SIGNALS:
            self._previous[number] = signal.signal(number, self._on_signal)
        return self

    def __exit__(self, *_: object) -> None:
        self._watching = True
        self.stop_all()
        for number, handler in self._previous.items():
            signal.signal(number, handler)  # type: ignore[arg-type]  # what signal() returned itself

    def add(self, child: Child, *, essential: bool = True, server: bool = False) -> None:
        """Watch a child, whether started or not. When an essential one ends, everything ends."""
        self.children.append(child)
        if server:
            self._servers.add(child.name)
        if not essential:
            self._optional.add(child.name)

    def start(self) -> None:
        """Start the children that are not running."""
        for child in self.children:
            if not child.alive:
                child.start()
                self._watch_output(child)

    def run(self, until: Callable[[], bool] | None = None) -> int | None:
        """Watch until a signal (0), the end of an essential child (1), or `until` is true (None)."""
        self.start()
        self._watching = True
        while not self._signals:
            if until is not None and until():
                return None
            self._copy_output(0.2)
            ended = [child for child in self.children if not child.alive and child.name not in self._optional]
            if ended:
                self._copy_output(0)
                for child in ended:
                    self._print(child, f"ended with code {child.returncode}; stopping everything.")
                return 1
            if self._parent_pid is not None and os.getppid() != self._parent_pid:
                return 0
        return 0

    def stop_all(self) -> None:
        """Stop every child and show its remaining output."""
        last_first = self.children[::-1]
        self._stop([child for child in last_first if child.name not in self._servers])
        for child in last_first:
            if child.name in self._servers:
                self._stop([child])
        self._selector.close()
        self._selector = selectors.DefaultSelector()

    def _stop(self, children: Sequence[Child]) -> None:
        began = time.monotonic()
        for child in children:
            child.signal(child.stop_signal)
        for child in children:
            while child.alive and time.monotonic() < began + child.stop_seconds and self._signals < 2:
                self._copy_output(0.05)
            if child.alive:
                self._print(child, f"still running after {time.monotonic() - began:.0f} s, killed.")
            child.sweep()
        self._copy_output(0)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self._signals += 1
        if not self._watching:
            # Restored once, because a further Ctrl-C must not interrupt the shutdown.
            self._watching = True
            raise Stopped

    def _watch_output(self, child: Child) -> None:
        if child.process is None or child.process.stdout is None:
            return
        self._selector.register(child.process.stdout, selectors.EVENT_READ, child)

    def _copy_output(self, seconds: float) -> None:
        """Copy the children's output, in whole lines."""
        if not self._selector.get_map():
            time.sleep(seconds)
            return
        for key, _ in self._selector.select(seconds):
            chunk = os.read(key.fd, 65536)
            lines = (self._unfinished.pop(key.fd, b"") + chunk).split(b"\n")
            if chunk:
                self._unfinished[key.fd] = lines.pop()
            else:
                self._selector.unregister(key.fileobj)
            for line in lines:
                if line:
                    self._print(key.data, line.decode(errors="replace"))

    def _print(self, child: Child, line: str) -> None:
        width = max(len(each.name) for each in self.children)
        prefix = f"{child.name:<{width}} | "
        if self._output.isatty():
            colour = COLOURS[self.children.index(child) % len(COLOURS)]
            prefix = f"\033[{colour}m{prefix}\033[0m"
        # A closed terminal must not prevent stopping the children.
        with contextlib.suppress(OSError):
            print(f"{prefix}{line}", file=self._output, flush=True)

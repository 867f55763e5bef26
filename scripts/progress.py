"""Shows progress of slow steps: a spinner at a terminal, plain lines elsewhere."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import shorten
from types import TracebackType

from embedded.child import Child
from embedded.errors import EmbeddedError

QUIET_SECONDS = 2.0
PLAIN_INTERVAL_SECONDS = 15.0
PLAIN_WIDTH = 120
FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
LOGS = Path(__file__).resolve().parent.parent / ".hansom" / "logs"


class StepFailed(EmbeddedError):
    """A command of a step failed; `log_tail` is the end of its output."""

    def __init__(self, message: str, log_tail: str) -> None:
        super().__init__(message)
        self.log_tail = log_tail


class Progress:
    """One step; shown with its duration if it takes more than two seconds."""

    def __init__(self, title: str) -> None:
        self.title = title
        self._terminal = sys.stdout.isatty()
        self._done = threading.Event()
        self._began = time.monotonic()
        self._detail = ""
        self._shown = False
        self._thread = threading.Thread(target=self._show, daemon=True)

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._began

    def __enter__(self) -> Progress:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        self._thread.join()
        if self._terminal and self._shown:
            print("\r\033[K", end="")
        if kind is not None:
            print(f"✗ {self.title} ({self.seconds:.0f} s)", flush=True)
            if isinstance(error, StepFailed):
                print(error.log_tail, file=sys.stderr, flush=True)
        elif self._shown or self.seconds >= QUIET_SECONDS:
            print(f"✓ {self.title} ({self.seconds:.0f} s)", flush=True)

    def run(
        self,
        command: Sequence[str],
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        hint: str = "",
    ) -> None:
        """Run a command without its output; show the last line while it runs, and the end if it fails."""
        log = LOGS / (self.title.lower().replace(" ", "-") + ".log")
        log.unlink(missing_ok=True)
        child = Child("step", command, cwd=cwd, env=env, log=log)
        child.start()
        try:
            while not child.wait(0.1):
                self._detail = child.last_lines(1)
        finally:
            child.stop()
            self._detail = ""
        if child.returncode:
            log_tail = child.last_lines(15)
            raise StepFailed(f"{self.title} failed. {hint or f'See {log}.'}", log_tail)

    def _show(self) -> None:
        if self._done.wait(QUIET_SECONDS if not self._terminal else 0.3):
            return
        self._shown = True
        frame = 0
        while True:
            self._draw(frame)
            frame += 1
            if self._done.wait(0.1 if self._terminal else PLAIN_INTERVAL_SECONDS):
                return

    def _draw(self, frame: int) -> None:
        if self._terminal:
            width = os.get_terminal_size().columns
            line = f"{FRAMES[frame % len(FRAMES)]} {self.title} {self.seconds:.0f} s  {self._detail}"
            print(f"\r\033[K{line[: width - 1]}", end="", flush=True)
        elif frame == 0:
            print(f"… {self.title}", flush=True)
        else:
            detail = f": {shorten(self._detail, PLAIN_WIDTH, placeholder=' …')}" if self._detail else ""
            print(f"… {self.title}, {self.seconds:.0f} s so far{detail}", flush=True)

"""A child process that the kernel kills when its parent dies."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

PR_SET_PDEATHSIG = 1
# Loaded before any fork, because importing between fork and exec can deadlock.
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def _set_death_signal(death_signal: int, user_id: int | None) -> Callable[[], None]:
    parent = os.getpid()

    def before_exec() -> None:
        if user_id is not None:
            os.setgroups([])
            os.setgid(user_id)
            os.setuid(user_id)
        if _libc is not None:
            # After setuid, because a change of credentials clears the death signal.
            _libc.prctl(PR_SET_PDEATHSIG, death_signal, 0, 0, 0)
            if os.getppid() != parent:
                os._exit(1)

    return before_exec


class Child:
    """A process in its own session, so that Ctrl-C reaches only the supervisor.

    Start it from a thread that lives as long as the child should: the kernel's death signal follows the
    thread that forked, not the process.
    """

    def __init__(
        self,
        name: str,
        argv: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        log: Path | None = None,
        stop_signal: int = signal.SIGTERM,
        stop_seconds: float = 10.0,
        death_signal: int = signal.SIGKILL,
        user_id: int | None = None,
    ) -> None:
        self.name = name
        self.argv = list(argv)
        self.env = dict(env) if env is not None else None
        self.cwd = cwd
        self.log = log
        self.stop_signal = stop_signal
        self.stop_seconds = stop_seconds
        self.death_signal = death_signal
        self.user_id = user_id
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        if self.process is None:
            raise RuntimeError(f"{self.name} was not started")
        return self.process.pid

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def returncode(self) -> int | None:
        return None if self.process is None else self.process.poll()

    def start(self) -> None:
        """Start the process; output goes to the log file if given, otherwise to `self.process.stdout`."""
        if self.alive:
            raise RuntimeError(f"{self.name} is already running")
        if self.log is None:
            self.process = self._spawn(subprocess.PIPE)
            return
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as output:
            self.process = self._spawn(output.fileno())

    def _spawn(self, output: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self.argv,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=self.env,
            cwd=self.cwd,
            start_new_session=True,
            preexec_fn=_set_death_signal(self.death_signal, self.user_id),
        )

    def signal(self, number: int) -> None:
        if self.alive:
            os.kill(self.pid, number)

    def stop(self) -> None:
        """Terminate the process, kill it after `stop_seconds`, and kill its remaining children."""
        self.signal(self.stop_signal)
        self.wait(self.stop_seconds)
        self.sweep()

    def kill(self) -> None:
        """Kill this process with SIGKILL, like a crash."""
        self.signal(signal.SIGKILL)
        if self.process is not None:
            self.process.wait()

    def wait(self, seconds: float) -> bool:
        """Return True once the process has ended, False after `seconds`."""
        if self.process is None:
            return True
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def restart(self) -> None:
        self.stop()
        self.start()

    def sweep(self) -> None:
        """Kill what is left of the process and its children."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def last_lines(self, count: int = 5) -> str:
        """Return the end of the log, for error messages."""
        if self.log is None or not self.log.exists():
            return ""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-count:])


def stop_together(children: Iterable[Child]) -> None:
    """Terminate all processes, then wait: as long as the slowest takes, not the sum."""
    stopping = list(children)
    for child in stopping:
        child.signal(child.stop_signal)
    for child in stopping:
        child.wait(child.stop_seconds)
        child.sweep()


def wait_until(ready: Callable[[], bool], *, seconds: float, child: Child | None = None) -> bool:
    """Poll `ready` until it is true; return False after the timeout or when the child dies."""
    deadline = time.monotonic() + seconds
    pause = 0.005
    while time.monotonic() < deadline:
        if ready():
            return True
        if child is not None and not child.alive:
            return False
        time.sleep(pause)
        pause = min(pause * 1.5, 0.25)
    return False

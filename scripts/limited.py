"""Runs a command with a time limit and passes its output through line by line."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

GRACE = 10.0


def run_limited(
    command: Sequence[str],
    *,
    cwd: Path,
    seconds: float,
    on_line: Callable[[str], None],
    env: Mapping[str, str] | None = None,
) -> int | None:
    """Return the exit code of `command`, or None when it was stopped after `seconds`.

    The command gets its own process group; what is left of the group when the command ends is killed. A
    process that left the group may keep the output open; it is not waited for.
    """
    process = subprocess.Popen(
        command,
        cwd=cwd,
        env=env,
        # A background process group may not read the terminal.
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        process_group=0,
    )
    reader = threading.Thread(target=_read, args=(process, on_line), daemon=True)
    reader.start()
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        _stop(process, signal.SIGTERM)
        return None
    except KeyboardInterrupt:
        # Ctrl-C reaches only the foreground process group, which does not include this command.
        _stop(process, signal.SIGINT)
        raise
    finally:
        _signal(process, signal.SIGKILL)
        reader.join(GRACE)


def _read(process: subprocess.Popen[str], on_line: Callable[[str], None]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        on_line(line)


def _stop(process: subprocess.Popen[str], first: signal.Signals) -> None:
    _signal(process, first)
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        _signal(process, signal.SIGKILL)
        process.wait()


def _signal(process: subprocess.Popen[str], number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, number)

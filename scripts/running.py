"""Management commands with the environment of the platform that runs in this checkout."""

from __future__ import annotations

import fcntl
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from embedded.errors import EmbeddedError
from embedded.stack import Stack
from scripts import launch
from scripts.bootstrap import ROOT

SERVERS = ("DATABASE_URL", "REDIS_URL")
NOT_RUNNING = (
    "The platform does not run: start it with `make run` in another terminal, "
    "or name its servers by DATABASE_URL and REDIS_URL."
)


def manage() -> int:  # noqa: RET503  # execve does not return
    """Becomes `manage.py` with the arguments of this process; 1 when there is no platform to work on."""
    arguments = sys.argv[1:]
    if not arguments:
        print('hansom: Say which command: make manage ARGS="verify_ledger"', file=sys.stderr)
        return 1
    try:
        stack = running_stack()
    except EmbeddedError as error:
        print(f"hansom: {error}", file=sys.stderr)
        return 1
    command = stack.manage(*arguments)
    os.execve(command[0], command, stack.env)  # noqa: S606  # the same command, no shell


def running_stack() -> Stack:
    """The stack of this checkout as its run sees it. Raises EmbeddedError where nothing runs."""
    environ = environment_of_run()
    if environ is None:
        if not all(name in os.environ for name in SERVERS):
            raise EmbeddedError(NOT_RUNNING)
        environ = dict(os.environ)
    port = environ.get("PORT", "8000")
    return Stack(
        ROOT,
        home=launch.HOME,
        state_dir=launch.HOME,
        port=int(port) if port.isdigit() else 8000,
        environ=environ,
    )


def environment_of_run() -> Mapping[str, str] | None:
    """What `make run` was started with, over our own; None where it does not run."""
    pid = pid_of_run()
    if pid is None:
        return None
    theirs = Path(f"/proc/{pid}/environ")
    if not theirs.exists():
        return dict(os.environ)
    pairs = (part.partition("=") for part in theirs.read_bytes().decode(errors="replace").split("\0") if part)
    # The terminal is the caller's: its width, its colours, what Python shows.
    return dict(os.environ) | {name: value for name, _, value in pairs}


def pid_of_run() -> int | None:
    """The process that holds the lock of `make run`."""
    try:
        with (launch.HOME / "run.lock").open() as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                text = lock.read().strip()
                return int(text) if text.isdigit() else None
    except FileNotFoundError:
        pass
    return None

"""Runs management commands with the environment of the platform that runs in this checkout."""

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
    "The platform is not running: start it with `make run` in another terminal, "
    "or set DATABASE_URL and REDIS_URL."
)


def manage() -> int:  # noqa: RET503  # execve does not return
    """Replace this process with `manage.py` and its arguments; 1 if no platform is running."""
    arguments = sys.argv[1:]
    if not arguments:
        print('hansom: Name a command: make manage ARGS="verify_ledger"', file=sys.stderr)
        return 1
    try:
        stack = running_stack()
    except EmbeddedError as error:
        print(f"hansom: {error}", file=sys.stderr)
        return 1
    command = stack.manage(*arguments)
    os.execve(command[0], command, stack.env)  # noqa: S606  # the same command, no shell


def running_stack() -> Stack:
    """Return the stack of the running platform. Raises EmbeddedError if there is none."""
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
        running=True,
    )


def environment_of_run() -> Mapping[str, str] | None:
    """Return the environment of `make run` over our own; None if it is not running."""
    pid = pid_of_run()
    if pid is None:
        return None
    theirs = Path(f"/proc/{pid}/environ")
    if not theirs.exists():
        return dict(os.environ)
    pairs = (part.partition("=") for part in theirs.read_bytes().decode(errors="replace").split("\0") if part)
    # Terminal settings are the caller's: width, colours, Python's output.
    return dict(os.environ) | {name: value for name, _, value in pairs}


def pid_of_run() -> int | None:
    """Return the process that holds the lock of `make run`."""
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

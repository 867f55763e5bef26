"""Prepares the servers, the database and the demo city, then supervises the Procfile."""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import json
import os
import signal
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from embedded import demo_extract, osrm
from embedded.child import Child
from embedded.errors import EmbeddedError, PortTaken
from embedded.ports import is_free
from embedded.server import Server
from embedded.stack import DATABASE, Stack
from embedded.supervisor import Stopped, Supervisor
from scripts import frontend
from scripts.bootstrap import ROOT
from scripts.progress import Progress

HOME = ROOT / ".hansom"
READY_SECONDS = 90


def main() -> int:
    """Return exit code 0 after Ctrl-C, 1 when something failed or ended."""
    parser = argparse.ArgumentParser(prog="make run", description=__doc__)
    parser.add_argument("--simulate", nargs=2, type=int, metavar=("DRIVERS", "RIDERS"))
    options = parser.parse_args()
    return supervised(lambda supervisor: run(supervisor, options.simulate))


def import_map() -> int:
    """Import an OpenStreetMap extract into the database of this checkout."""
    parser = argparse.ArgumentParser(prog="make import-map", description=import_map.__doc__)
    parser.add_argument("extract")
    parser.add_argument("name")
    options = parser.parse_args()
    return supervised(lambda supervisor: import_city(supervisor, options.extract, options.name))


def supervised(work: Callable[[Supervisor], int]) -> int:
    # Otherwise the servers would survive a killed `make`.
    parent = os.getppid() if "MAKELEVEL" in os.environ else None
    supervisor = Supervisor(parent_pid=parent)
    try:
        with supervisor, only_run_of_this_checkout():
            return work(supervisor)
    except Stopped:
        return 0
    except EmbeddedError as error:
        print(f"hansom: {error}", file=sys.stderr)
        return 1


def import_city(supervisor: Supervisor, extract: str, name: str) -> int:
    if not name or not ("://" in extract or Path(extract).is_file()):
        raise EmbeddedError(
            'Name the extract and the city: make import-map EXTRACT=city.osm.pbf NAME="My City"'
        )
    stack = make_stack()
    start_databases(stack, supervisor)
    with Progress(f"Importing {name}") as progress:
        progress.run(stack.manage("migrate", "--no-input"), env=stack.env, cwd=ROOT)
        progress.run(stack.manage("import_map", extract, "--name", name), env=stack.env, cwd=ROOT)
    return 0


def run(supervisor: Supervisor, simulate: list[int] | None) -> int:
    began = time.monotonic()
    stack = make_stack()
    if not is_free(stack.port):
        raise PortTaken(stack.port, remedy=f"use another: PORT={stack.port + 1} make run")
    prepare(stack, supervisor)
    for child in stack.processes().values():
        supervisor.add(child)
    code = supervisor.run(until=ready_check(stack))
    if code is not None:
        return code
    announce(stack, time.monotonic() - began)
    if simulate:
        supervisor.add(simulator(stack, *simulate), essential=False)
    return supervisor.run() or 0


def make_stack() -> Stack:
    try:
        port = int(os.environ.get("PORT", "8000"))
    except ValueError:
        raise EmbeddedError(f"PORT must be a number, not {os.environ['PORT']!r}.") from None
    return Stack(ROOT, home=HOME, state_dir=HOME, port=port, environ=os.environ)


def prepare(stack: Stack, supervisor: Supervisor) -> None:
    """Start the servers, migrate, and ensure a map and demo data; fast if nothing is missing.

    On the first run the demo gets a history, which needs the router; HANSOM_EMPTY=1 skips it.
    """
    build = frontend.build()
    start_databases(stack, supervisor)
    with Progress("Fetching the demo city"):
        extract = demo_extract.ensure_extract(HOME)
    stamp = stack.state_dir / "static.stamp"
    wanted = f"{build} {(ROOT / 'requirements.txt').stat().st_mtime_ns}"
    stale = not stamp.exists() or stamp.read_text() != wanted
    history_stamp = stack.state_dir / "history.stamp"
    needs_history = wants_history(os.environ) and not history_stamp.exists()
    command = [sys.executable, "-m", "scripts.prepare_database", str(extract), demo_extract.NAME]
    flags = [*(["--static"] if stale else []), *(["--unseeded"] if needs_history else [])]
    with Progress("Preparing the database and the map") as progress:
        progress.run([*command, *flags], env=stack.env, cwd=ROOT)
    stamp.write_text(wanted)
    start(stack.osrm, supervisor)
    if needs_history:
        with Progress("Creating two months of demo trips") as progress:
            progress.run(stack.manage("seed_demo", "--history"), env=stack.env, cwd=ROOT)
        history_stamp.touch()


def wants_history(environ: Mapping[str, str]) -> bool:
    """Return whether a new demo starts with a history: unless HANSOM_EMPTY is set."""
    return environ.get("HANSOM_EMPTY", "") in ("", "0")


def start_databases(stack: Stack, supervisor: Supervisor) -> None:
    if not osrm.is_installed(HOME):
        with Progress("Fetching the road router"):
            osrm.ensure_installed(HOME)
    for server in (stack.postgres, stack.redis):
        start(server, supervisor)
    if stack.postgres:
        stack.postgres.create_database(DATABASE)


def start(server: Server | None, supervisor: Supervisor) -> None:
    if server is None:
        return
    # Add to the supervisor first, so that it stops every process.
    supervisor.add(server.child, server=True)
    with Progress(f"Starting {server.title}"):
        server.start()


def ready_check(stack: Stack) -> Callable[[], bool]:
    """Return a function that checks whether the web process is ready."""
    deadline = time.monotonic() + READY_SECONDS

    def is_ready() -> bool:
        if time.monotonic() > deadline:
            raise EmbeddedError(f"{stack.url}/readyz was not ready within {READY_SECONDS} s.")
        return stack.is_ready()

    return is_ready


def announce(stack: Stack, seconds: float) -> None:
    print(f"\n  Hansom runs at {stack.url} (ready in {seconds:.0f} s). Ctrl-C stops it.\n")
    accounts = demo_accounts(stack)
    if accounts:
        print("  Demo log-ins:")
        width = max(len(account["email"]) for account in accounts)
        for account in accounts:
            print(f"    {account['role']:<11} {account['email']:<{width}}  {account['password']}")
        print()
        print(f"  Emails, text messages and push notifications: {stack.url}/dev/outbox/\n")
    sys.stdout.flush()


def demo_accounts(stack: Stack) -> list[dict[str, str]]:
    url = f"http://127.0.0.1:{stack.port}/api/v1/settings/public/"
    with urllib.request.urlopen(url, timeout=5) as answer:
        demo = json.load(answer).get("demo") or {}
    return list(demo.get("accounts", []))


def simulator(stack: Stack, drivers: int, riders: int) -> Child:
    command = stack.manage("simulate", "--drivers", str(drivers), "--riders", str(riders))
    # On SIGINT it prints the number of trips.
    return Child("simulate", command, env=stack.env, cwd=ROOT, stop_signal=signal.SIGINT)


@contextlib.contextmanager
def only_run_of_this_checkout() -> Iterator[None]:
    """Two runs on one database folder would corrupt it; the kernel releases the lock with the process."""
    HOME.mkdir(exist_ok=True)
    with Path(HOME / "run.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            message = f"Already running in this checkout (process {lock.read().strip()}); stop it first."
            raise EmbeddedError(message) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield

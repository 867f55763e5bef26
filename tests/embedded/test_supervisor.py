"""The supervisor as a real process, ended in every way."""

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from embedded.child import wait_until

TIMEOUT = 60
"""Timeout in seconds, also on a busy machine."""
ROOT = Path(__file__).resolve().parents[2]
# A child that starts a grandchild and writes both pids; with an argument, both ignore SIGTERM.
CHILD = """
import os, signal, subprocess, sys, time
def end_slowly(*_):
    time.sleep(0.5)
    os.kill(int(open(sys.argv[1].replace(sys.argv[2], "database")).read().split()[0]), 0)
    print("the database was up to the end of", sys.argv[2], flush=True)
    sys.exit()
if "slow" in sys.argv: signal.signal(signal.SIGTERM, end_slowly)
if sys.argv[3].startswith("deaf"): signal.signal(signal.SIGTERM, signal.SIG_IGN)
grandchild = subprocess.Popen(["sleep", "600"])
open(sys.argv[1], "w").write(f"{os.getpid()} {grandchild.pid}")
print("started", sys.argv[2], flush=True)
if "brief" in sys.argv:
    # Not before the others have written down their pids.
    while not os.path.exists(sys.argv[1].replace(sys.argv[2], "web")): time.sleep(0.05)
    time.sleep(0.2)
    sys.exit(3)
time.sleep(600)
"""
SUPERVISOR = """
import sys
from pathlib import Path
from embedded.child import Child
from embedded.supervisor import Supervisor
folder, *specs = sys.argv[1:]
with Supervisor() as supervisor:
    for spec in specs:
        name, _, mode = spec.partition(":")
        argv = [sys.executable, f"{folder}/child.py", f"{folder}/{name}.pid", name, mode]
        kind = {"essential": mode != "brief-bystander", "server": name == "database"}
        supervisor.add(Child(name, argv, stop_seconds=600 if mode == "deaf-patient" else 1), **kind)
    code = supervisor.run()
sys.exit(code)
"""


def is_running(pid: int) -> bool:
    """Return whether the process runs; a zombie does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


class Run:
    def __init__(self, folder: Path, *specs: str) -> None:
        self.folder = folder
        self.names = [spec.partition(":")[0] for spec in specs]
        (folder / "child.py").write_text(CHILD)
        self.process = subprocess.Popen(
            [sys.executable, "-c", SUPERVISOR, str(folder), *specs],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        assert wait_until(lambda: all(self.pids(name) for name in self.names), seconds=TIMEOUT)

    def pids(self, name: str) -> list[int]:
        path = self.folder / f"{name}.pid"
        return [int(pid) for pid in path.read_text().split()] if path.exists() else []

    def children_gone(self) -> bool:
        return not any(is_running(self.pids(name)[0]) for name in self.names)

    def all_have_ended(self) -> bool:
        """Wait for the kernel to end grandchildren, for which no one waits."""
        pids = [pid for name in self.names for pid in self.pids(name)]
        return wait_until(lambda: not any(map(is_running, pids)), seconds=TIMEOUT)


@pytest.fixture
def supervised(tmp_path: Path) -> Iterator[Callable[..., Run]]:
    runs: list[Run] = []

    def start(*specs: str) -> Run:
        runs.append(Run(tmp_path, *specs))
        return runs[-1]

    yield start
    for run in runs:
        run.process.kill()
        for name in run.names:
            for pid in filter(is_running, run.pids(name)):
                os.kill(pid, signal.SIGKILL)


def test_ctrl_c_leaves_no_child_and_no_grandchild(supervised: Callable[..., Run]) -> None:
    run = supervised("web", "worker")
    run.process.send_signal(signal.SIGINT)
    output, _ = run.process.communicate(timeout=TIMEOUT)
    assert run.process.returncode == 0
    assert run.all_have_ended()
    assert "web    | started web" in output
    assert "worker | started worker" in output


def test_sigterm_ends_a_child_that_ignores_sigterm(supervised: Callable[..., Run]) -> None:
    run = supervised("web:deaf", "worker")
    run.process.send_signal(signal.SIGTERM)
    assert run.process.wait(TIMEOUT) == 0
    assert run.all_have_ended()


def test_closed_terminal_ends_everything(tmp_path: Path) -> None:
    (tmp_path / "child.py").write_text(CHILD)
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        os.execv(sys.executable, [sys.executable, "-c", SUPERVISOR, str(tmp_path), "web", "worker"])
    pid_files = [tmp_path / "web.pid", tmp_path / "worker.pid"]
    assert wait_until(lambda: all(map(Path.exists, pid_files)), seconds=TIMEOUT)
    assert wait_until(lambda: all(path.read_text() for path in pid_files), seconds=TIMEOUT)
    pids = [int(pid) for path in pid_files for pid in path.read_text().split()]
    os.close(terminal)
    os.waitpid(pid, 0)
    assert wait_until(lambda: not any(map(is_running, pids)), seconds=TIMEOUT)


def test_second_ctrl_c_does_not_wait(supervised: Callable[..., Run]) -> None:
    run = supervised("web:deaf-patient", "worker:deaf-patient", "beat:deaf-patient")
    # Each child has a timeout of ten minutes. The kernel merges two signals sent at once.
    end = time.monotonic() + TIMEOUT
    while run.process.poll() is None and time.monotonic() < end:
        run.process.send_signal(signal.SIGINT)
        time.sleep(0.5)
    assert run.process.poll() == 0
    assert run.all_have_ended()


def test_kill_9_of_the_supervisor_leaves_no_child(supervised: Callable[..., Run]) -> None:
    run = supervised("web", "worker:deaf")
    run.process.kill()
    run.process.wait()
    assert wait_until(run.children_gone, seconds=TIMEOUT)


def test_servers_stop_after_the_processes_that_use_them(supervised: Callable[..., Run]) -> None:
    run = supervised("database", "web:slow", "worker:slow")
    run.process.send_signal(signal.SIGINT)
    output, _ = run.process.communicate(timeout=TIMEOUT)
    assert "the database was up to the end of web" in output
    assert "the database was up to the end of worker" in output
    assert run.process.returncode == 0
    assert run.all_have_ended()


def test_end_of_an_essential_child_ends_all_with_an_error(supervised: Callable[..., Run]) -> None:
    run = supervised("web", "beat:brief")
    output, _ = run.process.communicate(timeout=TIMEOUT)
    assert run.process.returncode == 1
    assert "beat | ended with code 3" in output
    assert run.all_have_ended()


def test_end_of_another_child_ends_no_other(supervised: Callable[..., Run]) -> None:
    run = supervised("web", "demo:brief-bystander")
    os.kill(run.pids("demo")[0], signal.SIGKILL)
    assert wait_until(lambda: not is_running(run.pids("demo")[0]), seconds=TIMEOUT)
    time.sleep(0.6)
    assert run.process.poll() is None
    assert is_running(run.pids("web")[0])

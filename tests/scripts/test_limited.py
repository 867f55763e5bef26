"""A suite has a time limit, and does not wait for processes that it leaves behind."""

import os
import sys
import time
from pathlib import Path

import pytest

from scripts.limited import run_limited

HERE = Path(__file__).parent
# A limit that is reached only if the test fails.
NEVER = 60


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def ended(pid: int) -> bool:
    """Return whether the process has ended; a killed one stays a zombie until its parent reads it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


def wait_until_ended(pid: int) -> bool:
    until = time.monotonic() + 10
    while not ended(pid) and time.monotonic() < until:
        time.sleep(0.02)
    return ended(pid)


def test_lines_and_exit_code_are_passed_on() -> None:
    lines: list[str] = []
    code = "import sys; print('one'); print('two', file=sys.stderr); sys.exit(3)"
    assert run_limited(python(code), cwd=HERE, seconds=NEVER, on_line=lines.append) == 3
    assert sorted(lines) == ["one\n", "two\n"]


def test_command_over_its_limit_is_stopped_with_its_children() -> None:
    lines: list[str] = []
    command = ["sh", "-c", "sleep 600 & echo $!; wait"]
    assert run_limited(command, cwd=HERE, seconds=2, on_line=lines.append) is None
    assert wait_until_ended(int(lines[0]))


def test_process_left_behind_with_the_output_open_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scripts.limited.GRACE", 0.1)
    lines: list[str] = []
    code = (
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'],"
        " start_new_session=True)\n"
        "print(child.pid, flush=True)"
    )
    assert run_limited(python(code), cwd=HERE, seconds=NEVER, on_line=lines.append) == 0
    left = int(lines[0])
    assert not ended(left)
    os.kill(left, 9)

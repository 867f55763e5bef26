"""Runs all test suites, also after a failure, and repeats their summary lines at the end."""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from embedded import chromium
from embedded.errors import EmbeddedError
from scripts import frontend
from scripts.bootstrap import ROOT
from scripts.limited import run_limited
from scripts.progress import LOGS, Progress

# pytest: "12 passed, 1 skipped in 3.21s"; vitest: "Tests  12 passed (12)".
CLOSING = re.compile(r"(\d+ (passed|failed|error|skipped|deselected).* in [\d.]+s|no tests ran|^\s*Tests\s)")
ANSI = re.compile(r"\x1b\[[0-9;]*m")
NO_TESTS = 5

# For all suites. CI ends a run after 90 minutes without showing its output.
MINUTES = 80
SOAK_MINUTES = 240

UNIT = "not slow and not e2e and not soak"
"""Tests of milliseconds."""


@dataclass
class Result:
    suite: str
    code: int
    closing: str
    seconds: float


def main() -> int:
    """Return 0 if everything passed; a suite without tests or browser counts as failed."""
    parser = argparse.ArgumentParser(prog="make test", description=__doc__)
    parser.add_argument("--only", choices=["backend", "frontend", "browser"])
    parser.add_argument("--soak", action="store_true", help="run the long tests instead, backend and browser")
    parser.add_argument("--unit", action="store_true", help="run only the fast backend tests")
    options, arguments = parser.parse_known_args()
    until = time.monotonic() + (SOAK_MINUTES if options.soak else MINUTES) * 60
    marks = "soak and not e2e" if options.soak else UNIT if options.unit else "not e2e and not soak"
    suites: dict[str, Callable[[], Result]] = {
        "backend": lambda: run_pytest(
            "backend",
            ["-m", marks, *side_by_side(arguments)],
            arguments,
            until=until,
        ),
        "frontend": lambda: frontend_tests(until=until),
        "browser": lambda: browser_tests(
            "e2e and soak" if options.soak else "e2e and not soak",
            arguments,
            until=until,
        ),
    }
    if options.soak:
        del suites["frontend"]
        # Soak tests are long.
        os.environ["PYTEST_ADDOPTS"] = f"{os.environ.get('PYTEST_ADDOPTS', '')} -o faulthandler_timeout=0"
        if options.only == "frontend":
            parser.error("--soak has no frontend tests")
    return report([run() for name, run in suites.items() if options.only in (None, name)])


def changed_suites(tests: Sequence[str], *, since: str | None) -> int:
    """Run the fast ones of these backend tests, and the frontend tests of what changed since a commit."""
    until = time.monotonic() + MINUTES * 60
    results = []
    if tests:
        workers = side_by_side(()) if len(tests) > 3 or list(tests) == ["tests"] else []
        results.append(run_pytest("backend", ["-m", UNIT, *workers], tests, until=until))
    if since:
        changed = ["npx", "vitest", "run", "--changed", since, "--passWithNoTests"]
        results.append(run_suite("frontend", changed, cwd=frontend.FRONTEND, until=until))
    return report(results)


def report(results: Sequence[Result]) -> int:
    """Print the summary lines; return 0 if everything passed."""
    print("\n== Results")
    for result in results:
        mark = "✗" if result.code else "✓"
        print(
            f"{mark} {result.suite}: {result.closing or f'exit code {result.code}'} ({result.seconds:.0f} s)"
        )
    return 1 if any(result.code for result in results) else 0


def side_by_side(arguments: Sequence[str]) -> list[str]:
    """Run the whole suite on every core; a selection is faster and easier to debug on one."""
    cores = min(os.cpu_count() or 1, 4)
    return [] if arguments or cores == 1 else ["-n", str(cores), "--dist", "worksteal"]


def on_two_platforms(arguments: Sequence[str]) -> list[str]:
    """Run two browser tests at a time, each on its own platform and browser, because they mostly wait."""
    alone = bool(arguments) or os.cpu_count() == 1
    return [] if alone else ["-n", "2", "--dist", "loadfile"]


def frontend_tests(*, until: float) -> Result:
    try:
        frontend.install_packages()
    except EmbeddedError as error:
        return refusal("frontend", error)
    return run_suite("frontend", ["npm", "test"], cwd=frontend.FRONTEND, until=until)


def browser_tests(marks: str, arguments: Sequence[str], *, until: float) -> Result:
    """Test the production build in the browser."""
    try:
        frontend.build()
        with Progress("Finding a browser"):
            browser = chromium.ensure_chromium(frontend=frontend.FRONTEND, log=LOGS / "apt-get.log")
    except EmbeddedError as error:
        return refusal("browser", error)
    os.environ["CHROME_PATH"] = str(browser)
    named = any(argument.startswith("tests/") for argument in arguments)
    selection = [*([] if named else ["tests/e2e"]), "-m", marks, *on_two_platforms(arguments)]
    return run_pytest("browser", selection, arguments, until=until)


def refusal(suite: str, error: EmbeddedError) -> Result:
    """Return the result of a suite that could not start."""
    print(f"hansom: {error}", file=sys.stderr)
    return Result(suite, 1, str(error).splitlines()[-1], 0)


def run_pytest(suite: str, selection: Sequence[str], arguments: Sequence[str], *, until: float) -> Result:
    # A complete run prints the slowest tests.
    slowest = [] if arguments else ["--durations=25", "--durations-min=5"]
    command = [sys.executable, "-m", "pytest", *selection, *slowest, *arguments]
    if sys.stdout.isatty():
        command.append("--color=yes")
    result = run_suite(suite, command, cwd=ROOT, until=until)
    if result.code == NO_TESTS and arguments:
        # The selection may name only tests of the other suite.
        result.code = 0
    return result


def run_suite(suite: str, command: Sequence[str], *, cwd: Path, until: float) -> Result:
    """Pass the runner's output through and keep its summary line.

    A suite that has not ended at `until`, a monotonic time, is stopped and counts as failed, so that CI
    shows how far it came.
    """
    print(f"\n== {suite} tests", flush=True)
    began = time.monotonic()
    closing = ""

    def copy(line: str) -> None:
        nonlocal closing
        print(line, end="", flush=True)
        plain = ANSI.sub("", line).strip("= \n")
        if CLOSING.search(plain):
            closing = plain

    code = run_limited(command, cwd=cwd, seconds=max(1, until - began), on_line=copy)
    if code is None:
        code, closing = 1, "stopped at the time limit"
    return Result(suite, code, closing, time.monotonic() - began)

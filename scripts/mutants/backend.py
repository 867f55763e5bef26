"""Draws mutants of the backend and runs the tests against each."""

from __future__ import annotations

import queue
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from embedded.errors import EmbeddedError
from scripts.bootstrap import ROOT
from scripts.mutants import cosmic_ray
from scripts.mutants.areas import Area, modules_of, selection_for
from scripts.mutants.changes import change_between
from scripts.mutants.equivalents import Equivalent, reason_of
from scripts.mutants.mutant import Outcome, Result
from scripts.mutants.places import Spec, draw, share, without_declarations
from scripts.mutants.worker import Run, Worker, tracked_files
from scripts.progress import Progress

UNCHANGED_SECONDS = 30 * 60
SLACK_SECONDS = 60
SLOWER = 3
NOT_TESTS = ("tests/e2e/", "tests/bench/", "tests/fuzz/")


@dataclass(frozen=True)
class Drawn:
    area: Area
    spec: Spec
    tests: Sequence[str]


def draw_mutants(areas: Sequence[Area], count: int, seed: int) -> list[Drawn]:
    """Draw the sample, spread evenly over the areas."""
    tracked = tracked_files()
    test_files = [
        ROOT / path
        for path in tracked
        if path.startswith("tests/")
        and Path(path).name.startswith("test_")
        and path.endswith(".py")
        and not path.startswith(NOT_TESTS)
    ]
    counts = share(count, [area.name for area in areas])
    drawn: list[Drawn] = []
    for area in areas:
        specs = without_declarations(cosmic_ray.list_mutants(modules_of(area, tracked)), ROOT)
        drawn += [
            Drawn(area, spec, selection_for(spec.module, area, test_files, ROOT))
            for spec in draw(specs, counts[area.name], seed)
        ]
    return drawn


def judge_mutants(
    drawn: Sequence[Drawn],
    equivalents: Sequence[Equivalent],
    *,
    workers: int,
    on_result: Callable[[Result], None],
) -> None:
    """Test each mutant and report each result.

    Raises EmbeddedError when the tests fail without a change, before or after: then a failed test
    proves nothing.
    """
    with ExitStack() as stack:
        with Progress("Starting the servers of the mutants"):
            idle: queue.Queue[Worker] = queue.Queue()
            for _ in range(workers):
                idle.put(stack.enter_context(Worker()))
        pool = ThreadPoolExecutor(workers)
        try:
            limits = _run_unchanged(drawn, idle, pool)
            jobs = [pool.submit(_test, each, equivalents, limits, idle) for each in drawn]
            for job in as_completed(jobs):
                on_result(job.result())
            _run_unchanged(drawn[-1:], idle, pool)
        finally:
            # The servers end here; tests that still run end with them.
            pool.shutdown(wait=False, cancel_futures=True)


def outcome_of(run: Run) -> Outcome:
    """Only failed tests kill: pytest has other exit codes when it cannot run them."""
    match run.code:
        case 0:
            return Outcome.SURVIVED
        case 1:
            return Outcome.KILLED
        case None:
            return Outcome.TIMED_OUT
        case _:
            return Outcome.INVALID


def _run_unchanged(
    drawn: Sequence[Drawn], idle: queue.Queue[Worker], pool: ThreadPoolExecutor
) -> dict[Sequence[str], float]:
    """Run the tests of the areas without a change; return the time limits of their mutants."""
    selections: dict[Sequence[str], dict[str, None]] = {}
    for each in drawn:
        selections.setdefault(each.area.tests, {}).update(dict.fromkeys(each.tests))

    def run(tests: Sequence[str]) -> float:
        worker = idle.get()
        try:
            done = worker.test([*selections[tests]], seconds=UNCHANGED_SECONDS)
        finally:
            idle.put(worker)
        title = " ".join(tests)
        if done.code != 0:
            ended = "took too long" if done.code is None else f"ended with exit code {done.code}"
            end = "\n".join(done.output.splitlines()[-25:])
            raise EmbeddedError(f"Without any change, {title} {ended}: mutants cannot be judged.\n{end}")
        print(f"✓ unchanged: {title} ({done.seconds:.0f} s)", flush=True)
        return done.seconds * SLOWER + SLACK_SECONDS

    return dict(zip(selections, pool.map(run, selections), strict=True))


def _test(
    drawn: Drawn,
    equivalents: Sequence[Equivalent],
    limits: dict[Sequence[str], float],
    idle: queue.Queue[Worker],
) -> Result:
    worker = idle.get()
    file = worker.copy / drawn.spec.module
    original = file.read_text(encoding="utf-8")
    try:
        cosmic_ray.apply(drawn.spec, worker.copy)
        mutated = file.read_text(encoding="utf-8")
        change = change_between(drawn.spec.module, original, mutated, drawn.spec.operator)
        reason = reason_of(change, equivalents)
        if reason:
            return Result(drawn.area.name, change, Outcome.EQUIVALENT, reason)
        run = worker.test(drawn.tests, seconds=limits[drawn.area.tests])
        outcome = outcome_of(run)
        note = run.failed
        if outcome is Outcome.INVALID:
            note = f"exit code {run.code}: {(run.output.splitlines() or [''])[-1]}"
        return Result(drawn.area.name, change, outcome, note, run.seconds)
    finally:
        file.write_text(original, encoding="utf-8")
        idle.put(worker)

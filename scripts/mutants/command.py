"""`make mutants`: the command line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime

from embedded.errors import EmbeddedError
from scripts.bootstrap import ROOT
from scripts.mutants import backend, cosmic_ray, stryker
from scripts.mutants.areas import AREAS, Area
from scripts.mutants.equivalents import read_equivalents
from scripts.mutants.mutant import Outcome, Result, tally
from scripts.mutants.report import not_killed, table, write_json

REPORTS = ROOT / ".hansom" / "mutants"
GOALS = {"backend": 95.0, "frontend": 85.0}
COUNT, LINES = 210, 150
# The release check: the same mutants until their modules change.
FIXED_SEED, FIXED_COUNT, FIXED_LINES = 1, 70, 50
MOST_WORKERS = 2
MARKS = {Outcome.KILLED: "✓", Outcome.TIMED_OUT: "✓", Outcome.EQUIVALENT: "="}


def main() -> int:
    """Return 0 if the tests noticed enough mutants."""
    parser = argparse.ArgumentParser(prog="make mutants", description="Test the tests with changed code.")
    parser.add_argument("--only", choices=[*GOALS])
    parser.add_argument("--count", type=int, help=f"backend mutants over all areas; default {COUNT}")
    parser.add_argument("--lines", type=int, help=f"lines of the front end; default {LINES}")
    parser.add_argument("--seed", type=int, help="the same seed draws the same mutants; default today's date")
    parser.add_argument(
        "--area",
        action="append",
        choices=[area.name for area in AREAS],
        help="only this area of the backend; repeatable",
    )
    parser.add_argument("--fixed", action="store_true", help="the fixed sample of the release check")
    parser.add_argument("--workers", type=int, default=min(os.cpu_count() or 1, MOST_WORKERS))
    options = parser.parse_args()
    seed = options.seed or (FIXED_SEED if options.fixed else int(f"{datetime.now(UTC):%Y%m%d}"))
    count = options.count or (FIXED_COUNT if options.fixed else COUNT)
    lines = options.lines or (FIXED_LINES if options.fixed else LINES)
    areas = [area for area in AREAS if options.area is None or area.name in options.area]
    passed = True
    try:
        if options.only != "frontend":
            passed &= measure_backend(areas, count, seed, workers=options.workers)
        if options.only != "backend" and options.area is None:
            passed &= measure_frontend(lines, seed, workers=options.workers)
    except EmbeddedError as error:
        print(f"hansom: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0 if passed else 1


def measure_backend(areas: Sequence[Area], count: int, seed: int, *, workers: int) -> bool:
    """Print and write the report; return whether the goal is reached."""
    cosmic_ray.install()
    drawn = backend.draw_mutants(areas, count, seed)
    print(f"backend: {len(drawn)} mutants, seed {seed}", flush=True)
    results: list[Result] = []

    def show(result: Result) -> None:
        results.append(result)
        mark, change = MARKS.get(result.outcome, "✗"), result.change
        line = f"{mark} {len(results)}/{len(drawn)} {result.outcome}: {change.file}:{change.line}"
        print(f"{line} {result.note} ({result.seconds:.0f} s)", flush=True)

    backend.judge_mutants(drawn, read_equivalents(), workers=workers, on_result=show)
    order = [area.name for area in AREAS]
    return report("backend", sorted(results, key=lambda result: order.index(result.area)), seed)


def measure_frontend(lines: int, seed: int, *, workers: int) -> bool:
    """Print and write the report; return whether the goal is reached."""
    stryker.install()
    results = stryker.measure(lines, seed, read_equivalents(), workers=workers)
    return report("frontend", sorted(results, key=lambda result: result.area), seed)


def report(side: str, results: Sequence[Result], seed: int) -> bool:
    goal = GOALS[side]
    print(f"\n== {side}, seed {seed}")
    print("\n".join([*not_killed(results), "", *table(results, goal=goal)]), flush=True)
    write_json(REPORTS / f"{side}.json", results, seed=seed, goal=goal)
    return tally(results).percent >= goal

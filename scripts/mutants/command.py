"""`make mutants`: the command line."""

from __future__ import annotations

import argparse
import os
import sys
from datetime import UTC, datetime

from embedded.errors import EmbeddedError
from scripts.bootstrap import ROOT
from scripts.mutants import backend, cosmic_ray
from scripts.mutants.areas import AREAS
from scripts.mutants.equivalents import read_equivalents
from scripts.mutants.mutant import Outcome, Result, tally
from scripts.mutants.report import not_killed, table, write_json

REPORTS = ROOT / ".hansom" / "mutants"
GOAL = 95.0
COUNT = 210
# The release check: the same mutants until their modules change.
FIXED_SEED, FIXED_COUNT = 1, 70
MOST_WORKERS = 2
MARKS = {Outcome.KILLED: "✓", Outcome.TIMED_OUT: "✓", Outcome.EQUIVALENT: "="}


def main() -> int:
    """Return 0 if the tests noticed enough mutants."""
    parser = argparse.ArgumentParser(prog="make mutants", description="Test the tests with changed code.")
    parser.add_argument("--count", type=int, help=f"mutants over all areas; default {COUNT}")
    parser.add_argument("--seed", type=int, help="the same seed draws the same mutants; default today's date")
    parser.add_argument(
        "--area", action="append", choices=[area.name for area in AREAS], help="only this area; repeatable"
    )
    parser.add_argument("--fixed", action="store_true", help="the fixed sample of the release check")
    parser.add_argument("--workers", type=int, default=min(os.cpu_count() or 1, MOST_WORKERS))
    options = parser.parse_args()
    seed = options.seed or (FIXED_SEED if options.fixed else int(f"{datetime.now(UTC):%Y%m%d}"))
    count = options.count or (FIXED_COUNT if options.fixed else COUNT)
    areas = [area for area in AREAS if options.area is None or area.name in options.area]
    results: list[Result] = []
    try:
        cosmic_ray.install()
        drawn = backend.draw_mutants(areas, count, seed)
        print(f"{len(drawn)} mutants, seed {seed}", flush=True)

        def show(result: Result) -> None:
            results.append(result)
            mark, change = MARKS.get(result.outcome, "✗"), result.change
            line = f"{mark} {len(results)}/{len(drawn)} {result.outcome}: {change.file}:{change.line}"
            print(f"{line} {result.note} ({result.seconds:.0f} s)", flush=True)

        backend.judge_mutants(drawn, read_equivalents(), workers=options.workers, on_result=show)
    except EmbeddedError as error:
        print(f"hansom: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"\nInterrupted after {len(results)} mutants.", file=sys.stderr)
    results.sort(key=lambda result: [area.name for area in AREAS].index(result.area))
    print("\n" + "\n".join([*not_killed(results), "", *table(results, goal=GOAL)]))
    write_json(REPORTS / "python.json", results, seed=seed, goal=GOAL)
    return 0 if tally(results).percent >= GOAL else 1

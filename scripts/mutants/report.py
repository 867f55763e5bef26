"""The table, the list of survivors and the JSON file of a run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from scripts.mutants.mutant import Outcome, Result, tally

COLUMNS = ("killed", "timed out", "survived", "equivalent", "invalid")


def table(results: Sequence[Result], *, goal: float) -> list[str]:
    """Return one line an area and one for all, with percentages of the counted mutants."""
    areas = dict.fromkeys(result.area for result in results)
    rows = [(area, [result for result in results if result.area == area]) for area in areas]
    width = max([len(area) for area in areas] + [5])
    lines = ["  ".join([f"{'area':{width}}", *COLUMNS, "percent"])]
    for name, selected in [*rows, ("total", list(results))]:
        counts = tally(selected)
        numbers = (counts.killed, counts.timed_out, counts.survived, counts.equivalent, counts.invalid)
        cells = [f"{number:{len(column)}}" for number, column in zip(numbers, COLUMNS, strict=True)]
        percent = f"{counts.percent:7.1f}" if counts.counted else f"{'-':>7}"
        lines.append("  ".join([f"{name:{width}}", *cells, percent]))
    return [*lines, f"Goal: {goal:g} percent."]


def not_killed(results: Sequence[Result]) -> list[str]:
    """Return what tests did not notice, as file, line and difference; then what could not be judged."""
    lines = []
    for outcome in (Outcome.SURVIVED, Outcome.INVALID):
        for result in results:
            if result.outcome is outcome:
                change = result.change
                lines.append(f"{outcome}: {change.file}:{change.line} {change.name} {result.note}".rstrip())
                lines += [f"  - {line}" for line in change.before.splitlines()]
                lines += [f"  + {line}" for line in change.after.splitlines()]
    return lines


def write_json(path: Path, results: Sequence[Result], *, seed: int, goal: float) -> None:
    counts = tally(results)
    report = {
        "seed": seed,
        "goal": goal,
        "percent": round(counts.percent, 1),
        "counts": asdict(counts),
        "mutants": [asdict(result) for result in results],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(report, indent=1, ensure_ascii=False), encoding="utf-8")

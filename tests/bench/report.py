"""Results as a table for people and as JSON for comparing runs."""

import json
import os
import platform
import statistics
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Spread:
    """The median of the rounds, with its range."""

    low: float
    median: float
    high: float

    @classmethod
    def of(cls, values: list[float]) -> "Spread":
        return cls(min(values), statistics.median(values), max(values))

    def __str__(self) -> str:
        return f"{_short(self.median)} ({_short(self.low)} to {_short(self.high)})"


def print_table(title: str, head: list[str], rows: list[list[str]]) -> None:
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    print(f"\n{title}")
    for row in [head, ["-" * width for width in widths], *rows]:
        print("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)))


def write_json(path: Path, benches: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    machine = {"cores": os.cpu_count(), "kernel": platform.release(), "python": platform.python_version()}
    report = {"at": datetime.now(UTC).isoformat(), "machine": machine, "benches": benches}
    path.write_text(json.dumps(report, indent=2, default=vars) + "\n")


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"

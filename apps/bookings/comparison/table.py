"""The comparison as a text table."""

from collections.abc import Sequence
from typing import Final

from apps.bookings.comparison.cities import City
from apps.bookings.comparison.comparing import BASELINE, Comparison
from apps.bookings.comparison.figures import Interval, averages, differences, wait_change

COLUMNS: Final = (
    ("wait_mean", "wait, s", 0),
    ("wait_p95", "p95, s", 0),
    ("drive_mean", "drive, s", 0),
    ("acceptance", "accepted, %", 1),
    ("offers", "offers", 1),
    ("cancelled", "cancelled, %", 1),
    ("gini", "Gini", 3),
)


def table_of(compared: Comparison, city: City, *, seconds_taken: float) -> str:
    """Return each policy's figures, then its differences from the default, with confidence intervals."""
    default = compared.figures[BASELINE]
    head = ["", *(title for _, title, _ in COLUMNS)]
    means = [[name, *_cells(averages(figures))] for name, figures in compared.figures.items()]
    others = {name: figures for name, figures in compared.figures.items() if name != BASELINE}
    changes = [
        [
            name,
            *_cells(differences(figures, default), sign=True),
            _text(wait_change(figures, default), 1, sign=True),
        ]
        for name, figures in others.items()
    ]
    lines = [
        f"{city.title[0].upper()}{city.title[1:]}: {compared.seeds} seeds of {compared.hours:g} hours,"
        " mean and 95 % confidence interval",
        *_aligned([head, *means]),
    ]
    if changes:
        lines += [
            "",
            f"Difference from {BASELINE}, paired by seed",
            *_aligned([[*head, "wait, %"], *changes]),
        ]
    speed = compared.simulated_seconds / seconds_taken
    lines += ["", f"{speed:,.0f} times real time; roads {compared.roads}"]
    return "\n".join(lines)


def _cells(figures: dict[str, Interval], *, sign: bool = False) -> list[str]:
    return [_text(figures[name], digits, sign=sign) for name, _, digits in COLUMNS]


def _text(value: Interval, digits: int, *, sign: bool) -> str:
    return f"{value.mean:{'+' if sign else ''}.{digits}f} ±{value.half:.{digits}f}"


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]

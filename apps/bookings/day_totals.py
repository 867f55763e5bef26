"""Totals per day: stored sums of closed days, live sums of the others (docs/decisions/0024)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Literal

from apps.bookings.models.day_totals import PLATFORM
from apps.core.replica import read_connection

Group = Literal["day", "week", "month", "year"]
GROUPS: Final[tuple[Group, ...]] = ("day", "week", "month", "year")

SUMS: Final = (
    "rides",
    "trip_cost",
    "driver_share",
    "convenience_fees",
    "discount",
    "cancellation_fees",
    "tips",
    "cancelled",
)
_SUMS: Final = ", ".join(f"coalesce(sum({name}), 0) AS {name}" for name in SUMS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """The days from `since` to `until`, both included, in rows of one `group` each."""

    since: date
    until: date
    group: Group = "month"


def sums_of(period: Period, *, fleet: int | None) -> dict[str, Any]:
    """Return the sums over the period; `fleet` None is the whole platform."""
    ((*values,),) = _rows(
        f"SELECT {_SUMS} FROM bookings_days(%s, %s, %s)",  # noqa: S608  # our own columns
        [period.since, period.until, fleet or PLATFORM],
    )
    return dict(zip(SUMS, values, strict=True))


def sums_by_period(period: Period, *, fleet: int | None) -> list[dict[str, Any]]:
    """Return one row per group that has trips, the earliest first.

    `period` is its first day, and `drivers` the number of drivers on its busiest day.
    """
    rows = _rows(
        f"""SELECT date_trunc(%s, day::timestamp)::date AS period, {_SUMS}, max(drivers) AS drivers
        FROM bookings_days(%s, %s, %s) GROUP BY 1 ORDER BY 1""",  # noqa: S608  # our own columns
        [period.group, period.since, period.until, fleet or PLATFORM],
    )
    return [dict(zip(("period", *SUMS, "drivers"), row, strict=True)) for row in rows]


def figures(*, today: date, month: date, fleet: int | None) -> dict[str, Any]:
    """Return the convenience fees of today, since the first of `month` and in total, and trips by outcome."""
    names = ("today", "month", "total", "completed", "cancelled")
    ((*values,),) = _rows(
        """SELECT coalesce(sum(convenience_fees) FILTER (WHERE day = %s), 0),
               coalesce(sum(convenience_fees) FILTER (WHERE day BETWEEN %s AND %s), 0),
               coalesce(sum(convenience_fees), 0), coalesce(sum(rides), 0), coalesce(sum(cancelled), 0)
        FROM bookings_days('-infinity', 'infinity', %s)""",
        [today, month, today, fleet or PLATFORM],
    )
    return dict(zip(names, values, strict=True))


def close_days() -> int:
    """Store the sums of past days and return their number; other days are only slower to read."""
    ((written,),) = _rows("SELECT bookings_close_days()", [])
    return int(written)


def _rows(statement: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
    with read_connection().cursor() as cursor:
        cursor.execute(statement, params)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows

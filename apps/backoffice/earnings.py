"""What the platform and its drivers earned, by day, week, month or year of its calendar.

Only bookings that are PAID or COMPLETE count as rides (document 2 section 5); each on the day when its money
moved (docs/decisions/0024).
"""

from calendar import monthrange
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, Final

from django.utils import timezone

from apps.bookings.day_totals import Group, Period, sums_by_period, sums_of
from apps.core.platform import Platform
from apps.wallet.choices import WRITE_OFFS
from apps.wallet.selectors import platform_balance

Row = dict[str, Any]

MONTHS_SHOWN: Final = 12


def last_months(settings: Platform) -> tuple[date, date]:
    """Where a report begins and ends when no one says: this month and the eleven before it."""
    today = timezone.now().astimezone(settings.tz).date()
    months = today.year * 12 + today.month - MONTHS_SHOWN
    return date(months // 12, months % 12 + 1, 1), today


def earnings(asked: Period) -> list[Row]:
    """The whole platform's rows, the latest first; periods in which nothing was earned are left out."""
    rows = [_with_compounds(row) for row in sums_by_period(asked, fleet=None)]
    return [named(row, asked) for row in reversed(rows) if row["rides"] or row["gross"] or row["tips"]]


def earnings_totals(asked: Period) -> Row:
    """The sums of all rows."""
    return _with_compounds(sums_of(asked, fleet=None))


def _with_compounds(sums: Mapping[str, Any]) -> Row:
    return {
        **sums,
        "gross": sums["trip_cost"] + sums["cancellation_fees"],
        "profit": sums["convenience_fees"] - sums["discount"],
    }


def written_off(asked: Period, settings: Platform) -> Decimal:
    """What staff gave up of fares, by the platform's calendar: the company carries it, beside the profit."""
    since, until = (
        datetime.combine(day, time.min, settings.tz) for day in (asked.since, asked.until + timedelta(days=1))
    )
    return -platform_balance(WRITE_OFFS, since=since, until=until)


def last_day(first: date, group: Group) -> date:
    """Of the period that begins with `first`."""
    match group:
        case "day":
            return first
        case "week":
            return first + timedelta(days=6)
        case "month":
            return first.replace(day=monthrange(first.year, first.month)[1])
        case "year":
            return date(first.year, 12, 31)


def named(row: Mapping[str, Any], asked: Period) -> Row:
    """A row with its period as people call it, and the days that it counts: those that were requested."""
    period: date = row["period"]
    rest = {name: value for name, value in row.items() if name != "period"}
    return {
        "year": period.year,
        "month": None if asked.group == "year" else period.month,
        "day": period if asked.group in ("day", "week") else None,
        "since": max(period, asked.since),
        "until": min(last_day(period, asked.group), asked.until),
        **rest,
    }

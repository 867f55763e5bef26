"""Earnings of the platform and its drivers, by day, week, month or year in the platform's time zone.

Only PAID and COMPLETE bookings count as rides (document 2 section 5), on the day of their payment
(docs/decisions/0024).
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
    """Return the default range of a report: this month and the eleven before it."""
    today = timezone.now().astimezone(settings.tz).date()
    months = today.year * 12 + today.month - MONTHS_SHOWN
    return date(months // 12, months % 12 + 1, 1), today


def earnings(span: Period) -> list[Row]:
    """Return the platform's rows, latest first; periods without earnings are left out."""
    rows = [_with_derived_sums(row) for row in sums_by_period(span, fleet=None)]
    return [named(row, span) for row in reversed(rows) if row["rides"] or row["gross"] or row["tips"]]


def earnings_totals(span: Period) -> Row:
    """Return the totals of all rows."""
    return _with_derived_sums(sums_of(span, fleet=None))


def _with_derived_sums(sums: Mapping[str, Any]) -> Row:
    return {
        **sums,
        "gross": sums["trip_cost"] + sums["cancellation_fees"],
        "profit": sums["convenience_fees"] - sums["discount"],
    }


def written_off(span: Period, settings: Platform) -> Decimal:
    """Return fare write-offs by period; the company bears them, and profit does not include them."""
    since, until = (
        datetime.combine(day, time.min, settings.tz) for day in (span.since, span.until + timedelta(days=1))
    )
    return -platform_balance(WRITE_OFFS, since=since, until=until)


def last_day(first: date, group: Group) -> date:
    """Return the last day of the period that starts with `first`."""
    match group:
        case "day":
            return first
        case "week":
            return first + timedelta(days=6)
        case "month":
            return first.replace(day=monthrange(first.year, first.month)[1])
        case "year":
            return date(first.year, 12, 31)


def named(row: Mapping[str, Any], span: Period) -> Row:
    """Return a row with the label of its period and the days in the requested range."""
    period: date = row["period"]
    rest = {name: value for name, value in row.items() if name != "period"}
    return {
        "year": period.year,
        "month": None if span.group == "year" else period.month,
        "day": period if span.group in ("day", "week") else None,
        "since": max(period, span.since),
        "until": min(last_day(period, span.group), span.until),
        **rest,
    }

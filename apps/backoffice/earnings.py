"""What the platform and its drivers earned, by month or by day of its calendar, from the daily totals.

Only bookings that are PAID or COMPLETE count as rides (document 2 section 5); each on the day when its money
moved (docs/decisions/0024).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Literal

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import DecimalField, F, Q, QuerySet, Sum, Value
from django.db.models.functions import Coalesce, TruncMonth
from django.utils import timezone

from apps.accounts.models import User
from apps.backoffice.selectors import fleet_of
from apps.bookings.models import DailyEarnings
from apps.core.money import MONEY_DIGITS, MONEY_PLACES, ZERO
from apps.core.platform import Platform

Group = Literal["month", "day"]
Row = dict[str, Any]

MONTHS_SHOWN: Final = 12
_MONEY: Final = DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """From one day to another, both included, in rows of a month or of a day each."""

    since: date
    until: date
    group: Group = "month"


def last_months(settings: Platform) -> tuple[date, date]:
    """Where a report begins and ends when nobody says: this month and the eleven before it."""
    today = timezone.now().astimezone(settings.tz).date()
    months = today.year * 12 + today.month - MONTHS_SHOWN
    return date(months // 12, months % 12 + 1, 1), today


def earnings(asked: Stretch) -> list[Row]:
    """The whole platform's rows, the latest first; months and days without any are left out."""
    rows = _days(asked).values("period").annotate(**_sums()).order_by("-period")
    return [_named(row, asked) for row in rows]


def earnings_totals(asked: Stretch) -> Row:
    """The sums of all rows."""
    return _days(asked).aggregate(**_sums())


def driver_earnings(
    user: User, asked: Stretch, *, driver_id: int | None = None, after: tuple[date, int] | None = None
) -> QuerySet[Any, Row]:
    """A row for each driver whom `user` may see and each period, the latest first, then by driver.

    `after` is period and driver of the row before the first. Read them through `driver_row`.
    """
    days = _driver_days(user, asked, driver_id)
    if after is not None:
        period, driver = after
        days = days.filter(Q(period__lt=period) | Q(period=period, driver_id__gt=driver))
    rows: QuerySet[Any, Row] = (
        days.values("period", "driver_id", "driver__first_name", "driver__last_name")
        .annotate(
            rides=Coalesce(Sum("rides"), 0),
            driver_share=_sum("driver_share"),
            plates=ArrayAgg("vehicle_number", order_by=("-day", "-id")),
        )
        .order_by("-period", "driver_id")
    )
    return rows


def driver_row(row: Mapping[str, Any], asked: Stretch) -> Row:
    """As the API shows it; the number plate is the latest one of the period."""
    return _named(
        {
            "period": row["period"],
            "driver": {
                "id": row["driver_id"],
                "name": f"{row['driver__first_name']} {row['driver__last_name']}".strip(),
            },
            "vehicle_number": row["plates"][0],
            "rides": row["rides"],
            "driver_share": row["driver_share"],
        },
        asked,
    )


def driver_earnings_totals(user: User, asked: Stretch, *, driver_id: int | None = None) -> Row:
    days = _driver_days(user, asked, driver_id)
    return days.aggregate(rides=Coalesce(Sum("rides"), 0), driver_share=_sum("driver_share"))


def walk_driver_earnings(user: User, asked: Stretch, *, driver_id: int | None, batch: int) -> Iterator[Row]:
    """All of them, a batch at a time."""
    after = None
    while True:
        rows = list(driver_earnings(user, asked, driver_id=driver_id, after=after)[:batch])
        yield from (driver_row(row, asked) for row in rows)
        if len(rows) < batch:
            return
        after = (rows[-1]["period"], rows[-1]["driver_id"])


def _days(asked: Stretch) -> QuerySet[Any]:
    period = TruncMonth("day") if asked.group == "month" else F("day")
    return DailyEarnings.objects.filter(day__range=(asked.since, asked.until)).annotate(period=period)


def _driver_days(user: User, asked: Stretch, driver_id: int | None) -> QuerySet[Any]:
    """Days with rides: a fee for a cancellation alone is no earning of the documents."""
    days = _days(asked).filter(rides__gt=0)
    fleet = fleet_of(user)
    if fleet is not None:
        days = days.filter(fleet_admin_id=fleet)
    return days if driver_id is None else days.filter(driver_id=driver_id)


def _sum(name: str) -> Coalesce:
    return Coalesce(Sum(name), Value(ZERO, _MONEY))


def _sums() -> dict[str, Any]:
    cost, fees, discount = _sum("trip_cost"), _sum("convenience_fees"), _sum("discount")
    cancelled = _sum("cancellation_fees")
    # The compound ones first: a name that is taken already would mean the sum.
    return {
        "gross": cost + cancelled,
        "profit": fees - discount,
        "rides": Coalesce(Sum("rides"), 0),
        "trip_cost": cost,
        "driver_share": _sum("driver_share"),
        "cancellation_fees": cancelled,
        "convenience_fees": fees,
        "discount": discount,
    }


def _named(row: Mapping[str, Any], asked: Stretch) -> Row:
    period: date = row["period"]
    day = period if asked.group == "day" else None
    rest = {name: value for name, value in row.items() if name != "period"}
    return {"year": period.year, "month": period.month, "day": day, **rest}

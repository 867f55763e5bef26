"""The dashboard's metrics from the daily totals, filtered to the fleet for a fleet admin."""

from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import TruncDay, TruncMonth, TruncWeek, TruncYear
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.selectors import headcount
from apps.backoffice.earnings import last_day
from apps.backoffice.selectors import drivers_of, online_drivers, trips_under_way
from apps.bookings.day_totals import Group, Period, figures, sums_by_period
from apps.bookings.models import Booking
from apps.core.money import ZERO, round_money
from apps.core.platform import Platform, platform_settings

DAYS_SHOWN: Final = 30
MAX_PERIODS: Final = 750
"""Maximum days of a chart: two years."""
_TRUNC: Final[dict[Group, Any]] = {
    "day": TruncDay,
    "week": TruncWeek,
    "month": TruncMonth,
    "year": TruncYear,
}
_EMPTY: Final = {
    "rides": 0,
    "convenience_fees": ZERO,
    "trip_cost": ZERO,
    "cancellation_fees": ZERO,
    "tips": ZERO,
    "driver_share": ZERO,
    "cancelled": 0,
    "drivers": 0,
}


def today_in(platform: Platform) -> date:
    """Return today's date in the platform's time zone."""
    return timezone.now().astimezone(platform.tz).date()


def cards(*, fleet_admin_id: int | None) -> dict[str, Any]:
    """Return the gross convenience fees of paid trips today, this month and in total, and the counts.

    Days and months are those of the platform's time zone; a trip counts on the day of its payment.
    A fleet's riders are those it has driven.
    """
    platform = platform_settings()
    today = today_in(platform)
    sums = figures(today=today, month=today.replace(day=1), fleet=fleet_admin_id)
    earned = {
        name: round_money(sums.pop(name), decimals=platform.decimal) for name in ("today", "month", "total")
    }
    return {"earnings": earned, "counts": sums | _people(fleet_admin_id)}


def _people(fleet_admin_id: int | None) -> dict[str, int]:
    now = {
        "active_drivers": online_drivers(fleet_admin_id).count(),
        "trips_active": trips_under_way(fleet_admin_id).count(),
    }
    if fleet_admin_id is None:
        people = headcount()
        return now | {"riders": people[UserType.RIDER], "drivers": people[UserType.DRIVER]}
    bookings = Booking.objects.filter(fleet_admin_id=fleet_admin_id)
    return now | {
        # The index contains both columns.
        "riders": bookings.values("customer").distinct().count(),
        "drivers": drivers_of(fleet_admin_id).count(),
    }


def last_days() -> Period:
    """Return the default range: today and the days before it."""
    today = today_in(platform_settings())
    return Period(since=today - timedelta(days=DAYS_SHOWN - 1), until=today, group="day")


def chart(span: Period, *, fleet_admin_id: int | None) -> list[dict[str, Any]]:
    """Return a row for every period, also without earnings; earliest first."""
    rows = {row["period"]: row for row in sums_by_period(span, fleet=fleet_admin_id)}
    joined = _joined(span, fleet_admin_id)
    return [
        _with_gross(_EMPTY | rows.get(first, {}))
        | joined.get(first, {"new_riders": 0, "new_drivers": 0})
        | {"since": max(first, span.since), "until": min(last_day(first, span.group), span.until)}
        for first in periods(span)
    ]


def _with_gross(sums: dict[str, Any]) -> dict[str, Any]:
    return sums | {"gross": sums["trip_cost"] + sums["cancellation_fees"]}


def periods(span: Period) -> list[date]:
    """Return the first day of every period in the range."""
    found = [first_day(span.since, span.group)]
    while (following := last_day(found[-1], span.group) + timedelta(days=1)) <= span.until:
        found.append(following)
    return found


def first_day(day: date, group: Group) -> date:
    """Return the first day of the period; weeks start on Monday."""
    match group:
        case "day":
            return day
        case "week":
            return day - timedelta(days=day.weekday())
        case "month":
            return day.replace(day=1)
        case "year":
            return date(day.year, 1, 1)


def _joined(span: Period, fleet_admin_id: int | None) -> dict[date, dict[str, int]]:
    """Return sign-ups per period: a fleet's drivers, or all riders and drivers."""
    zone = platform_settings().tz
    people = _existing_users().filter(
        created_at__gte=datetime.combine(span.since, time.min, zone),
        created_at__lt=datetime.combine(span.until, time.min, zone) + timedelta(days=1),
    )
    if fleet_admin_id is None:
        people = people.filter(user_type__in=(UserType.RIDER, UserType.DRIVER))
    else:
        people = people.filter(user_type=UserType.DRIVER, driver_profile__fleet_admin_id=fleet_admin_id)
    rows = (
        people.annotate(period=_TRUNC[span.group]("created_at", tzinfo=zone))
        .order_by()
        .values("period")
        .annotate(
            new_riders=Count("pk", filter=Q(user_type=UserType.RIDER)),
            new_drivers=Count("pk", filter=Q(user_type=UserType.DRIVER)),
        )
    )
    return {
        row["period"].date(): {"new_riders": row["new_riders"], "new_drivers": row["new_drivers"]}
        for row in rows
    }


def _existing_users() -> QuerySet[User]:
    """Return the users who are not deleted."""
    return User.objects.filter(deleted_at__isnull=True)

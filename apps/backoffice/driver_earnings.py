"""The driver earnings report: one row per driver and period, in pages of constant cost."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from django.db.models import Exists, OuterRef, Q, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.backoffice.earnings import Row, last_day, named
from apps.backoffice.selectors import fleet_of
from apps.bookings.day_totals import Period, sums_of
from apps.bookings.models import DailyEarnings
from apps.core.errors import NotFound
from apps.core.money import ZERO
from apps.core.platform import platform_settings
from apps.core.replica import read_connection

LATEST_FIRST: Final = "-period"
ORDERINGS: Final = (LATEST_FIRST, "-driver_share", "driver_share", "-rides", "rides")

_COLUMNS: Final = """
    d.driver_id, sum(d.rides) AS rides, sum(d.driver_share) AS driver_share,
    sum(d.tips) AS tips,
    (max(ARRAY[d.day::text, d.vehicle_number]))[2] AS vehicle_number
"""
# Days with rides, tips or adjusted fares; a cancellation fee alone is not an earning in the documents.
_DAYS: Final = (
    "(d.rides > 0 OR d.tips > 0 OR d.driver_share <> 0)"
    " AND (%(fleet)s::bigint IS NULL OR d.fleet_admin_id = %(fleet)s)"
)

# Latest periods first, only as far as the page needs; each period reads its drivers from an index.
_BY_PERIOD: Final = f"""
SELECT p.period, found.* FROM (
    SELECT period::date AS period, greatest(period::date, %(since)s) AS since,
           least((period + %(step)s::interval)::date - 1, %(until)s) AS until
    FROM generate_series(date_trunc(%(group)s, %(since)s::timestamp), %(until)s::timestamp,
                         %(step)s::interval) period
    WHERE %(after_period)s::date IS NULL OR period::date <= %(after_period)s
    ORDER BY period DESC
) p
CROSS JOIN LATERAL (
    SELECT {_COLUMNS} FROM bookings_dailyearnings d
    WHERE d.day BETWEEN p.since AND p.until AND {_DAYS}
        AND (%(after_period)s::date IS NULL OR p.period < %(after_period)s OR d.driver_id > %(after_driver)s)
    GROUP BY d.driver_id ORDER BY d.driver_id LIMIT %(limit)s
) found
ORDER BY p.period DESC, found.driver_id LIMIT %(limit)s
"""  # noqa: S608  # our own columns

_OF_ONE: Final = f"""
SELECT date_trunc(%(group)s, d.day::timestamp)::date AS period, {_COLUMNS} FROM bookings_dailyearnings d
WHERE d.driver_id = %(driver)s AND d.day BETWEEN %(since)s AND %(until)s AND {_DAYS}
    AND (%(after_period)s::date IS NULL OR date_trunc(%(group)s, d.day::timestamp)::date < %(after_period)s)
GROUP BY period, d.driver_id ORDER BY period DESC LIMIT %(limit)s
"""  # noqa: S608  # our own columns

# The plate is read only for the rows of the page.
_BY_SUM: Final = """
SELECT found.*, (
    SELECT d.vehicle_number FROM bookings_dailyearnings d
    WHERE d.driver_id = found.driver_id AND {days}
        AND d.day BETWEEN greatest(found.period, %(since)s)
            AND least((found.period + %(step)s::interval)::date - 1, %(until)s)
    ORDER BY d.day DESC, d.vehicle_number DESC LIMIT 1
) AS vehicle_number
FROM (SELECT * FROM ({rows}) rows ORDER BY {order} LIMIT %(limit)s) found
ORDER BY {order}
"""
_AFTER: Final = """(
    %(after_value)s::numeric IS NULL OR {name} {past} %(after_value)s
    OR ({name} = %(after_value)s AND (period < %(after_period)s
        OR period = %(after_period)s AND driver_id > %(after_driver)s))
)"""
_SUMS: Final = """
SELECT * FROM (
    SELECT date_trunc(%(group)s, d.day::timestamp)::date AS period, d.driver_id,
        sum(d.rides) AS rides, sum(d.driver_share) AS driver_share, sum(d.tips) AS tips
    FROM bookings_dailyearnings d
    WHERE ({between}) AND {days} AND (%(driver)s::bigint IS NULL OR d.driver_id = %(driver)s)
    GROUP BY period, d.driver_id
) sums WHERE {after}
"""
_ALL_DAYS: Final = "d.day BETWEEN %(since)s AND %(until)s"
# Full months come from their index (migration 0015); only the remaining days are summed.
_DAYS_BESIDE: Final = """
    d.day BETWEEN %(since)s AND least(%(until)s, %(whole_since)s - 1)
    OR d.day BETWEEN greatest(%(since)s, %(whole_until)s) AND %(until)s
"""
_MONTHS: Final = f"""
SELECT * FROM (
    SELECT * FROM (
        SELECT month AS period, driver_id, rides, driver_share, tips FROM bookings_drivermonths
        WHERE fleet = coalesce(%(fleet)s::bigint, 0) AND (rides > 0 OR tips > 0 OR driver_share <> 0)
            AND month >= %(whole_since)s AND month < %(whole_until)s
            AND (%(driver)s::bigint IS NULL OR driver_id = %(driver)s)
    ) months WHERE {{after}} ORDER BY {{order}} LIMIT %(limit)s
) whole
UNION ALL
({_SUMS.replace("{between}", _DAYS_BESIDE)})
"""  # noqa: S608  # our own columns


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The row before the first row of a page."""

    period: date
    driver_id: int
    value: Decimal | None = None
    """The sort value, if the sort column is a sum."""


def driver_of_report(user: User, driver_id: int) -> User:
    """Return the driver by whom a report is filtered, including deleted ones.

    A fleet admin can filter by drivers who are or were in the fleet. Raises NotFound for others.
    """
    found = User.objects.filter(pk=driver_id, user_type=UserType.DRIVER)
    fleet = fleet_of(user)
    if fleet is not None:
        drove = DailyEarnings.objects.filter(driver=OuterRef("pk"), fleet_admin_id=fleet)
        found = found.filter(Q(driver_profile__fleet_admin_id=fleet) | Exists(drove))
    driver = found.first()
    if driver is None:
        raise NotFound("not_found", _("User not found."))
    return driver


def driver_earnings(
    user: User,
    span: Period,
    *,
    limit: int,
    driver_id: int | None = None,
    after: Place | None = None,
    ordering: str = LATEST_FIRST,
) -> list[Row]:
    """Return the first rows of the drivers visible to `user`: latest periods first, then by driver."""
    statement = _OF_ONE if driver_id is not None else _BY_PERIOD
    whole_since, whole_until = _whole_months(span)
    if ordering != LATEST_FIRST:
        by_month = span.group == "month" and whole_since < whole_until
        statement = _sorted_by_sum(ordering, by_month=by_month)
    with read_connection().cursor() as cursor:
        cursor.execute(
            statement,
            {
                "group": span.group,
                "step": f"1 {span.group}",
                "since": span.since,
                "until": span.until,
                "whole_since": whole_since,
                "whole_until": whole_until,
                "fleet": fleet_of(user),
                "driver": driver_id,
                "after_period": after.period if after else None,
                "after_driver": after.driver_id if after else None,
                "after_value": after.value if after else None,
                "limit": limit,
            },
        )
        names = [column.name for column in cursor.description or ()]
        rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    people = User.objects.in_bulk({row["driver_id"] for row in rows})
    return [_row(row, people.get(row["driver_id"]), span) for row in rows]


def _sorted_by_sum(ordering: str, *, by_month: bool) -> str:
    descending, name = ordering.startswith("-"), ordering.removeprefix("-")
    order = f"{name} {'DESC' if descending else 'ASC'}, period DESC, driver_id"
    statement = _BY_SUM.replace("{rows}", _MONTHS if by_month else _SUMS.replace("{between}", _ALL_DAYS))
    after = _AFTER.replace("{name}", name).replace("{past}", "<" if descending else ">")
    return statement.replace("{after}", after).replace("{days}", _DAYS).replace("{order}", order)


def _whole_months(span: Period) -> tuple[date, date]:
    """Return the first day of the full months in the range and the day after them; a month up to today is
    full.
    """
    since = span.since.replace(day=1)
    if since < span.since:
        since = last_day(since, "month") + timedelta(days=1)
    after = span.until + timedelta(days=1)
    today = timezone.now().astimezone(platform_settings().tz).date()
    if span.until >= today:
        after = last_day(span.until, "month") + timedelta(days=1)
    return since, after.replace(day=1)


def place_of(row: Row, ordering: str = LATEST_FIRST) -> Place:
    value = None if ordering == LATEST_FIRST else Decimal(row[ordering.removeprefix("-")])
    return Place(period=row["period"], driver_id=row["driver"]["id"], value=value)


def driver_earnings_totals(user: User, span: Period, *, driver_id: int | None = None) -> Row:
    """Return the totals of all pages."""
    fleet = fleet_of(user)
    if driver_id is None:
        sums = sums_of(span, fleet=fleet)
        return {name: sums[name] for name in ("rides", "driver_share", "tips")}
    days = DailyEarnings.objects.filter(day__range=(span.since, span.until), driver_id=driver_id)
    if fleet is not None:
        days = days.filter(fleet_admin_id=fleet)
    found = days.aggregate(rides=Sum("rides"), driver_share=Sum("driver_share"), tips=Sum("tips"))
    return {
        "rides": found["rides"] or 0,
        "driver_share": found["driver_share"] or ZERO,
        "tips": found["tips"] or ZERO,
    }


def walk_driver_earnings(user: User, span: Period, *, driver_id: int | None, batch: int) -> Iterator[Row]:
    """Yield all rows in batches."""
    after = None
    while True:
        rows = driver_earnings(user, span, limit=batch, driver_id=driver_id, after=after)
        yield from rows
        if len(rows) < batch:
            return
        after = place_of(rows[-1])


def count_driver_earnings(user: User, span: Period, *, driver_id: int | None) -> int:
    fleet = fleet_of(user)
    with read_connection().cursor() as cursor:
        cursor.execute(
            f"""SELECT count(*) FROM (
                SELECT 1 FROM bookings_dailyearnings d
                WHERE d.day BETWEEN %(since)s AND %(until)s AND {_DAYS}
                    AND (%(driver)s::bigint IS NULL OR d.driver_id = %(driver)s)
                GROUP BY date_trunc(%(group)s, d.day::timestamp), d.driver_id
            ) found""",  # noqa: S608  # our own columns
            {
                "since": span.since,
                "until": span.until,
                "fleet": fleet,
                "driver": driver_id,
                "group": span.group,
            },
        )
        (count,) = cursor.fetchone() or (0,)
    return int(count)


def _row(row: Row, driver: User | None, span: Period) -> Row:
    found = named(row, span)
    found["period"] = row["period"]
    found["driver"] = {"id": found.pop("driver_id"), "name": driver.full_name if driver else ""}
    return found

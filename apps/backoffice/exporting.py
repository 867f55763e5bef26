"""The earnings reports as lists, with document 3's columns."""

from collections.abc import Callable, Sequence
from typing import Final

from django.utils.dates import MONTHS
from django.utils.translation import gettext_lazy, pgettext_lazy

from apps.accounts.models import User
from apps.accounts.permissions import staff_may_use, staff_or_fleet_admins
from apps.accounts.staff_roles.areas import Area
from apps.backoffice.driver_earnings import (
    count_driver_earnings,
    driver_of_report,
    walk_driver_earnings,
)
from apps.backoffice.earnings import Row, earnings
from apps.backoffice.earnings_serializers import DriverFilterSerializer, StretchSerializer
from apps.bookings.day_totals import Group
from apps.core.money import round_money
from apps.core.platform import platform_settings
from apps.exports.lists import Computed, ListSpec
from apps.exports.registry import Cell, Column

BATCH: Final = 1000


def _earnings(user: User, query: StretchSerializer) -> Computed[Row]:
    span = query.stretch()
    return Computed(count=lambda: len(earnings(span)), rows=lambda: earnings(span))


def _earnings_columns(user: User, query: StretchSerializer) -> list[Column[Row]]:
    money = _money()
    return [
        *_period(query.stretch().group),
        Column("rides", gettext_lazy("Rides"), lambda row: row["rides"]),
        Column("gross", gettext_lazy("Gross earnings"), money("gross")),
        Column("driver_share", gettext_lazy("Driver share"), money("driver_share")),
        Column("cancellation_fees", gettext_lazy("Cancellation fee"), money("cancellation_fees")),
        Column("convenience_fees", gettext_lazy("Convenience fee"), money("convenience_fees")),
        Column("discount", gettext_lazy("Discount"), money("discount")),
        Column("profit", gettext_lazy("Profit"), money("profit")),
        Column("tips", gettext_lazy("Tips"), money("tips")),
    ]


def _driver_earnings(user: User, query: DriverFilterSerializer) -> Computed[Row]:
    span, driver = query.stretch(), query.validated_data["driver"]
    if driver is not None:
        driver_of_report(user, driver)
    return Computed(
        count=lambda: count_driver_earnings(user, span, driver_id=driver),
        rows=lambda: walk_driver_earnings(user, span, driver_id=driver, batch=BATCH),
    )


def _driver_earnings_columns(user: User, query: DriverFilterSerializer) -> list[Column[Row]]:
    return [
        *_period(query.stretch().group),
        Column("driver", pgettext_lazy("report", "Driver"), lambda row: row["driver"]["name"]),
        Column("rides", gettext_lazy("Rides"), lambda row: row["rides"]),
        Column(
            "vehicle_number", pgettext_lazy("report", "Vehicle number"), lambda row: row["vehicle_number"]
        ),
        Column("driver_share", gettext_lazy("Driver share"), _money()("driver_share")),
        Column("tips", gettext_lazy("Tips"), _money()("tips")),
    ]


def _period(group: Group) -> Sequence[Column[Row]]:
    """A week is labelled by its first day."""
    year: Column[Row] = Column("year", gettext_lazy("Year"), lambda row: row["year"])
    month: Column[Row] = Column("month", gettext_lazy("Month"), lambda row: str(MONTHS[row["month"]]))
    day: Column[Row] = Column("day", gettext_lazy("Day"), lambda row: row["day"].day)
    return {"year": [year], "month": [year, month]}.get(group, [year, month, day])


def _money() -> Callable[[str], Callable[[Row], Cell]]:
    decimals = platform_settings().decimal
    return lambda name: lambda row: round_money(row[name], decimals=decimals)


EARNINGS: Final = ListSpec(
    name="earnings",
    path="reports/earnings/",
    permission=staff_may_use(Area.REPORTS),
    filters=StretchSerializer,
    rows=_earnings,
    columns=_earnings_columns,
)
DRIVER_EARNINGS: Final = ListSpec(
    name="driver_earnings",
    path="reports/driver-earnings/",
    permission=staff_or_fleet_admins(Area.REPORTS),
    filters=DriverFilterSerializer,
    rows=_driver_earnings,
    columns=_driver_earnings_columns,
)

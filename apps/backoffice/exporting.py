"""The earnings reports as export tables, with document 3's columns."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.utils.dates import MONTHS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.backoffice.driver_earnings import (
    count_driver_earnings,
    driver_of_report,
    walk_driver_earnings,
)
from apps.backoffice.earnings import Row, earnings
from apps.bookings.day_totals import Group
from apps.core.errors import Forbidden
from apps.core.money import round_money
from apps.core.platform import platform_settings
from apps.exports.registry import Cell, Column, ExportKind, Filters, Table

BATCH: Final = 1000


def _check_earnings(user: User, filters: Filters) -> dict[str, Any]:
    _require(user, UserType.ADMIN)
    return _filter_values(filters, _stretch_form(filters))


def _earnings_table(user: User, filters: Filters) -> Table[Row]:
    _require(user, UserType.ADMIN)
    span = _stretch_form(filters).stretch()
    money = _money()
    columns: list[Column[Row]] = [
        *_period(span.group),
        Column("rides", gettext_lazy("Rides"), lambda row: row["rides"]),
        Column("gross", gettext_lazy("Gross earnings"), money("gross")),
        Column("driver_share", gettext_lazy("Driver share"), money("driver_share")),
        Column("cancellation_fees", gettext_lazy("Cancellation fee"), money("cancellation_fees")),
        Column("convenience_fees", gettext_lazy("Convenience fee"), money("convenience_fees")),
        Column("discount", gettext_lazy("Discount"), money("discount")),
        Column("profit", gettext_lazy("Profit"), money("profit")),
        Column("tips", gettext_lazy("Tips"), money("tips")),
    ]
    return Table(columns=columns, count=lambda: len(earnings(span)), rows=lambda: earnings(span))


def _check_driver_earnings(user: User, filters: Filters) -> dict[str, Any]:
    _require(user, UserType.ADMIN, UserType.FLEET_ADMIN)
    form = _driver_form(filters)
    _require_own(user, form.validated_data["driver"])
    return _filter_values(filters, form)


def _driver_earnings_table(user: User, filters: Filters) -> Table[Row]:
    _require(user, UserType.ADMIN, UserType.FLEET_ADMIN)
    form = _driver_form(filters)
    span, driver = form.stretch(), form.validated_data["driver"]
    _require_own(user, driver)
    columns: list[Column[Row]] = [
        *_period(span.group),
        Column("driver", pgettext_lazy("report", "Driver"), lambda row: row["driver"]["name"]),
        Column("rides", gettext_lazy("Rides"), lambda row: row["rides"]),
        Column(
            "vehicle_number", pgettext_lazy("report", "Vehicle number"), lambda row: row["vehicle_number"]
        ),
        Column("driver_share", gettext_lazy("Driver share"), _money()("driver_share")),
        Column("tips", gettext_lazy("Tips"), _money()("tips")),
    ]
    return Table(
        columns=columns,
        count=lambda: count_driver_earnings(user, span, driver_id=driver),
        rows=lambda: walk_driver_earnings(user, span, driver_id=driver, batch=BATCH),
    )


def _require(user: User, *types: UserType) -> None:
    if user.user_type not in types:
        raise Forbidden("forbidden", _("You don't have permission."))


def _require_own(user: User, driver_id: int | None) -> None:
    if driver_id is not None:
        driver_of_report(user, driver_id)


def _period(group: Group) -> Sequence[Column[Row]]:
    """A week is labelled by its first day."""
    year: Column[Row] = Column("year", gettext_lazy("Year"), lambda row: row["year"])
    month: Column[Row] = Column("month", gettext_lazy("Month"), lambda row: str(MONTHS[row["month"]]))
    day: Column[Row] = Column("day", gettext_lazy("Day"), lambda row: row["day"].day)
    return {"year": [year], "month": [year, month]}.get(group, [year, month, day])


def _money() -> Callable[[str], Callable[[Row], Cell]]:
    decimals = platform_settings().decimal
    return lambda name: lambda row: round_money(row[name], decimals=decimals)


def _filter_values(filters: Filters, form: Any) -> dict[str, Any]:
    return {name: value for name, value in filters.items() if name in form.fields and value not in ("", None)}


def _stretch_form(filters: Filters) -> Any:
    # The serializers read settings, so they are imported after app loading.
    from apps.backoffice.earnings_serializers import StretchSerializer

    form = StretchSerializer(data=dict(filters))
    form.is_valid(raise_exception=True)
    return form


def _driver_form(filters: Filters) -> Any:
    from apps.backoffice.earnings_serializers import DriverFilterSerializer

    form = DriverFilterSerializer(data=dict(filters))
    form.is_valid(raise_exception=True)
    return form


EARNINGS: Final = ExportKind(name="earnings", check=_check_earnings, table=_earnings_table)
DRIVER_EARNINGS: Final = ExportKind(
    name="driver_earnings", check=_check_driver_earnings, table=_driver_earnings_table
)

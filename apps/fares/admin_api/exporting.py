"""Exports of car types and promos, with the columns of document 3 in its order."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from apps.accounts.models import User
from apps.accounts.permissions import require_admin
from apps.core.money import round_money
from apps.core.paging.keyset import walk
from apps.core.platform import platform_settings
from apps.exports.registry import Column, ExportKind, Filters, Table
from apps.fares.admin_api.selectors import all_car_types, filter_promos
from apps.fares.models import CarType, Promo

BATCH: Final = 1000

AMOUNT_TYPES: Final = {
    "flat": pgettext_lazy("fare", "Flat"),
    "percentage": pgettext_lazy("fare", "Percentage"),
}
"""The labels of the screens; tests/backoffice/test_export_texts.py compares them."""


def _car_types_table(user: User, filters: Filters) -> Table[CarType]:
    require_admin(user)
    decimals = platform_settings().decimal

    def money(name: str) -> Any:
        return lambda row: round_money(getattr(row, name), decimals=decimals)

    rows_query = all_car_types()
    return Table(
        columns=[
            Column("name", pgettext_lazy("car type", "Name"), lambda row: row.name),
            Column("base_fare", _("Base fare"), money("base_fare")),
            Column("rate_per_unit_distance", _("Distance rate"), money("rate_per_unit_distance")),
            Column("rate_per_hour", _("Hourly rate"), money("rate_per_hour")),
            Column("min_fare", _("Minimum fare"), money("min_fare")),
            Column("convenience_fees", _("Convenience fee"), money("convenience_fees")),
            Column(
                "convenience_fee_type",
                _("Fee type"),
                lambda row: str(AMOUNT_TYPES.get(row.convenience_fee_type, row.convenience_fee_type)),
            ),
            Column("extra_info", _("Extra info"), lambda row: row.extra_info),
            Column("drivers", _("Drivers"), lambda row: row.drivers),
            Column("created_at", _("Created"), lambda row: row.created_at),
        ],
        count=CarType.objects.count,
        rows=lambda: list(rows_query),
    )


def _check_promos(user: User, filters: Filters) -> dict[str, Any]:
    require_admin(user)
    form = _promo_form(filters)
    return {name: value for name, value in filters.items() if name in form.fields and value not in ("", None)}


def _promos_table(user: User, filters: Filters) -> Table[Promo]:
    require_admin(user)
    promo_filters = _promo_form(filters).filters()
    decimals = platform_settings().decimal
    rows_query = filter_promos(promo_filters)
    return Table(
        columns=[
            Column("promo_name", pgettext_lazy("promo", "Code"), lambda row: row.promo_name),
            Column("promo_description", _("Description"), lambda row: row.promo_description),
            Column(
                "promo_discount_type",
                _("Type"),
                lambda row: str(AMOUNT_TYPES.get(row.promo_discount_type, row.promo_discount_type)),
            ),
            Column(
                "promo_discount_value",
                _("Value"),
                lambda row: round_money(row.promo_discount_value, decimals=decimals),
            ),
            Column(
                "max_promo_discount_value",
                _("Maximum discount"),
                lambda row: (
                    None
                    if row.max_promo_discount_value is None
                    else round_money(row.max_promo_discount_value, decimals=decimals)
                ),
            ),
            Column(
                "min_order",
                pgettext_lazy("promo", "Minimum fare"),
                lambda row: round_money(row.min_order, decimals=decimals),
            ),
            Column("promo_validity", _("Expires"), lambda row: str(row.promo_validity)),
            Column("promo_usage_limit", _("Usage limit"), lambda row: row.promo_usage_limit),
            Column("user_avail", pgettext_lazy("promo", "Times used"), lambda row: row.user_avail),
        ],
        count=rows_query.count,
        rows=lambda: walk(rows_query, promo_filters.order(), batch=BATCH),
    )


def _check_no_filters(user: User, filters: Filters) -> dict[str, Any]:
    require_admin(user)
    return {}


def _promo_form(filters: Filters) -> Any:
    from apps.fares.admin_api.serializers import PromoFilterSerializer

    form = PromoFilterSerializer(data=dict(filters))
    form.is_valid(raise_exception=True)
    return form


CAR_TYPES: Final = ExportKind(name="car_types", check=_check_no_filters, table=_car_types_table)
PROMOS: Final = ExportKind(name="promos", check=_check_promos, table=_promos_table)

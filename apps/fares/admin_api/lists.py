"""The lists of car types and promos, with the columns of document 3 in its order."""

from typing import Any, Final

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from rest_framework import serializers

from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.core.paging.filters import BLANK, FilterSet
from apps.exports.lists import Computed, ListSpec
from apps.exports.registry import Column, money_column
from apps.fares.admin_api.selectors import all_car_types, platform_today
from apps.fares.admin_api.serializers import AdminPromoSerializer
from apps.fares.choices import PromoState
from apps.fares.models import CarType, Promo

AMOUNT_TYPES: Final = {
    "flat": pgettext_lazy("fare", "Flat"),
    "percentage": pgettext_lazy("fare", "Percentage"),
}
"""The labels of the screens; tests/backoffice/test_export_texts.py compares them."""


class PromoFilters(FilterSet):
    search = serializers.CharField(max_length=80, **BLANK)
    state = serializers.ChoiceField(choices=PromoState.choices, **BLANK)
    orderings = tuple(
        sign + name
        for name in ("id", "promo_name", "promo_validity", "promo_discount_value", "user_avail")
        for sign in ("-", "")
    )

    def filter_search(self, promos: QuerySet[Promo], search: str) -> QuerySet[Promo]:
        return promos.filter(Q(promo_name__icontains=search) | Q(promo_description__icontains=search))

    def filter_state(self, promos: QuerySet[Promo], state: str) -> QuerySet[Promo]:
        is_over = Q(promo_validity__lt=platform_today())
        is_used_up = Q(user_avail__gte=F("promo_usage_limit"))
        states: dict[str, Any] = {
            "over": is_over,
            "used_up": ~is_over & is_used_up,
            "running": ~is_over & ~is_used_up,
        }
        return promos.filter(states[state])


PROMOS: Final = ListSpec(
    name="promos",
    path="promos/all/",
    routed=True,
    operation_id="promos_all",
    description="All promos with their number of uses, the newest first by default.",
    permission=staff_may_use(Area.TARIFFS),
    filters=PromoFilters,
    rows=lambda user, query: query.apply(Promo.objects.all()),
    row=AdminPromoSerializer,
    context=lambda user: {"today": platform_today()},
    columns=lambda user, query: [
        Column("promo_name", pgettext_lazy("promo", "Code"), lambda row: row.promo_name),
        Column("promo_description", _("Description"), lambda row: row.promo_description),
        Column(
            "promo_discount_type",
            _("Type"),
            lambda row: str(AMOUNT_TYPES.get(row.promo_discount_type, row.promo_discount_type)),
        ),
        money_column("promo_discount_value", _("Value")),
        money_column("max_promo_discount_value", _("Maximum discount")),
        money_column("min_order", pgettext_lazy("promo", "Minimum fare")),
        Column("promo_validity", _("Expires"), lambda row: str(row.promo_validity)),
        Column("promo_usage_limit", _("Usage limit"), lambda row: row.promo_usage_limit),
        Column("user_avail", pgettext_lazy("promo", "Times used"), lambda row: row.user_avail),
    ],
)


def _car_types(user: Any, query: FilterSet) -> Computed[CarType]:
    car_types = all_car_types()
    return Computed(count=CarType.objects.count, rows=lambda: list(car_types))


CAR_TYPES: Final = ListSpec(
    name="car_types",
    permission=staff_may_use(Area.TARIFFS),
    filters=FilterSet,
    rows=_car_types,
    columns=lambda user, query: [
        Column("name", pgettext_lazy("car type", "Name"), lambda row: row.name),
        money_column("base_fare", _("Base fare")),
        money_column("rate_per_unit_distance", _("Distance rate")),
        money_column("rate_per_hour", _("Hourly rate")),
        money_column("min_fare", _("Minimum fare")),
        money_column("convenience_fees", _("Convenience fee")),
        Column(
            "convenience_fee_type",
            _("Fee type"),
            lambda row: str(AMOUNT_TYPES.get(row.convenience_fee_type, row.convenience_fee_type)),
        ),
        Column("extra_info", _("Extra info"), lambda row: row.extra_info),
        Column("seats", _("Seats"), lambda row: row.seats),
        Column("luggage", _("Pieces of luggage"), lambda row: row.luggage),
        Column("drivers", _("Drivers"), lambda row: row.drivers),
        Column("created_at", _("Created"), lambda row: row.created_at),
    ],
)

"""Queries of the back office: all car types and promos with their usage."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Final

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from apps.accounts.models import DriverProfile
from apps.core.paging.keyset import Ordering
from apps.core.platform import platform_settings
from apps.fares.engine import KM_PER_MILE, Fare, Rates, fare
from apps.fares.models import CarType, Promo

PROMO_ORDERINGS: Final = tuple(
    sign + name
    for name in ("id", "promo_name", "promo_validity", "promo_discount_value", "user_avail")
    for sign in ("-", "")
)


def all_car_types() -> QuerySet[CarType]:
    """Return the car types of both categories in the operator's order, with their number of drivers."""
    drivers = (
        DriverProfile.objects.filter(car_type=OuterRef("pk"))
        .order_by()
        .values("car_type")
        .annotate(number=Count("pk"))
        .values("number")
    )
    return (
        CarType.objects.annotate(drivers=Coalesce(Subquery(drivers), 0))
        .order_by("position", "id")
        .prefetch_related("parceltypes", "parceloptions", "cancel_slabs")
    )


def preview_fare(
    rates: Rates,
    *,
    distance: Decimal,
    duration_seconds: int,
    parcel_amount: Decimal,
    option_amount: Decimal,
) -> Fare:
    """Return the fare at unsaved rates; the distance is in the platform's unit."""
    settings = platform_settings()
    return fare(
        rates,
        distance_km=distance * KM_PER_MILE if settings.convert_to_mile else distance,
        duration_seconds=duration_seconds,
        convert_to_mile=settings.convert_to_mile,
        decimals=settings.decimal,
        parcel_amount=parcel_amount,
        option_amount=option_amount,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PromoFilters:
    """The filters of the promo list; an empty one matches all."""

    search: str = ""
    """In the name or the description."""
    state: str = ""
    ordering: str = "-id"

    def order(self) -> Ordering:
        return Ordering.parse(self.ordering)


def filter_promos(filters: PromoFilters) -> QuerySet[Promo]:
    promos = Promo.objects.all()
    if search := filters.search.strip():
        promos = promos.filter(Q(promo_name__icontains=search) | Q(promo_description__icontains=search))
    return promos.filter(_in_state(filters.state)) if filters.state else promos


def promo_state(promo: Promo, today: date) -> str:
    """Return `over`, `used_up` or `running`."""
    if promo.promo_validity < today:
        return "over"
    return "used_up" if promo.user_avail >= promo.promo_usage_limit else "running"


def platform_today() -> date:
    """Return the current date in the platform's time zone."""
    return timezone.now().astimezone(platform_settings().tz).date()


def _in_state(state: str) -> Q:
    is_over = Q(promo_validity__lt=platform_today())
    is_used_up = Q(user_avail__gte=F("promo_usage_limit"))
    states: dict[str, Any] = {
        "over": is_over,
        "used_up": ~is_over & is_used_up,
        "running": ~is_over & ~is_used_up,
    }
    return Q(states[state])

"""Queries of the back office: all car types and promos with their usage."""

from datetime import date
from decimal import Decimal

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from apps.accounts.models import DriverProfile
from apps.core.platform import platform_settings
from apps.fares.engine import KM_PER_MILE, Fare, Rates, fare
from apps.fares.models import CarType, Promo


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


def promo_state(promo: Promo, today: date) -> str:
    """Return `over`, `used_up` or `running`."""
    if promo.promo_validity < today:
        return "over"
    return "used_up" if promo.user_avail >= promo.promo_usage_limit else "running"


def platform_today() -> date:
    """Return the current date in the platform's time zone."""
    return timezone.now().astimezone(platform_settings().tz).date()

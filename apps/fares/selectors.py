"""Queries of car types and their rates."""

from decimal import Decimal

from django.db.models import QuerySet

from apps.core.platform import platform_settings
from apps.fares.choices import FeeType
from apps.fares.engine import Rates
from apps.fares.models import CarType


def car_types() -> QuerySet[CarType]:
    """Return the car types of the platform's category in the operator's order."""
    offered = CarType.objects.filter(app_category__in=("", platform_settings().app_category))
    return offered.order_by("position", "id")


def listed_car_types() -> QuerySet[CarType]:
    """Return the same car types with parcel types, options and cancellation slabs prefetched."""
    return car_types().prefetch_related("parceltypes", "parceloptions", "cancel_slabs")


def rates_of(car_type: CarType) -> Rates:
    """Return the current rates of a car type."""
    return Rates(
        base_fare=Decimal(car_type.base_fare),
        rate_per_unit_distance=Decimal(car_type.rate_per_unit_distance),
        rate_per_hour=Decimal(car_type.rate_per_hour),
        min_fare=Decimal(car_type.min_fare),
        convenience_fees=Decimal(car_type.convenience_fees),
        convenience_fee_type="flat" if car_type.convenience_fee_type == FeeType.FLAT else "percentage",
    )

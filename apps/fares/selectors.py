"""Reads of car types and what they ask."""

from decimal import Decimal

from django.db.models import QuerySet

from apps.fares.choices import FeeType
from apps.fares.engine import Rates
from apps.fares.models import CarType


def car_types() -> QuerySet[CarType]:
    """All of them, in the operator's order."""
    return CarType.objects.order_by("position", "id")


def rates_of(car_type: CarType) -> Rates:
    """What a car type asks today."""
    return Rates(
        base_fare=Decimal(car_type.base_fare),
        rate_per_unit_distance=Decimal(car_type.rate_per_unit_distance),
        rate_per_hour=Decimal(car_type.rate_per_hour),
        min_fare=Decimal(car_type.min_fare),
        convenience_fees=Decimal(car_type.convenience_fees),
        convenience_fee_type="flat" if car_type.convenience_fee_type == FeeType.FLAT else "percentage",
    )

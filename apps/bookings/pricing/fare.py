"""The fare of a booking by the terms it was made under, whatever the car type costs today."""

from dataclasses import asdict
from decimal import Decimal
from typing import Any, TypedDict

from apps.bookings.models import Booking
from apps.core.money import ZERO
from apps.core.platform import Platform
from apps.fares.engine import Fare, Rates, fare
from apps.fares.models import CarType


class Terms(TypedDict):
    """As stored with the booking: amounts as strings, so that JSON keeps every digit."""

    base_fare: str
    rate_per_unit_distance: str
    rate_per_hour: str
    min_fare: str
    convenience_fees: str
    convenience_fee_type: str
    convert_to_mile: bool
    decimals: int
    cancel_slabs: list[list[int | str]]
    """Minutes since the acceptance, and what a cancellation costs once they are exceeded."""
    free_waiting_minutes: int
    """How long the driver waits at the pickup for nothing."""
    no_show_fee: str
    """Zero where the slabs decide."""


def terms_of(car_type: CarType, settings: Platform) -> Terms:
    """What is agreed when a car of this type is booked now."""
    return Terms(
        base_fare=str(car_type.base_fare),
        rate_per_unit_distance=str(car_type.rate_per_unit_distance),
        rate_per_hour=str(car_type.rate_per_hour),
        min_fare=str(car_type.min_fare),
        convenience_fees=str(car_type.convenience_fees),
        convenience_fee_type=car_type.convenience_fee_type,
        convert_to_mile=settings.convert_to_mile,
        decimals=settings.decimal,
        cancel_slabs=[[slab.mins_delayed, str(slab.amount)] for slab in car_type.cancel_slabs.all()],
        free_waiting_minutes=settings.free_waiting_minutes,
        no_show_fee=str(settings.no_show_fee),
    )


def price(
    terms: Terms,
    *,
    distance_km: Decimal,
    duration_seconds: int,
    parcel_amount: Decimal = ZERO,
    option_amount: Decimal = ZERO,
) -> Fare:
    """The fare of a distance and a time under these terms, with what a parcel adds."""
    rates = Rates(
        base_fare=Decimal(terms["base_fare"]),
        rate_per_unit_distance=Decimal(terms["rate_per_unit_distance"]),
        rate_per_hour=Decimal(terms["rate_per_hour"]),
        min_fare=Decimal(terms["min_fare"]),
        convenience_fees=Decimal(terms["convenience_fees"]),
        convenience_fee_type="flat" if terms["convenience_fee_type"] == "flat" else "percentage",
    )
    return fare(
        rates,
        distance_km=distance_km,
        duration_seconds=duration_seconds,
        convert_to_mile=terms["convert_to_mile"],
        decimals=terms["decimals"],
        parcel_amount=parcel_amount,
        option_amount=option_amount,
    )


def bill(priced: Fare) -> list[dict[str, Any]]:
    """The lines as they are stored and shown."""
    return [
        {name: f"{value:f}" if isinstance(value, Decimal) else value for name, value in asdict(line).items()}
        for line in priced.breakdown
    ]


def apply_price(booking: Booking, priced: Fare) -> None:
    """Set the booking's amounts and its bill."""
    booking.trip_cost = priced.trip_cost
    booking.convenience_fees = priced.convenience_fees
    booking.driver_share = priced.driver_share
    booking.breakdown = bill(priced)

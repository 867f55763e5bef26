"""Fares by the terms agreed at booking, whatever the car type costs now."""

from decimal import Decimal
from typing import Any, NotRequired, TypedDict

from apps.bookings.models import Booking
from apps.bookings.pricing.by_tariff import TariffTerms
from apps.bookings.pricing.surge import SurgeTerms, agreed_factor
from apps.core.money import ZERO
from apps.core.platform import Platform
from apps.fares.engine import Fare, Rates, fare
from apps.fares.models import CarType


class Terms(TypedDict):
    """The terms stored with a booking; amounts are strings, so that JSON preserves every digit."""

    base_fare: str
    rate_per_unit_distance: str
    rate_per_hour: str
    min_fare: str
    convenience_fees: str
    convenience_fee_type: str
    convert_to_mile: bool
    decimals: int
    cancel_slabs: list[list[int | str]]
    """Minutes since the acceptance, and the fee after more minutes than that."""
    free_waiting_minutes: int
    """How long the driver waits at the pickup free of charge."""
    no_show_fee: str
    """Zero if the slabs apply."""
    tariff: NotRequired[TariffTerms]
    """The published tariff in force; then the rates apply only where it has none."""
    surge: NotRequired[SurgeTerms]
    """Without it, the price is the usual one."""
    quote: NotRequired[str]
    """The reference of the estimate that the booking was made from (apps.recording)."""


def terms_of(car_type: CarType, settings: Platform) -> Terms:
    """Return the terms of booking this car type now."""
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
    with_lines: bool = True,
) -> Fare:
    """Return the fare of a distance and a time under these terms, with the parcel's amounts."""
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
        surge=agreed_factor(terms),
        with_lines=with_lines,
    )


def bill(priced: Fare) -> list[dict[str, Any]]:
    """Return the lines as they are stored."""
    return [line.as_json() for line in priced.breakdown]


def apply_price(booking: Booking, priced: Fare) -> None:
    """Set the booking's amounts and its bill."""
    booking.trip_cost = priced.trip_cost
    booking.convenience_fees = priced.convenience_fees
    booking.driver_share = priced.driver_share
    booking.breakdown = bill(priced)

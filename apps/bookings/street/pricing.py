"""The terms of a street trip: the car type's, and the tariff in force at the start."""

from dataclasses import dataclass
from decimal import Decimal

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import DriverProfile, User
from apps.bookings.models import Booking
from apps.bookings.pricing.by_tariff import tariff_terms
from apps.bookings.pricing.fare import Terms, apply_price, price, terms_of
from apps.core.errors import Conflict
from apps.core.money import ZERO
from apps.core.platform import Platform
from apps.fares.engine import Fare
from apps.fares.models import CarType
from apps.fares.parcels import PLAIN
from apps.fares.tariffs.in_force import tariff_at
from apps.fares.tariffs.pricing import fare_of_trip, fee_rule_of
from apps.fares.tariffs.trips import points_of, trip_along
from apps.geo.port import Route


def apply_meter(booking: Booking, car_type: CarType, settings: Platform, *, route: Route | None) -> None:
    """Set car type, terms and the fare so far: of the route, or without one of a trip that ends at once.

    A metered trip is never priced by the surge factor.
    """
    booking.car_type = car_type
    booking.car_type_name, booking.car_type_icon = car_type.name, car_type.icon
    booking.car_image = car_type.image.name or ""
    booking.estimate_distance_km = ZERO if route is None else route.distance_km
    booking.estimate_duration_seconds = 0 if route is None else route.duration_seconds
    booking.route_polyline = "" if route is None else route.polyline
    terms = terms_of(car_type, settings)
    fare = _fare(booking, terms)
    booking.rates = terms
    apply_price(booking, fare)
    booking.estimate = ZERO if route is None else fare.trip_cost


@dataclass(frozen=True, slots=True)
class Meter:
    """What a street trip costs now, for the driver's console."""

    tariff: str
    """Name and version of the tariff in force; empty if the car type's rates apply."""
    starting_fare: Decimal
    base_fare: Decimal
    rate_per_unit_distance: Decimal
    rate_per_hour: Decimal
    convert_to_mile: bool


def meter_of(driver: User, settings: Platform) -> Meter:
    """Return the meter of the driver's car type. Raises Conflict driver_not_available without one."""
    car_type = car_type_of(driver)
    booking = Booking(trip_date=timezone.now(), pickup_lat=0, pickup_lng=0, drop_lat=0, drop_lng=0)
    apply_meter(booking, car_type, settings, route=None)
    agreed = booking.rates.get("tariff")
    return Meter(
        tariff=f"{agreed['name']} {agreed['version']}" if agreed else "",
        starting_fare=booking.trip_cost,
        base_fare=car_type.base_fare,
        rate_per_unit_distance=car_type.rate_per_unit_distance,
        rate_per_hour=car_type.rate_per_hour,
        convert_to_mile=settings.convert_to_mile,
    )


def car_type_of(driver: User) -> CarType:
    """Return the driver's car type. Raises Conflict driver_not_available without one."""
    profile = DriverProfile.objects.select_related("car_type").filter(pk=driver.pk).first()
    if profile is None or profile.car_type is None:
        raise Conflict("driver_not_available", _("The driver isn't available for this booking."))
    return profile.car_type


def _fare(booking: Booking, terms: Terms) -> Fare:
    km, seconds = Decimal(booking.estimate_distance_km), booking.estimate_duration_seconds
    tariff = tariff_at(booking.trip_date)
    if tariff is not None:
        ends = ((booking.pickup_lat, booking.pickup_lng), (booking.drop_lat, booking.drop_lng))
        trip = trip_along(
            tariff,
            points_of(booking.route_polyline) or ends,
            starts_at=booking.trip_date,
            distance_km=km,
            duration_seconds=seconds,
            source="street",
        )
        terms["tariff"] = tariff_terms(tariff, trip)
        priced = fare_of_trip(
            tariff, trip, car_type=booking.car_type_name, parcel=PLAIN, decimals=terms["decimals"]
        )
        if priced is not None:
            # An adjusted fare is shared by the fee of the tariff.
            terms["convenience_fees"], terms["convenience_fee_type"] = fee_rule_of(priced)
            return priced
    return price(terms, distance_km=km, duration_seconds=seconds)

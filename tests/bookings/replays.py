"""Varied past trips for replays: by tariff and by numbers, with promos, parcels and tracks."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal as D
from typing import Any

import polyline

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, TrackingPoint
from apps.bookings.pricing.by_tariff import measured_fare, tariff_terms
from apps.bookings.pricing.discounts import apply_discount
from apps.bookings.pricing.fare import apply_price, price, terms_of
from apps.core.platform import platform_settings
from apps.fares.models import CarType, Promo, Tariff
from apps.fares.promos.redemption import terms_of as terms_of_promo
from apps.fares.tariff_engine.zones import Point
from apps.fares.tariffs.in_force import agreed_tariff
from apps.fares.tariffs.pricing import fare_by_tariff, fee_rule_of
from apps.fares.tariffs.trips import trip_along
from tests.bookings.builders import PICKUP, make_booking
from tests.fares.tariffs import publish, rates

DAY = datetime(2026, 10, 5, tzinfo=UTC)
"""A Monday in October, when clocks in London are an hour ahead of UTC."""
LAT, LNG = PICKUP
TOWN = [[LNG - 1, LAT - 0.02], [LNG + 1, LAT - 0.02], [LNG + 1, LAT + 0.02], [LNG - 1, LAT + 0.02]]
FEE = {"name": "Fee", "then": {"kind": "fee", "amount": "12.5", "percentage": True}}


def plain_tariff(by: User) -> Tariff:
    """A day and a night rate with a minimum, rounding and parcels."""
    return publish(
        by,
        {"name": "Night", "when": {"hours": "22:00-06:00"}, "then": rates("4.10", "2.83", "11.70")},
        {"name": "Day", "then": rates("3.30", "2.07", "9.99")},
        {"name": "Phone", "when": {"sources": ["phone"]}, "then": {"kind": "extra", "amount": "1.50"}},
        {"name": "Parcel", "then": {"kind": "charge", "charge": "parcel", "in_minimum": True}},
        {"name": "Minimum", "then": {"kind": "minimum", "amount": "8.00"}},
        {"name": "Rounding", "then": {"kind": "rounding", "to": "0.10", "how": "nearest"}},
        FEE,
    )


def zoned_tariff(by: User) -> Tariff:
    return publish(
        by,
        {"name": "Town", "when": {"zones": ["Town"]}, "then": rates("2.00", "1.10", "6.00")},
        {"name": "Country", "then": rates("3.00", "3.10", "7.00")},
        FEE,
        name="Zones",
        zones={"Town": {"rings": [TOWN]}},
    )


def past_ride(
    rider: User,
    driver: User,
    car_type: CarType,
    *,
    at: datetime = DAY + timedelta(hours=9),
    km: D = D("7.500"),
    seconds: int = 900,
    tariff: Tariff | None = None,
    promo: Promo | None = None,
    track: Sequence[Point] = (),
    **fields: Any,
) -> Booking:
    """Insert a paid ride, priced by the product as it ended."""
    booking = _agreed(rider, driver, car_type, at, tariff, fields)
    booking.distance_km, booking.total_trip_time = km, seconds
    end = track[-1] if track else (booking.drop_lat, booking.drop_lng)
    fare = measured_fare(booking, distance_km=km, duration_seconds=seconds, track=track)
    apply_price(booking, fare or price(booking.rates, distance_km=km, duration_seconds=seconds))
    booking.drop_lat, booking.drop_lng = end
    _pay(booking, promo)
    TrackingPoint.objects.bulk_create(
        TrackingPoint(booking=booking, at=at + timedelta(seconds=n), status=Status.STARTED, lat=lat, lng=lng)
        for n, (lat, lng) in enumerate(track)
    )
    return booking


def past_delivery(
    rider: User,
    driver: User,
    car_type: CarType,
    *,
    at: datetime = DAY + timedelta(hours=9),
    km: D = D("7.500"),
    seconds: int = 900,
    tariff: Tariff | None = None,
    promo: Promo | None = None,
    parcel: str = "",
    **fields: Any,
) -> Booking:
    """Insert a paid delivery, priced by the product as it was quoted."""
    line = polyline.encode([PICKUP, (LAT + 0.05, LNG)])
    booking = _agreed(
        rider, driver, car_type, at, tariff, {**fields, "app_category": "delivery", "route_polyline": line}
    )
    booking.estimate_distance_km, booking.estimate_duration_seconds = km, seconds
    # Driven farther than quoted, which does not count.
    booking.distance_km, booking.total_trip_time = km + 3, seconds + 500
    if parcel:
        booking.parcel_type_selected = {"id": 1, "description": "Box", "amount": parcel}
    amount, fare = D(parcel or 0), None
    if tariff is not None:
        loaded = agreed_tariff(tariff.pk, [])
        trip = trip_along(
            loaded, polyline.decode(line), starts_at=at, distance_km=km, duration_seconds=seconds
        )
        charges = {"parcel": amount} if amount else {}
        facts = trip.facts(car_type=car_type.name, charges=charges)
        fare = fare_by_tariff(loaded, facts, decimals=booking.rates["decimals"])
        assert fare is not None
        booking.rates["convenience_fees"], booking.rates["convenience_fee_type"] = fee_rule_of(fare)
    numbers = price(booking.rates, distance_km=km, duration_seconds=seconds, parcel_amount=amount)
    apply_price(booking, fare or numbers)
    _pay(booking, promo)
    return booking


def varied_trips(
    count: int, *, rider: User, driver: User, car_types: Sequence[CarType], by: User, promo: Promo
) -> list[Booking]:
    """Insert rides and deliveries of four weeks, the same every time."""
    chance = random.Random(20_261_005)  # data of a test
    plain, zoned = plain_tariff(by), zoned_tariff(by)
    trips = []
    for _number in range(count):
        tariff = chance.choice((None, plain, zoned))
        common: dict[str, Any] = {
            "at": DAY + timedelta(minutes=chance.randrange(28 * 24 * 60), seconds=chance.randrange(60)),
            "km": D(chance.randrange(150, 60_000)) / 1000,
            "seconds": chance.randrange(40, 7200),
            "tariff": tariff,
            "promo": promo if chance.random() < 0.3 else None,
        }
        car_type = chance.choice(car_types)
        if chance.random() < 0.3:
            parcel = chance.choice(("", "5", "15.50"))
            trips.append(past_delivery(rider, driver, car_type, parcel=parcel, **common))
            continue
        if chance.random() < 0.2:
            common["booking_type_admin"] = True
        if tariff is zoned:
            step = chance.uniform(0.0004, 0.002)
            common["track"] = [(LAT + n * step, LNG + n * step / 3) for n in range(chance.randrange(2, 30))]
        trips.append(past_ride(rider, driver, car_type, **common))
    return trips


def _agreed(
    rider: User, driver: User, car_type: CarType, at: datetime, tariff: Tariff | None, fields: dict[str, Any]
) -> Booking:
    terms = terms_of(car_type, platform_settings())
    if tariff is not None:
        loaded = agreed_tariff(tariff.pk, [])
        source = "phone" if fields.get("booking_type_admin") else "app"
        trip = trip_along(
            loaded,
            (),
            starts_at=at,
            distance_km=D(1),
            duration_seconds=1,
            source=source,  # type: ignore[arg-type]
        )
        terms["tariff"] = tariff_terms(loaded, trip)
    fields = {"trip_date": at, "trip_start_time": at, "rates": terms} | fields
    return make_booking(rider, car_type, Status.COMPLETE, driver=driver, **fields)


def _pay(booking: Booking, promo: Promo | None) -> None:
    if promo is not None:
        booking.promo, booking.promo_details = promo, terms_of_promo(promo).as_json()
        apply_discount(booking)
    booking.cash_payment_amount = booking.payable_amount
    booking.save()

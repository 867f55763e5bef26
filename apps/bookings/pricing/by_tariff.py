"""Fares of bookings by a published tariff: at the booking by its quote, at the end by the trip as driven."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NotRequired, TypedDict

from django.utils.translation import gettext_lazy as _

from apps.bookings.models import Booking
from apps.bookings.pricing.surge import agreed_factor
from apps.bookings.trip.stops import points_of_stops, waits_at_stops
from apps.core.errors import Conflict
from apps.fares.engine import Fare
from apps.fares.estimates.quotes import Quote
from apps.fares.parcels import PLAIN
from apps.fares.tariff_engine.facts import Wait
from apps.fares.tariff_engine.pricing import prices_waiting
from apps.fares.tariff_engine.zones import Point
from apps.fares.tariffs.in_force import LoadedTariff, agreed_tariff, holidays_around, quoted_tariff, tariff_at
from apps.fares.tariffs.pricing import fare_of_trip
from apps.fares.tariffs.trips import Source, TariffTrip, hired_trip, trip_along


class TariffTerms(TypedDict):
    """The tariff agreed at booking."""

    id: int
    name: str
    version: int
    source: Source
    booked_for_later: bool
    holidays: list[str]
    """The public holidays around the trip, as known at booking."""
    hire_from: NotRequired[str]
    """By the hour: the time that decides which rule applies, also if the trip starts at another."""


def quoted_trip(quote: Quote, *, later_at: datetime | None) -> tuple[LoadedTariff, TariffTrip] | None:
    """Return the tariff and the trip of a quote, for now or for a booking at `later_at`.

    None if the car type's numbers apply. Raises Conflict quote_expired for a quote of another time or tariff.
    """
    fields = quote.tariff_trip
    if later_at is None:
        if fields is None:
            return None
        # Now is the time of the quote, which is at most a few minutes ago.
        tariff = quoted_tariff(fields[0])
        trip = TariffTrip.from_json(fields, tariff)
        if trip.booked_for_later:
            raise price_changed()
        return tariff, trip
    in_force = tariff_at(later_at)
    if (in_force and in_force.id) != (fields and fields[0]):
        raise price_changed()
    if in_force is None or fields is None:
        return None
    trip = TariffTrip.from_json(fields, in_force)
    return in_force, replace(trip, starts_at=later_at.replace(microsecond=0), booked_for_later=True)


def tariff_terms(tariff: LoadedTariff, trip: TariffTrip) -> TariffTerms:
    """Return the terms to store with a booking."""
    assert tariff.id is not None
    assert tariff.version is not None
    day = trip.starts_at.astimezone(tariff.compiled.tz).date()
    terms = TariffTerms(
        id=tariff.id,
        name=tariff.name,
        version=tariff.version,
        source=trip.source,
        booked_for_later=trip.booked_for_later,
        holidays=[holiday.isoformat() for holiday in holidays_around(day)],
    )
    if trip.hire_minutes:
        terms["hire_from"] = trip.starts_at.isoformat()
    return terms


def measured_fare(
    booking: Booking,
    *,
    distance_km: Decimal,
    duration_seconds: int,
    track: Sequence[Point],
    at_stops: Sequence[int] | None = None,
) -> Fare | None:
    """Return the fare of a trip as driven, by the tariff agreed at booking.

    None without a tariff, or if it has no rate for a part of the trip. Distance and time are shared along the
    track from the booked pickup. `at_stops` are the waits in the time; without it, as the driver marked them.
    """
    terms: Any = booking.rates.get("tariff")
    if terms is None:
        return None
    tariff = agreed_tariff(terms["id"], [date.fromisoformat(day) for day in terms["holidays"]])
    if booking.is_hire:
        hired = hired_as_driven(booking, tariff, distance_km=distance_km, duration_seconds=duration_seconds)
        return fare_of_trip(
            tariff,
            hired,
            car_type=booking.car_type_name,
            parcel=PLAIN,
            decimals=booking.rates["decimals"],
            surge=agreed_factor(booking.rates),
        )
    pickup = (booking.pickup_lat, booking.pickup_lng)
    stops = points_of_stops(booking)

    def driven(seconds: int) -> TariffTrip:
        return trip_along(
            tariff,
            (pickup, *(track or (*stops, (booking.drop_lat, booking.drop_lng)))),
            starts_at=booking.trip_start_time or booking.trip_date,
            distance_km=distance_km,
            duration_seconds=seconds,
            source=terms["source"],
            booked_for_later=terms["booked_for_later"],
            stops=stops,
            party=booking.party,
        )

    trip, waits = with_waits(
        booking,
        tariff,
        driven,
        duration_seconds,
        at_stops=waits_at_stops(booking) if at_stops is None else at_stops,
    )
    return fare_of_trip(
        tariff,
        trip,
        car_type=booking.car_type_name,
        parcel=PLAIN,
        decimals=booking.rates["decimals"],
        surge=agreed_factor(booking.rates),
        waits=waits,
    )


def hired_as_driven(
    booking: Booking, tariff: LoadedTariff, *, distance_km: Decimal, duration_seconds: int
) -> TariffTrip:
    """Return a booking by the hour with the distance and time that were driven, or are planned."""
    terms: Any = booking.rates["tariff"]
    return hired_trip(
        tariff,
        (booking.pickup_lat, booking.pickup_lng),
        starts_at=datetime.fromisoformat(terms["hire_from"]),
        hire_minutes=booking.hire_minutes or 0,
        distance_km=distance_km,
        duration_seconds=duration_seconds,
        source=terms["source"],
        booked_for_later=terms["booked_for_later"],
        party=booking.party,
    )


def with_waits(
    booking: Booking,
    tariff: LoadedTariff,
    driven: Callable[[int], TariffTrip],
    seconds: int,
    *,
    at_stops: Sequence[int],
) -> tuple[TariffTrip, list[Wait]]:
    """Return the trip of so many seconds, without those at stops if the tariff prices waiting there.

    Otherwise the waiting is a part of the drive. `driven` returns the trip of a drive of so many seconds.
    """
    trip = driven(seconds)
    if not at_stops:
        return trip, []
    facts = trip.facts(car_type=booking.car_type_name, charges={})
    if not prices_waiting(tariff.compiled, facts, at="stop"):
        return trip, []
    return driven(max(0, seconds - sum(at_stops))), [
        Wait(at="stop", seconds=Decimal(wait)) for wait in at_stops
    ]


def price_changed() -> Conflict:
    return Conflict("quote_expired", _("The price has changed. Get a new price."))

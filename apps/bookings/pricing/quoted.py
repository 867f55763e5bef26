"""Applies a quote to a booking: places, car type, parcel and price at current rates."""

from typing import Final

from apps.bookings.models import Booking
from apps.bookings.pricing.by_tariff import price_changed, quoted_trip, tariff_terms
from apps.bookings.pricing.fare import Terms, apply_price, price, terms_of
from apps.bookings.pricing.surge import SurgeTerms, agreed_factor
from apps.bookings.timeouts import call_with_timeout
from apps.bookings.trip.stops import change_stops
from apps.core.compiled_queries import CompiledQuery
from apps.core.platform import Platform
from apps.fares.engine import Fare
from apps.fares.estimates.quotes import Quote, reference_of, route_line
from apps.fares.models import CarType, ParcelOption, ParcelType, SurgeFactor
from apps.fares.parcels import PLAIN, Parcel, as_json
from apps.fares.party import require_room
from apps.fares.surge.current import is_surge_on
from apps.fares.tariffs.pricing import fare_of_trip, fee_rule_of

ROUTE_TIMEOUT: Final = 2.5
"""Timeout in seconds for the route's line; without it the map shows only the two ends."""
_CAR_TYPE: Final = CompiledQuery(lambda car_type_id: CarType.objects.filter(pk=car_type_id), car_type_id=-1)


def apply_quote(booking: Booking, quote: Quote, settings: Platform) -> None:
    """Set the quoted values and recalculate the price, for the booking's time if it is for later.

    Raises Conflict quote_expired if the price differs from the quote, BadInput car_type_too_small for the
    party.
    """
    car_type = _CAR_TYPE.first(car_type_id=quote.car_type_id)
    if car_type is None or car_type.app_category not in ("", settings.app_category):
        raise price_changed()
    require_room(car_type, quote.party)
    terms, parcel = terms_of(car_type, settings), _parcel(quote)
    surge = _surge(quote, booking, settings)
    if surge is not None:
        terms["surge"] = surge
    # An edit keeps the estimate that the booking was made from; a street trip has none.
    if booking._state.adding or "quote" in booking.rates:
        terms["quote"] = booking.rates.get("quote") or reference_of(quote)
    booking.car_type = car_type
    booking.car_type_name, booking.car_type_icon = car_type.name, car_type.icon
    booking.car_image = car_type.image.name or ""
    booking.parcel_type_selected = as_json(parcel.parcel_type)
    booking.option_selected = as_json(parcel.option)
    booking.pickup_lat, booking.pickup_lng = quote.pickup.lat, quote.pickup.lng
    booking.pickup_add = quote.pickup.add
    booking.drop_lat, booking.drop_lng = quote.drop.lat, quote.drop.lng
    booking.drop_add = quote.drop.add
    if quote.stops or booking.stop_count:
        change_stops(booking, quote.stops)
    booking.return_wait_minutes, booking.hire_minutes = quote.return_wait_minutes, quote.hire_minutes
    booking.passengers, booking.luggage = quote.party.passengers, quote.party.luggage
    booking.children, booking.child_seats = quote.party.children, quote.party.child_seats
    booking.estimate_distance_km = quote.distance_km
    booking.estimate_duration_seconds = quote.duration_seconds
    fare = _fare(booking, quote, terms, parcel)
    booking.rates = terms
    apply_price(booking, fare)
    booking.estimate = fare.trip_cost
    shown = (quote.trip_cost, quote.convert_to_mile, quote.decimals)
    if (booking.trip_cost, settings.convert_to_mile, settings.decimal) != shown:
        raise price_changed()


def _fare(booking: Booking, quote: Quote, terms: Terms, parcel: Parcel) -> Fare:
    """Return the fare by the tariff in force, whose terms are added, otherwise by the car type's numbers."""
    found = quoted_trip(quote, later_at=booking.trip_date if booking.book_later else None)
    if found is not None:
        tariff, trip = found
        terms["tariff"] = tariff_terms(tariff, trip)
        priced = fare_of_trip(
            tariff,
            trip,
            car_type=booking.car_type_name,
            parcel=parcel,
            decimals=terms["decimals"],
            surge=agreed_factor(terms),
        )
        if priced is not None:
            # An adjusted fare is shared by the fee of the tariff.
            terms["convenience_fees"], terms["convenience_fee_type"] = fee_rule_of(priced)
            return priced
    if quote.hire_minutes is not None:
        # The car type's numbers are for trips to a destination.
        raise price_changed()
    return price(
        terms,
        distance_km=quote.distance_km,
        duration_seconds=quote.duration_seconds,
        parcel_amount=parcel.parcel_amount,
        option_amount=parcel.option_amount,
    )


def _surge(quote: Quote, booking: Booking, settings: Platform) -> SurgeTerms | None:
    """Return the surge terms of a quote; None at the usual price.

    Raises Conflict quote_expired for a factor since surge is off or stopped, and if one of quote and booking
    is for now and the other for later.
    """
    is_on = is_surge_on(settings)
    if quote.surge_factor is None:
        if is_on and quote.for_later and not booking.book_later:
            raise price_changed()
        return None
    agreed: SurgeTerms | None = booking.rates.get("surge")
    if booking.book_later:
        raise price_changed()
    if agreed is not None and agreed["record"] == quote.surge_record:
        # An edit keeps the factor, even if surge is off now.
        return agreed
    if not is_on:
        raise price_changed()
    record = SurgeFactor.objects.filter(pk=quote.surge_record or 0).first()
    if record is None or record.factor != quote.surge_factor:
        raise price_changed()
    return SurgeTerms(
        record=record.pk,
        factor=f"{record.factor.normalize():f}",
        zone=record.zone,
        waiting=record.waiting,
        free=record.free,
    )


def line_of(quote: Quote) -> str:
    """Return the encoded line of the quoted route, or an empty string after the timeout."""
    return call_with_timeout(ROUTE_TIMEOUT, lambda: route_line(quote), default="")


def _parcel(quote: Quote) -> Parcel:
    """Return the quoted parcel at current amounts. Raises Conflict quote_expired if it is no longer
    offered.
    """
    if quote.parcel_type_id is None and quote.option_id is None:
        return PLAIN
    mine = {"car_type_id": quote.car_type_id}
    parcel = Parcel(
        parcel_type=ParcelType.objects.filter(pk=quote.parcel_type_id or 0, **mine).first(),
        option=ParcelOption.objects.filter(pk=quote.option_id or 0, **mine).first(),
    )
    quoted = (quote.parcel_type_id is not None, quote.option_id is not None)
    if quoted != (parcel.parcel_type is not None, parcel.option is not None):
        raise price_changed()
    return parcel

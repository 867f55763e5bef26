"""A quote put on a booking: its places, car type and parcel, and its price by today's rates."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from apps.bookings.models import Booking
from apps.bookings.pricing import apply_price, price, terms_of
from apps.bookings.timeouts import call_with_timeout
from apps.core.errors import Conflict
from apps.core.platform import Platform
from apps.fares.models import CarType, ParcelOption, ParcelType
from apps.fares.parcels import PLAIN, Parcel, as_json
from apps.fares.quotes import Quote, route_line

QUICKLY: Final = 2.5
"""Seconds that a booking waits for the line of its route; without it the map draws the two ends."""


def put_quote(booking: Booking, quote: Quote, settings: Platform) -> None:
    """Set what was quoted; the price is worked out again.

    Raises Conflict quote_expired where it is no longer the one that was shown.
    """
    car_type = CarType.objects.filter(pk=quote.car_type_id).first()
    if car_type is None or car_type.app_category not in ("", settings.app_category):
        raise _price_changed()
    terms, parcel = terms_of(car_type, settings), _parcel(quote)
    booking.car_type = car_type
    booking.car_type_name, booking.car_type_icon = car_type.name, car_type.icon
    booking.car_image = car_type.image.name or ""
    booking.parcel_type_selected = as_json(parcel.parcel_type)
    booking.option_selected = as_json(parcel.option)
    booking.pickup_lat, booking.pickup_lng = quote.pickup.lat, quote.pickup.lng
    booking.pickup_add = quote.pickup.add
    booking.drop_lat, booking.drop_lng = quote.drop.lat, quote.drop.lng
    booking.drop_add = quote.drop.add
    booking.estimate_distance_km = quote.distance_km
    booking.estimate_duration_seconds = quote.duration_seconds
    booking.rates = terms
    fare = price(
        terms,
        distance_km=quote.distance_km,
        duration_seconds=quote.duration_seconds,
        parcel_amount=parcel.parcel_amount,
        option_amount=parcel.option_amount,
    )
    apply_price(booking, fare)
    booking.estimate = fare.trip_cost
    shown = (quote.trip_cost, quote.convert_to_mile, quote.decimals)
    if (booking.trip_cost, settings.convert_to_mile, settings.decimal) != shown:
        raise _price_changed()


def line_of(quote: Quote) -> str:
    """The line of the quoted route; empty where it does not come in time."""
    return call_with_timeout(QUICKLY, lambda: route_line(quote), default="")


def _parcel(quote: Quote) -> Parcel:
    """What was quoted, by today's amounts; the car type may no longer offer it."""
    if quote.parcel_type_id is None and quote.option_id is None:
        return PLAIN
    mine = {"car_type_id": quote.car_type_id}
    parcel = Parcel(
        parcel_type=ParcelType.objects.filter(pk=quote.parcel_type_id or 0, **mine).first(),
        option=ParcelOption.objects.filter(pk=quote.option_id or 0, **mine).first(),
    )
    quoted = (quote.parcel_type_id is not None, quote.option_id is not None)
    if quoted != (parcel.parcel_type is not None, parcel.option is not None):
        raise _price_changed()
    return parcel


def _price_changed() -> Conflict:
    return Conflict("quote_expired", _("The price has changed. Get a new price."))

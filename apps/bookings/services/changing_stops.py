"""Changes of a ride's stops: a preview with a signed price, then the change at that price."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.payment.changed_price import is_charged_now, prepayment_difference
from apps.bookings.pricing.quoted import ROUTE_TIMEOUT
from apps.bookings.selectors import find_booking
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import Actor, TransitionInput, actor_role
from apps.bookings.timeouts import call_with_timeout
from apps.bookings.trip.stop_changes import (
    CHANGEABLE,
    apply_stop_quote,
    fare_through,
    places_of_route,
    quote_of,
    require_possible_stops,
    route_through,
)
from apps.bookings.trip.stop_quotes import make_stop_quote, read_stop_quote
from apps.bookings.trip.stops import change_stops as plan_changed_stops
from apps.core.errors import Conflict, DomainError, Forbidden, NotFound
from apps.core.money import ZERO
from apps.core.platform import platform_settings
from apps.fares.estimates.quotes import Spot, expires_from_now
from apps.geo.port import LatLng
from apps.geo.positions.store import position_of
from apps.wallet.selectors import balance_of

NAMES = ("change_stops", "change_stops_new")


@dataclass(frozen=True, slots=True, kw_only=True)
class StopsPreview:
    """The effects of a change of stops."""

    quote_id: str
    expires_at: datetime
    previous_payable_amount: Decimal
    payable_amount: Decimal
    difference: Decimal
    discount: Decimal
    promo_falls_away: bool
    charged: Decimal
    """Charged to the rider's wallet at once."""
    refunded: Decimal
    """Refunded to the rider's wallet at once."""
    left_to_pay: Decimal
    """For a prepaid booking: exceeds the wallet balance, and is paid at the end."""
    previous_distance_km: Decimal
    previous_duration_seconds: int
    estimate_distance_km: Decimal
    estimate_duration_seconds: int
    route_polyline: str
    breakdown: list[dict[str, Any]]
    search_restarts: bool


def preview_stops(*, booking_id: int, stops: Sequence[Spot], by: User) -> StopsPreview:
    """Return the price and the effects of other stops, without storing anything.

    `stops` are all stops of the trip in order; those that the car has reached come first, unchanged. Raises
    NotFound, Forbidden, Conflict wrong_status, stop_reached, booking_unchanged, BadInput select_proper,
    too_many_stops, stops_not_allowed, and the errors of the map service.
    """
    booking, settings = _changeable(booking_id, by), platform_settings()
    require_possible_stops(booking, stops, settings)
    car = _car_of(booking)
    route = route_through(places_of_route(booking, stops, car))
    after = copy(booking)
    plan_changed_stops(after, stops)
    quote = quote_of(
        booking,
        by_id=by.pk,
        stops=stops,
        car=car,
        route=route,
        fare=fare_through(after, route),
        expires_at=expires_from_now(),
    )
    apply_stop_quote(after, quote)
    difference = prepayment_difference(after)
    charge = is_charged_now(difference, balance_of(booking.customer_id))
    charged, left_to_pay = (difference, ZERO) if charge else (ZERO, max(difference, ZERO))
    return StopsPreview(
        quote_id=make_stop_quote(replace(quote, charged=charged, left_to_pay=left_to_pay)),
        expires_at=quote.expires_at,
        previous_payable_amount=booking.payable_amount,
        payable_amount=after.payable_amount,
        difference=after.payable_amount - booking.payable_amount,
        discount=after.discount,
        promo_falls_away=booking.discount > 0 and after.discount == 0,
        charged=charged,
        refunded=max(-difference, ZERO),
        left_to_pay=left_to_pay,
        previous_distance_km=booking.estimate_distance_km,
        previous_duration_seconds=booking.estimate_duration_seconds,
        estimate_distance_km=quote.distance_km,
        estimate_duration_seconds=quote.duration_seconds,
        route_polyline=route.polyline,
        breakdown=after.breakdown,
        search_restarts=booking.status == Status.NEW,
    )


def change_stops(*, booking_id: int, quote_id: str, by: User) -> Booking:
    """Change the stops at the previewed price.

    Raises the errors of the preview, BadInput quote_invalid, Conflict quote_expired, booking_changed,
    amount_changed, Forbidden demo_mode for staff; then nothing changes.
    """
    booking = _changeable(booking_id, by)
    quote = read_stop_quote(quote_id, booking_id=booking_id, user_id=by.pk)
    line = _line_through(places_of_route(booking, quote.stops, quote.car))
    # Everything is checked again after the booking is locked.
    inputs = TransitionInput(stop_change=quote, stop_line=line)
    return apply_transition(NAMES, booking_id=booking_id, by=by, inputs=inputs)


def _changeable(booking_id: int, by: User) -> Booking:
    """Return the booking if `by` can change its stops now, or raise."""
    booking = find_booking(booking_id, by)
    if booking is None:
        raise NotFound("not_found", _("Booking not found."))
    if actor_role(by, booking) not in (Actor.RIDER, Actor.ADMIN):
        raise Forbidden("forbidden", _("You don't have permission."))
    if booking.status not in CHANGEABLE:
        raise Conflict("wrong_status", _("Not possible while the booking is %s.") % booking.status)
    return booking


def _car_of(booking: Booking) -> tuple[float, float] | None:
    """Return where the car is on a started trip, as far as it is known."""
    if booking.status != Status.STARTED or booking.driver_id is None:
        return None
    position = position_of(booking.driver_id)
    return None if position is None else (round(position.at.lat, 6), round(position.at.lng, 6))


def _line_through(places: list[LatLng]) -> str:
    """Return the encoded line of the route, or an empty string if the map service fails or is slow."""

    def line() -> str:
        try:
            return route_through(places).polyline
        except DomainError:
            return ""

    return call_with_timeout(ROUTE_TIMEOUT, line, default="")

"""Changes of a ride's stops by its rider or staff, before and during the trip (docs/decisions/0087).

The price follows the terms agreed at booking. Stops that the car has reached do not change.
"""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.pricing.by_tariff import measured_fare
from apps.bookings.pricing.discounts import apply_discount, record_promo
from apps.bookings.pricing.fare import bill, price
from apps.bookings.staff_changes.editing import notify_driver_of_edit, notify_rider_of_edit
from apps.bookings.state_machine.transitions import Actor, TransitionContext, actor_role
from apps.bookings.trip.stop_quotes import StopQuote, stops_revision
from apps.bookings.trip.stops import (
    change_stops,
    describe_stops,
    is_at,
    planned_waits,
    points_of_stops,
    reached_stops,
    stops_of,
    store_changed_stops,
)
from apps.core.errors import BadInput, Conflict
from apps.core.platform import Platform
from apps.fares.engine import Fare
from apps.fares.estimates.hires import refuse_for_hire
from apps.fares.estimates.prices import require_allowed_stops, require_different_places
from apps.fares.estimates.quotes import Spot
from apps.fares.tariffs.trips import points_of
from apps.geo import directions
from apps.geo.port import LatLng, Route

CHANGEABLE: Final = (Status.NEW, Status.ACCEPTED, Status.ARRIVED, Status.STARTED)


def may_change_stops(booking: Booking, settings: Platform) -> bool:
    return not (booking.is_delivery or booking.is_hire) and (settings.max_stops > 0 or booking.stop_count > 0)


def require_possible_stops(booking: Booking, stops: Sequence[Spot], settings: Platform) -> None:
    """Require that the booking can have these stops now.

    Raises BadInput not_for_hire, stops_not_allowed, too_many_stops, select_proper, Conflict stop_reached,
    booking_unchanged.
    """
    if booking.is_hire:
        refuse_for_hire(["stops"])
    require_allowed_stops(stops, settings, delivery=booking.is_delivery, round_trip=booking.is_round_trip)
    if booking.is_round_trip and not stops:
        sentence = _("The last stop of a round trip is where the driver waits. Choose another place for it.")
        raise BadInput("select_proper", sentence, fields={"stops": sentence})
    require_different_places((_pickup_of(booking), *stops, _drop_of(booking)))
    booked, reached = stops_of(booking), len(reached_stops(booking))
    if len(stops) < reached or not all(map(is_at, booked[:reached], stops)):
        sentence = _("The car has already reached this stop. Check the trip.")
        raise Conflict("stop_reached", sentence, fields={"stops": sentence})
    if len(stops) == len(booked) and all(map(is_at, booked, stops)):
        raise Conflict("booking_unchanged", _("Nothing has changed."))


def places_of_route(booking: Booking, stops: Sequence[Spot], car: tuple[float, float] | None) -> list[LatLng]:
    """Return the places that the route goes through; on a started trip the car's is one of them."""
    reached = len(reached_stops(booking))
    behind, ahead = [stop.at for stop in stops[:reached]], [stop.at for stop in stops[reached:]]
    between = [] if car is None else [LatLng(*car)]
    return [_pickup_of(booking).at, *behind, *between, *ahead, _drop_of(booking).at]


def route_through(places: Sequence[LatLng]) -> Route:
    """Return the fastest route through the places; raises as `directions.route_between`."""
    if len(places) == 2:
        return directions.route_between(*places)
    return directions.route_through(places)


def fare_through(booking: Booking, route: Route) -> Fare:
    """Return the fare of the whole way by the terms agreed at booking.

    It contains the waiting at stops so far, and the planned wait of a round trip.
    """
    waits = planned_waits(booking)
    seconds = route.duration_seconds + sum(waits)
    along = points_of(route.polyline)[1:] or points_of_stops(booking)
    by_tariff = measured_fare(
        booking,
        distance_km=route.distance_km,
        duration_seconds=seconds,
        track=along,
        at_stops=waits,
    )
    return by_tariff or price(booking.rates, distance_km=route.distance_km, duration_seconds=seconds)


def apply_stop_quote(booking: Booking, quote: StopQuote) -> None:
    """Set the stops and the amounts of the quote, with the discount for its price."""
    change_stops(booking, quote.stops)
    booking.estimate_distance_km = quote.distance_km
    booking.estimate_duration_seconds = quote.duration_seconds
    booking.trip_cost = booking.estimate = quote.trip_cost
    booking.convenience_fees, booking.driver_share = quote.convenience_fees, quote.driver_share
    booking.breakdown = list(quote.breakdown)
    apply_discount(booking)


def quote_of(
    booking: Booking,
    *,
    by_id: int,
    stops: Sequence[Spot],
    car: tuple[float, float] | None,
    route: Route,
    fare: Fare,
    expires_at: datetime,
) -> StopQuote:
    """Return the quote of a route and its fare, before the wallet's part is known."""
    return StopQuote(
        booking_id=booking.pk,
        issued_for=by_id,
        revision=stops_revision(booking),
        stops=tuple(stops),
        car=car,
        distance_km=route.distance_km,
        duration_seconds=route.duration_seconds + booking.return_wait_seconds,
        trip_cost=fare.trip_cost,
        convenience_fees=fare.convenience_fees,
        driver_share=fare.driver_share,
        breakdown=bill(fare),
        charged=Decimal(0),
        left_to_pay=Decimal(0),
        expires_at=expires_at,
    )


def _pickup_of(booking: Booking) -> Spot:
    return Spot(booking.pickup_lat, booking.pickup_lng, booking.pickup_add)


def _drop_of(booking: Booking) -> Spot:
    return Spot(booking.drop_lat, booking.drop_lng, booking.drop_add)


# -- guards ------------------------------------------------------------------------------------


def booking_is_as_quoted(context: TransitionContext) -> None:
    """Raise Conflict booking_changed if the price no longer belongs to the booking."""
    if stops_revision(context.booking) != _quote(context).revision:
        raise Conflict("booking_changed", _("This booking has changed. Check the stops and the price."))


def stops_are_possible(context: TransitionContext) -> None:
    require_possible_stops(context.booking, _quote(context).stops, context.settings)


def _quote(context: TransitionContext) -> StopQuote:
    if context.inputs.stop_change is None:
        raise TypeError(f"{context.name} needs a quote of the stops")
    return context.inputs.stop_change


# -- effects -----------------------------------------------------------------------------------


def set_stops(context: TransitionContext) -> None:
    """Apply the quote; the booking event and the audit log store the changed values."""
    booking = context.booking
    before, cost = _described(booking), booking.trip_cost
    apply_stop_quote(booking, _quote(context))
    booking.route_polyline = context.inputs.stop_line
    store_changed_stops(booking)
    after = _described(booking)
    changed = [name for name in before if before[name] != after[name]]
    context.audit_before |= {name: before[name] for name in changed}
    context.audit_after |= {name: after[name] for name in changed}
    context.data |= {
        "stops": after["stops"],
        "previous_trip_cost": f"{cost:f}",
        "trip_cost": f"{booking.trip_cost:f}",
    }
    record_promo(context)


def _described(booking: Booking) -> dict[str, Any]:
    return {
        "stops": describe_stops(booking),
        "trip_cost": booking.trip_cost,
        "discount": booking.discount,
    }


# -- notices -----------------------------------------------------------------------------------


def notify_of_stops(context: TransitionContext) -> None:
    """Notify the driver, and the rider of a change by staff."""
    notify_driver_of_edit(context)
    notify_rider_of_stops(context)


def notify_rider_of_stops(context: TransitionContext) -> None:
    if actor_role(context.by, context.booking) is Actor.ADMIN:
        notify_rider_of_edit(context)

"""The driver's marks at stops: reached, then left, one stop after the other."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from apps.bookings.models import Booking, BookingStop
from apps.bookings.state_machine.transitions import TransitionContext
from apps.bookings.trip.stops import stops_of
from apps.core.errors import Conflict
from apps.core.platform import Platform


def stop_ahead(booking: Booking) -> BookingStop | None:
    """Return the first stop that the car has not left."""
    return next((stop for stop in stops_of(booking) if stop.left_at is None), None)


def drives_to_stop(booking: Booking, settings: Platform) -> bool:
    stop = stop_ahead(booking)
    return stop is not None and stop.reached_at is None


def is_at_stop(booking: Booking, settings: Platform) -> bool:
    stop = stop_ahead(booking)
    return stop is not None and stop.reached_at is not None


def stop_is_reached_next(context: TransitionContext) -> None:
    """Raise Conflict stop_not_next unless the car drives to this stop."""
    stop = stop_ahead(context.booking)
    if stop is None or stop.reached_at is not None or not _is_marked(context, stop):
        raise Conflict("stop_not_next", _("This isn't the next stop. Check the trip."))


def car_is_at_stop(context: TransitionContext) -> None:
    """Raise Conflict not_at_stop unless the car is at this stop."""
    stop = stop_ahead(context.booking)
    if stop is None or stop.reached_at is None or not _is_marked(context, stop):
        raise Conflict("not_at_stop", _("The car isn't at this stop. Check the trip."))


def _is_marked(context: TransitionContext, stop: BookingStop) -> bool:
    """Return whether the driver marks this stop, and saw the same place at its number."""
    return stop.position == context.inputs.stop and context.inputs.stop_id in (None, stop.pk)


def reach_stop(context: TransitionContext) -> None:
    stop, at = _stop(context), _time(context)
    context.writes.update(BookingStop.objects.filter(pk=stop.pk), reached_at=at)
    stop.reached_at = at
    context.data["stop"] = stop.position


def leave_stop(context: TransitionContext) -> None:
    stop = _stop(context)
    assert stop.reached_at is not None
    at = max(_time(context), stop.reached_at)
    context.writes.update(BookingStop.objects.filter(pk=stop.pk), left_at=at)
    stop.left_at = at
    context.data["stop"] = stop.position


def _stop(context: TransitionContext) -> BookingStop:
    stop = stop_ahead(context.booking)
    assert stop is not None
    return stop


def _time(context: TransitionContext) -> datetime:
    return context.inputs.began_at or context.at

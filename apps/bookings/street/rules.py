"""When a street trip can be started, and when its driver can cancel it."""

from datetime import timedelta
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.bookings.models import Booking
from apps.bookings.state_machine.transitions import TransitionContext, wrong_status
from apps.core.errors import Conflict
from apps.core.platform import Platform
from apps.fares.parcels import is_delivery

CANCEL_WITHIN: Final = timedelta(minutes=3)
"""How long after the start a driver can cancel a street trip that was started by mistake."""

WITHOUT_ESTIMATE: Final[dict[str, Any]] = {"street_trip": True, "estimate_distance_km": 0}
"""Street trips of unknown length: without a drop-off, or without a route to it."""


def are_street_trips_on(settings: Platform) -> bool:
    return settings.street_trips and not is_delivery(settings)


def street_trips_are_on(context: TransitionContext) -> None:
    require_street_trips(context.settings)


def require_street_trips(settings: Platform) -> None:
    """Raise Conflict street_trips_off if the platform does not offer street trips."""
    if not are_street_trips_on(settings):
        raise Conflict("street_trips_off", _("Street trips are turned off."))


def may_be_cancelled(booking: Booking, settings: Platform) -> bool:
    """Return whether the driver can still cancel the street trip as a mistake."""
    began_at = booking.accepted_at
    return booking.street_trip and began_at is not None and timezone.now() <= began_at + CANCEL_WITHIN


def is_a_street_trip(context: TransitionContext) -> None:
    """Require a street trip; any other started booking cannot be cancelled."""
    if not context.booking.street_trip:
        raise wrong_status(context)


def started_just_now(context: TransitionContext) -> None:
    if not may_be_cancelled(context.booking, context.settings):
        raise Conflict("street_trip_runs", _("It's too late to cancel. End the trip instead."))

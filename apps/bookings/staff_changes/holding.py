"""Staff hold the driver search of a waiting booking with a reason and a time at which it continues.

No driver gets an offer of a held booking (docs/decisions/0090).
"""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.bookings.models import Booking
from apps.bookings.state_machine.transitions import TransitionContext
from apps.bookings.timing import NO_RESPONSE, SEARCH_AFTER_HOLD
from apps.core.errors import BadInput, Conflict
from apps.core.platform import Platform


def latest_hold(booking: Booking) -> datetime:
    """Return the latest end of a hold, after which a search fits before the platform cancels the booking."""
    waits_from = max(booking.trip_date, booking.redispatched_at or booking.trip_date)
    return waits_from + NO_RESPONSE - SEARCH_AFTER_HOLD


# -- conditions --------------------------------------------------------------------------------


def may_be_held(booking: Booking, settings: Platform) -> bool:
    """Return whether the driver search has begun and a hold leaves time for another one."""
    return booking.release_at <= timezone.now() < latest_hold(booking)


def is_held(booking: Booking, settings: Platform) -> bool:
    return booking.held_until is not None


# -- guards ------------------------------------------------------------------------------------


def time_is_possible(context: TransitionContext) -> None:
    until = _end_of(context)
    if until <= context.at:
        text = _("Choose a time in the future.")
        raise BadInput("hold_is_past", text, fields={"until": text})
    if until > latest_hold(context.booking):
        text = _("Choose an earlier time. The booking is cancelled if no driver accepts it in time.")
        raise BadInput("hold_too_long", text, fields={"until": text})


def hold_may_end(context: TransitionContext) -> None:
    """Require a hold; the platform ends it at its time, which staff may have postponed meanwhile."""
    until = context.booking.held_until
    if until is None:
        raise Conflict("not_on_hold", _("This booking isn't on hold."))
    if context.by is None and until > context.at:
        raise Conflict("on_hold", _("This booking is on hold."))


# -- effects -----------------------------------------------------------------------------------


def hold_booking(context: TransitionContext) -> None:
    booking, until, reason = context.booking, _end_of(context), context.inputs.reason.strip()
    booking.held_until, booking.hold_reason = until, reason
    context.data |= {"reason": reason, "until": until.isoformat()}
    context.audit_after["held_until"] = until.isoformat()


def remove_hold(context: TransitionContext) -> None:
    context.booking.held_until, context.booking.hold_reason = None, ""


def review_hold(context: TransitionContext) -> None:
    """Shorten the hold of an edited booking to its new time; remove it from one that is not searched for."""
    booking = context.booking
    if booking.held_until is None:
        return
    booking.held_until = min(booking.held_until, latest_hold(booking))
    if booking.release_at > context.at or booking.held_until <= context.at:
        remove_hold(context)


def _end_of(context: TransitionContext) -> datetime:
    if context.inputs.held_until is None:
        raise TypeError(f"{context.name} needs a time")
    return context.inputs.held_until

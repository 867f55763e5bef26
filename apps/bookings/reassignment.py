"""Staff remove the driver of a booking before the trip starts, or offer it to another driver at once.

Nobody pays for it, the trip code is renewed, and the removed driver is free again. Dispatch does not offer
the booking to that driver again; staff still may.
"""

from typing import Final

from django.utils.translation import gettext_lazy as _

from apps.bookings import effects, notices
from apps.bookings.choices import OfferState
from apps.bookings.models import Offer
from apps.bookings.transitions import Step, TransitionContext
from apps.core.errors import Conflict
from apps.notifications.choices import Occasion, Screen

# -- guards ------------------------------------------------------------------------------------


def is_another_driver(context: TransitionContext) -> None:
    (candidate,) = context.inputs.candidates
    if candidate.driver_id == context.booking.driver_id:
        raise Conflict("already_assigned", _("This driver already has the booking."))


# -- effects -----------------------------------------------------------------------------------


def close_accepted_offer(context: TransitionContext) -> None:
    """The driver's accepted offer ends without counting as a refusal."""
    accepted = Offer.objects.filter(booking=context.booking, state=OfferState.ACCEPTED)
    context.writes.update(accepted, state=OfferState.UNASSIGNED, answered_at=context.at)


def note_removed_driver(context: TransitionContext) -> None:
    context.audit_before["driver"] = context.booking.driver_name
    context.audit_after["driver"] = ""


REMOVE_DRIVER: Final[tuple[Step, ...]] = (
    note_removed_driver,
    effects.free_driver,
    close_accepted_offer,
    effects.clear_driver_details,
    effects.renew_otp,
)


def defer_search_until_answered(context: TransitionContext) -> None:
    """Dispatch goes on once the chosen driver's time is over; a trip for later still waits for its time."""
    booking = context.booking
    if booking.dispatch_after is not None:
        booking.dispatch_after = max(booking.dispatch_after, context.at + context.inputs.offer_time)


# -- notices -----------------------------------------------------------------------------------


def notify_removed_driver(context: TransitionContext) -> None:
    reason = context.inputs.reason.strip()
    notices.notify_of_booking(
        context, context.left_driver_id, Occasion.UNASSIGNED, Screen.DRIVER_TRIPS, reason=reason
    )

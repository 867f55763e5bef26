"""Staff remove the driver of a booking before the trip starts, or offer it to another driver at once.

Nobody pays for it, the trip code is renewed, and the removed driver is free again. Dispatch does not offer
the booking to that driver again; staff still may.
"""

from typing import Final

from django.utils.translation import gettext_lazy as _

from apps.bookings import effects, notices
from apps.bookings.change import Change, Step
from apps.bookings.choices import OfferState
from apps.bookings.models import Offer
from apps.core.errors import Conflict
from apps.notifications.choices import Occasion, Screen

# -- guards ------------------------------------------------------------------------------------


def is_another_driver(change: Change) -> None:
    (candidate,) = change.facts.candidates
    if candidate.driver_id == change.booking.driver_id:
        raise Conflict("already_assigned", _("This driver has the booking already."))


# -- effects -----------------------------------------------------------------------------------


def close_accepted_offer(change: Change) -> None:
    """The driver's accepted offer ends without counting as a refusal."""
    accepted = Offer.objects.filter(booking=change.booking, state=OfferState.ACCEPTED)
    change.writes.update(accepted, state=OfferState.UNASSIGNED, answered_at=change.at)


def note_removed_driver(change: Change) -> None:
    change.audit_before["driver"] = change.booking.driver_name
    change.audit_after["driver"] = ""


REMOVE_DRIVER: Final[tuple[Step, ...]] = (
    note_removed_driver,
    effects.free_driver,
    close_accepted_offer,
    effects.forget_driver_details,
    effects.renew_otp,
)


def defer_search_until_answered(change: Change) -> None:
    """Dispatch goes on once the chosen driver's time is over; a trip for later still waits for its time."""
    booking = change.booking
    if booking.dispatch_after is not None:
        booking.dispatch_after = max(booking.dispatch_after, change.at + change.facts.offer_time)


# -- notices -----------------------------------------------------------------------------------


def notify_removed_driver(change: Change) -> None:
    reason = change.facts.reason.strip()
    notices.notify_of_booking(
        change, change.left_driver_id, Occasion.UNASSIGNED, Screen.DRIVER_TRIPS, reason=reason
    )

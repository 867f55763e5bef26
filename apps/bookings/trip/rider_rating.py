"""The driver's rating of the rider: one per booking, which cannot be changed."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from apps.accounts.services.ratings import record_rider_rating
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.state_machine.transitions import TransitionContext
from apps.core.errors import Conflict
from apps.core.platform import Platform

RATEABLE: Final = (Status.REACHED, Status.PENDING, Status.PAID, Status.COMPLETE)
"""The trip has ended."""


def is_unrated(booking: Booking, settings: Platform) -> bool:
    """A street passenger has no account whose rating could count."""
    return booking.rider_rating is None and not booking.street_trip


def rider_is_not_rated(context: TransitionContext) -> None:
    """Require no rating yet, under the booking's lock; the second of two requests fails."""
    if context.booking.street_trip:
        raise Conflict("not_rateable", _("A street passenger can't be rated."))
    if not is_unrated(context.booking, context.settings):
        raise Conflict("already_rated", _("You've already rated this rider."))


def rate_rider(context: TransitionContext) -> None:
    booking, stars = context.booking, context.inputs.rating
    assert stars is not None
    booking.rider_rating = context.data["rider_rating"] = stars
    record_rider_rating(rider_id=booking.customer_id, stars=stars)

"""The driver's rating of the rider: one a booking, in one tap, and as final as the rider's own."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from apps.accounts.services.ratings import record_rider_rating
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.transitions import TransitionContext
from apps.core.errors import Conflict
from apps.core.platform import Platform

RATEABLE: Final = (Status.REACHED, Status.PENDING, Status.PAID, Status.COMPLETE)
"""A trip that was driven to its end."""


def is_unrated(booking: Booking, settings: Platform) -> bool:
    return booking.rider_rating is None


def rider_is_not_rated(context: TransitionContext) -> None:
    """Under the booking's lock: of two taps the first one counts."""
    if not is_unrated(context.booking, context.settings):
        raise Conflict("already_rated", _("You've already rated this rider."))


def rate_rider(context: TransitionContext) -> None:
    booking, stars = context.booking, context.inputs.rating
    assert stars is not None
    booking.rider_rating = context.data["rider_rating"] = stars
    record_rider_rating(rider_id=booking.customer_id, stars=stars)

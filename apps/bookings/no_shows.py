"""A rider, or a sender, who is not at the pickup (docs/decisions/0037).

The driver waits for the free minutes of the day of booking, then may end the booking as a no-show; its
fee goes the way of every cancellation fee: to the driver, from the wallet or owed.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext_lazy as _

from apps.bookings.cancellation import no_show_fee
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.presence import is_at_pickup, waits_since
from apps.bookings.transitions import Actor, TransitionContext, actor_role
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import Conflict

NO_SHOW_REASON: Final = "No-show"
DEFAULT_FREE_MINUTES: Final = 5
"""Of bookings made before there was a setting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A driver at the pickup, by the server's clock."""

    since: datetime
    free_until: datetime
    fee: Decimal
    """What a no-show would cost now."""


def waiting_of(booking: Booking, *, at: datetime) -> Waiting | None:
    """The wait at the pickup; None while there is none, and for a parcel that is picked up."""
    if booking.status != Status.ARRIVED or booking.pickup_image:
        return None
    since = waits_since(booking)
    if since is None:
        return None
    minutes = booking.rates.get("free_waiting_minutes", DEFAULT_FREE_MINUTES)
    free_until = since + timedelta(minutes=minutes)
    # Before it can be ended the fee is the one of the first moment that it can be.
    return Waiting(since=since, free_until=free_until, fee=no_show_fee(booking, at=max(at, free_until)))


# -- guards ------------------------------------------------------------------------------------


def staff_may_edit(context: TransitionContext) -> None:
    """Raises Forbidden demo_mode where staff do it."""
    if actor_role(context.by, context.booking) is Actor.ADMIN:
        require_critical_edits(context.settings)


def free_minutes_are_over(context: TransitionContext) -> None:
    waiting = waiting_of(context.booking, at=context.at)
    if waiting is None or context.at < waiting.free_until:
        raise Conflict("free_waiting", _("The free waiting time isn't over yet."))


def driver_is_at_the_pickup(context: TransitionContext) -> None:
    """The driver has to be there; staff may know it from a call."""
    is_driver = actor_role(context.by, context.booking) is Actor.DRIVER
    if is_driver and not is_at_pickup(context.booking, at=context.at):
        raise Conflict("not_at_pickup", _("You're too far from the pickup to end this as a no-show."))

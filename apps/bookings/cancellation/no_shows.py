"""No-shows: the rider or sender is not at the pickup (docs/decisions/0037).

The driver waits for the free minutes agreed at booking, then can end the booking as a no-show. Its fee is
handled like every cancellation fee: paid to the driver, from the wallet or owed.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext_lazy as _

from apps.bookings.cancellation.fees import no_show_due
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.state_machine.transitions import Actor, TransitionContext, actor_role
from apps.bookings.trip.presence import is_at_pickup, waiting_since
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import Conflict

NO_SHOW_REASON: Final = "No-show"
DEFAULT_FREE_MINUTES: Final = 5
"""For bookings made before the setting existed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A driver's wait at the pickup, by the server's clock."""

    since: datetime
    free_until: datetime
    fee: Decimal
    """The current fee of a no-show."""


def wait_at_pickup(booking: Booking, *, at: datetime) -> Waiting | None:
    """Return the wait at the pickup, or None without one or after the pickup of a parcel."""
    if booking.status != Status.ARRIVED or booking.pickup_image:
        return None
    since = waiting_since(booking)
    if since is None:
        return None
    minutes = booking.rates.get("free_waiting_minutes", DEFAULT_FREE_MINUTES)
    free_until = since + timedelta(minutes=minutes)
    # Before the free minutes are over, show the fee that will apply at their end.
    due = no_show_due(booking, at=max(at, free_until), since=since)
    return Waiting(since=since, free_until=free_until, fee=due.fee.amount)


# -- guards ------------------------------------------------------------------------------------


def staff_may_edit(context: TransitionContext) -> None:
    """Raise Forbidden demo_mode for staff in demo mode."""
    if actor_role(context.by, context.booking) is Actor.ADMIN:
        require_critical_edits(context.settings)


def free_minutes_are_over(context: TransitionContext) -> None:
    waiting = wait_at_pickup(context.booking, at=context.at)
    if waiting is None or context.at < waiting.free_until:
        raise Conflict("free_waiting", _("The free waiting time isn't over yet."))


def driver_is_at_the_pickup(context: TransitionContext) -> None:
    """Require the driver to be at the pickup; staff may know it from a call."""
    is_driver = actor_role(context.by, context.booking) is Actor.DRIVER
    if is_driver and not is_at_pickup(context.booking, at=context.at):
        raise Conflict("not_at_pickup", _("You're too far from the pickup to end this as a no-show."))

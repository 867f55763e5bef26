"""Ways to settle a trip that is over and that its rider has not paid (docs/decisions/0036, 0038)."""

from django.utils.translation import gettext_lazy as _

from apps.bookings import effects
from apps.bookings.change import Change, Party, party_of
from apps.bookings.choices import PaymentMode, Status
from apps.bookings.guards import critical_edits_allowed
from apps.bookings.models import Booking
from apps.core.errors import Conflict
from apps.core.platform import Platform

# -- guards ------------------------------------------------------------------------------------


def staff_edits_allowed(change: Change) -> None:
    """Demo mode refuses staff; the driver of the trip goes on."""
    if party_of(change.by, change.booking) is Party.ADMIN:
        critical_edits_allowed(change)


def leaves_something_to_pay(booking: Booking, settings: Platform) -> bool:
    return booking.amount_due > 0


def something_is_due(change: Change) -> None:
    if not leaves_something_to_pay(change.booking, change.settings):
        raise Conflict("nothing_due", _("Nothing is left to pay for this trip."))


def nothing_is_due(change: Change) -> None:
    if leaves_something_to_pay(change.booking, change.settings):
        raise Conflict("wrong_status", _("This booking is not paid yet."))


# -- effects -----------------------------------------------------------------------------------


def settle_as_recorded(change: Change) -> None:
    """In cash, which the driver has, or in another way, which the company got."""
    if change.facts.payment_mode is PaymentMode.OTHER:
        effects.settle_otherwise(change)
    else:
        effects.settle_in_cash(change)
    change.data["payment_mode"] = change.facts.payment_mode.value
    change.audit_after["payment_mode"] = change.facts.payment_mode.value


def free_driver_from_this_trip(change: Change) -> None:
    """Free the driver who still waits at the end of the trip; after that they may be on another one."""
    if change.from_status == Status.REACHED:
        effects.free_driver(change)

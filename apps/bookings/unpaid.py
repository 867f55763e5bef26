"""Ways to settle a trip that is over and that its rider has not paid (docs/decisions/0036, 0038)."""

from django.utils.translation import gettext_lazy as _

from apps.bookings import effects
from apps.bookings.choices import PaymentMode, Status
from apps.bookings.guards import critical_edits_allowed
from apps.bookings.models import Booking
from apps.bookings.transitions import Actor, TransitionContext, actor_role
from apps.core.errors import Conflict
from apps.core.platform import Platform

# -- guards ------------------------------------------------------------------------------------


def staff_edits_allowed(context: TransitionContext) -> None:
    """Demo mode refuses staff; the driver of the trip goes on."""
    if actor_role(context.by, context.booking) is Actor.ADMIN:
        critical_edits_allowed(context)


def leaves_something_to_pay(booking: Booking, settings: Platform) -> bool:
    return booking.amount_due > 0


def something_is_due(context: TransitionContext) -> None:
    if not leaves_something_to_pay(context.booking, context.settings):
        raise Conflict("nothing_due", _("Nothing is left to pay for this trip."))


def nothing_is_due(context: TransitionContext) -> None:
    if leaves_something_to_pay(context.booking, context.settings):
        raise Conflict("wrong_status", _("This booking isn't paid yet."))


# -- effects -----------------------------------------------------------------------------------


def settle_as_recorded(context: TransitionContext) -> None:
    """In cash, which the driver has, or in another way, which the company got."""
    if context.inputs.payment_mode is PaymentMode.OTHER:
        effects.settle_other_payment(context)
    else:
        effects.settle_in_cash(context)
    context.data["payment_mode"] = context.inputs.payment_mode.value
    context.audit_after["payment_mode"] = context.inputs.payment_mode.value


def free_driver_from_this_trip(context: TransitionContext) -> None:
    """Free the driver who still waits at the end of the trip; after that they may be on another one."""
    if context.from_status == Status.REACHED:
        effects.free_driver(context)

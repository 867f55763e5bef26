"""Settlement of ended trips that are not paid (docs/decisions/0036, 0038)."""

from django.utils.translation import gettext_lazy as _

from apps.bookings.choices import PaymentMode, Status
from apps.bookings.models import Booking
from apps.bookings.state_machine import effects
from apps.bookings.state_machine.guards import critical_edits_allowed
from apps.bookings.state_machine.transitions import Actor, TransitionContext, actor_role
from apps.core.errors import Conflict
from apps.core.platform import Platform

# -- guards ------------------------------------------------------------------------------------


def staff_edits_allowed(context: TransitionContext) -> None:
    """Raise Forbidden demo_mode for staff in demo mode."""
    if actor_role(context.by, context.booking) is Actor.ADMIN:
        critical_edits_allowed(context)


def has_amount_due(booking: Booking, settings: Platform) -> bool:
    return booking.amount_due > 0


def amount_is_due(context: TransitionContext) -> None:
    if not has_amount_due(context.booking, context.settings):
        raise Conflict("nothing_due", _("Nothing is left to pay for this trip."))


def no_amount_is_due(context: TransitionContext) -> None:
    if has_amount_due(context.booking, context.settings):
        raise Conflict("wrong_status", _("This booking isn't paid yet."))


# -- effects -----------------------------------------------------------------------------------


def settle_as_recorded(context: TransitionContext) -> None:
    """Settle a recorded payment: cash held by the driver, or a payment to the company."""
    if context.inputs.payment_mode is PaymentMode.OTHER:
        effects.settle_other_payment(context)
    else:
        effects.settle_in_cash(context)
    context.data["payment_mode"] = context.inputs.payment_mode.value
    context.audit_after["payment_mode"] = context.inputs.payment_mode.value


def free_driver_from_this_trip(context: TransitionContext) -> None:
    """Free a driver who still waits at the end of this trip; later, the driver may be on another one."""
    if context.from_status == Status.REACHED:
        effects.free_driver(context)

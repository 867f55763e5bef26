"""Refunds by staff of a trip, in full or in part, to the rider's wallet; the fare does not change.

A rider whose account is deleted is refunded outside the app, and staff record it.
"""

from decimal import Decimal

from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.accounts.selectors import lock_undeleted
from apps.bookings.choices import SETTLED, Status
from apps.bookings.models import Booking
from apps.bookings.state_machine.transitions import TransitionContext
from apps.core import approvals
from apps.core.approvals import ApprovalKind
from apps.core.errors import BadInput, Conflict
from apps.core.money import round_money
from apps.core.platform import Platform
from apps.notifications.messages.wording import display_money
from apps.wallet.corrections import refund_trip


def refundable_of(booking: Booking) -> Decimal:
    """Return the rider's payments for this booking less refunds.

    Zero while a part of the cancellation fee is owed: a refund would pay that part at once.
    """
    if booking.status not in (*SETTLED, Status.CANCELLED) or booking.cancellation_fee_owed:
        return Decimal(0)
    paid = booking.customer_paid + booking.cancellation_fee + booking.adjustment_amount
    return paid - booking.refunded_amount


def has_money_to_refund(booking: Booking, settings: Platform) -> bool:
    return refundable_of(booking) > 0


# -- guards ------------------------------------------------------------------------------------


def amount_is_refundable(context: TransitionContext) -> None:
    """Require an amount above zero in the currency's precision that does not exceed the payments."""
    booking, amount = context.booking, context.inputs.amount
    if booking.cancellation_fee_owed:
        raise Conflict("fees_owed", _("A fee is owed. Write it off first."))
    decimals = booking.rates["decimals"]
    if (
        amount is None
        or not amount.is_finite()
        or amount <= 0
        or amount != round_money(amount, decimals=decimals)
    ):
        sentence = _("Enter an amount between %(min)s and %(max)s.") % {
            "min": display_money(Decimal(1).scaleb(-decimals), context.settings),
            "max": display_money(refundable_of(booking), context.settings),
        }
        raise BadInput("invalid_amount", sentence, fields={"amount": sentence})
    if amount > refundable_of(booking):
        raise Conflict("refund_too_much", _("The refund is larger than what the rider paid."))
    if context.inputs.from_driver and booking.driver_id is None:
        raise Conflict("no_driver", _("This booking has no driver."))


def refund_reaches_the_rider(context: TransitionContext) -> None:
    """Require that a refund outside the app is for a deleted account only, which has no usable wallet."""
    if not context.inputs.paid_outside:
        rider_exists(context)
    elif rider_of(context) is not None:
        raise Conflict("rider_has_wallet", _("This rider has a wallet. Refund the trip to it."))


def rider_exists(context: TransitionContext) -> None:
    """Require the rider's account and lock it, so that it cannot be deleted before the money has moved."""
    if context.booking.street_trip:
        raise Conflict(
            "rider_deleted",
            _("A street passenger has no wallet. Refund the trip outside the app and record it here."),
        )
    if rider_of(context) is None:
        raise Conflict(
            "rider_deleted",
            _("This rider's account no longer exists. Refund the trip outside the app and record it here."),
        )


def rider_of(context: TransitionContext) -> User | None:
    """Return the locked rider, or None if the account is deleted."""
    return lock_undeleted(context.booking.customer_id)


def refund_is_not_waiting(context: TransitionContext) -> None:
    """Require that no other refund of the booking waits for a second admin."""
    approvals.require_none_waiting(ApprovalKind.REFUND, context.booking.pk)


def refund_is_within_limit(context: TransitionContext) -> None:
    """Require that the booking's refunds stay within the limit, or the approval of a second admin."""
    amount, approved = context.inputs.amount, context.inputs.approved
    assert amount is not None
    if approved is None or amount > approved:
        require_total_within_limit(context, amount)


def require_total_within_limit(context: TransitionContext, amount: Decimal) -> None:
    """Raise ApprovalNeeded if the booking's refunds and lowered fares exceed the limit with this amount."""
    booking = context.booking
    returned = booking.refunded_amount + max(-booking.adjustment_amount, Decimal(0))
    approvals.require_within(context.settings.approval_refund_limit, returned + amount, approved=None)


# -- effects -----------------------------------------------------------------------------------


def refund_to_wallet(context: TransitionContext) -> None:
    booking, amount = context.booking, context.inputs.amount
    assert amount is not None
    refund_trip(
        key=f"booking:{booking.pk}:trip_refund:{booking.version + 1}",
        booking_id=booking.pk,
        reference=booking.reference,
        customer_id=booking.customer_id,
        driver_id=booking.driver_id if context.inputs.from_driver else None,
        amount=amount,
        paid_outside=context.inputs.paid_outside,
        reason=context.inputs.reason.strip(),
        by_id=context.user.pk,
    )
    context.audit_before["refunded_amount"] = booking.refunded_amount
    booking.refunded_amount += amount
    context.audit_after |= {
        "refunded_amount": booking.refunded_amount,
        "amount": amount,
        "from_driver": context.inputs.from_driver,
    } | ({"paid_outside": True} if context.inputs.paid_outside else {})
    context.data["amount"] = f"{amount:f}"

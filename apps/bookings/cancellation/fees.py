"""Cancellation fees and refunds.

A rider who cancels while a driver is on the way pays the amount of the last slab whose minutes since the
acceptance are exceeded, by the slabs of the day of booking. If the driver has waited at the pickup, the rider
pays the no-show fee (docs/decisions/0037). Admins and the platform cancel free of charge. Payments are
refunded to the rider's wallet first; then the fee is charged to it. A cancellation is never refused because
of a low balance: the rest of the fee is owed (docs/decisions/0032).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.state_machine.transitions import Actor, TransitionContext, actor_role
from apps.bookings.trip.presence import (
    is_at_pickup,
    is_lost_on_the_way,
    is_silent,
    waiting_since,
    was_at_pickup,
)
from apps.core.errors import Conflict
from apps.core.money import ZERO, round_money
from apps.wallet.models import OwedFee
from apps.wallet.selectors import balance_of
from apps.wallet.trips.fees import settle_cancellation

SECONDS_A_MINUTE: Final = 60


@dataclass(frozen=True, slots=True)
class Preview:
    """The fee and the refund of a cancellation now; `minutes` are whole minutes since the acceptance."""

    fee: Decimal
    owed: Decimal
    """The part of the fee that exceeds the wallet balance."""
    refund: Decimal
    minutes: int


def slab_fee(slabs: Sequence[Sequence[str | int]], *, seconds: float, decimals: int) -> Decimal:
    """Return the amount of the last slab whose minutes are exceeded, or zero."""
    exceeded = [(int(mins), amount) for mins, amount in slabs if seconds > int(mins) * SECONDS_A_MINUTE]
    if not exceeded:
        return ZERO
    _minutes, amount = max(exceeded, key=lambda slab: slab[0])
    return round_money(Decimal(amount), decimals=decimals)


def fee_of(booking: Booking, *, by: Actor | None, at: datetime) -> Decimal:
    """Return the fee that the given actor pays for a cancellation at this time.

    The no-show fee applies if the driver is at the pickup at the time of the booking or later; before that
    time it is a late cancellation, whatever the driver's phone reported. A driver who went silent at the
    pickup is assumed to be there still, and the rider may be in the car. If the driver went silent elsewhere
    or is on the way, there is no fee.
    """
    if by is not Actor.RIDER:
        return ZERO
    if booking.status == Status.ACCEPTED:
        return ZERO if is_lost_on_the_way(booking, at=at) else _late_fee(booking, at=at)
    if booking.status != Status.ARRIVED:
        return ZERO
    is_there = is_at_pickup(booking, at=at)
    if is_silent(booking, at=at):
        is_there = was_at_pickup(booking)
        if not is_there:
            return ZERO
    since = waiting_since(booking)
    driver_has_waited = since is not None and since <= at and is_there
    return no_show_fee(booking, at=at) if driver_has_waited else _late_fee(booking, at=at)


def no_show_fee(booking: Booking, *, at: datetime) -> Decimal:
    """Return the no-show fee of the day of booking, or the slab fee if it was zero."""
    fixed = Decimal(booking.rates.get("no_show_fee", 0))
    return round_money(fixed, decimals=booking.rates["decimals"]) if fixed else _late_fee(booking, at=at)


def _late_fee(booking: Booking, *, at: datetime) -> Decimal:
    if booking.accepted_at is None:
        return ZERO
    return slab_fee(
        booking.rates.get("cancel_slabs", ()),
        seconds=(at - booking.accepted_at).total_seconds(),
        decimals=booking.rates["decimals"],
    )


def preview(booking: Booking, *, by: Actor | None, at: datetime) -> Preview:
    """Return the fee and the refund of a cancellation by `by` now."""
    refund, fee = booking.customer_paid, fee_of(booking, by=by, at=at)
    held = max(balance_of(booking.customer_id) + refund, ZERO) if fee else ZERO
    waited = (at - booking.accepted_at).total_seconds() if booking.accepted_at else 0
    owed = max(fee - held, ZERO)
    return Preview(fee=fee, owed=owed, refund=refund, minutes=max(0, int(waited // SECONDS_A_MINUTE)))


# -- guards ------------------------------------------------------------------------------------


def fee_is_as_shown(context: TransitionContext) -> None:
    """Raise Conflict fee_changed if the user saw another fee; no fee in the input accepts any."""
    shown = context.inputs.fee
    if shown is not None and shown != _fee_of_transition(context):
        raise Conflict("fee_changed", _("The fee has changed. Check it and confirm again."))


def _fee_of_transition(context: TransitionContext) -> Decimal:
    if context.name == "no_show":
        return no_show_fee(context.booking, at=context.at)
    return fee_of(context.booking, by=actor_role(context.by, context.booking), at=context.at)


# -- effects -----------------------------------------------------------------------------------


def refund_and_charge(context: TransitionContext) -> None:
    """Refund all payments, then charge the fee to the rider's wallet; the rider owes the rest."""
    booking = context.booking
    fee = _fee_of_transition(context)
    if booking.customer_paid or fee:
        charge_fee(context, fee)


def charge_fee(context: TransitionContext, fee: Decimal) -> None:
    """Refund all payments and charge this fee."""
    booking = context.booking
    refund = booking.customer_paid
    charged = settle_cancellation(
        booking_id=booking.pk,
        reference=booking.reference,
        customer_id=booking.customer_id,
        driver_id=booking.driver_id,
        refund=refund,
        fee=fee,
    )
    booking.cancellation_fee, booking.cancellation_fee_owed = charged.paid, charged.owed
    booking.refunded_amount = refund
    context.data |= {
        "cancellation_fee": f"{charged.paid:f}",
        "cancellation_fee_owed": f"{charged.owed:f}",
        "cancellation_fee_due": f"{fee:f}",
        "refunded_amount": f"{refund:f}",
    }


# -- afterwards --------------------------------------------------------------------------------


def update_fee_of_booking(fee: OwedFee) -> None:
    """Copy the state of an owed fee to its booking; a trigger updates the day's earnings.

    No transition of a cancelled booking moves money while a fee is owed. So nothing that holds the lock of
    its row waits for the wallet that is locked here.
    """
    Booking.objects.filter(pk=fee.booking_id).update(
        cancellation_fee=F("cancellation_fee")
        + F("cancellation_fee_owed")
        + F("cancellation_fee_written_off")
        - fee.left
        - fee.written_off,
        cancellation_fee_owed=fee.left,
        cancellation_fee_written_off=fee.written_off,
    )

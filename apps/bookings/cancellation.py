"""What a cancellation costs, and what it gives back.

A rider who cancels while a driver is on the way pays the last slab whose minutes since the acceptance are
exceeded, by the slabs of the day of booking; admins and the platform cancel for nothing. What was paid
goes back to the rider's wallet first; then the fee is taken from it, as far as it reaches: a cancellation
is never refused for want of money (docs/decisions/0016).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from apps.bookings.change import Change, Party, party_of
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.core.money import ZERO, round_money
from apps.wallet.selectors import balance_of
from apps.wallet.services import settle_cancellation

SECONDS_A_MINUTE: Final = 60


@dataclass(frozen=True, slots=True)
class Preview:
    """What cancelling now would cost and give back; `minutes` are the whole ones since the acceptance."""

    fee: Decimal
    refund: Decimal
    minutes: int


def slab_fee(slabs: Sequence[Sequence[str | int]], *, seconds: float, decimals: int) -> Decimal:
    """The amount of the last slab whose minutes are exceeded; zero where none is."""
    exceeded = [(int(mins), amount) for mins, amount in slabs if seconds > int(mins) * SECONDS_A_MINUTE]
    if not exceeded:
        return ZERO
    _minutes, amount = max(exceeded, key=lambda slab: slab[0])
    return round_money(Decimal(amount), decimals=decimals)


def fee_of(booking: Booking, *, by: Party | None, at: datetime) -> Decimal:
    """What the slabs ask of this party at this moment."""
    if by is not Party.RIDER or booking.status != Status.ACCEPTED or booking.accepted_at is None:
        return ZERO
    return slab_fee(
        booking.rates.get("cancel_slabs", ()),
        seconds=(at - booking.accepted_at).total_seconds(),
        decimals=booking.rates["decimals"],
    )


def preview(booking: Booking, *, by: Party | None, at: datetime) -> Preview:
    """What `by` would pay and get back by cancelling now."""
    refund, fee = booking.customer_paid, fee_of(booking, by=by, at=at)
    if fee:
        fee = min(fee, max(balance_of(booking.customer_id) + refund, ZERO))
    waited = (at - booking.accepted_at).total_seconds() if booking.accepted_at else 0
    return Preview(fee=fee, refund=refund, minutes=max(0, int(waited // SECONDS_A_MINUTE)))


# -- effects -----------------------------------------------------------------------------------


def refund_and_charge(change: Change) -> None:
    """Give back what was paid, then take the fee as far as the rider's wallet reaches."""
    booking = change.booking
    refund = booking.customer_paid
    asked = fee_of(booking, by=party_of(change.by, booking), at=change.at)
    if not (refund or asked):
        return
    booking.cancellation_fee = settle_cancellation(
        booking_id=booking.pk,
        reference=booking.reference,
        customer_id=booking.customer_id,
        driver_id=booking.driver_id,
        refund=refund,
        fee=asked,
    )
    booking.refunded_amount = refund
    change.data |= {
        "cancellation_fee": f"{booking.cancellation_fee:f}",
        "cancellation_fee_asked": f"{asked:f}",
        "refunded_amount": f"{refund:f}",
    }

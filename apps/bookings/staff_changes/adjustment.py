"""Fare adjustments by staff after a trip has ended.

Before the payment, an adjustment changes the payable amount. After it, the difference is one ledger entry: a
lower fare is refunded to the rider's wallet, a higher one is charged to it. The convenience fee and the
driver's share are recalculated with the booking's own fee rule, unless staff keep the driver's share.
"""

from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.payment import tipping
from apps.bookings.pricing.discounts import recalculate_promo
from apps.bookings.staff_changes import refunding
from apps.bookings.state_machine.transitions import Step, TransitionContext
from apps.core.errors import BadInput, Conflict
from apps.core.money import ZERO, round_money
from apps.core.platform import Platform
from apps.fares.engine import Line
from apps.wallet.corrections import adjust_settlement

LINE: Final = "adjustment"
"""The key of the bill's line with the difference between the measured and the adjusted fare."""
MONEY: Final = ("trip_cost", "driver_share", "convenience_fees", "discount")


def shares_of(booking: Booking, trip_cost: Decimal) -> tuple[Decimal, Decimal]:
    """Return the driver's share and the convenience fee of a fare, by the booking's own fee rule."""
    rate = Decimal(booking.rates["convenience_fees"])
    coin = Decimal(1).scaleb(-booking.rates["decimals"])
    if booking.rates["convenience_fee_type"] == "flat":
        fee = min(rate.quantize(coin, rounding=ROUND_HALF_UP), trip_cost)
    else:
        # The fee is taken on the share: fare = share + share * rate / 100.
        fee = trip_cost - (trip_cost * 100 / (100 + rate)).quantize(coin, rounding=ROUND_HALF_UP)
    return trip_cost - fee, fee


def apply_fare(booking: Booking, trip_cost: Decimal, *, keep_driver_share: bool = False) -> None:
    """Set the fare and its shares, and add a line with the difference to the bill."""
    if keep_driver_share:
        share, fee = booking.driver_share, trip_cost - booking.driver_share
    else:
        share, fee = shares_of(booking, trip_cost)
    booking.trip_cost, booking.driver_share, booking.convenience_fees = trip_cost, share, fee
    booking.discount = min(booking.discount, trip_cost)
    lines = [line for line in booking.breakdown if line["key"] != LINE]
    difference = trip_cost - sum((Decimal(line["amount"]) for line in lines), ZERO)
    added = [Line(LINE, Decimal(1), "trip", difference, difference).as_json()] if difference else []
    booking.breakdown = [*lines, *added]


def next_transition(booking: Booking) -> str:
    """Return the transition that settles a trip with nothing left to pay, or an empty string."""
    if booking.amount_due > 0:
        return ""
    if not booking.prepaid:
        return "settle_nothing_due"
    return "settle_difference" if booking.status == Status.PENDING else ""


# -- guards ------------------------------------------------------------------------------------


def was_not_written_off(booking: Booking, settings: Platform) -> bool:
    return not booking.written_off_amount


def is_not_written_off(context: TransitionContext) -> None:
    """A lower fare would refund money that the rider never paid."""
    if not was_not_written_off(context.booking, context.settings):
        raise Conflict("written_off", _("This trip was written off."))


def is_another_fare(context: TransitionContext) -> None:
    """Require a new amount of at least zero in the currency's precision."""
    booking, amount = context.booking, context.inputs.trip_cost
    decimals = booking.rates["decimals"]
    if (
        amount is None
        or not amount.is_finite()
        or amount < 0
        or amount != round_money(amount, decimals=decimals)
    ):
        sentence = _("Enter an amount of zero or more.")
        raise BadInput("invalid_amount", sentence, fields={"trip_cost": sentence})
    if amount == booking.trip_cost:
        raise Conflict("fare_unchanged", _("The fare is already set to this amount."))
    if context.inputs.keep_driver_share and amount < booking.driver_share:
        sentence = _("The new fare is below the driver's share.")
        raise BadInput("fare_below_driver_share", sentence, fields={"trip_cost": sentence})


def difference_can_be_moved(context: TransitionContext) -> None:
    """Require that the difference can be refunded or charged.

    A fare cannot fall below the amount refunded already. A higher fare needs the accounts of the rider and
    the driver.
    """
    booking, amount = context.booking, context.inputs.trip_cost
    assert amount is not None
    if amount < booking.trip_cost:
        refunding.rider_exists(context)
        if amount - min(booking.discount, amount) < booking.refunded_amount:
            raise Conflict("refund_too_much", _("The refund is larger than what the rider paid."))
        return
    if refunding.rider_of(context) is None:
        raise Conflict(
            "fare_is_paid", _("This rider's account no longer exists. The fare can only be lowered.")
        )
    if not context.inputs.keep_driver_share:
        tipping.driver_exists(context)


# -- effects -----------------------------------------------------------------------------------


def adjust_fare(context: TransitionContext) -> None:
    """Adjust an unpaid fare; its promo code is priced again, because no money has moved."""
    _set_amounts(context, price_promo=recalculate_promo)


def adjust_paid_fare(context: TransitionContext) -> None:
    """Adjust a paid fare and book the difference between the two settlements.

    Raises ApprovalNeeded if it refunds more than one admin may refund.
    """
    booking = context.booking
    assert booking.driver_id is not None
    paid = booking.payable_amount
    before = _set_amounts(context)
    refund = paid - booking.payable_amount
    if refund > 0:
        refunding.require_total_within_limit(context, refund)
    adjust_settlement(
        key=f"booking:{booking.pk}:fare_adjustment:{booking.version + 1}",
        booking_id=booking.pk,
        reference=booking.reference,
        customer_id=booking.customer_id,
        driver_id=booking.driver_id,
        refund=refund,
        driver_share=before["driver_share"] - booking.driver_share,
        convenience_fees=before["convenience_fees"] - booking.convenience_fees,
        discount=before["discount"] - booking.discount,
        reason=booking.adjustment_reason,
        by_id=context.user.pk,
    )
    booking.adjustment_amount -= refund
    context.data["refunded_amount"] = f"{refund:f}"


def _set_amounts(context: TransitionContext, *, price_promo: Step | None = None) -> dict[str, Decimal]:
    """Set the adjusted amounts and return the previous ones."""
    booking, amount = context.booking, context.inputs.trip_cost
    assert amount is not None
    before: dict[str, Decimal] = {name: getattr(booking, name) for name in MONEY}
    apply_fare(booking, amount, keep_driver_share=context.inputs.keep_driver_share)
    if price_promo is not None:
        price_promo(context)
    booking.adjustment_reason = context.inputs.reason.strip()
    after: dict[str, Any] = {name: getattr(booking, name) for name in MONEY}
    context.audit_before |= {name: value for name, value in before.items() if value != after[name]}
    context.audit_after |= {name: value for name, value in after.items() if value != before[name]}
    context.data |= {
        "previous_trip_cost": f"{before['trip_cost']:f}",
        "trip_cost": f"{booking.trip_cost:f}",
    }
    return before

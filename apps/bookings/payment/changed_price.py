"""The prepayment of a booking follows its new price, after an edit or a change of stops."""

from decimal import Decimal

from apps.bookings.models import Booking
from apps.bookings.payment.owed_fees import amount_changed
from apps.bookings.pricing.discounts import release_unused_promo_of_fixed_fare
from apps.bookings.state_machine.transitions import TransitionContext
from apps.core.money import ZERO
from apps.wallet.selectors import balance_of
from apps.wallet.services import lock_wallets
from apps.wallet.trips.prepaid import change_prepayment


def prepayment_difference(booking: Booking) -> Decimal:
    """Return how much the price exceeds the prepayment: negative if it is lower, zero if not prepaid."""
    return booking.amount_due if booking.prepaid else ZERO


def is_charged_now(difference: Decimal, balance: Decimal) -> bool:
    """Return whether the wallet covers the whole difference; if not, it is due at the end
    (docs/decisions/0033).
    """
    return ZERO < difference <= balance


def adjust_prepayment(context: TransitionContext) -> None:
    """Refund the excess of a prepayment, or charge the difference if the wallet covers it.

    The difference is never charged in part. It is settled at the end together with the measured fare.
    """
    booking = context.booking
    if not booking.prepaid:
        _require_shown(context, ZERO, ZERO)
        return
    # The promo must be released before any wallet is locked.
    release_unused_promo_of_fixed_fare(context)
    difference = prepayment_difference(booking)
    if difference > 0:
        lock_wallets({booking.customer_id})
        if not is_charged_now(difference, balance_of(booking.customer_id)):
            _require_shown(context, ZERO, difference)
            context.data["left_to_pay"] = f"{difference:f}"
            return
    _require_shown(context, max(difference, ZERO), ZERO)
    if not difference:
        return
    change_prepayment(
        key=f"booking:{booking.pk}:prepayment_change:{booking.version + 1}",
        booking_id=booking.pk,
        reference=booking.reference,
        customer_id=booking.customer_id,
        difference=difference,
        by_id=context.user.pk,
    )
    # Reduce the wallet's part before the card's, as at the end of a trip.
    from_wallet = max(difference, -booking.used_wallet_money)
    booking.used_wallet_money += from_wallet
    booking.card_payment_amount += difference - from_wallet
    booking.prepaid_amount = booking.customer_paid
    context.data["difference"] = f"{difference:f}"


def _require_shown(context: TransitionContext, charged: Decimal, left_to_pay: Decimal) -> None:
    """Raise Conflict amount_changed if the wallet, and so the amounts, have changed since the preview."""
    preview = context.inputs.edit or context.inputs.stop_change
    if preview is None:
        raise TypeError(f"{context.name} needs the amounts of a preview")
    for shown, amount in ((preview.charged, charged), (preview.left_to_pay, left_to_pay)):
        if shown is not None and shown != amount:
            raise amount_changed()

"""Fees owed for earlier bookings, collected with the next payment (docs/decisions/0032)."""

from decimal import Decimal

from django.utils.translation import gettext_lazy as _

from apps.bookings.choices import UNPAID, Status
from apps.bookings.models import Booking
from apps.bookings.state_machine.transitions import TransitionContext
from apps.core.errors import Conflict
from apps.core.money import ZERO
from apps.notifications.choices import Occasion, Screen
from apps.notifications.services import notify
from apps.wallet.choices import CASH_WITH_DRIVERS, OTHER_PAYMENTS, gateway_account
from apps.wallet.trips.fees import collect_with_trip, lock_owed, lock_wallets_with_owed
from apps.wallet.trips.owed import owed_by


def owed_with(booking: Booking) -> Decimal:
    """Return the fees of earlier bookings collected with this payment: owed now, or collected then."""
    waits = booking.status in (Status.PAYMENT_PENDING, *UNPAID)
    return owed_by(booking.customer_id) if waits else booking.owed_amount


# -- guards ------------------------------------------------------------------------------------


def amount_is_as_shown(context: TransitionContext) -> None:
    """Raise Conflict amount_changed if the user saw another amount; a wallet payment collects no owed
    fees.
    """
    require_shown(context, context.booking.amount_due)


def require_shown(context: TransitionContext, amount: Decimal) -> None:
    shown = context.inputs.shown
    if shown is not None and shown != max(amount, ZERO):
        raise amount_changed()


def amount_changed() -> Conflict:
    return Conflict("amount_changed", _("The amount to pay has changed. Check it and confirm again."))


# -- effects -----------------------------------------------------------------------------------


def collect_in_cash(context: TransitionContext) -> None:
    _collect(context, _owed_as_shown(context), CASH_WITH_DRIVERS)


def collect_in_other_payment(context: TransitionContext) -> None:
    _collect(context, _owed_as_shown(context), OTHER_PAYMENTS)


def collect_by_card(context: TransitionContext) -> None:
    """Collect the owed fees of a card payment; fees paid meanwhile stay in the rider's wallet."""
    booking, card = context.booking, context.card
    if card.owed <= ZERO:
        return
    # Lock all wallets that the settlement of the trip moves too, even if nothing is owed now.
    lock_wallets_with_owed(customer_id=booking.customer_id, driver_id=booking.driver_id)
    left = card.owed - _collect(context, card.owed, gateway_account(card.gateway))
    if left > ZERO:
        notify(
            user_id=booking.customer_id,
            occasion=Occasion.PAYMENT_CREDITED_TO_WALLET,
            screen=Screen.WALLET,
            params={"booking_id": booking.pk, "reference": booking.reference, "amount": f"{left:f}"},
            key=f"{_fact(booking)}:kept",
        )


def _owed_as_shown(context: TransitionContext) -> Decimal:
    """Return the owed fees, read with the wallets locked. Raises Conflict amount_changed."""
    owed = _owed(context)
    require_shown(context, context.booking.amount_left + owed)
    return owed


def _owed(context: TransitionContext) -> Decimal:
    return lock_owed(customer_id=context.booking.customer_id, driver_id=context.booking.driver_id)


def _collect(context: TransitionContext, amount: Decimal, source: str) -> Decimal:
    """Credit the amount to the rider's wallet and return the part that paid owed fees."""
    booking = context.booking
    if amount <= ZERO:
        return ZERO
    paid = collect_with_trip(
        fact=_fact(booking),
        booking_id=booking.pk,
        reference=booking.reference,
        customer_id=booking.customer_id,
        amount=amount,
        source=source,
        driver_id=booking.driver_id,
    )
    booking.owed_amount += paid
    if paid:
        context.data["owed_amount"] = f"{paid:f}"
    return paid


def _fact(booking: Booking) -> str:
    """Return the key of the fact; a prepaid booking can collect again with the difference."""
    return f"booking:{booking.pk}:owed_fees{'_difference' if booking.prepaid else ''}"

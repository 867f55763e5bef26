"""What a rider owes for earlier bookings is collected with the next payment (docs/decisions/0032)."""

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
from apps.wallet.trips.fees import collect_with_trip, hold_owed, lock_owed
from apps.wallet.trips.owed import owed_by


def owed_with(booking: Booking) -> Decimal:
    """What the payment of this booking collects for earlier ones: what is owed now, or what was collected."""
    waits = booking.status in (Status.PAYMENT_PENDING, *UNPAID)
    return owed_by(booking.customer_id) if waits else booking.owed_amount


# -- guards ------------------------------------------------------------------------------------


def amount_is_as_shown(context: TransitionContext) -> None:
    """Raises Conflict amount_changed where another amount was shown; the wallet pays no owed fees."""
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
    """What was paid meanwhile in another way stays in the rider's wallet, and the rider is notified."""
    booking, card = context.booking, context.card
    if card.owed <= ZERO:
        return
    # The trip's settlement moves these wallets too: all are held at once, also where nothing is owed now.
    hold_owed(customer_id=booking.customer_id, driver_id=booking.driver_id)
    left = card.owed - _collect(context, card.owed, gateway_account(card.gateway))
    if left > ZERO:
        notify(
            user_id=booking.customer_id,
            occasion=Occasion.PAYMENT_KEPT,
            screen=Screen.WALLET,
            params={"booking_id": booking.pk, "reference": booking.reference, "amount": f"{left:f}"},
            key=f"{_fact(booking)}:kept",
        )


def _owed_as_shown(context: TransitionContext) -> Decimal:
    """The owed fees to collect, read with the wallets locked. Raises Conflict amount_changed."""
    owed = _owed(context)
    require_shown(context, context.booking.amount_left + owed)
    return owed


def _owed(context: TransitionContext) -> Decimal:
    return lock_owed(customer_id=context.booking.customer_id, driver_id=context.booking.driver_id)


def _collect(context: TransitionContext, amount: Decimal, source: str) -> Decimal:
    """Put the amount into the rider's wallet; returns what was paid of what is owed."""
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
    """A booking that was paid ahead may collect a second time, with what a measured fare adds."""
    return f"booking:{booking.pk}:owed_fees{'_difference' if booking.prepaid else ''}"

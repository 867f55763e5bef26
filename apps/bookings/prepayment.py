"""A delivery is paid before drivers are asked (docs/decisions/0021).

Its money lies in the ledger's account `trips` from the payment until the trip is reached, when it is
shared out by itself, or until the booking is cancelled, when it goes back to the rider's wallet.
"""

from typing import Final

from django.utils.translation import gettext_lazy as _

from apps.bookings.change import Change
from apps.bookings.choices import PaymentMode
from apps.bookings.models import Booking
from apps.bookings.timing import PAYMENT_TIME
from apps.core.errors import Conflict
from apps.core.money import ZERO
from apps.wallet.services import hold_prepayment
from apps.wallet.services import settle_prepaid as share_out

INCOMPLETE_REASON: Final = "Incomplete booking"
"""Why a booking was cancelled that nobody paid for."""


def settles_itself(booking: Booking) -> str:
    """What follows the end of a trip that is paid already."""
    return "settle_prepaid" if booking.prepaid else ""


def payment_expired() -> Conflict:
    return Conflict("payment_expired", _("The time to pay for this booking is over. Book it again."))


# -- guards ------------------------------------------------------------------------------------


def payment_is_in_time(change: Change) -> None:
    due = change.booking.payment_due_at
    if due is not None and due <= change.at:
        raise payment_expired()


def payment_is_overdue(change: Change) -> None:
    due = change.booking.payment_due_at
    if due is None or due > change.at:
        raise Conflict("payment_not_due", _("There is time left to pay for this booking."))


def is_prepaid(change: Change) -> None:
    if not change.booking.prepaid:
        raise Conflict("wrong_status", _("This booking is not paid yet."))


# -- effects -----------------------------------------------------------------------------------


def wait_for_the_money(change: Change) -> None:
    change.booking.payment_due_at = change.at + PAYMENT_TIME


def take_the_money(change: Change) -> None:
    """All of it from the rider's wallet, or what a gateway took and the rest; raises Conflict low_balance."""
    booking, card = change.booking, change.facts.card
    wallet = booking.payable_amount if card is None else card.wallet
    by_card, gateway = (ZERO, "") if card is None else (card.amount, card.gateway)
    hold_prepayment(
        booking_id=booking.pk,
        reference=booking.reference,
        customer_id=booking.customer_id,
        wallet=wallet,
        card=by_card,
        gateway=gateway,
    )
    booking.prepaid, booking.payment_due_at = True, None
    booking.used_wallet_money = wallet
    booking.card_payment_amount, booking.gateway = by_card, gateway
    booking.payment_mode = PaymentMode.WALLET if card is None else PaymentMode.CARD
    change.data["amount"] = f"{booking.payable_amount:f}"


def begin_now(change: Change) -> None:
    """A trip that is not for later is for the moment when it is paid."""
    if not change.booking.book_later:
        change.booking.trip_date = change.at


def share_out_the_money(change: Change) -> None:
    booking = change.booking
    assert booking.driver_id is not None
    share_out(
        booking_id=booking.pk,
        reference=booking.reference,
        driver_id=booking.driver_id,
        driver_share=booking.driver_share,
        convenience_fees=booking.convenience_fees,
        discount=booking.discount,
    )
    change.data["amount"] = f"{booking.payable_amount:f}"

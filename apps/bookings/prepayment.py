"""A delivery, or with the setting `prepaid` a ride, is paid before drivers are asked.

Its money lies in the ledger's account `trips` from the payment until the trip is reached, when it is
shared out by itself, or until the booking is cancelled, when it goes back to the rider's wallet. Where a
measured fare differs from it, the rest goes back to the wallet, and what is missing comes from the wallet
or is left to pay (docs/decisions/0021, 0033).
"""

from datetime import datetime
from decimal import Decimal
from typing import Final

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from apps.bookings.choices import PaymentMode, Status
from apps.bookings.models import Booking, BookingEvent
from apps.bookings.owed_fees import collect_by_card
from apps.bookings.selectors import track_of
from apps.bookings.timing import PAYMENT_TIME, POINTS_WAIT
from apps.bookings.transitions import TransitionContext
from apps.core.errors import Conflict
from apps.core.money import ZERO
from apps.core.platform import Platform
from apps.geo.positions import position_of
from apps.wallet.prepaid import hold_prepayment, settle_prepaid
from apps.wallet.selectors import balance_of
from apps.wallet.services import lock_wallets

INCOMPLETE_REASON: Final = "Incomplete booking"
"""Why a booking was cancelled that nobody paid for."""


def settles_itself(booking: Booking) -> str:
    """What follows the end of a trip that was paid ahead: it is settled, or a difference is left to pay.

    One whose fare is recalculated while the difference is left to pay is settled once nothing is missing, and
    one that waits for positions after `points_arrived`.
    """
    if not booking.prepaid or is_being_measured(booking):
        return ""
    if booking.status == Status.REACHED and awaits_points(booking, at=timezone.now()):
        return "await_points"
    if booking.amount_due > 0:
        assert booking.driver_id is not None
        # Both at once: the settlement that follows locks them together.
        lock_wallets({booking.customer_id, booking.driver_id})
        if balance_of(booking.customer_id) < booking.amount_due:
            return "request_difference" if booking.status == Status.REACHED else ""
    return "settle_prepaid" if booking.status == Status.REACHED else "settle_difference"


def awaits_points(booking: Booking, *, at: datetime) -> bool:
    """Whether the driver's phone has announced positions for a measured fare that are not here yet."""
    if booking.fare_is_fixed or booking.driver_id is None:
        return False
    reached = _reached(booking)
    if reached is None or reached.at + POINTS_WAIT <= at or not reached.data.get("points_waiting"):
        return False
    last, position = parse_datetime(reached.data.get("last_point_at", "")), position_of(booking.driver_id)
    return last is not None and (position is None or position.seen_at < last)


def has_waited_for_points(booking: Booking) -> bool:
    """Whether the trip was not settled at its end because positions were missing, and still waits."""
    events = BookingEvent.objects.filter(booking=booking, name__in=("await_points", "points_arrived"))
    last = events.order_by("-version").first()
    return last is not None and last.name == "await_points"


def has_waited_long_enough(booking: Booking, *, at: datetime) -> bool:
    """Whether POINTS_WAIT has passed since the end of the trip."""
    reached = _reached(booking)
    return reached is None or reached.at + POINTS_WAIT <= at


def _reached(booking: Booking) -> BookingEvent | None:
    return BookingEvent.objects.filter(booking=booking, to_status=Status.REACHED).order_by("version").first()


def has_a_price(booking: Booking, settings: Platform) -> bool:
    """Whether there is an amount to pay; of a prepaid ride only once its final fare is known, and higher."""
    if not booking.prepaid:
        return True
    return booking.amount_due > 0 and not is_being_measured(booking)


def is_being_measured(booking: Booking) -> bool:
    """A prepaid ride that waits for positions: its fare is not final."""
    return booking.prepaid and booking.status == Status.PENDING and has_waited_for_points(booking)


def fare_not_known() -> Conflict:
    return Conflict("wrong_status", _("The fare isn't known yet. Try again in a few minutes."))


def payment_expired() -> Conflict:
    return Conflict("payment_expired", _("The time to pay has expired. Book again."))


# -- guards ------------------------------------------------------------------------------------


def payment_is_in_time(context: TransitionContext) -> None:
    due = context.booking.payment_due_at
    if due is not None and due <= context.at:
        raise payment_expired()


def payment_is_overdue(context: TransitionContext) -> None:
    due = context.booking.payment_due_at
    if due is None or due > context.at:
        raise Conflict("payment_not_due", _("This booking can still be paid."))


def is_prepaid(context: TransitionContext) -> None:
    if not context.booking.prepaid:
        raise Conflict("wrong_status", _("This booking isn't paid yet."))


def leaves_a_difference(context: TransitionContext) -> None:
    """More is due than was paid ahead."""
    is_prepaid(context)
    if context.booking.amount_due <= 0:
        raise Conflict("wrong_status", _("This booking is already paid."))


def fare_is_known(context: TransitionContext) -> None:
    if is_being_measured(context.booking):
        raise fare_not_known()


def no_points_are_awaited(context: TransitionContext) -> None:
    """All positions are here and in the measured fare, or POINTS_WAIT has passed."""
    is_prepaid(context)
    booking, measurement = context.booking, context.inputs.measurement
    if awaits_points(booking, at=context.at) or not has_waited_for_points(booking):
        raise fare_not_known()
    if measurement is not None and measurement.points != len(track_of(booking).points):
        raise fare_not_known()


# -- effects -----------------------------------------------------------------------------------


def wait_for_payment(context: TransitionContext) -> None:
    context.booking.payment_due_at = context.at + PAYMENT_TIME


def collect_prepayment(context: TransitionContext) -> None:
    """All of it from the rider's wallet, or what a gateway took and the rest; raises Conflict low_balance."""
    booking, card = context.booking, context.inputs.card
    wallet = booking.payable_amount if card is None else card.wallet
    by_card, gateway = (ZERO, "") if card is None else (booking.payable_amount - wallet, card.gateway)
    if card is not None:
        collect_by_card(context)
    hold_prepayment(
        booking_id=booking.pk,
        reference=booking.reference,
        customer_id=booking.customer_id,
        wallet=wallet,
        card=by_card,
        gateway=gateway,
    )
    booking.prepaid, booking.payment_due_at = True, None
    booking.prepaid_amount = booking.payable_amount
    booking.used_wallet_money = wallet
    booking.card_payment_amount, booking.gateway = by_card, gateway
    booking.payment_mode = PaymentMode.WALLET if card is None else PaymentMode.CARD
    context.data["amount"] = f"{booking.payable_amount:f}"


def reset_request_time(context: TransitionContext) -> None:
    """A trip that is not for later is for the moment when it is paid."""
    if not context.booking.book_later:
        context.booking.trip_date = context.at


def settle_prepayment(context: TransitionContext) -> None:
    """By itself at the end: what a measured fare adds is paid by the rider's wallet."""
    settle_held(context, wallet=max(context.booking.amount_due, ZERO))


def settle_held(
    context: TransitionContext,
    *,
    cash: Decimal = ZERO,
    wallet: Decimal = ZERO,
    card: Decimal = ZERO,
    gateway: str = "",
    other: Decimal = ZERO,
    written_off: Decimal = ZERO,
) -> None:
    """Share out what is held with what was paid now; what is left over goes back to the rider's wallet.

    Raises Conflict low_balance when the rider's wallet holds less than `wallet`.
    """
    booking = context.booking
    assert booking.driver_id is not None
    settle_prepaid(
        booking_id=booking.pk,
        reference=booking.reference,
        driver_id=booking.driver_id,
        customer_id=booking.customer_id,
        driver_share=booking.driver_share,
        convenience_fees=booking.convenience_fees,
        discount=booking.discount,
        held=booking.customer_paid,
        cash=cash,
        wallet=wallet,
        card=card,
        gateway=gateway,
        other=other,
        written_off=written_off,
    )
    surplus = max(-booking.amount_due, ZERO)
    from_wallet = min(surplus, booking.used_wallet_money)
    booking.cash_payment_amount += cash
    booking.used_wallet_money += wallet - from_wallet
    booking.card_payment_amount += card - (surplus - from_wallet)
    booking.other_payment_amount += other
    booking.written_off_amount += written_off
    if card:
        booking.gateway, booking.payment_mode = booking.gateway or gateway, PaymentMode.CARD
    context.data["amount"] = f"{booking.payable_amount:f}"
    if difference := booking.payable_amount - booking.prepaid_amount:
        context.data["difference"] = f"{difference:f}"

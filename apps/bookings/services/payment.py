"""Payment of trips, and the actions after it."""

from decimal import Decimal
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.bookings.choices import PaymentMode
from apps.bookings.models import Booking
from apps.bookings.payment.prepayment import fare_not_known, is_being_measured, payment_expired
from apps.bookings.state_machine.lifecycle import TRANSITIONS
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import CardPayment, TransitionInput
from apps.core.errors import Conflict, NotFound

BY_CARD: Final = ("pay_by_card", "prepay_by_card")


def collect_cash(*, booking_id: int, by: User, amount: Decimal | None = None) -> Booking:
    """Record that the driver collected cash and settle the trip.

    Raises Conflict amount_changed if the driver saw another `amount`.
    """
    names = ("collect_cash", "collect_cash_later")
    return apply_transition(names, booking_id=booking_id, by=by, inputs=TransitionInput(shown=amount))


def record_payment(
    *, booking_id: int, payment_mode: str, reason: str, by: User, amount: Decimal | None = None
) -> Booking:
    """Record, as an admin, that the rider paid the driver in cash or the company in another way.

    Raises Forbidden demo_mode, BadInput no_cancel_reason, Conflict amount_changed; then nothing changes.
    """
    inputs = TransitionInput(payment_mode=PaymentMode(payment_mode), reason=reason, shown=amount)
    return apply_transition("record_payment", booking_id=booking_id, by=by, inputs=inputs)


def write_off(*, booking_id: int, reason: str, by: User) -> Booking:
    """Write off the amount due, as an admin; the company bears it and pays the driver's share.

    Raises Forbidden demo_mode, BadInput no_cancel_reason, Conflict nothing_due; then nothing changes.
    """
    return apply_transition("write_off", booking_id=booking_id, by=by, inputs=TransitionInput(reason=reason))


def request_payment(*, booking_id: int, by: User) -> Booking:
    """Let the rider pay in the app and free the driver. Raises Forbidden demo_mode for staff."""
    return apply_transition("request_payment", booking_id=booking_id, by=by)


def pay_from_wallet(*, booking_id: int, by: User, amount: Decimal | None = None) -> Booking:
    """Pay the full amount from the rider's wallet, after a trip or as a prepayment.

    Raises Conflict low_balance, payment_expired, amount_changed; then nothing changes.
    """
    return apply_transition(
        ("pay", "prepay"), booking_id=booking_id, by=by, inputs=TransitionInput(shown=amount)
    )


def booking_to_pay(*, booking_id: int, by: User) -> Booking:
    """Return the rider's own booking that awaits payment, before or after the trip.

    Raises NotFound for any other user, Conflict wrong_status, payment_expired.
    """
    booking = Booking.objects.filter(pk=booking_id, customer=by).first()
    if booking is None:
        raise NotFound("not_found", _("Booking not found."))
    if not any(booking.status in TRANSITIONS[name].sources for name in BY_CARD):
        raise Conflict("wrong_status", _("Not possible while the booking is %s.") % booking.status)
    if booking.payment_due_at is not None and booking.payment_due_at <= timezone.now():
        raise payment_expired()
    if is_being_measured(booking):
        raise fare_not_known()
    return booking


def settle_card_payment(*, booking_id: int, card: CardPayment) -> Booking:
    """Settle a trip, or complete a prepayment, with a gateway's payment and the wallet's part.

    Raises NotFound, Conflict wrong_status, payment_expired, low_balance, and payment_changed if the sum is
    not the amount due; then nothing changes.
    """
    return apply_transition(BY_CARD, booking_id=booking_id, by=None, inputs=TransitionInput(card=card))


def apply_promo(*, booking_id: int, promo_name: str, by: User) -> Booking:
    """Apply a promo in place of any other; its use is counted under a lock.

    Raises BadInput promo_not_found, promo_expired, promo_min_order, promo_already_used, promo_limit_reached;
    then nothing changes.
    """
    inputs = TransitionInput(promo_name=promo_name)
    return apply_transition("apply_promo", booking_id=booking_id, by=by, inputs=inputs)


def remove_promo(*, booking_id: int, by: User) -> Booking:
    """Remove the booking's promo. Raises Conflict promo_not_applied."""
    return apply_transition("remove_promo", booking_id=booking_id, by=by)


def complete_booking(*, booking_id: int, rating: int | None, feedback: str, by: User) -> Booking:
    """Complete the trip as its rider, with an optional rating and feedback."""
    inputs = TransitionInput(rating=rating, feedback=feedback)
    return apply_transition("complete", booking_id=booking_id, by=by, inputs=inputs)


def rate_rider(*, booking_id: int, rating: int, by: User) -> Booking:
    """Rate the rider as the driver, once. Raises Conflict already_rated."""
    return apply_transition("rate_rider", booking_id=booking_id, by=by, inputs=TransitionInput(rating=rating))


def adjust_fare(
    *, booking_id: int, trip_cost: Decimal, keep_driver_share: bool, reason: str, by: User
) -> Booking:
    """Change the fare after the trip; for a paid trip the rider's wallet is refunded or charged.

    Raises the errors of apps.bookings.staff_changes.adjustment, Conflict driver_low_balance,
    rider_low_balance, Forbidden demo_mode.
    """
    inputs = TransitionInput(trip_cost=trip_cost, keep_driver_share=keep_driver_share, reason=reason)
    return apply_transition(("adjust_fare", "adjust_paid_fare"), booking_id=booking_id, by=by, inputs=inputs)


def refund_trip(
    *,
    booking_id: int,
    amount: Decimal,
    from_driver: bool,
    paid_outside: bool = False,
    reason: str,
    by: User,
) -> Booking:
    """Refund a trip in full or in part to the rider's wallet, at the expense of the platform or the driver.

    `paid_outside` records a refund to a rider whose account is deleted. Raises Conflict refund_too_much,
    driver_low_balance, rider_deleted, rider_has_wallet, Forbidden demo_mode.
    """
    inputs = TransitionInput(amount=amount, from_driver=from_driver, paid_outside=paid_outside, reason=reason)
    return apply_transition("refund_trip", booking_id=booking_id, by=by, inputs=inputs)


def tip_driver(*, booking_id: int, amount: Decimal | None, percent: Decimal | None, by: User) -> Booking:
    """Tip the driver from the rider's wallet: an amount, or a percentage of the fare.

    Raises Conflict tips_off, already_tipped, tip_too_late, driver_deleted, low_balance, bonus_locked,
    BadInput no_details_error.
    """
    return apply_transition(
        "tip", booking_id=booking_id, by=by, inputs=TransitionInput(amount=amount, percent=percent)
    )

"""Paying for a trip, and what comes after."""

from decimal import Decimal
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.bookings.choices import PaymentMode
from apps.bookings.lifecycle import TRANSITIONS
from apps.bookings.models import Booking
from apps.bookings.prepayment import fare_not_known, is_being_measured, payment_expired
from apps.bookings.state_machine import apply_transition
from apps.bookings.transitions import CardPayment, TransitionInput
from apps.core.errors import Conflict, NotFound

BY_CARD: Final = ("pay_by_card", "prepay_by_card")


def collect_cash(*, booking_id: int, by: User, amount: Decimal | None = None) -> Booking:
    """The driver holds the money: the trip is settled, at its end or later.

    Raises Conflict amount_changed when `amount` was shown and another one is to be collected now.
    """
    names = ("collect_cash", "collect_cash_later")
    return apply_transition(names, booking_id=booking_id, by=by, inputs=TransitionInput(shown=amount))


def record_payment(
    *, booking_id: int, payment_mode: str, reason: str, by: User, amount: Decimal | None = None
) -> Booking:
    """An admin records that the rider paid: the driver in cash, or the company in another way.

    Raises Forbidden demo_mode, BadInput no_cancel_reason, Conflict amount_changed, and nothing moves.
    """
    inputs = TransitionInput(payment_mode=PaymentMode(payment_mode), reason=reason, shown=amount)
    return apply_transition("record_payment", booking_id=booking_id, by=by, inputs=inputs)


def write_off(*, booking_id: int, reason: str, by: User) -> Booking:
    """An admin gives up what is left to pay: the company carries it, and pays the driver's share.

    Raises Forbidden demo_mode, BadInput no_cancel_reason, Conflict nothing_due, and nothing moves.
    """
    return apply_transition("write_off", booking_id=booking_id, by=by, inputs=TransitionInput(reason=reason))


def request_payment(*, booking_id: int, by: User) -> Booking:
    """The rider will pay in the app: the driver is free at once. Of staff, demo mode refuses it."""
    return apply_transition("request_payment", booking_id=booking_id, by=by)


def pay_from_wallet(*, booking_id: int, by: User, amount: Decimal | None = None) -> Booking:
    """The rider's wallet pays all of it: of a trip that is over, or of a delivery before drivers are asked.

    Raises Conflict low_balance, payment_expired, amount_changed, and nothing moves.
    """
    return apply_transition(
        ("pay", "prepay"), booking_id=booking_id, by=by, inputs=TransitionInput(shown=amount)
    )


def booking_to_pay(*, booking_id: int, by: User) -> Booking:
    """The rider's own booking that waits for money, before or after the trip.

    Raises NotFound for everybody else, Conflict wrong_status, payment_expired.
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
    """A gateway has the money: the trip is paid, or a delivery's drivers are asked.

    All of it with the wallet's part, or nothing: raises NotFound, Conflict wrong_status, payment_expired,
    payment_changed when that is not what is payable, low_balance.
    """
    return apply_transition(BY_CARD, booking_id=booking_id, by=None, inputs=TransitionInput(card=card))


def apply_promo(*, booking_id: int, promo_name: str, by: User) -> Booking:
    """The rider takes a promo, in the place of another; counted under a lock.

    Raises BadInput promo_not_found, promo_expired, promo_min_order, promo_already_used,
    promo_limit_reached, and nothing moves.
    """
    inputs = TransitionInput(promo_name=promo_name)
    return apply_transition("apply_promo", booking_id=booking_id, by=by, inputs=inputs)


def remove_promo(*, booking_id: int, by: User) -> Booking:
    """The rider gives the promo back. Raises Conflict promo_not_applied."""
    return apply_transition("remove_promo", booking_id=booking_id, by=by)


def complete_booking(*, booking_id: int, rating: int | None, feedback: str, by: User) -> Booking:
    """The rider closes the trip, with or without a word on the driver."""
    inputs = TransitionInput(rating=rating, feedback=feedback)
    return apply_transition("complete", booking_id=booking_id, by=by, inputs=inputs)


def rate_rider(*, booking_id: int, rating: int, by: User) -> Booking:
    """The driver rates the rider, once. Raises Conflict already_rated."""
    return apply_transition("rate_rider", booking_id=booking_id, by=by, inputs=TransitionInput(rating=rating))


def adjust_fare(
    *, booking_id: int, trip_cost: Decimal, keep_driver_share: bool, reason: str, by: User
) -> Booking:
    """Set another fare after the trip; of a paid one the rider's wallet gets or pays the difference.

    Raises what apps.bookings.adjustment refuses, Conflict driver_low_balance, rider_low_balance, Forbidden
    demo_mode.
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
    """Refund a trip to the rider's wallet, whole or in part; carried by the platform or the driver.

    Of a rider whose account is deleted it is recorded as `paid_outside`. Raises Conflict refund_too_much,
    driver_low_balance, rider_deleted, rider_has_wallet, Forbidden demo_mode.
    """
    inputs = TransitionInput(amount=amount, from_driver=from_driver, paid_outside=paid_outside, reason=reason)
    return apply_transition("refund_trip", booking_id=booking_id, by=by, inputs=inputs)


def tip_driver(*, booking_id: int, amount: Decimal | None, percent: Decimal | None, by: User) -> Booking:
    """The rider tips the driver from the wallet: an amount, or a percentage of the fare.

    Raises Conflict tips_off, already_tipped, tip_too_late, driver_deleted, low_balance, bonus_locked,
    BadInput no_details_error.
    """
    return apply_transition(
        "tip", booking_id=booking_id, by=by, inputs=TransitionInput(amount=amount, percent=percent)
    )

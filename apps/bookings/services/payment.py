"""Paying for a trip, and what comes after."""

from typing import Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.bookings.change import CardPayment, Facts
from apps.bookings.lifecycle import TRANSITIONS
from apps.bookings.machine import apply_transition
from apps.bookings.models import Booking
from apps.bookings.prepayment import payment_expired
from apps.core.errors import Conflict, NotFound

BY_CARD: Final = ("pay_by_card", "prepay_by_card")


def collect_cash(*, booking_id: int, by: User) -> Booking:
    """The driver holds the money: the trip is settled and the driver free."""
    return apply_transition("collect_cash", booking_id=booking_id, by=by)


def request_payment(*, booking_id: int, by: User) -> Booking:
    """The rider will pay in the app: the driver is free at once."""
    return apply_transition("request_payment", booking_id=booking_id, by=by)


def pay_from_wallet(*, booking_id: int, by: User) -> Booking:
    """The rider's wallet pays all of it: of a trip that is over, or of a delivery before drivers are asked.

    Raises Conflict low_balance, payment_expired, and nothing moves.
    """
    return apply_transition(("pay", "prepay"), booking_id=booking_id, by=by)


def booking_to_pay(*, booking_id: int, by: User) -> Booking:
    """The rider's own booking that waits for money, before or after the trip.

    Raises NotFound for everybody else, Conflict wrong_status, payment_expired.
    """
    booking = Booking.objects.filter(pk=booking_id, customer=by).first()
    if booking is None:
        raise NotFound("not_found", _("There is no such booking."))
    if not any(booking.status in TRANSITIONS[name].sources for name in BY_CARD):
        raise Conflict("wrong_status", _("This cannot be done while the booking is %s.") % booking.status)
    if booking.payment_due_at is not None and booking.payment_due_at <= timezone.now():
        raise payment_expired()
    return booking


def settle_card_payment(*, booking_id: int, card: CardPayment) -> Booking:
    """A gateway has the money: the trip is paid, or a delivery's drivers are asked.

    All of it with the wallet's part, or nothing: raises NotFound, Conflict wrong_status, payment_expired,
    payment_changed when that is not what is payable, low_balance.
    """
    return apply_transition(BY_CARD, booking_id=booking_id, by=None, facts=Facts(card=card))


def apply_promo(*, booking_id: int, promo_name: str, by: User) -> Booking:
    """The rider takes a promo, in the place of another; counted under a lock.

    Raises BadInput promo_not_found, promo_expired, promo_min_order, promo_already_used,
    promo_limit_reached, and nothing moves.
    """
    facts = Facts(promo_name=promo_name)
    return apply_transition("apply_promo", booking_id=booking_id, by=by, facts=facts)


def remove_promo(*, booking_id: int, by: User) -> Booking:
    """The rider gives the promo back. Raises Conflict promo_not_applied."""
    return apply_transition("remove_promo", booking_id=booking_id, by=by)


def complete_booking(*, booking_id: int, rating: int | None, feedback: str, by: User) -> Booking:
    """The rider closes the trip, with or without a word on the driver."""
    facts = Facts(rating=rating, feedback=feedback)
    return apply_transition("complete", booking_id=booking_id, by=by, facts=facts)

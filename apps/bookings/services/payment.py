"""Paying for a trip, and what comes after."""

from apps.accounts.models import User
from apps.bookings.change import Facts
from apps.bookings.machine import apply_transition
from apps.bookings.models import Booking


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

"""A driver's answer to an offer, and an admin's choice of a driver."""

from apps.accounts.models import User
from apps.bookings.assignable import how_far
from apps.bookings.change import Candidate, Facts
from apps.bookings.machine import apply_transition
from apps.bookings.models import Booking
from apps.bookings.selectors import bookings_answerable_by
from apps.bookings.timing import ASSIGNED_OFFER_TIME


def accept_booking(*, booking_id: int, by: User) -> Booking:
    """Take the booking; of all drivers who were offered it the first one wins.

    Raises Conflict: offer_gone, already_taken, driver_busy, low_balance, driver_not_available.
    """
    return apply_transition("accept", booking_id=booking_id, by=by, within=bookings_answerable_by(by))


def decline_offer(*, booking_id: int, by: User) -> Booking:
    """Refuse the offer for good; when nobody is left to answer, others are asked at once."""
    return apply_transition("decline", booking_id=booking_id, by=by, within=bookings_answerable_by(by))


def search_again(*, booking_id: int, widen: bool, by: User) -> Booking:
    """Have drivers looked for once more where nobody was found, nearby or in a wider circle.

    Raises Conflict still_searching.
    """
    return apply_transition("search_again", booking_id=booking_id, by=by, facts=Facts(widen=widen))


def assign_driver(*, booking_id: int, driver_id: int, by: User) -> Booking:
    """Offer the booking to the driver whom an admin chose; auto dispatch is off.

    Raises Conflict: auto_dispatch_on, already_assigned, driver_busy, low_balance, driver_not_available.
    """
    distance_km, eta_seconds = how_far(booking_id=booking_id, driver_id=driver_id)
    candidate = Candidate(driver_id=driver_id, rank=1, distance_km=distance_km, eta_seconds=eta_seconds)
    facts = Facts(candidates=(candidate,), offer_time=ASSIGNED_OFFER_TIME)
    return apply_transition("assign", booking_id=booking_id, by=by, facts=facts)

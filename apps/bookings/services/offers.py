"""A driver's answer to an offer, and an admin's choice of a driver."""

from dataclasses import replace
from datetime import datetime

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.dispatch.assignable import how_far
from apps.bookings.models import Booking
from apps.bookings.selectors import bookings_answerable_by
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import Candidate, TransitionInput
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
    """Search for drivers once more, nearby or in a wider circle: a rider once no one was found, staff at
    any time; with automatic dispatch off drivers are asked one time.

    Raises Conflict: still_searching, not_released.
    """
    name = "search_again" if by.user_type == UserType.ADMIN else "keep_searching"
    return apply_transition(name, booking_id=booking_id, by=by, inputs=TransitionInput(widen=widen))


def book_later(*, booking_id: int, trip_date: datetime, by: User) -> Booking:
    """Put a booking off that no driver was found for; drivers are searched for shortly before its time.

    Raises BadInput past_booking_error, Conflict still_searching, already_asked.
    """
    inputs = TransitionInput(trip_date=trip_date)
    return apply_transition("book_later", booking_id=booking_id, by=by, inputs=inputs)


def unassign_driver(*, booking_id: int, reason: str, by: User) -> Booking:
    """Remove the driver before the trip starts; other drivers are searched for as the settings say.

    Raises BadInput no_cancel_reason, Forbidden demo_mode, Conflict too_late_to_cancel.
    """
    return apply_transition("unassign", booking_id=booking_id, by=by, inputs=TransitionInput(reason=reason))


def reassign_driver(*, booking_id: int, driver_id: int, reason: str, by: User) -> Booking:
    """Remove the driver and offer the booking to the one whom staff chose, in one step.

    Raises what `unassign_driver` raises, and Conflict: already_assigned, driver_busy, low_balance,
    driver_not_available.
    """
    inputs = replace(_chosen(booking_id=booking_id, driver_id=driver_id), reason=reason)
    return apply_transition("reassign", booking_id=booking_id, by=by, inputs=inputs)


def assign_driver(*, booking_id: int, driver_id: int, by: User) -> Booking:
    """Offer the booking to the driver whom an admin chose; auto dispatch is off.

    Raises Conflict: auto_dispatch_on, already_assigned, driver_busy, low_balance, driver_not_available.
    """
    inputs = _chosen(booking_id=booking_id, driver_id=driver_id)
    return apply_transition("assign", booking_id=booking_id, by=by, inputs=inputs)


def _chosen(*, booking_id: int, driver_id: int) -> TransitionInput:
    distance_km, way = how_far(booking_id=booking_id, driver_id=driver_id)
    candidate = Candidate(
        driver_id=driver_id,
        rank=1,
        distance_km=distance_km,
        road_distance_km=way.km,
        eta_seconds=way.seconds,
    )
    return TransitionInput(candidates=(candidate,), offer_time=ASSIGNED_OFFER_TIME)

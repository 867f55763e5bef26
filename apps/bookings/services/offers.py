"""A driver's answers to offers, and admins' choice of drivers."""

from dataclasses import replace
from datetime import datetime

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.dispatch.assignable import distance_to_pickup
from apps.bookings.models import Booking
from apps.bookings.selectors import bookings_answerable_by
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import Candidate, TransitionInput
from apps.bookings.timing import ASSIGNED_OFFER_TIME


def accept_booking(*, booking_id: int, by: User) -> Booking:
    """Accept the booking; the first of the offered drivers gets it.

    Raises Conflict: offer_gone, already_taken, driver_busy, low_balance, driver_not_available.
    """
    return apply_transition("accept", booking_id=booking_id, by=by, within=bookings_answerable_by)


def decline_offer(*, booking_id: int, by: User) -> Booking:
    """Decline the offer permanently; after the last open offer, other drivers get one at once."""
    return apply_transition("decline", booking_id=booking_id, by=by, within=bookings_answerable_by)


def search_again(*, booking_id: int, widen: bool, by: User) -> Booking:
    """Search for drivers again, with the same or a wider radius.

    Riders can do so after the search has ended, staff at any time. If automatic dispatch is off, one round of
    offers is made. Raises Conflict: still_searching, not_released.
    """
    name = "search_again" if by.user_type == UserType.ADMIN else "keep_searching"
    return apply_transition(name, booking_id=booking_id, by=by, inputs=TransitionInput(widen=widen))


def book_later(*, booking_id: int, trip_date: datetime, by: User) -> Booking:
    """Turn a booking without a driver into a scheduled trip.

    Raises BadInput past_booking_error, Conflict still_searching, already_asked.
    """
    inputs = TransitionInput(trip_date=trip_date)
    return apply_transition("book_later", booking_id=booking_id, by=by, inputs=inputs)


def reassign_driver(*, booking_id: int, driver_id: int, reason: str, by: User) -> Booking:
    """Remove the driver and offer the booking to another one in the same transaction.

    Raises BadInput no_cancel_reason, Forbidden demo_mode, Conflict: too_late_to_cancel, already_assigned,
    driver_busy, low_balance, driver_not_available.
    """
    inputs = replace(_input_for_driver(booking_id=booking_id, driver_id=driver_id), reason=reason)
    return apply_transition("reassign", booking_id=booking_id, by=by, inputs=inputs)


def assign_driver(*, booking_id: int, driver_id: int, by: User) -> Booking:
    """Offer the booking to a driver chosen by an admin while automatic dispatch is off.

    Raises Conflict: auto_dispatch_on, already_assigned, driver_busy, low_balance, driver_not_available.
    """
    inputs = _input_for_driver(booking_id=booking_id, driver_id=driver_id)
    return apply_transition("assign", booking_id=booking_id, by=by, inputs=inputs)


def _input_for_driver(*, booking_id: int, driver_id: int) -> TransitionInput:
    distance_km, drive = distance_to_pickup(booking_id=booking_id, driver_id=driver_id)
    candidate = Candidate(
        driver_id=driver_id,
        rank=1,
        distance_km=distance_km,
        road_distance_km=drive.km,
        eta_seconds=drive.seconds,
    )
    return TransitionInput(candidates=(candidate,), offer_time=ASSIGNED_OFFER_TIME)

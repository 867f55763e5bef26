"""The driver's trip from the pickup to the drop."""

from apps.accounts.models import User
from apps.bookings.change import Facts
from apps.bookings.machine import apply_transition
from apps.bookings.models import Booking
from apps.bookings.services.measuring import measure_trip


def arrive(*, booking_id: int, by: User | None) -> Booking:
    """The driver is at the pickup; by itself (`by` None) under 20 m of it."""
    return apply_transition("arrive", booking_id=booking_id, by=by)


def start_trip(*, booking_id: int, otp: str, by: User) -> Booking:
    """The rider is in the car, or the parcel.

    Raises BadInput wrong_code, Conflict otp_locked after five of them, Conflict image_required.
    """
    return apply_transition("start", booking_id=booking_id, by=by, facts=Facts(otp=otp))


def reach(*, booking_id: int, otp: str = "", by: User) -> Booking:
    """The rider is where the trip ends: the fare is computed from what was driven.

    A delivery keeps its quoted fare and asks for the code here, raising what a start raises; one that was
    paid beforehand is settled at once.

    When the routing service does not answer in time, the great-circle distance is charged, marked as
    such, and a job computes the fare again while nobody has paid.
    """
    facts = Facts(measure=measure_trip(booking_id, by=by), otp=otp)
    return apply_transition("reach", booking_id=booking_id, by=by, facts=facts)


def force_end(*, booking_id: int, reason: str, by: User) -> Booking:
    """An admin ends a trip that its driver cannot end; the fare as at any other reach."""
    facts = Facts(measure=measure_trip(booking_id, by=by), reason=reason)
    return apply_transition("force_end", booking_id=booking_id, by=by, facts=facts)

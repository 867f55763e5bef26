"""The driver's trip from the pickup to the drop."""

from dataclasses import replace

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.selectors import bookings_listed_for
from apps.bookings.services.measurement import measure_trip
from apps.bookings.services.phone_reports import time_of_action, wait_for_points
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import PhoneReport, TransitionInput


def arrive(*, booking_id: int, by: User | None) -> Booking:
    """The driver is at the pickup; by itself (`by` None) under 20 m of it.

    Always at the platform's time: the free waiting minutes are counted from it.
    """
    return apply_transition("arrive", booking_id=booking_id, by=by)


def start_trip(*, booking_id: int, otp: str, by: User, phone: PhoneReport | None = None) -> Booking:
    """The rider is in the car, or the parcel; offline, the trip has begun when the driver said so.

    Raises BadInput wrong_code, Conflict otp_locked after five of them, Conflict image_required.
    """
    inputs = TransitionInput(otp=otp)
    booking = bookings_listed_for(by).filter(pk=booking_id, status=Status.ARRIVED).first()
    if booking is not None and phone is not None:
        began_at = time_of_action(phone, driver_id=by.pk, since=booking.driver_arrive_time)
        inputs = TransitionInput(otp=otp, began_at=began_at)
    return apply_transition("start", booking_id=booking_id, by=by, inputs=inputs)


def reach(*, booking_id: int, otp: str = "", by: User, phone: PhoneReport | None = None) -> Booking:
    """The rider is where the trip ends: the fare is computed from what was driven.

    A delivery keeps its quoted fare and asks for the code here, raising what a start raises; one that was
    paid beforehand is settled at once.

    Positions that the phone announces are waited for; those that come later still are added by
    `late_points`. When the routing service does not answer in time, the great-circle distance is charged,
    marked as such, and a job computes the fare again while nobody has paid.
    """
    if phone is not None and wait_for_points(driver_id=by.pk, phone=phone):
        # All are here: none is welcome later.
        phone = replace(phone, points_waiting=0)
    measurement = measure_trip(booking_id, by=by, phone=phone)
    return apply_transition(
        "reach",
        booking_id=booking_id,
        by=by,
        inputs=TransitionInput(measurement=measurement, otp=otp, phone=phone),
    )


def force_end(*, booking_id: int, reason: str, by: User) -> Booking:
    """An admin ends a trip that its driver cannot end; the fare as at any other reach."""
    inputs = TransitionInput(measurement=measure_trip(booking_id, by=by), reason=reason)
    return apply_transition("force_end", booking_id=booking_id, by=by, inputs=inputs)

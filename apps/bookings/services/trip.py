"""The driver's actions from the pickup to the drop-off."""

from dataclasses import replace
from typing import Literal

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.selectors import bookings_listed_for, find_booking
from apps.bookings.services.measurement import measure_trip
from apps.bookings.services.phone_reports import time_of_action, wait_for_points
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import PhoneReport, TransitionInput
from apps.bookings.trip.stops import last_mark


def arrive(*, booking_id: int, by: User | None) -> Booking:
    """Mark the driver as arrived; automatic (`by` None) within 20 m of the pickup.

    Uses the server's time, because the free waiting minutes are counted from it.
    """
    return apply_transition("arrive", booking_id=booking_id, by=by)


def start_trip(*, booking_id: int, otp: str, by: User, phone: PhoneReport | None = None) -> Booking:
    """Start the trip; an offline start counts from the time on the phone.

    Raises BadInput wrong_code, Conflict otp_locked after five wrong codes, Conflict image_required.
    """
    inputs = TransitionInput(otp=otp)
    online = phone is None or phone.at is None
    booking = None if online else find_booking(booking_id, by, within=bookings_listed_for)
    if booking is not None and booking.status == Status.ARRIVED:
        began_at = time_of_action(phone, driver_id=by.pk, since=booking.driver_arrive_time)
        inputs = TransitionInput(otp=otp, began_at=began_at)
    return apply_transition("start", booking_id=booking_id, by=by, inputs=inputs)


def mark_stop(
    name: Literal["reach_stop", "leave_stop"],
    *,
    booking_id: int,
    stop: int,
    stop_id: int | None = None,
    by: User,
    phone: PhoneReport | None = None,
) -> Booking:
    """Mark the next stop as reached, or the current one as left; offline, by the time on the phone.

    With `stop_id`, only if the stop is still the place that the driver saw.

    Raises Conflict stop_not_next, not_at_stop.
    """
    inputs = TransitionInput(stop=stop, stop_id=stop_id)
    online = phone is None or phone.at is None
    booking = None if online else find_booking(booking_id, by, within=bookings_listed_for)
    if booking is not None and booking.status == Status.STARTED:
        at = time_of_action(phone, driver_id=by.pk, since=last_mark(booking))
        inputs = replace(inputs, began_at=at)
    return apply_transition(name, booking_id=booking_id, by=by, inputs=inputs)


def reach(*, booking_id: int, otp: str = "", by: User, phone: PhoneReport | None = None) -> Booking:
    """End the trip and calculate the fare of the measured distance.

    The fare of a delivery is fixed, and its code is required here with the errors of `start_trip`. A prepaid
    trip is settled at once.

    Waits for positions that the phone announces; later ones are added by `late_points`. If the routing
    service fails or times out, the great-circle distance is charged, marked as such, and a job recalculates
    the fare until the trip is paid.
    """
    if phone is not None and wait_for_points(driver_id=by.pk, phone=phone):
        # All points have arrived, so no late ones are accepted.
        phone = replace(phone, points_waiting=0)
    measurement = measure_trip(booking_id, by=by, phone=phone)
    return apply_transition(
        "reach",
        booking_id=booking_id,
        by=by,
        inputs=TransitionInput(measurement=measurement, otp=otp, phone=phone),
    )


def force_end(*, booking_id: int, reason: str, by: User) -> Booking:
    """End a trip, as an admin, that its driver cannot end; the fare is calculated as usual."""
    inputs = TransitionInput(measurement=measure_trip(booking_id, by=by), reason=reason)
    return apply_transition("force_end", booking_id=booking_id, by=by, inputs=inputs)

"""Batch policy: matches waiting bookings and free drivers every few seconds at the least total driving
time.
"""

from collections.abc import Sequence

from apps.bookings.dispatch.assignment import Assignment
from apps.bookings.dispatch.ports import Candidates, Clock, Decision, Rules, WaitingBooking


def decide(
    bookings: Sequence[WaitingBooking], candidates: Candidates, clock: Clock, rules: Rules
) -> dict[int, Decision]:
    """Return a decision with one driver by booking id; drivers with an open offer are skipped.

    No booking is left without a decision while an eligible driver in its range is free.
    """
    assignment = Assignment(bookings, candidates)
    return {
        booking_id: Decision([assignment.ranked(booking_id, driver_id)], rules.offer_time)
        for booking_id, driver_id in assignment.match().items()
    }

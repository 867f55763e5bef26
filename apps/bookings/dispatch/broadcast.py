"""Broadcast policy: offers the booking to all eligible drivers in the radius; the first to accept gets it."""

from collections.abc import Sequence
from typing import Final

from apps.bookings.dispatch.ports import Candidates, Clock, Decision, Rules, WaitingBooking
from apps.bookings.dispatch.ranking import drives_to, numbered, ranked_by_road

ETAS: Final = 90
"""The nearest drivers that get a driving time; a matrix request of OSRM accepts 100 places."""


def decide(
    bookings: Sequence[WaitingBooking], candidates: Candidates, clock: Clock, rules: Rules
) -> dict[int, Decision]:
    """Return all drivers, ranked by driving time; those beyond ETAS and without a route by distance."""
    decisions = {}
    for booking in bookings:
        nearby = candidates.near(booking)
        drives = drives_to(booking.pickup, nearby[:ETAS], candidates)
        drivers = numbered(ranked_by_road(nearby, drives))
        decisions[booking.booking_id] = Decision(drivers, rules.offer_time)
    return decisions

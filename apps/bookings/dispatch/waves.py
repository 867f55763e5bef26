"""Waves policy: offers a booking to the three nearest drivers for 20 seconds, then to the next three."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Final

from apps.bookings.dispatch.ports import Candidates, Clock, Decision, Nearby, Rules, WaitingBooking
from apps.bookings.dispatch.ranking import drives_to, numbered, ranked_by_road

SIZE: Final = 3
TIME: Final = timedelta(seconds=20)
MAX_ROUTED: Final = 12
"""The nearest drivers by great-circle distance whose drive is calculated: one may be across a river."""
CIRCLES: Final = (0.25, 0.5, 0.75, 1.0)
"""Fractions of the driver radius; the search grows only if a circle has fewer than three drivers."""


def decide(
    bookings: Sequence[WaitingBooking], candidates: Candidates, clock: Clock, rules: Rules
) -> dict[int, Decision]:
    """Return the next wave of each booking; after the last driver it starts again with the first."""
    return {booking.booking_id: _next_wave(booking, candidates) for booking in bookings}


def _next_wave(booking: WaitingBooking, candidates: Candidates) -> Decision:
    offered = candidates.offered_before([booking.booking_id]).get(booking.booking_id, set())
    nearby = _next(booking, candidates, offered)
    if not nearby and offered:
        nearby = _next(booking, candidates, ())
    drives = drives_to(booking.pickup, nearby, candidates)
    # Drivers without a route come last. If the routing service fails, the order by distance stays.
    return Decision(numbered(ranked_by_road(nearby, drives)[:SIZE]), TIME)


def _next(booking: WaitingBooking, candidates: Candidates, offered: Collection[int]) -> Sequence[Nearby]:
    nearby: Sequence[Nearby] = []
    for part in CIRCLES:
        nearby = candidates.near(booking, beside=offered, within=part, limit=MAX_ROUTED)
        if len(nearby) >= SIZE:
            break
    return nearby

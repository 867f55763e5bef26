"""Soon-free policy: a batch that also weighs drivers who end a trip near the pickup, and who waited longest.

A driver on a trip cannot get an offer: one driver, one trip. If such a driver would arrive first, the booking
is held back for two minutes at most, and matched again every few seconds. The driver gets the offer when the
trip ends, unless another driver is quicker by then.

The nearest driver is not always chosen: a driver may arrive later for each minute without a trip, so that
drivers in a quiet place earn too.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Final

from apps.bookings.dispatch.assignment import Assignment
from apps.bookings.dispatch.ports import Candidates, Clock, Decision, Rules, SoonFree, WaitingBooking

TIME: Final = timedelta(seconds=20)
"""How long the offer is open: it goes to one driver, and the rider waits for the answer."""
WITHIN: Final = timedelta(minutes=4)
"""Drivers whose trip ends within this time are weighed."""
LONGEST_HOLD: Final = timedelta(minutes=2)
"""How long after the start of its search a booking is held back at the latest."""
MARGIN_SECONDS: Final = 90.0
"""How much earlier a soon-free driver must arrive, because trips can end later than estimated."""
NO_ANSWER_SECONDS: Final = 180.0
"""How much earlier a driver must arrive who let an offer of this booking expire."""
IDLE_WEIGHT: Final = 1.5
"""How many seconds later a driver may arrive for each second since the last paid trip."""
MOST_IDLE_SECONDS: Final = 1200.0
"""A longer wait does not count more. Drivers without a trip count as if they waited as long."""


def decide(
    bookings: Sequence[WaitingBooking], candidates: Candidates, clock: Clock, rules: Rules
) -> dict[int, Decision]:
    """Return a decision by booking id: one driver, or a hold for a driver who is soon free."""
    if not bookings:
        return {}
    now = clock.now()
    can_wait = [one for one in bookings if rules.may_hold and now - one.since < LONGEST_HOLD]
    soon = candidates.soon_free(can_wait, within=WITHIN) if can_wait else {}
    before = candidates.offered_before([one.booking_id for one in bookings])
    extra = _Extra(candidates, soon, before)
    assignment = Assignment(bookings, candidates, soon=soon, extra=extra.seconds)
    decisions = {}
    for booking_id, driver_id in assignment.match().items():
        if assignment.waits_for(booking_id, driver_id):
            decisions[booking_id] = Decision([], TIME, holds=True)
        else:
            decisions[booking_id] = Decision([assignment.ranked(booking_id, driver_id)], TIME)
    return decisions


class _Extra:
    """What counts in addition to the drive."""

    def __init__(
        self,
        candidates: Candidates,
        soon: Mapping[int, Sequence[SoonFree]],
        before: Mapping[int, set[int]],
    ) -> None:
        self._candidates = candidates
        self._before = before
        self._free_in = {
            (booking_id, driver.driver_id): driver.free_in_seconds
            for booking_id, drivers in soon.items()
            for driver in drivers
        }
        self._less_idle: dict[int, float] = {}

    def seconds(self, drivers: Mapping[int, Collection[int]]) -> dict[tuple[int, int], float]:
        """Return the seconds by booking and driver, for these drivers of each booking."""
        pairs = [(booking_id, driver_id) for booking_id, every in drivers.items() for driver_id in every]
        self._read_idle({driver_id for one, driver_id in pairs if (one, driver_id) not in self._free_in})
        return {pair: self._of(*pair) for pair in pairs}

    def _of(self, booking_id: int, driver_id: int) -> float:
        seconds = NO_ANSWER_SECONDS if driver_id in self._before.get(booking_id, ()) else 0.0
        if (free_in := self._free_in.get((booking_id, driver_id))) is not None:
            # A driver who is still on a trip has not waited at all.
            return seconds + free_in + MARGIN_SECONDS + IDLE_WEIGHT * MOST_IDLE_SECONDS
        return seconds + IDLE_WEIGHT * self._less_idle[driver_id]

    def _read_idle(self, driver_ids: set[int]) -> None:
        """Read how much less than the most each driver has waited, once per driver."""
        if new := driver_ids - self._less_idle.keys():
            idle = self._candidates.idle_seconds(new)
            for driver_id in new:
                waited = max(0.0, idle.get(driver_id, MOST_IDLE_SECONDS))
                self._less_idle[driver_id] = max(0.0, MOST_IDLE_SECONDS - waited)

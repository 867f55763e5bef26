"""Waves: the three nearest by road for 20 seconds, then the next three, in growing circles."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from apps.bookings.dispatch.search import NO_WAY, Plan, asked_before, drivers_near, pickup_of, ways_to
from apps.bookings.models import Booking
from apps.bookings.state_machine.transitions import Candidate
from apps.core.platform import Platform
from apps.geo.positions.nearest import NearbyDriver

SIZE: Final = 3
TIME: Final = timedelta(seconds=20)
LOOKED_AT: Final = 12
"""The nearest as the crow flies whose way by road is looked up: one may be across the river."""
CIRCLES: Final = (0.25, 0.5, 0.75, 1.0)
"""Parts of the driver radius; a circle that has three to ask is not left."""


def plan(booking: Booking, settings: Platform) -> Plan:
    """The next wave; when all have been asked in vain, it begins again with the first."""
    asked = asked_before(booking)
    nearby = _next(booking, settings, asked)
    if not nearby and asked:
        nearby = _next(booking, settings, ())
    ways = ways_to(pickup_of(booking), [driver.at for driver in nearby]) if nearby else []
    timed = list(zip(nearby, ways or [NO_WAY] * len(nearby), strict=True))
    # No road is farther than any; without the routing service they stay as the crow flies.
    timed.sort(key=lambda one: (bool(ways) and one[1].seconds is None, one[1].seconds or 0))
    candidates = [
        Candidate(
            driver_id=driver.driver_id,
            rank=rank,
            distance_km=driver.distance_km,
            road_distance_km=way.km,
            eta_seconds=way.seconds,
        )
        for rank, (driver, way) in enumerate(timed[:SIZE], start=1)
    ]
    return Plan(candidates, TIME)


def _next(booking: Booking, settings: Platform, asked: Iterable[int]) -> list[NearbyDriver]:
    nearby: list[NearbyDriver] = []
    for part in CIRCLES:
        nearby = drivers_near(booking, settings, beside=asked, within=part, limit=LOOKED_AT)
        if len(nearby) >= SIZE:
            break
    return nearby

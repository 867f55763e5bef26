"""Waves: the three nearest by road for 20 seconds, then the next three, in growing circles."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from apps.bookings.change import Candidate
from apps.bookings.dispatch.search import Plan, asked_before, drivers_near, pickup_of, road_seconds
from apps.bookings.models import Booking
from apps.core.platform import Platform
from apps.geo.nearest import NearbyDriver

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
    etas = road_seconds(nearby, pickup_of(booking)) if nearby else []
    timed = [(driver, etas[place] if etas else None) for place, driver in enumerate(nearby)]
    # No road is farther than any; without the routing service they stay as the crow flies.
    timed.sort(key=lambda one: (bool(etas) and one[1] is None, one[1] or 0))
    candidates = [
        Candidate(driver_id=driver.driver_id, rank=rank, distance_km=driver.distance_km, eta_seconds=seconds)
        for rank, (driver, seconds) in enumerate(timed[:SIZE], start=1)
    ]
    return Plan(candidates, TIME)


def _next(booking: Booking, settings: Platform, asked: Iterable[int]) -> list[NearbyDriver]:
    nearby: list[NearbyDriver] = []
    for part in CIRCLES:
        nearby = drivers_near(booking, settings, beside=asked, within=part, limit=LOOKED_AT)
        if len(nearby) >= SIZE:
            break
    return nearby

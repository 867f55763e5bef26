"""Waves policy: offers a booking to the three nearest drivers for 20 seconds, then to the next three."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from apps.bookings.dispatch.search import (
    Plan,
    candidates_of,
    drivers_near,
    drives_to,
    pickup_of,
    previously_offered,
    ranked_by_road,
)
from apps.bookings.models import Booking
from apps.core.platform import Platform
from apps.geo.positions.nearest import NearbyDriver

SIZE: Final = 3
TIME: Final = timedelta(seconds=20)
MAX_ROUTED: Final = 12
"""The nearest drivers by great-circle distance whose drive is calculated: one may be across a river."""
CIRCLES: Final = (0.25, 0.5, 0.75, 1.0)
"""Fractions of the driver radius; the search grows only if a circle has fewer than three drivers."""


def plan(booking: Booking, settings: Platform) -> Plan:
    """Return the next wave; after the last driver it starts again with the first."""
    offered = previously_offered(booking)
    nearby = _next(booking, settings, offered)
    if not nearby and offered:
        nearby = _next(booking, settings, ())
    drives = drives_to(pickup_of(booking), [driver.at for driver in nearby]) if nearby else []
    # Drivers without a route come last. If the routing service fails, the order by distance stays.
    return Plan(candidates_of(ranked_by_road(nearby, drives)[:SIZE]), TIME)


def _next(booking: Booking, settings: Platform, offered: Iterable[int]) -> list[NearbyDriver]:
    nearby: list[NearbyDriver] = []
    for part in CIRCLES:
        nearby = drivers_near(booking, settings, beside=offered, within=part, limit=MAX_ROUTED)
        if len(nearby) >= SIZE:
            break
    return nearby

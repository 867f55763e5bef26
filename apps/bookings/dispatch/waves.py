"""Waves policy: offers a booking to the three nearest drivers for 20 seconds, then to the next three."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from apps.bookings.dispatch.search import (
    NO_ROUTE,
    Plan,
    drivers_near,
    drives_to,
    pickup_of,
    previously_offered,
)
from apps.bookings.models import Booking
from apps.bookings.state_machine.transitions import Candidate
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
    timed = list(zip(nearby, drives or [NO_ROUTE] * len(nearby), strict=True))
    # Drivers without a route come last. If the routing service fails, the order by distance stays.
    timed.sort(key=lambda one: (bool(drives) and one[1].seconds is None, one[1].seconds or 0))
    candidates = [
        Candidate(
            driver_id=driver.driver_id,
            rank=rank,
            distance_km=driver.distance_km,
            road_distance_km=drive.km,
            eta_seconds=drive.seconds,
        )
        for rank, (driver, drive) in enumerate(timed[:SIZE], start=1)
    ]
    return Plan(candidates, TIME)


def _next(booking: Booking, settings: Platform, offered: Iterable[int]) -> list[NearbyDriver]:
    nearby: list[NearbyDriver] = []
    for part in CIRCLES:
        nearby = drivers_near(booking, settings, beside=offered, within=part, limit=MAX_ROUTED)
        if len(nearby) >= SIZE:
            break
    return nearby

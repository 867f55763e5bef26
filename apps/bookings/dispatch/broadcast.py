"""Broadcast: every eligible driver in the radius is asked at once, the first to accept wins."""

from typing import Final

from apps.bookings.dispatch.search import NO_WAY, Plan, drivers_near, pickup_of, ways_to
from apps.bookings.models import Booking
from apps.bookings.state_machine.transitions import Candidate
from apps.bookings.timing import offer_time
from apps.core.platform import Platform

ETAS: Final = 90
"""The nearest that get a time by road; a matrix call of an OSRM server takes 100 places."""


def plan(booking: Booking, settings: Platform) -> Plan:
    """Everybody, ranked as the crow flies."""
    nearby = drivers_near(booking, settings)
    ways = ways_to(pickup_of(booking), [driver.at for driver in nearby[:ETAS]]) if nearby else []
    ways += [NO_WAY] * (len(nearby) - len(ways))
    candidates = [
        Candidate(
            driver_id=driver.driver_id,
            rank=rank,
            distance_km=driver.distance_km,
            road_distance_km=way.km,
            eta_seconds=way.seconds,
        )
        for rank, (driver, way) in enumerate(zip(nearby, ways, strict=True), start=1)
    ]
    return Plan(candidates, offer_time(settings))

"""Broadcast: every eligible driver in the radius is asked at once, the first to accept wins."""

from typing import Final

from apps.bookings.change import Candidate
from apps.bookings.dispatch.search import Plan, drivers_near, pickup_of, road_seconds
from apps.bookings.models import Booking
from apps.bookings.timing import offer_time
from apps.core.platform import Platform

ETAS: Final = 90
"""The nearest that get a time by road; a matrix call of an OSRM server takes 100 places."""


def plan(booking: Booking, settings: Platform) -> Plan:
    """Everybody, ranked as the crow flies."""
    nearby = drivers_near(booking, settings)
    etas = road_seconds(nearby[:ETAS], pickup_of(booking)) if nearby else []
    candidates = [
        Candidate(
            driver_id=driver.driver_id,
            rank=rank,
            distance_km=driver.distance_km,
            eta_seconds=etas[rank - 1] if rank <= len(etas) else None,
        )
        for rank, driver in enumerate(nearby, start=1)
    ]
    return Plan(candidates, offer_time(settings))

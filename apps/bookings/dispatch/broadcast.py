"""Broadcast policy: offers the booking to all eligible drivers in the radius; the first to accept gets it."""

from typing import Final

from apps.bookings.dispatch.search import NO_ROUTE, Plan, drivers_near, drives_to, pickup_of
from apps.bookings.models import Booking
from apps.bookings.state_machine.transitions import Candidate
from apps.bookings.timing import offer_time
from apps.core.platform import Platform

ETAS: Final = 90
"""The nearest drivers that get a driving time; a matrix request of OSRM accepts 100 places."""


def plan(booking: Booking, settings: Platform) -> Plan:
    """Return all drivers, ranked by great-circle distance."""
    nearby = drivers_near(booking, settings)
    drives = drives_to(pickup_of(booking), [driver.at for driver in nearby[:ETAS]]) if nearby else []
    drives += [NO_ROUTE] * (len(nearby) - len(drives))
    candidates = [
        Candidate(
            driver_id=driver.driver_id,
            rank=rank,
            distance_km=driver.distance_km,
            road_distance_km=drive.km,
            eta_seconds=drive.seconds,
        )
        for rank, (driver, drive) in enumerate(zip(nearby, drives, strict=True), start=1)
    ]
    return Plan(candidates, offer_time(settings))

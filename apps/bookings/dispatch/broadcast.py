"""Broadcast policy: offers the booking to all eligible drivers in the radius; the first to accept gets it."""

from typing import Final

from apps.bookings.dispatch.search import (
    Plan,
    candidates_of,
    drivers_near,
    drives_to,
    pickup_of,
    ranked_by_road,
)
from apps.bookings.models import Booking
from apps.bookings.timing import offer_time
from apps.core.platform import Platform

ETAS: Final = 90
"""The nearest drivers that get a driving time; a matrix request of OSRM accepts 100 places."""


def plan(booking: Booking, settings: Platform) -> Plan:
    """Return all drivers, ranked by driving time; those beyond ETAS and without a route by distance."""
    nearby = drivers_near(booking, settings)
    drives = drives_to(pickup_of(booking), [driver.at for driver in nearby[:ETAS]]) if nearby else []
    return Plan(candidates_of(ranked_by_road(nearby, drives)), offer_time(settings))

"""When the offers of a scheduled trip start: earlier than usual if the drive to the pickup is long."""

from datetime import datetime, timedelta
from typing import Final

from apps.bookings.dispatch.ports import Drive
from apps.bookings.dispatch.search import drivers_near, drives_to, pickup_of
from apps.bookings.models import Booking
from apps.bookings.timing import LEAD_MARGIN, LONGEST_LEAD, RELEASE
from apps.core.platform import Platform

ROUTED: Final = 3
"""The nearest drivers whose drives are compared; a road may make the second one the first."""


def offers_start_at(booking: Booking, drive: Drive) -> datetime:
    """Return when offers to a driver with this drive to the pickup start, an hour before the trip at most."""
    if drive.seconds is None:
        return booking.trip_date - RELEASE
    lead = timedelta(seconds=drive.seconds) + LEAD_MARGIN
    return booking.trip_date - min(max(lead, RELEASE), LONGEST_LEAD)


def search_starts_at(booking: Booking, settings: Platform) -> datetime:
    """Return when the search must start for the quickest of the nearest free drivers to arrive in time.

    Without a driver or a route it starts at the usual time.
    """
    nearest = drivers_near(booking, settings, limit=ROUTED)
    drives = drives_to(pickup_of(booking), [driver.at for driver in nearest])
    starts = [offers_start_at(booking, drive) for drive in drives if drive.seconds is not None]
    return max(starts, default=booking.release_at)

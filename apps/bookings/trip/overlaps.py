"""Scheduled trips that overlap another trip of the driver."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db.models import F, Q
from django.db.models.functions import Coalesce

from apps.bookings.choices import ACTIVE, Status
from apps.bookings.models import Booking
from apps.bookings.timing import BETWEEN_TRIPS

MAX_DURATION: Final = timedelta(days=1)
"""Longer than any estimated trip."""


def overlapping_trips(booking: Booking, *, driver_ids: Collection[int]) -> dict[int, str]:
    """Return the reference of a planned or accepted trip that overlaps the booking, by driver.

    Trips of which a driver is the back-up count too.
    """
    ends = _end(booking.trip_date, booking.estimate_duration_seconds)
    own = (
        Q(status=Status.NEW, planned_driver__in=driver_ids)
        | Q(status__in=ACTIVE, driver__in=driver_ids)
        | Q(status__in=(Status.NEW, Status.ACCEPTED), backup_driver__in=driver_ids)
    )
    trips = Booking.objects.filter(
        own, book_later=True, trip_date__gt=booking.trip_date - MAX_DURATION, trip_date__lt=ends
    ).exclude(pk=booking.pk)
    listed = trips.annotate(first=Coalesce(F("driver_id"), F("planned_driver_id"))).values_list(
        "first", "backup_driver_id", "reference", "trip_date", "estimate_duration_seconds"
    )
    return {
        driver_id: reference
        for first, backup, reference, begins, seconds in listed
        if booking.trip_date < _end(begins, seconds)
        for driver_id in (first, backup)
        if driver_id is not None
    }


def _end(begins: datetime, seconds: int) -> datetime:
    """Return the end of a trip with the time to the next pickup."""
    return begins + timedelta(seconds=seconds) + BETWEEN_TRIPS

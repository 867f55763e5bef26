"""A driver on a trip whose phone was silent finds out from when to when, once it is back."""

from datetime import datetime

from django.db import transaction

from apps.bookings.models import Booking
from apps.bookings.timing import RELEASE, STALE_DRIVER
from apps.core.platform import platform_settings
from apps.notifications.choices import Occasion, Screen
from apps.notifications.services import notify


def notify_of_gap(trip: Booking, *, received_at: datetime | None, now: datetime) -> None:
    """Notify the driver of a gap before what is received now, if it was longer than STALE_DRIVER.

    Measured by the server's clock: points queued during the gap carry times within it. A gap has one
    notice, however many batches end it: `received_at`, the last receipt before it, is its name.
    """
    since = _gap_began(trip, received_at)
    if since is None or trip.driver_id is None or now - since <= STALE_DRIVER:
        return
    tz = platform_settings().tz
    with transaction.atomic():
        notify(
            user_id=trip.driver_id,
            occasion=Occasion.SIGNAL_BACK,
            screen=Screen.DRIVER_TRIPS,
            params={
                "booking_id": trip.pk,
                "reference": trip.reference,
                "time": f"{since.astimezone(tz):%H:%M}",
                "until": f"{now.astimezone(tz):%H:%M}",
            },
            key=f"driver:{trip.driver_id}:gap_since:{since.isoformat()}",
        )


def _gap_began(trip: Booking, received_at: datetime | None) -> datetime | None:
    """Not before the driver had the trip; of a trip for later, not before its last minutes or the arrival."""
    if received_at is None or trip.accepted_at is None:
        return None
    since = max(received_at, trip.accepted_at)
    if trip.book_later:
        due = trip.trip_date - RELEASE
        since = max(since, min(due, trip.driver_arrive_time or due))
    return since

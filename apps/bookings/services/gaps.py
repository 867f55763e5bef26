"""Notifies a driver on a trip of the time during which the phone was silent."""

from datetime import datetime

from django.db import transaction

from apps.bookings.timing import RELEASE, STALE_DRIVER
from apps.bookings.trip.tracked import TrackedBooking
from apps.core.platform import platform_settings
from apps.notifications.choices import Occasion, Screen
from apps.notifications.services import notify


def notify_of_gap(trip: TrackedBooking, *, received_at: datetime | None, now: datetime) -> None:
    """Notify the driver of a gap before these positions, if it was longer than STALE_DRIVER.

    Measured by the server's clock, because points queued during the gap carry times within it. The key
    contains `received_at`, the last receipt before the gap, so several batches cause one notification.
    """
    since = _gap_started_at(trip, received_at)
    if since is None or now - since <= STALE_DRIVER:
        return
    tz = platform_settings().tz
    with transaction.atomic():
        notify(
            user_id=trip.driver_id,
            occasion=Occasion.SIGNAL_BACK,
            screen=Screen.DRIVER_TRIPS,
            params={
                "booking_id": trip.id,
                "reference": trip.reference,
                "time": f"{since.astimezone(tz):%H:%M}",
                "until": f"{now.astimezone(tz):%H:%M}",
            },
            key=f"driver:{trip.driver_id}:gap_since:{since.isoformat()}",
        )


def _gap_started_at(trip: TrackedBooking, received_at: datetime | None) -> datetime | None:
    """Return the start of the gap: not before the acceptance; for a scheduled trip not before its last
    minutes.
    """
    if received_at is None or trip.accepted_at is None:
        return None
    since = max(received_at, trip.accepted_at)
    if trip.book_later:
        due = trip.trip_date - RELEASE
        since = max(since, min(due, trip.driver_arrive_time or due))
    return since

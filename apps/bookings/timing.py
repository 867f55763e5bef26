"""How long things may take."""

from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext_lazy as _

from apps.core.errors import BadInput
from apps.core.platform import Platform

SEARCH_TIME: Final = timedelta(minutes=10)
"""How long a booking that nobody takes is offered again before the search pauses."""

JOB_TIME: Final = timedelta(seconds=10)
"""How long the dispatch job may take before housekeeping does its work."""

RETRY_TIME: Final = timedelta(seconds=5)
"""How soon to look again when there was nobody to ask."""

ASSIGNED_OFFER_TIME: Final = timedelta(minutes=5)
"""How long a driver may think about a booking that an admin assigned; a dispatched one has its setting."""

STALE_DRIVER: Final = timedelta(seconds=120)
"""A free driver silent for longer than this is taken offline."""

SILENT_DRIVER: Final = timedelta(minutes=5)
"""A driver on the way to a rider who is silent for longer than this loses the booking."""

LATE_PICKUP: Final = timedelta(minutes=20)
"""A driver who accepted and has not arrived by then, counted from the trip's time, is an alert."""

LATE_TRIP: Final = timedelta(minutes=15)
"""A trip that has lasted twice its estimate and this is an alert."""

OFF_ROUTE_KM: Final = 2.0
"""A trip under way whose car is farther than this from any point of a route of its length is an alert."""

UNCLOSED: Final = timedelta(hours=24)
"""A paid trip that its rider has not closed by then is closed by the platform, without a rating."""

POINTS_WAIT: Final = timedelta(minutes=10)
"""How long a ride that was paid ahead waits for positions that its driver's phone announced at the end."""

CHECK_FOR_POINTS_EVERY: Final = timedelta(seconds=15)
"""How often a ride that waits for positions is checked."""

PAYMENT_TIME: Final = timedelta(minutes=15)
"""How long a delivery waits for its rider to pay; then it is called off."""

NO_RESPONSE: Final = timedelta(minutes=30)
"""A NEW booking this long past its time is cancelled by the platform."""


BOOK_AHEAD: Final = timedelta(minutes=15)
"""A trip for later is booked at least this long ahead."""


def require_ahead(trip_date: datetime, *, now: datetime) -> None:
    """Raise BadInput past_booking_error for a trip for later that is too soon, by the server's clock."""
    if trip_date < now + BOOK_AHEAD:
        text = _("Choose a time further ahead. Minimum: %(minutes)d minutes from now.")
        detail = text % {"minutes": BOOK_AHEAD.total_seconds() // 60}
        raise BadInput("past_booking_error", detail, fields={"trip_date": detail})


RELEASE: Final = timedelta(minutes=15)
"""How long before its time drivers are looked for on a trip for later."""

REMINDER: Final = timedelta(minutes=30)
"""How long before its time both sides are reminded of a trip for later that was booked before that."""


DRIVER_WAITS: Final = timedelta(minutes=30)
"""A driver who has accepted keeps a trip that staff put off, if it is no farther ahead than this."""

WIDEST: Final = 2
"""How often a rider may have the search widened, by the driver radius each time."""


def offer_time(settings: Platform) -> timedelta:
    """How long a dispatched offer stands."""
    return timedelta(seconds=settings.offer_seconds)

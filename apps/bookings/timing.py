"""Time limits of bookings."""

from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext_lazy as _

from apps.core.errors import BadInput
from apps.core.platform import Platform

SEARCH_TIME: Final = timedelta(minutes=10)
"""How long a booking without a driver is offered again before the search ends."""

JOB_TIME: Final = timedelta(seconds=10)
"""How long the dispatch job may take before housekeeping dispatches."""

RETRY_TIME: Final = timedelta(seconds=5)
"""The delay before the next search when no driver was found."""

ASSIGNED_OFFER_TIME: Final = timedelta(minutes=5)
"""How long an offer assigned by an admin is open; dispatched offers use the setting."""

PLANNED_OFFER_TIME: Final = timedelta(minutes=1)
"""How long the offer to a planned driver is open before the trip is offered to others."""

BETWEEN_TRIPS: Final = timedelta(minutes=15)
"""The least time between two trips planned for one driver, in addition to their estimated duration."""

STALE_DRIVER: Final = timedelta(seconds=120)
"""A free driver who is silent for longer goes offline."""

SILENT_DRIVER: Final = timedelta(minutes=5)
"""A driver who is silent for longer on the way to the pickup loses the booking."""

LATE_PICKUP: Final = timedelta(minutes=20)
"""A driver who has not arrived this long after the trip's time causes an alert."""

LATE_TRIP: Final = timedelta(minutes=15)
"""A trip that lasts longer than twice its estimate plus this causes an alert."""

OFF_ROUTE_KM: Final = 2.0
"""A car farther than this from the planned route causes an alert."""

UNCLOSED: Final = timedelta(hours=24)
"""The platform completes a paid trip after this time, without a rating."""

POINTS_WAIT: Final = timedelta(minutes=10)
"""How long a prepaid ride waits for positions that the phone announced at its end."""

CHECK_FOR_POINTS_EVERY: Final = timedelta(seconds=15)
"""How often a ride that waits for positions is checked."""

PAYMENT_TIME: Final = timedelta(minutes=15)
"""How long an unpaid booking waits for its prepayment before it is cancelled."""

NO_RESPONSE: Final = timedelta(minutes=30)
"""How long after its time a NEW booking is cancelled by the platform."""

SEARCH_AFTER_HOLD: Final = timedelta(minutes=5)
"""How long before this cancellation a hold ends at the latest, so that a search follows it."""


BOOK_AHEAD: Final = timedelta(minutes=15)
"""The minimum time between booking and trip of a scheduled trip."""


def require_ahead(trip_date: datetime, *, now: datetime) -> None:
    """Raise BadInput past_booking_error for a scheduled trip that is too soon, by the server's clock."""
    if trip_date < now + BOOK_AHEAD:
        text = _("Choose a time further ahead. Minimum: %(minutes)d minutes from now.")
        detail = text % {"minutes": BOOK_AHEAD.total_seconds() // 60}
        raise BadInput("past_booking_error", detail, fields={"trip_date": detail})


RELEASE: Final = timedelta(minutes=15)
"""How long before its time the driver search of a scheduled trip starts."""

LONGEST_LEAD: Final = timedelta(minutes=60)
"""The earliest start of the offers of a scheduled trip before its time, for drivers far away."""

LEAD_MARGIN: Final = timedelta(minutes=5)
"""How much earlier than the drive to the pickup requires the offers of a scheduled trip start."""

REMINDER: Final = timedelta(minutes=30)
"""How long before its time the rider and the driver of a scheduled trip are reminded."""


MAX_POSTPONEMENT: Final = timedelta(minutes=30)
"""A driver keeps a trip that staff postpone by at most this."""

MAX_WIDENINGS: Final = 2
"""How often a rider can widen the search, each time by one driver radius."""


def offer_time(settings: Platform) -> timedelta:
    """Return how long a dispatched offer is open."""
    return timedelta(seconds=settings.offer_seconds)

"""The limit of open bookings per rider."""

from typing import Final

from django.db import connection
from django.utils.translation import gettext_lazy as _

from apps.bookings.choices import ENDED, Status
from apps.bookings.models import Booking
from apps.core.errors import Conflict
from apps.core.platform import Platform

NOT_OPEN: Final = (*ENDED, Status.PAID)
"""A paid trip only lacks its rating, which may never come."""


def require_open_booking_limit(rider_id: int, settings: Platform) -> None:
    """Require that the rider can make another booking; serializes the rider's bookings by an advisory lock.

    Raises Conflict too_many_open_bookings.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"open_bookings:{rider_id}"])
    open_bookings = Booking.objects.filter(customer=rider_id).exclude(status__in=NOT_OPEN)
    if open_bookings.count() >= settings.max_open_bookings:
        raise Conflict(
            "too_many_open_bookings", _("You have too many open trips. Finish, pay or cancel one first.")
        )

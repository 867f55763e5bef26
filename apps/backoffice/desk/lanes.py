"""The lanes of the dispatcher's board: in which one a booking is, since when, and when it becomes late."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import models

from apps.backoffice.alerts import WAITS_TOO_LONG
from apps.bookings.choices import UNPAID, Status
from apps.bookings.timing import LATE_PICKUP, LATE_TRIP, RELEASE


class Lane(models.TextChoices):
    WAITING = "waiting"
    OFFERED = "offered"
    ON_THE_WAY = "on_the_way"
    ARRIVED = "arrived"
    ON_BOARD = "on_board"
    UNPAID = "unpaid"
    SCHEDULED = "scheduled"
    LATE = "late"


LANE_OF: Final = {
    Status.ACCEPTED: Lane.ON_THE_WAY,
    Status.ARRIVED: Lane.ARRIVED,
    Status.STARTED: Lane.ON_BOARD,
    Status.PAYMENT_PENDING: Lane.UNPAID,
    **dict.fromkeys(UNPAID, Lane.UNPAID),
}
SHOWN: Final = (Status.NEW, *LANE_OF)
"""The statuses that the board shows."""
MAY_BE_LATE: Final = (Status.NEW, Status.ACCEPTED, Status.STARTED)
"""An unpaid booking stays in its lane when it is overdue."""

Row = Mapping[str, Any]
"""The columns of a booking that the board reads."""


def lane_of(row: Row, *, late_at: datetime | None, offered: bool, now: datetime) -> Lane:
    status = Status(row["status"])
    if status in MAY_BE_LATE and late_at is not None and late_at <= now:
        return Lane.LATE
    if status is not Status.NEW:
        return LANE_OF[status]
    if offered:
        return Lane.OFFERED
    return Lane.SCHEDULED if row["book_later"] and row["trip_date"] - RELEASE > now else Lane.WAITING


def late_at(row: Row, *, unpaid_for: timedelta) -> datetime | None:
    """Return when the booking becomes late, by the limits of the alerts; None if nothing is due."""
    match row["status"]:
        case Status.NEW:
            late: datetime = row["trip_date"] + WAITS_TOO_LONG
            # A held booking is not late before its search continues.
            return late if row["held_until"] is None else max(late, row["held_until"])
        case Status.ACCEPTED:
            due, limit = max(row["accepted_at"] or row["trip_date"], row["trip_date"]), LATE_PICKUP
        case Status.STARTED if row["street_trip"] and not row["estimate_distance_km"]:
            return None
        case Status.STARTED:
            estimated = timedelta(seconds=row["estimate_duration_seconds"])
            due, limit = row["trip_start_time"], LATE_TRIP + 2 * estimated
        case Status.REACHED | Status.PENDING:
            due, limit = row["trip_end_time"], unpaid_for
        case _:
            due, limit = row["payment_due_at"], timedelta()
    return None if due is None else due + limit


def since(row: Row) -> datetime:
    """Return when the booking came to its status; a scheduled one waits from its release."""
    at: datetime | None
    match row["status"]:
        case Status.NEW:
            released = row["trip_date"] - RELEASE if row["book_later"] else row["created_at"]
            at = row["redispatched_at"] or max(released, row["created_at"])
        case Status.ACCEPTED:
            at = row["accepted_at"]
        case Status.ARRIVED:
            at = row["driver_arrive_time"]
        case Status.STARTED:
            at = row["trip_start_time"]
        case _:
            at = row["trip_end_time"]
    created_at: datetime = row["created_at"]
    return at or created_at

"""A booking as far as tracking reads it."""

from datetime import datetime
from typing import NamedTuple


class TrackedBooking(NamedTuple):
    """What tracking reads of a booking; a model instance costs more than storing the point."""

    id: int
    reference: str
    status: str
    driver_id: int
    pickup_lat: float
    pickup_lng: float
    drop_lat: float
    drop_lng: float
    book_later: bool
    trip_date: datetime
    accepted_at: datetime | None
    driver_arrive_time: datetime | None
    trip_start_time: datetime | None
    stop_count: int
    drop_add: str
    """Empty while the drop-off of a street trip is not known."""

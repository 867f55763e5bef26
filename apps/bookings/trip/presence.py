"""The presence of a booking's driver, as reported by the driver's phone."""

import math
from datetime import UTC, datetime
from typing import Final

from apps.bookings.choices import Status
from apps.bookings.models import Booking, TrackingPoint
from apps.bookings.timing import RELEASE, SILENT_DRIVER
from apps.core.compiled_queries import CompiledQuery
from apps.geo.geometry.sphere import KM_PER_DEGREE, great_circle_km
from apps.geo.port import LatLng
from apps.geo.positions.store import KnownPosition, position_of

PICKUP_RADIUS_KM: Final = 0.5
"""Drivers within this distance are at the pickup: allows for car parks, one-way streets and weak GPS."""
LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)

_LAST_AWAY: Final = CompiledQuery(
    lambda booking_id, since, south, north, west, east: (
        TrackingPoint.objects.filter(booking_id=booking_id, at__gte=since)
        .exclude(lat__range=(south, north), lng__range=(west, east))
        .order_by("-at")
    ),
    booking_id=-1,
    since=LONG_AGO,
    south=-1.5,
    north=1.5,
    west=-2.5,
    east=2.5,
)
"""The last point outside of an area."""


def is_silent(booking: Booking, *, at: datetime) -> bool:
    """Return whether the driver has sent no position and made no transition for SILENT_DRIVER."""
    position = position_of(booking.driver_id) if booking.driver_id is not None else None
    seen_at = position.seen_at if position is not None else None
    known = [moment for moment in (seen_at, booking.accepted_at, booking.driver_arrive_time) if moment]
    return not known or max(known) <= at - SILENT_DRIVER


def is_lost_on_the_way(booking: Booking, *, at: datetime) -> bool:
    """Return whether the driver is silent on the way; a scheduled trip is checked only in its last
    minutes.
    """
    if booking.status != Status.ACCEPTED or (booking.book_later and booking.trip_date > at + RELEASE):
        return False
    return is_silent(booking, at=at)


def is_at_pickup(booking: Booking, *, at: datetime) -> bool:
    """Return whether the driver's position is near the pickup and newer than SILENT_DRIVER."""
    position = position_of(booking.driver_id) if booking.driver_id is not None else None
    if position is None or position.seen_at <= at - SILENT_DRIVER:
        return False
    return _is_near_pickup(booking, position)


def was_at_pickup(booking: Booking) -> bool:
    """Return whether the last position, however old, is near the pickup and from the arrival or later."""
    position = position_of(booking.driver_id) if booking.driver_id is not None else None
    if position is None or booking.driver_arrive_time is None:
        return False
    is_of_arrival = position.seen_at > booking.driver_arrive_time - SILENT_DRIVER
    return is_of_arrival and _is_near_pickup(booking, position)


def _is_near_pickup(booking: Booking, position: KnownPosition) -> bool:
    return great_circle_km(position.at, LatLng(booking.pickup_lat, booking.pickup_lng)) <= PICKUP_RADIUS_KM


def waiting_since(booking: Booking) -> datetime | None:
    """Return when an arrived driver's wait began, or None before the arrival.

    The wait begins at the time of the booking at the earliest, and again when the driver returns to the
    pickup.
    """
    if booking.driver_arrive_time is None:
        return None
    moments = (booking.driver_arrive_time, booking.trip_date, _returned_at(booking))
    return max(moment for moment in moments if moment is not None)


def _returned_at(booking: Booking) -> datetime | None:
    """Return when the driver was first seen at the pickup after having been away."""
    since = booking.accepted_at or LONG_AGO
    height = PICKUP_RADIUS_KM / KM_PER_DEGREE
    width = height / max(math.cos(math.radians(booking.pickup_lat)), 0.01)
    last_away = _LAST_AWAY.first(
        booking_id=booking.pk,
        since=since,
        south=booking.pickup_lat - height,
        north=booking.pickup_lat + height,
        west=booking.pickup_lng - width,
        east=booking.pickup_lng + width,
    )
    if last_away is None:
        return None
    points = booking.tracking_points.filter(at__gt=last_away.at)
    return points.order_by("at").values_list("at", flat=True).first()

"""The presence of a booking's driver, as reported by the driver's phone."""

import math
from datetime import datetime
from typing import Final

from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.timing import RELEASE, SILENT_DRIVER
from apps.geo.geometry.sphere import KM_PER_DEGREE, great_circle_km
from apps.geo.port import LatLng
from apps.geo.positions.store import KnownPosition, position_of

PICKUP_RADIUS_KM: Final = 0.5
"""Drivers within this distance are at the pickup: allows for car parks, one-way streets and weak GPS."""


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
    points = booking.tracking_points.all()
    if booking.accepted_at is not None:
        points = points.filter(at__gte=booking.accepted_at)
    height = PICKUP_RADIUS_KM / KM_PER_DEGREE
    width = height / max(math.cos(math.radians(booking.pickup_lat)), 0.01)
    away = points.exclude(
        lat__range=(booking.pickup_lat - height, booking.pickup_lat + height),
        lng__range=(booking.pickup_lng - width, booking.pickup_lng + width),
    )
    last_away = away.order_by("-at").values_list("at", flat=True).first()
    if last_away is None:
        return None
    return points.filter(at__gt=last_away).order_by("at").values_list("at", flat=True).first()

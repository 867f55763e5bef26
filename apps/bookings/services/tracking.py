"""Positions of a driver on a trip: durable before they are acknowledged, for they make the fare."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import connection
from django.db.models import F, OuterRef, Subquery
from django.utils import timezone

from apps.bookings.choices import TRACKED, Status
from apps.bookings.models import Booking, TrackingPoint
from apps.bookings.services.gaps import notify_of_gap
from apps.bookings.services.late_points import record_late_points
from apps.bookings.services.trip import arrive
from apps.core.errors import DomainError
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.port import LatLng
from apps.geo.positions.store import PositionReport, is_credible, record_positions

STEP_KM: Final = 0.010
"""A car that has moved less since its last stored point gets no new one."""
ARRIVAL_KM: Final = 0.020
"""This near to the pickup a driver has arrived."""


# One statement and one commit for however many drivers; the driver's clock names a point.
_STORE: Final = f"""
INSERT INTO {TrackingPoint._meta.db_table} (booking_id, at, status, lat, lng)
SELECT * FROM unnest(%s::bigint[], %s::timestamptz[], %s::text[], %s::float8[], %s::float8[])
ON CONFLICT DO NOTHING
"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class TrackedTrip:
    booking: Booking
    """Only what tracking needs of it."""
    last_point: LatLng | None
    received_at: datetime | None
    """When the server last received positions of its driver."""


@dataclass(frozen=True, slots=True)
class TripPositions:
    booking_id: int | None
    """The trip that the points belong to, if the driver is on one."""
    accepted: int
    rejected: int


def record_trip_positions(*, driver_id: int, points: Sequence[PositionReport]) -> TripPositions:
    """Store a driver's points, in whatever order and however often they come.

    Points off the Earth, in the future or of somebody else are rejected, the others are safe on return.
    Within 20 m of the pickup the driver has arrived.
    """
    now = timezone.now()
    credible = sorted(
        (point for point in points if point.driver_id == driver_id and is_credible(point, now=now)),
        key=lambda point: point.at,
    )
    trips = tracked_trips([driver_id])
    record_points_of_trips(trips=trips, points={driver_id: credible})
    if driver_id not in trips:
        record_positions(credible)
    trip = trips.get(driver_id)
    return TripPositions(
        trip.booking.pk if trip else None, accepted=len(credible), rejected=len(points) - len(credible)
    )


def tracked_trips(driver_ids: Collection[int]) -> dict[int, TrackedTrip]:
    """By driver, the trips whose points are stored, as they are now."""
    last = TrackingPoint.objects.filter(booking=OuterRef("pk")).order_by("-at")
    bookings = (
        Booking.objects.filter(driver_id__in=driver_ids, status__in=TRACKED)
        .annotate(last_lat=Subquery(last.values("lat")[:1]), last_lng=Subquery(last.values("lng")[:1]))
        .annotate(received_at=F("driver__position__received_at"))
        .only(
            "id", "reference", "status", "driver_id", "pickup_lat", "pickup_lng", "drop_lat", "drop_lng",
            "book_later", "trip_date", "accepted_at", "driver_arrive_time", "trip_start_time",
        )
    )  # fmt: skip
    return {
        booking.driver_id: TrackedTrip(
            booking,
            None if booking.last_lat is None else LatLng(booking.last_lat, booking.last_lng),
            booking.received_at,
        )
        for booking in bookings
        if booking.driver_id is not None
    }


def record_points_of_trips(
    *, trips: Mapping[int, TrackedTrip], points: Mapping[int, Sequence[PositionReport]]
) -> None:
    """Store the points of many drivers at once, credible ones, oldest first: of the trips they are on.

    What was driven on a trip that is over and unpaid is added to that. A driver who is back after a gap
    is notified of it.
    """
    now = timezone.now()
    on_trip = {driver_id: points[driver_id] for driver_id in points if driver_id in trips}
    rows = [row for driver_id, reports in on_trip.items() for row in _rows(trips[driver_id], reports)]
    if rows:
        with connection.cursor() as cursor:
            cursor.execute(_STORE, [list(column) for column in zip(*rows, strict=True)])
    record_late_points(_before_the_trip(trips, points))
    for driver_id, reports in on_trip.items():
        if reports:
            # Before the receipt is stored: what fails in between is sent again, and names the same gap.
            notify_of_gap(trips[driver_id].booking, received_at=trips[driver_id].received_at, now=now)
    # Statements of their own: a lock on the position must never wait for one on the booking.
    record_positions(report for reports in on_trip.values() for report in reports)
    for driver_id, reports in on_trip.items():
        booking = trips[driver_id].booking
        if booking.status == Status.ACCEPTED and reports and _is_at_pickup(booking, reports[-1]):
            # The driver may have pressed the button, or the rider have cancelled, a moment ago.
            with suppress(DomainError):
                arrive(booking_id=booking.pk, by=None)


def _before_the_trip(
    trips: Mapping[int, TrackedTrip], points: Mapping[int, Sequence[PositionReport]]
) -> dict[int, list[PositionReport]]:
    """What is older than the trip under way, or of drivers on none: it may belong to the one before."""
    return {
        driver_id: [
            report
            for report in reports
            if driver_id not in trips or _status_at(trips[driver_id].booking, report.at) is None
        ]
        for driver_id, reports in points.items()
    }


Row = tuple[int, datetime, str, float, float]


def _rows(trip: TrackedTrip, points: Sequence[PositionReport]) -> Iterator[Row]:
    """The points that say something new."""
    at = trip.last_point
    for point in points:
        here = LatLng(point.lat, point.lng)
        status = _status_at(trip.booking, point.at)
        if status is None or (at is not None and great_circle_km(at, here) < STEP_KM):
            continue
        at = here
        yield trip.booking.pk, point.at, str(status), here.lat, here.lng


def _status_at(trip: Booking, at: datetime) -> Status | None:
    """What the trip was doing then: points queued during a gap come late, under a later status."""
    if trip.trip_start_time is not None and at >= trip.trip_start_time:
        return Status.STARTED
    if trip.driver_arrive_time is not None and at >= trip.driver_arrive_time:
        return Status.ARRIVED
    if trip.accepted_at is not None and at >= trip.accepted_at:
        return Status.ACCEPTED
    return None


def _is_at_pickup(trip: Booking, point: PositionReport) -> bool:
    pickup = LatLng(trip.pickup_lat, trip.pickup_lng)
    return great_circle_km(pickup, LatLng(point.lat, point.lng)) < ARRIVAL_KM

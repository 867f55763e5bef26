"""Positions of a driver on a trip; stored before they are acknowledged, because they determine the fare."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import connection
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.utils import timezone

from apps.bookings.choices import TRACKED, Status
from apps.bookings.models import Booking, TrackingPoint
from apps.bookings.services.gaps import notify_of_gap
from apps.bookings.services.late_points import record_late_points
from apps.bookings.services.trip import arrive
from apps.core.compiled_queries import CompiledQuery
from apps.core.errors import DomainError
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.port import LatLng
from apps.geo.positions.store import PositionReport, is_credible, record_positions

STEP_KM: Final = 0.010
"""Points closer to the last stored point are not stored."""
ARRIVAL_KM: Final = 0.020
"""A driver this close to the pickup has arrived."""


# One statement for any number of drivers. The key contains the time of the driver's phone.
_STORE: Final = f"""
INSERT INTO {TrackingPoint._meta.db_table} (booking_id, at, status, lat, lng)
SELECT * FROM unnest(%s::bigint[], %s::timestamptz[], %s::text[], %s::float8[], %s::float8[])
ON CONFLICT DO NOTHING
"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class TrackedTrip:
    booking: Booking
    """Loaded with the fields that tracking needs."""
    last_point: LatLng | None
    received_at: datetime | None
    """When the server last received positions of the driver."""


@dataclass(frozen=True, slots=True)
class TripPositions:
    booking_id: int | None
    """The driver's current trip, if there is one."""
    accepted: int
    rejected: int


def record_trip_positions(*, driver_id: int, points: Sequence[PositionReport]) -> TripPositions:
    """Store a driver's points in any order, idempotently.

    Points outside the Earth, in the future or of another driver are rejected; the others are committed on
    return. Within 20 m of the pickup the driver has arrived.
    """
    now = timezone.now()
    credible = sorted(
        (point for point in points if point.driver_id == driver_id and is_credible(point, now=now)),
        key=lambda point: point.at,
    )
    current = _TRIP_OF_DRIVER.first(driver_id=driver_id)
    trips = _by_driver([current] if current is not None else [])
    record_points_of_trips(trips=trips, points={driver_id: credible})
    if driver_id not in trips:
        record_positions(credible)
    trip = trips.get(driver_id)
    return TripPositions(
        trip.booking.pk if trip else None, accepted=len(credible), rejected=len(points) - len(credible)
    )


def tracked_trips(driver_ids: Collection[int]) -> dict[int, TrackedTrip]:
    """Return the drivers' current trips whose points are stored, by driver."""
    return _by_driver(_tracked().filter(driver_id__in=driver_ids))


def _tracked() -> QuerySet[Booking]:
    last = TrackingPoint.objects.filter(booking=OuterRef("pk")).order_by("-at")
    return (
        Booking.objects.filter(status__in=TRACKED)
        .annotate(last_lat=Subquery(last.values("lat")[:1]), last_lng=Subquery(last.values("lng")[:1]))
        .annotate(received_at=F("driver__position__received_at"))
        .only(
            "id", "reference", "status", "driver_id", "pickup_lat", "pickup_lng", "drop_lat", "drop_lng",
            "book_later", "trip_date", "accepted_at", "driver_arrive_time", "trip_start_time",
        )
    )  # fmt: skip


_TRIP_OF_DRIVER: Final = CompiledQuery(lambda driver_id: _tracked().filter(driver_id=driver_id), driver_id=-1)
"""At most one trip: booking_one_trip_a_driver."""


def _by_driver(bookings: Iterable[Any]) -> dict[int, TrackedTrip]:
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
    """Store plausible points of many drivers, oldest first, for their current trips.

    Points of an unpaid finished trip are added to that trip. A driver who is back after a gap is notified.
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
            # Before the receipt is stored: if this fails, the points are sent again for the same gap.
            notify_of_gap(trips[driver_id].booking, received_at=trips[driver_id].received_at, now=now)
    # Separate statements: a lock on a position must never wait for one on a booking.
    record_positions(report for reports in on_trip.values() for report in reports)
    for driver_id, reports in on_trip.items():
        booking = trips[driver_id].booking
        if booking.status == Status.ACCEPTED and reports and _is_at_pickup(booking, reports[-1]):
            # The driver may have arrived manually or the rider cancelled a moment ago.
            with suppress(DomainError):
                arrive(booking_id=booking.pk, by=None)


def _before_the_trip(
    trips: Mapping[int, TrackedTrip], points: Mapping[int, Sequence[PositionReport]]
) -> dict[int, list[PositionReport]]:
    """Return the points before the current trip or without one: they may belong to the previous trip."""
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
    """Yield the points that differ from the last stored one."""
    at = trip.last_point
    for point in points:
        current = LatLng(point.lat, point.lng)
        status = _status_at(trip.booking, point.at)
        if status is None or (at is not None and great_circle_km(at, current) < STEP_KM):
            continue
        at = current
        yield trip.booking.pk, point.at, str(status), current.lat, current.lng


def _status_at(trip: Booking, at: datetime) -> Status | None:
    """Return the trip's status at that time: points queued during a gap arrive under a later status."""
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

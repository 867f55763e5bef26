"""Positions of a driver on a trip; stored before they are acknowledged, because they determine the fare."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils import timezone

from apps.accounts.models import DriverProfile
from apps.bookings.choices import TRACKED, Status
from apps.bookings.models import Booking, TrackingPoint
from apps.bookings.services.gaps import notify_of_gap
from apps.bookings.services.late_points import record_late_points
from apps.bookings.services.trip import arrive
from apps.bookings.trip.tracked import TrackedBooking
from apps.core.errors import DomainError
from apps.core.postgres import prepared_cursor
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.models import DriverPosition
from apps.geo.port import LatLng
from apps.geo.positions.store import PositionReport, record_positions_sql

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

_STATUSES: Final = ", ".join(f"'{status.value}'" for status in TRACKED)
_TRACKED: Final = f"""
SELECT driver.user_id, driver.active, driver.busy, driver.fleet_admin_id, position.received_at,
    last.lat, last.lng, {", ".join(f"booking.{name}" for name in TrackedBooking._fields)}
FROM {DriverProfile._meta.db_table} driver
LEFT JOIN {DriverPosition._meta.db_table} position ON position.driver_id = driver.user_id
LEFT JOIN {Booking._meta.db_table} booking
    ON booking.driver_id = driver.user_id AND booking.status IN ({_STATUSES})
LEFT JOIN LATERAL (
    SELECT lat, lng FROM {TrackingPoint._meta.db_table} point
    WHERE point.booking_id = booking.id ORDER BY at DESC LIMIT 1
) last ON true
WHERE driver.user_id = ANY(%s::bigint[])
"""  # noqa: S608


Row = tuple[int, datetime, str, float, float]
"""A tracking point, in the order of _STORE."""


@dataclass(frozen=True, slots=True)
class TrackedTrip:
    booking: TrackedBooking
    last_point: LatLng | None
    received_at: datetime | None
    """When the server last received positions of the driver."""


@dataclass(frozen=True, slots=True)
class TrackedDriver:
    """A driver who sends positions."""

    active: bool
    busy: bool
    fleet_admin_id: int | None
    trip: TrackedTrip | None
    """The current trip whose points are stored."""


def tracked_drivers(driver_ids: Collection[int]) -> dict[int, TrackedDriver]:
    """Return the drivers among these users, with their current trips, by one query."""
    with prepared_cursor() as cursor:
        cursor.execute(_TRACKED, [list(driver_ids)])
        return {row[0]: _tracked(*row) for row in cursor.fetchall()}


def _tracked(
    driver_id: int,
    active: bool,
    busy: bool,
    fleet_admin_id: int | None,
    received_at: datetime | None,
    last_lat: float | None,
    last_lng: float | None,
    *columns: Any,
) -> TrackedDriver:
    trip = None
    if columns[0] is not None:
        booking = TrackedBooking(*columns)
        last_point = None if last_lat is None or last_lng is None else LatLng(last_lat, last_lng)
        trip = TrackedTrip(booking, last_point, received_at)
    return TrackedDriver(active, busy, fleet_admin_id, trip)


def record_points_of_trips(
    *, trips: Mapping[int, TrackedTrip], points: Mapping[int, Sequence[PositionReport]]
) -> None:
    """Store plausible points of many drivers, oldest first, for their current trips.

    Points of an unpaid finished trip are added to that trip. A driver who is back after a gap is notified.
    """
    now = timezone.now()
    on_trip = {driver_id: points[driver_id] for driver_id in points if driver_id in trips}
    rows = [row for driver_id, reports in on_trip.items() for row in _rows(trips[driver_id], reports)]
    record_late_points(_before_the_trip(trips, points))
    for driver_id, reports in on_trip.items():
        if reports:
            # Before the receipt is stored: if this fails, the points are sent again for the same gap.
            notify_of_gap(trips[driver_id].booking, received_at=trips[driver_id].received_at, now=now)
    _store(rows, [report for reports in on_trip.values() for report in reports])
    for driver_id, reports in on_trip.items():
        booking = trips[driver_id].booking
        if booking.status == Status.ACCEPTED and reports and _is_at_pickup(booking, reports[-1]):
            # The driver may have arrived manually or the rider cancelled a moment ago.
            with suppress(DomainError):
                arrive(booking_id=booking.id, by=None)


def _store(rows: Sequence[Row], reports: Sequence[PositionReport]) -> None:
    """Store the points and the latest positions with one statement.

    It locks positions and waits for no lock on a booking: bookings are locked FOR NO KEY UPDATE, which admits
    the check of the points' foreign key.
    """
    statement, params = record_positions_sql(reports)
    if rows:
        columns = [list(column) for column in zip(*rows, strict=True)]
        statement = f"WITH stored AS ({_STORE}) {statement}" if statement else _STORE
        params = [*columns, *params]
    if statement:
        with prepared_cursor() as cursor:
            cursor.execute(statement, params)


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


def _rows(trip: TrackedTrip, points: Sequence[PositionReport]) -> Iterator[Row]:
    """Yield the points that differ from the last stored one."""
    at = trip.last_point
    for point in points:
        current = LatLng(point.lat, point.lng)
        status = _status_at(trip.booking, point.at)
        if status is None or (at is not None and great_circle_km(at, current) < STEP_KM):
            continue
        at = current
        yield trip.booking.id, point.at, str(status), current.lat, current.lng


def _status_at(trip: TrackedBooking, at: datetime) -> Status | None:
    """Return the trip's status at that time: points queued during a gap arrive under a later status."""
    if trip.trip_start_time is not None and at >= trip.trip_start_time:
        return Status.STARTED
    if trip.driver_arrive_time is not None and at >= trip.driver_arrive_time:
        return Status.ARRIVED
    if trip.accepted_at is not None and at >= trip.accepted_at:
        return Status.ACCEPTED
    return None


def _is_at_pickup(trip: TrackedBooking, point: PositionReport) -> bool:
    pickup = LatLng(trip.pickup_lat, trip.pickup_lng)
    return great_circle_km(pickup, LatLng(point.lat, point.lng)) < ARRIVAL_KM

"""Positions of a trip that arrive after its end because the phone was offline."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from apps.bookings.choices import UNPAID, Status
from apps.bookings.models import Booking, BookingEvent, TrackingPoint
from apps.core.outbox import events
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.port import LatLng, TracePoint
from apps.geo.positions.store import PositionReport
from apps.geo.positions.tracking import can_follow

LATE: Final = timedelta(seconds=2)
"""Younger positions are not late, so finished trips need not be queried."""
ACCEPTED_FOR: Final = timedelta(hours=12)
"""How long after its end a trip accepts late positions."""
STEP_KM: Final = 0.010
SETTLE_SECONDS: Final = 1
"""Delays the recalculation, because a long gap arrives in several batches."""


def record_late_points(points: Mapping[int, Sequence[PositionReport]]) -> None:
    """Add points to unpaid finished trips of these drivers and enqueue a new calculation of the fare.

    Accepts points recorded between start and end, plausible between their neighbours, and announced when the
    driver ended the trip. A paid trip accepts none.
    """
    now = timezone.now()
    late = {
        driver_id: reports_late
        for driver_id, reports in points.items()
        if (reports_late := [report for report in reports if report.at < now - LATE])
    }
    if not late:
        return
    over = Booking.objects.filter(
        driver_id__in=late, status__in=UNPAID, trip_end_time__gte=now - ACCEPTED_FOR
    )
    for booking in over.only("id", "driver_id", "trip_start_time", "trip_end_time"):
        assert booking.driver_id is not None
        _add(booking, late[booking.driver_id])


def _add(booking: Booking, reports: Sequence[PositionReport]) -> None:
    start, end = booking.trip_start_time, booking.trip_end_time
    if start is None or end is None:
        return
    last = _last_awaited(booking, end)
    driven = [report for report in reports if last is not None and start <= report.at <= last]
    if not driven:
        return
    with transaction.atomic():
        # Locked against a concurrent payment: after it, the points do not count.
        locked = Booking.objects.select_for_update(no_key=True).filter(pk=booking.pk, status__in=UNPAID)
        if not locked.exists():
            return
        rows = [
            TrackingPoint(
                booking_id=booking.pk,
                at=point.seen_at,
                status=Status.STARTED,
                lat=point.at.lat,
                lng=point.at.lng,
            )
            for point in _credible(_stored(booking.pk), driven)
        ]
        if not rows:
            return
        TrackingPoint.objects.bulk_create(rows, ignore_conflicts=True)
        events.enqueue(
            "bookings.recalculate_fare",
            key=f"booking:{booking.pk}:late:{rows[-1].at.isoformat()}",
            delay_seconds=SETTLE_SECONDS,
            booking_id=booking.pk,
        )


def _last_awaited(booking: Booking, end: datetime) -> datetime | None:
    """Return the time of the last announced point, at most the end of the trip.

    The end of the trip if the phone has reported nothing; None if it announced no missing points.
    """
    reached = (
        BookingEvent.objects.filter(booking=booking, to_status=Status.REACHED).order_by("version").first()
    )
    announced = reached.data if reached is not None else {}
    if "points_waiting" not in announced:
        return end
    last = parse_datetime(announced.get("last_point_at", ""))
    return min(last, end) if announced["points_waiting"] and last is not None else None


def _stored(booking_id: int) -> list[TracePoint]:
    points = TrackingPoint.objects.filter(
        booking=booking_id, status__in=(Status.STARTED, Status.REACHED)
    ).order_by("at")
    return [TracePoint(LatLng(point.lat, point.lng), point.at) for point in points]


def _credible(stored: Sequence[TracePoint], reports: Sequence[PositionReport]) -> Iterator[TracePoint]:
    """Yield the points that a car can have passed between their neighbours and that are not redundant."""
    previous, upcoming = None, list(stored)
    for report in sorted(reports, key=lambda each: each.at):
        point = TracePoint(LatLng(report.lat, report.lng), report.at)
        while upcoming and upcoming[0].seen_at <= point.seen_at:
            previous = upcoming.pop(0)
        if previous is not None and (
            previous.seen_at == point.seen_at
            or great_circle_km(previous.at, point.at) < STEP_KM
            or not can_follow(previous, point)
        ):
            continue
        if upcoming and not can_follow(point, upcoming[0]):
            continue
        previous = point
        yield point

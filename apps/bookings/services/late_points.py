"""Positions of a trip that arrive after its end: a phone was offline, and the fare lacks its kilometres."""

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
"""A position younger than this is no late one; it saves the look at finished trips."""
ACCEPTED_FOR: Final = timedelta(hours=12)
"""How long after its end a trip takes late positions."""
STEP_KM: Final = 0.010
SETTLE_SECONDS: Final = 1
"""A long gap comes in several batches; the fare is computed for as many of them at once as it can be."""


def record_late_points(points: Mapping[int, Sequence[PositionReport]]) -> None:
    """Add points to trips of these drivers that are over and unpaid, and have the fare computed again.

    Only such as were recorded between start and end, can have been driven between their neighbours, and
    were announced when the driver ended the trip. A paid trip takes none.
    """
    now = timezone.now()
    late = {
        driver_id: found
        for driver_id, reports in points.items()
        if (found := [report for report in reports if report.at < now - LATE])
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
        # Against a payment at this moment: whoever is first decides whether the points still count.
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
    """Until when points are still to come: as the driver's phone announced, or the end of the trip.

    None where the phone said at the end that it had handed over all.
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
    """Those a car can have passed between the points around them, that say something new."""
    taken, ahead = None, list(stored)
    for report in sorted(reports, key=lambda each: each.at):
        point = TracePoint(LatLng(report.lat, report.lng), report.at)
        while ahead and ahead[0].seen_at <= point.seen_at:
            taken = ahead.pop(0)
        if taken is not None and (
            taken.seen_at == point.seen_at
            or great_circle_km(taken.at, point.at) < STEP_KM
            or not can_follow(taken, point)
        ):
            continue
        if ahead and not can_follow(point, ahead[0]):
            continue
        taken = point
        yield point

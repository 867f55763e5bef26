"""Measures trips with the routing service, while no booking is locked."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, NoReturn

from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import UNPAID, DistanceSource, Status
from apps.bookings.models import Booking
from apps.bookings.payment.prepayment import awaits_points, has_waited_long_enough, is_being_measured
from apps.bookings.selectors import bookings_listed_for, find_booking, track_of
from apps.bookings.services.phone_reports import time_of_action
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import PhoneReport, TransitionInput, TripMeasurement
from apps.bookings.timeouts import call_with_timeout
from apps.core.errors import Conflict
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.port import LatLng, MapsError, Refused, Retryable, Routing, TracePoint
from apps.geo.positions.store import position_of
from apps.geo.positions.tracking import DistanceSource as Source
from apps.geo.positions.tracking import Travelled, travelled_distance
from apps.geo.providers.maps import maps

STEP_KM: Final = 0.010
"""Positions closer than this are the same place."""

ROUTING_TIMEOUT: Final = 2.5
"""Timeout in seconds of the routing service at the end of a trip."""


def measure_trip(booking_id: int, *, by: User, phone: PhoneReport | None = None) -> TripMeasurement | None:
    """Return the distance from the start to the current position and its address; None if no trip runs for
    `by`.

    Without a trip, no routing request is made: the transition will be rejected.
    """
    booking = find_booking(booking_id, by, within=bookings_listed_for)
    if booking is None or booking.status != Status.STARTED or booking.driver_id is None:
        return None
    ended_at = time_of_action(phone, driver_id=booking.driver_id, since=booking.trip_start_time)
    points = _trace(booking)
    position = position_of(booking.driver_id)
    if position is not None:
        points.append(TracePoint(position.at, ended_at or timezone.now()))
    travelled = call_with_timeout(
        ROUTING_TIMEOUT, lambda: travelled_distance(points), default=None
    ) or travelled_distance(points, routing=FailingRouting())
    track = _track(points)
    if position is None:
        return _measurement(travelled, ended_at=ended_at, track=track)
    return _measurement(
        travelled,
        ended_at=ended_at,
        track=track,
        drop_lat=position.at.lat,
        drop_lng=position.at.lng,
        drop_add=address_of(position.at),
        drop_seen_at=position.seen_at,
    )


def recompute_fare(*, booking_id: int) -> None:
    """Recalculate the fare of an unpaid finished trip after a routing failure or late points.

    Raises Retryable while the routing service fails. If there is no route through the points, the
    great-circle distance stays.
    """
    booking = Booking.objects.filter(pk=booking_id, status__in=UNPAID).first()
    if booking is None:
        return
    points = _trace(booking)
    travelled = travelled_distance(points)
    if travelled.source == Source.GREAT_CIRCLE and not _is_longer(travelled, booking):
        with suppress(Refused):
            maps().routing.drive_time(points[0].at, points[-1].at)
        return
    measurement = _measurement(
        travelled, points=len(points), track=_track(points), **_moved_drop(booking, points)
    )
    # A repeated job finds no change, which is rejected with fare_is_final.
    with suppress(Conflict):
        apply_transition(
            "recalculate_fare",
            booking_id=booking_id,
            by=None,
            inputs=TransitionInput(measurement=measurement),
        )
    if booking.prepaid:
        _settle_waiting(booking_id, measurement=measurement)


def finish_waiting(*, booking_id: int) -> bool:
    """Settle a prepaid trip that waits for positions, if they have arrived; return False while it waits.

    After POINTS_WAIT it is settled with the known positions and route.
    """
    booking = Booking.objects.filter(pk=booking_id, status=Status.PENDING).first()
    if booking is None or not is_being_measured(booking):
        return True
    at = timezone.now()
    is_over = has_waited_long_enough(booking, at=at)
    if not is_over and awaits_points(booking, at=at):
        return False
    with suppress(Retryable):
        recompute_fare(booking_id=booking_id)
    if is_over:
        _settle_waiting(booking_id)
    booking.refresh_from_db()
    return not is_being_measured(booking)


def _settle_waiting(booking_id: int, *, measurement: TripMeasurement | None = None) -> None:
    """Settle the trip, unless positions are missing from the measurement."""
    with suppress(Conflict):
        apply_transition(
            "points_arrived", booking_id=booking_id, by=None, inputs=TransitionInput(measurement=measurement)
        )


def _is_longer(travelled: Travelled, booking: Booking) -> bool:
    """Return whether late points increase a distance that is charged by great circle for now."""
    return travelled.distance_km > (booking.distance_km or 0)


def _moved_drop(booking: Booking, points: Sequence[TracePoint]) -> dict[str, Any]:
    """Return the drop-off at the last point, if the trip went on after the recorded end."""
    if booking.is_delivery or not points:
        return {}
    end = points[-1].at
    if great_circle_km(LatLng(booking.drop_lat, booking.drop_lng), end) < STEP_KM:
        return {}
    return {"drop_lat": end.lat, "drop_lng": end.lng, "drop_add": address_of(end)}


def _trace(booking: Booking) -> list[TracePoint]:
    return [TracePoint(LatLng(point.lat, point.lng), point.at) for point in track_of(booking).points]


def _track(points: Sequence[TracePoint]) -> tuple[tuple[float, float], ...]:
    return tuple((point.at.lat, point.at.lng) for point in points)


def _measurement(travelled: Travelled, **fields: Any) -> TripMeasurement:
    source = "" if travelled.source == Source.NONE else DistanceSource(travelled.source)
    return TripMeasurement(distance_km=travelled.distance_km, distance_source=source, **fields)


def address_of(at: LatLng) -> str:
    """Return the address of a place, or its coordinates without one."""
    try:
        return maps().places.reverse(at).description
    except MapsError:
        return f"{at.lat:.5f}, {at.lng:.5f}"


class FailingRouting(Routing):
    """A routing service that fails without a request."""

    def _fail(self) -> NoReturn:
        raise Retryable("no request made")

    def route(self, start: LatLng, end: LatLng) -> NoReturn:
        self._fail()

    def drive_time(self, start: LatLng, end: LatLng) -> NoReturn:
        self._fail()

    def route_through(self, points: Sequence[LatLng]) -> NoReturn:
        self._fail()

    def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> NoReturn:
        self._fail()

    def match(self, trace: Sequence[TracePoint]) -> NoReturn:
        self._fail()

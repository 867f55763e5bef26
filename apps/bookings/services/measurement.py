"""What was driven, asked of the routing service while no booking is locked."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, NoReturn

from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import UNPAID, DistanceSource, Status
from apps.bookings.models import Booking
from apps.bookings.payment.prepayment import awaits_points, has_waited_long_enough, is_being_measured
from apps.bookings.selectors import bookings_listed_for, track_of
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
"""Two ends this near to each other are the same place."""

QUICKLY: Final = 2.5
"""Seconds that a driver at the end of a trip waits for the routing service."""


def measure_trip(booking_id: int, *, by: User, phone: PhoneReport | None = None) -> TripMeasurement | None:
    """The distance from start to here and the name of the place; None unless it is under way for `by`.

    What is None asks nobody for the way: the move is about to be refused.
    """
    booking = bookings_listed_for(by).filter(pk=booking_id, status=Status.STARTED).first()
    if booking is None or booking.driver_id is None:
        return None
    ended_at = time_of_action(phone, driver_id=booking.driver_id, since=booking.trip_start_time)
    points = _trace(booking)
    position = position_of(booking.driver_id)
    if position is not None:
        points.append(TracePoint(position.at, ended_at or timezone.now()))
    travelled = call_with_timeout(
        QUICKLY, lambda: travelled_distance(points), default=None
    ) or travelled_distance(points, routing=SilentRouting())
    if position is None:
        return _measurement(travelled, ended_at=ended_at)
    return _measurement(
        travelled,
        ended_at=ended_at,
        drop_lat=position.at.lat,
        drop_lng=position.at.lng,
        drop_add=_name_of(position.at),
        drop_seen_at=position.seen_at,
    )


def recompute_fare(*, booking_id: int) -> None:
    """Price a trip again that is over and not paid: the road is known by now, or points arrived late.

    Raises Retryable while the routing service is silent. Where it knows no way through the points the
    great circle stands.
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
    measurement = _measurement(travelled, points=len(points), **_moved_drop(booking, points))
    # Nothing new is refused as fare_is_final: a job that runs twice is done.
    with suppress(Conflict):
        apply_transition(
            "recalculate_fare",
            booking_id=booking_id,
            by=None,
            inputs=TransitionInput(measurement=measurement),
        )
    if booking.prepaid:
        _go_on(booking_id, measurement=measurement)


def finish_waiting(*, booking_id: int) -> bool:
    """Settle a prepaid trip that waits for positions, if they are here; returns False while it waits.

    After POINTS_WAIT it is settled by the positions and the road that are known.
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
        _go_on(booking_id)
    booking.refresh_from_db()
    return not is_being_measured(booking)


def _go_on(booking_id: int, *, measurement: TripMeasurement | None = None) -> None:
    """Settle it, unless positions are awaited or missing from `measure`."""
    with suppress(Conflict):
        apply_transition(
            "points_arrived", booking_id=booking_id, by=None, inputs=TransitionInput(measurement=measurement)
        )


def _is_longer(travelled: Travelled, booking: Booking) -> bool:
    """A great circle is charged for the time being where points that came late make more of it."""
    return travelled.distance_km > (booking.distance_km or 0)


def _moved_drop(booking: Booking, points: Sequence[TracePoint]) -> dict[str, Any]:
    """The last point, where the trip went on after what was taken for its end."""
    if booking.is_delivery or not points:
        return {}
    end = points[-1].at
    if great_circle_km(LatLng(booking.drop_lat, booking.drop_lng), end) < STEP_KM:
        return {}
    return {"drop_lat": end.lat, "drop_lng": end.lng, "drop_add": _name_of(end)}


def _trace(booking: Booking) -> list[TracePoint]:
    return [TracePoint(LatLng(point.lat, point.lng), point.at) for point in track_of(booking).points]


def _measurement(travelled: Travelled, **more: Any) -> TripMeasurement:
    source = "" if travelled.source == Source.NONE else DistanceSource(travelled.source)
    return TripMeasurement(distance_km=travelled.distance_km, distance_source=source, **more)


def _name_of(at: LatLng) -> str:
    """What people call the place; its coordinates where nobody knows."""
    try:
        return maps().places.reverse(at).description
    except MapsError:
        return f"{at.lat:.5f}, {at.lng:.5f}"


class SilentRouting(Routing):
    """A routing service that does not answer."""

    def _say_nothing(self) -> NoReturn:
        raise Retryable("not asked")

    def route(self, start: LatLng, end: LatLng) -> NoReturn:
        self._say_nothing()

    def drive_time(self, start: LatLng, end: LatLng) -> NoReturn:
        self._say_nothing()

    def route_through(self, points: Sequence[LatLng]) -> NoReturn:
        self._say_nothing()

    def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> NoReturn:
        self._say_nothing()

    def match(self, trace: Sequence[TracePoint]) -> NoReturn:
        self._say_nothing()

"""What was driven, asked of the routing service while no booking is locked."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, NoReturn

from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.change import Facts, Measure
from apps.bookings.choices import DistanceSource, Status
from apps.bookings.machine import apply_transition
from apps.bookings.models import Booking
from apps.bookings.patience import answered_within
from apps.bookings.selectors import bookings_listed_for, track_of
from apps.geo.maps import maps
from apps.geo.port import LatLng, MapsError, Refused, Retryable, Routing, TracePoint
from apps.geo.positions import position_of
from apps.geo.tracking import DistanceSource as Source
from apps.geo.tracking import Travelled, travelled_distance

QUICKLY: Final = 2.5
"""Seconds that a driver at the end of a trip waits for the routing service."""


def measure_trip(booking_id: int, *, by: User) -> Measure | None:
    """The distance from start to here and the name of the place; None unless it is under way for `by`.

    What is None asks nobody for the way: the move is about to be refused.
    """
    booking = bookings_listed_for(by).filter(pk=booking_id, status=Status.STARTED).first()
    if booking is None or booking.driver_id is None:
        return None
    points = _trace(booking)
    position = position_of(booking.driver_id)
    if position is not None:
        points.append(TracePoint(position.at, timezone.now()))
    travelled = answered_within(
        QUICKLY, lambda: travelled_distance(points), otherwise=None
    ) or travelled_distance(points, routing=SilentRouting())
    if position is None:
        return _measure(travelled)
    return _measure(
        travelled,
        drop_lat=position.at.lat,
        drop_lng=position.at.lng,
        drop_add=_name_of(position.at),
    )


def recompute_fare(*, booking_id: int) -> None:
    """Price a trip anew whose distance was a great circle, while it is not paid.

    Raises Retryable while the routing service is silent. Where it knows no way through the points the
    great circle stands.
    """
    provisional = Booking.objects.filter(
        pk=booking_id, status=Status.REACHED, distance_source=DistanceSource.GREAT_CIRCLE
    )
    booking = provisional.first()
    if booking is None:
        return
    points = _trace(booking)
    travelled = travelled_distance(points)
    if travelled.source == Source.GREAT_CIRCLE:
        with suppress(Refused):
            maps().routing.drive_time(points[0].at, points[-1].at)
        return
    apply_transition("refare", booking_id=booking_id, by=None, facts=Facts(measure=_measure(travelled)))


def _trace(booking: Booking) -> list[TracePoint]:
    return [TracePoint(LatLng(point.lat, point.lng), point.at) for point in track_of(booking).points]


def _measure(travelled: Travelled, **drop: Any) -> Measure:
    source = "" if travelled.source == Source.NONE else DistanceSource(travelled.source)
    return Measure(distance_km=travelled.distance_km, distance_source=source, **drop)


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

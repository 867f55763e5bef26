"""A routing service whose every route has a fixed length and duration."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal

import polyline

from apps.geo.port import LatLng, Leg, MatchedTrace, Matrix, Refused, Retryable, Route, TracePoint
from apps.geo.providers.maps import using_maps


@dataclass
class Roads:
    """`quoted_km` between two places, `driven_km` through the points of a trip, `approach_seconds` to a
    pickup.
    """

    quoted_km: Decimal = Decimal("7.500")
    driven_km: Decimal = Decimal("8.200")
    seconds: int = 900
    approach_seconds: int = 60
    silent: bool = False

    def _answer(self) -> None:
        if self.silent:
            raise Retryable("silent")

    def route(self, start: LatLng, end: LatLng) -> Route:
        self._answer()
        return Route(self.quoted_km, self.seconds, polyline.encode([start, end]))

    def drive_time(self, start: LatLng, end: LatLng) -> Leg:
        self._answer()
        return Leg(self.quoted_km, self.seconds)

    def route_through(self, points: Sequence[LatLng]) -> Route:
        self._answer()
        return Route(self.driven_km, self.seconds, polyline.encode(list(points)))

    def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
        self._answer()
        size = (len(sources), len(destinations))
        return Matrix(
            durations_seconds=((self.approach_seconds,) * size[1],) * size[0],
            distances_km=((self.quoted_km,) * size[1],) * size[0],
        )

    def match(self, trace: Sequence[TracePoint]) -> MatchedTrace:
        self._answer()
        raise Refused("no match")


@contextmanager
def driving_on(roads: Roads) -> Iterator[Roads]:
    with using_maps(routing=roads):
        yield roads

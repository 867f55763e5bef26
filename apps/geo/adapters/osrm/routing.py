from collections.abc import Sequence
from typing import Any

from apps.geo.adapters.osrm.cache import RecentAnswers
from apps.geo.adapters.osrm.client import OsrmClient
from apps.geo.adapters.osrm.matrix import ask_matrix
from apps.geo.adapters.osrm.trace import ask_match
from apps.geo.geometry.units import kilometres, seconds
from apps.geo.port import SNAP_METRES, LatLng, Leg, MatchedTrace, Matrix, Refused, Route, TracePoint


class OsrmRouting:
    """apps.geo.port.Routing over an OSRM server; durations know nothing of traffic."""

    def __init__(self, base_url: str, *, timeout_seconds: float = 5.0, cache_seconds: float = 300.0) -> None:
        self._client = OsrmClient(base_url, timeout_seconds=timeout_seconds)
        self._recent: RecentAnswers[Route] = RecentAnswers(size=2048, seconds=cache_seconds)

    def route(self, start: LatLng, end: LatLng) -> Route:
        return self._remembered("full", [start, end])

    def drive_time(self, start: LatLng, end: LatLng) -> Leg:
        return self._remembered("false", [start, end])

    def route_through(self, points: Sequence[LatLng]) -> Route:
        if len(points) < 2:
            raise Refused("a route needs two points")
        # A car may turn round where it was seen; made to go straight on it would drive round the block.
        return self._ask_route("full", points, continue_straight=False)

    def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
        return ask_matrix(self._client, sources, destinations, snap_metres=SNAP_METRES)

    def match(self, trace: Sequence[TracePoint]) -> MatchedTrace:
        return ask_match(self._client, trace)

    def _remembered(self, overview: str, points: list[LatLng]) -> Route:
        # Five decimals are a metre.
        key = (overview, *((round(point.lat, 5), round(point.lng, 5)) for point in points))
        return self._recent.get_or_fetch(key, lambda: self._ask_route(overview, points))

    def _ask_route(self, overview: str, points: Sequence[LatLng], **options: Any) -> Route:
        reply = self._client.fetch(
            "route",
            points,
            overview=overview,
            geometries="polyline",
            radiuses=[SNAP_METRES] * len(points),
            generate_hints=False,
            skip_waypoints=True,
            **options,
        )
        return _route(reply["routes"][0])


def _route(found: dict[str, Any]) -> Route:
    return Route(
        distance_km=kilometres(float(found["distance"])),
        duration_seconds=seconds(float(found["duration"])),
        polyline=found.get("geometry", ""),
    )

from collections.abc import Sequence
from typing import Any

from apps.geo.adapters.osrm.cache import RecentResponses
from apps.geo.adapters.osrm.client import OsrmClient
from apps.geo.adapters.osrm.matrix import fetch_matrix
from apps.geo.adapters.osrm.trace import fetch_match
from apps.geo.geometry.units import kilometres, seconds
from apps.geo.port import SNAP_METRES, LatLng, Leg, MatchedTrace, Matrix, Refused, Route, TracePoint


class OsrmRouting:
    """An implementation of apps.geo.port.Routing with an OSRM server; durations ignore traffic."""

    def __init__(self, base_url: str, *, timeout_seconds: float = 5.0, cache_seconds: float = 300.0) -> None:
        self._client = OsrmClient(base_url, timeout_seconds=timeout_seconds)
        self._recent: RecentResponses[Route] = RecentResponses(size=2048, seconds=cache_seconds)

    def route(self, start: LatLng, end: LatLng) -> Route:
        return self._cached("full", [start, end])

    def drive_time(self, start: LatLng, end: LatLng) -> Leg:
        return self._cached("false", [start, end])

    def route_through(self, points: Sequence[LatLng]) -> Route:
        if len(points) < 2:
            raise Refused("a route needs two points")
        # A car may turn round where it was seen; going straight on would add a detour.
        return self._fetch_route("full", points, continue_straight=False)

    def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
        return fetch_matrix(self._client, sources, destinations, snap_metres=SNAP_METRES)

    def match(self, trace: Sequence[TracePoint]) -> MatchedTrace:
        return fetch_match(self._client, trace)

    def _cached(self, overview: str, points: list[LatLng]) -> Route:
        # Five decimals are about one metre.
        key = (overview, *((round(point.lat, 5), round(point.lng, 5)) for point in points))
        return self._recent.get_or_fetch(key, lambda: self._fetch_route(overview, points))

    def _fetch_route(self, overview: str, points: Sequence[LatLng], **options: Any) -> Route:
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

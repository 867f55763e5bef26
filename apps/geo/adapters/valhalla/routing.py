from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

from apps.geo.adapters.http import REMOTE_SECONDS, reading
from apps.geo.adapters.segments import in_blocks, in_segments, join_routes
from apps.geo.adapters.valhalla.client import ValhallaClient, in_five_digits, location
from apps.geo.adapters.valhalla.matrix import ask_matrix
from apps.geo.adapters.valhalla.trace import ask_match
from apps.geo.geometry.units import kilometres, seconds
from apps.geo.port import LatLng, Leg, MatchedTrace, Matrix, Refused, Route, TracePoint

MOST_POINTS: Final = 20
"""A server's limit as it comes."""
MOST_CELLS: Final = 1000
"""Less than its limit of 2,500: a block of that size on a busy machine outlasts our patience."""


class ValhallaRouting:
    """apps.geo.port.Routing over a Valhalla server."""

    def __init__(self, base_url: str, *, timeout_seconds: float = REMOTE_SECONDS) -> None:
        self._client = ValhallaClient(base_url, timeout_seconds=timeout_seconds)

    def route(self, start: LatLng, end: LatLng) -> Route:
        return self._ask([start, end])

    def drive_time(self, start: LatLng, end: LatLng) -> Leg:
        return self._ask([start, end])

    def route_through(self, points: Sequence[LatLng]) -> Route:
        if len(points) < 2:
            raise Refused("a route needs two points")
        return join_routes([self._ask(run) for run in in_segments(points, MOST_POINTS)])

    def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
        def fetch(rows: Sequence[LatLng], columns: Sequence[LatLng]) -> Matrix:
            return ask_matrix(self._client, rows, columns)

        return in_blocks(sources, destinations, fetch, most_cells=MOST_CELLS)

    def match(self, trace: Sequence[TracePoint]) -> MatchedTrace:
        return ask_match(self._client, trace)

    def _ask(self, points: Sequence[LatLng]) -> Route:
        # Stops, not mere passages: a car may turn round where it was seen.
        body = {
            "locations": [location(point) for point in points],
            "units": "kilometers",
            "directions_type": "none",
        }
        reply = self._client.fetch("route", body)
        with reading("Valhalla"):
            return _route(reply["trip"])


def _route(trip: dict[str, Any]) -> Route:
    return Route(
        distance_km=kilometres(float(Decimal(str(trip["summary"]["length"])) * 1000)),
        duration_seconds=seconds(float(trip["summary"]["time"])),
        polyline=in_five_digits(*(leg["shape"] for leg in trip["legs"])),
    )

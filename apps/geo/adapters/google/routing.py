from collections.abc import Sequence
from typing import Any, Final

from apps.geo.adapters.google.matrix import fetch_matrix
from apps.geo.adapters.google.places import lat_lng
from apps.geo.adapters.google.rest import GoogleRest
from apps.geo.adapters.google.shapes import preference, seconds_of, waypoint
from apps.geo.adapters.http import REMOTE_SECONDS, parsing
from apps.geo.adapters.segments import in_blocks, in_segments, join_routes
from apps.geo.adapters.snapping import require_near
from apps.geo.geometry.units import kilometres
from apps.geo.port import (
    LatLng,
    Leg,
    MatchedTrace,
    Matrix,
    NoRoute,
    NotOffered,
    Refused,
    Route,
    TracePoint,
)

MAX_POINTS: Final = 27
"""Origin, destination and 25 waypoints."""
MAX_CELLS: Final = 625
LEG_FIELDS: Final = "routes.distanceMeters,routes.duration,routes.legs.startLocation,routes.legs.endLocation"
ROUTE_FIELDS: Final = f"{LEG_FIELDS},routes.polyline.encodedPolyline"


class GoogleRouting:
    """An implementation of apps.geo.port.Routing with the Routes API."""

    def __init__(
        self, *, key: str, routes_url: str, traffic: bool = False, timeout_seconds: float = REMOTE_SECONDS
    ) -> None:
        self._routes = GoogleRest(routes_url, key=key, timeout_seconds=timeout_seconds)
        self._preference = preference(traffic=traffic)

    def route(self, start: LatLng, end: LatLng) -> Route:
        return self._fetch([start, end], ROUTE_FIELDS)

    def drive_time(self, start: LatLng, end: LatLng) -> Leg:
        return self._fetch([start, end], LEG_FIELDS)

    def route_through(self, points: Sequence[LatLng]) -> Route:
        if len(points) < 2:
            raise Refused("a route needs two points")
        return join_routes([self._fetch(run, ROUTE_FIELDS) for run in in_segments(points, MAX_POINTS)])

    def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
        def fetch(rows: Sequence[LatLng], columns: Sequence[LatLng]) -> Matrix:
            return fetch_matrix(self._routes, rows, columns, preference=self._preference)

        return in_blocks(sources, destinations, fetch, most_cells=MAX_CELLS)

    def match(self, trace: Sequence[TracePoint]) -> MatchedTrace:
        raise NotOffered("Google's Roads API is another product")

    def _fetch(self, points: Sequence[LatLng], fields: str) -> Route:
        body: dict[str, Any] = {
            "origin": waypoint(points[0]),
            "destination": waypoint(points[-1]),
            "travelMode": "DRIVE",
            "routingPreference": self._preference,
            "polylineQuality": "HIGH_QUALITY",
            "polylineEncoding": "ENCODED_POLYLINE",
        }
        if len(points) > 2:
            body["intermediates"] = [waypoint(point) for point in points[1:-1]]
        found = self._routes.post("/directions/v2:computeRoutes", body, fields=fields)
        with parsing("Google"):
            # Without a route, the response has no routes.
            if not found.get("routes"):
                raise NoRoute("Google found no route")
            return _route(found["routes"][0], points)


def _route(found: dict[str, Any], points: Sequence[LatLng]) -> Route:
    legs = found["legs"]
    require_near(
        [
            (points[0], lat_lng(legs[0]["startLocation"]["latLng"])),
            *(
                (point, lat_lng(leg["endLocation"]["latLng"]))
                for point, leg in zip(points[1:], legs, strict=True)
            ),
        ]
    )
    return Route(
        # Zero values are missing.
        distance_km=kilometres(float(found.get("distanceMeters", 0))),
        duration_seconds=seconds_of(found.get("duration", "0s")),
        polyline=str(found.get("polyline", {}).get("encodedPolyline", "")),
    )

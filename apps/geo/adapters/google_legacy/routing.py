from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

from apps.geo.adapters.google.rest import RequestRejected
from apps.geo.adapters.google.webservice import GoogleWebService
from apps.geo.adapters.http import REMOTE_SECONDS, parsing
from apps.geo.adapters.segments import in_blocks, in_segments, join_routes
from apps.geo.adapters.snapping import require_near
from apps.geo.geometry.units import kilometres, seconds
from apps.geo.port import (
    LatLng,
    Leg,
    MatchedTrace,
    Matrix,
    NoRoute,
    NotOffered,
    NotOnNetwork,
    Refused,
    Route,
    TracePoint,
)

MAX_POINTS: Final = 27
MAX_CELLS: Final = 100
MAX_SIDE: Final = 25


class GoogleLegacyRouting:
    """An implementation of apps.geo.port.Routing with the Directions and Distance Matrix APIs."""

    def __init__(self, *, key: str, maps_url: str, timeout_seconds: float = REMOTE_SECONDS) -> None:
        self._service = GoogleWebService(maps_url, key=key, timeout_seconds=timeout_seconds)

    def route(self, start: LatLng, end: LatLng) -> Route:
        return self._fetch([start, end])

    def drive_time(self, start: LatLng, end: LatLng) -> Leg:
        return self._fetch([start, end])

    def route_through(self, points: Sequence[LatLng]) -> Route:
        if len(points) < 2:
            raise Refused("a route needs two points")
        return join_routes([self._fetch(run) for run in in_segments(points, MAX_POINTS)])

    def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
        return in_blocks(
            sources, destinations, self._fetch_matrix, most_cells=MAX_CELLS, most_points=MAX_SIDE
        )

    def match(self, trace: Sequence[TracePoint]) -> MatchedTrace:
        raise NotOffered("Google's Roads API is another product")

    def _fetch(self, points: Sequence[LatLng]) -> Route:
        params = {"origin": _text(points[0]), "destination": _text(points[-1]), "mode": "driving"}
        if len(points) > 2:
            params["waypoints"] = _joined(points[1:-1])
        try:
            found = self._service.fetch("directions", **params)
        except RequestRejected as error:
            if error.status == "NOT_FOUND":
                raise NotOnNetwork(str(error)) from error
            raise
        with parsing("Google"):
            if not found["routes"]:
                raise NoRoute("Google found no route")
            return _route(found["routes"][0], points)

    def _fetch_matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
        found = self._service.fetch(
            "distancematrix", origins=_joined(sources), destinations=_joined(destinations), mode="driving"
        )
        with parsing("Google"):
            rows = [row["elements"] for row in found["rows"]]
            return Matrix(
                tuple(tuple(_seconds(element) for element in row) for row in rows),
                tuple(tuple(_kilometres(element) for element in row) for row in rows),
            )


def _text(point: LatLng) -> str:
    return f"{point.lat:.6f},{point.lng:.6f}"


def _joined(points: Sequence[LatLng]) -> str:
    return "|".join(map(_text, points))


def _route(found: dict[str, Any], points: Sequence[LatLng]) -> Route:
    legs = found["legs"]
    ends = [legs[0]["start_location"], *(leg["end_location"] for leg in legs)]
    require_near((point, LatLng(end["lat"], end["lng"])) for point, end in zip(points, ends, strict=True))
    return Route(
        distance_km=kilometres(sum(float(leg["distance"]["value"]) for leg in legs)),
        duration_seconds=seconds(sum(float(leg["duration"]["value"]) for leg in legs)),
        polyline=str(found["overview_polyline"]["points"]),
    )


def _seconds(element: dict[str, Any]) -> int | None:
    return seconds(float(element["duration"]["value"])) if element["status"] == "OK" else None


def _kilometres(element: dict[str, Any]) -> Decimal | None:
    return kilometres(float(element["distance"]["value"])) if element["status"] == "OK" else None

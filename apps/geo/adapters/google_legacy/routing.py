from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

from apps.geo.adapters.google.rest import Declined
from apps.geo.adapters.google.webservice import GoogleWebService
from apps.geo.adapters.http import REMOTE_SECONDS, reading
from apps.geo.adapters.segments import in_blocks, in_segments, join_routes
from apps.geo.adapters.snapping import must_be_near
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

MOST_POINTS: Final = 27
MOST_CELLS: Final = 100
MOST_SIDE: Final = 25


class GoogleLegacyRouting:
    """apps.geo.port.Routing over the Directions and Distance Matrix APIs."""

    def __init__(self, *, key: str, maps_url: str, timeout_seconds: float = REMOTE_SECONDS) -> None:
        self._service = GoogleWebService(maps_url, key=key, timeout_seconds=timeout_seconds)

    def route(self, start: LatLng, end: LatLng) -> Route:
        return self._ask([start, end])

    def drive_time(self, start: LatLng, end: LatLng) -> Leg:
        return self._ask([start, end])

    def route_through(self, points: Sequence[LatLng]) -> Route:
        if len(points) < 2:
            raise Refused("a route needs two points")
        return join_routes([self._ask(run) for run in in_segments(points, MOST_POINTS)])

    def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
        return in_blocks(
            sources, destinations, self._ask_matrix, most_cells=MOST_CELLS, most_points=MOST_SIDE
        )

    def match(self, trace: Sequence[TracePoint]) -> MatchedTrace:
        raise NotOffered("Google's Roads API is another product")

    def _ask(self, points: Sequence[LatLng]) -> Route:
        params = {"origin": _text(points[0]), "destination": _text(points[-1]), "mode": "driving"}
        if len(points) > 2:
            params["waypoints"] = _joined(points[1:-1])
        try:
            found = self._service.fetch("directions", **params)
        except Declined as error:
            if error.status == "NOT_FOUND":
                raise NotOnNetwork(str(error)) from error
            raise
        with reading("Google"):
            if not found["routes"]:
                raise NoRoute("Google knows no way")
            return _route(found["routes"][0], points)

    def _ask_matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
        found = self._service.fetch(
            "distancematrix", origins=_joined(sources), destinations=_joined(destinations), mode="driving"
        )
        with reading("Google"):
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
    must_be_near((point, LatLng(end["lat"], end["lng"])) for point, end in zip(points, ends, strict=True))
    return Route(
        distance_km=kilometres(sum(float(leg["distance"]["value"]) for leg in legs)),
        duration_seconds=seconds(sum(float(leg["duration"]["value"]) for leg in legs)),
        polyline=str(found["overview_polyline"]["points"]),
    )


def _seconds(element: dict[str, Any]) -> int | None:
    return seconds(float(element["duration"]["value"])) if element["status"] == "OK" else None


def _kilometres(element: dict[str, Any]) -> Decimal | None:
    return kilometres(float(element["distance"]["value"])) if element["status"] == "OK" else None

"""Requests to computeRouteMatrix, whose elements are unordered and lack zero values."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from apps.geo.adapters.google.rest import GoogleRest
from apps.geo.adapters.google.shapes import seconds_of, waypoint
from apps.geo.adapters.http import parsing
from apps.geo.geometry.units import kilometres
from apps.geo.port import LatLng, Matrix

FIELDS: Final = "originIndex,destinationIndex,status,condition,distanceMeters,duration"


def fetch_matrix(
    routes: GoogleRest, sources: Sequence[LatLng], destinations: Sequence[LatLng], *, preference: str
) -> Matrix:
    """Return the matrix of one block within Google's limits."""
    body = {
        "origins": [{"waypoint": waypoint(point)} for point in sources],
        "destinations": [{"waypoint": waypoint(point)} for point in destinations],
        "travelMode": "DRIVE",
        "routingPreference": preference,
    }
    elements = routes.post("/distanceMatrix/v2:computeRouteMatrix", body, fields=FIELDS)
    durations: list[list[int | None]] = [[None] * len(destinations) for _ in sources]
    distances: list[list[Decimal | None]] = [[None] * len(destinations) for _ in sources]
    with parsing("Google"):
        for element in elements:
            if element.get("condition") != "ROUTE_EXISTS" or element.get("status", {}).get("code", 0):
                continue
            row, column = element.get("originIndex", 0), element.get("destinationIndex", 0)
            durations[row][column] = seconds_of(element.get("duration", "0s"))
            distances[row][column] = kilometres(float(element.get("distanceMeters", 0)))
    return Matrix(tuple(map(tuple, durations)), tuple(map(tuple, distances)))

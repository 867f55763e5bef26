"""Fake Valhalla server with the error messages of a real one (pyvalhalla 3.9.1 on the demo city)."""

import itertools
from typing import Any, Final

from apps.geo.geometry.sphere import great_circle_km
from apps.geo.port import LatLng
from tests.fakes.maps import fixtures
from tests.fakes.maps.server import FakeMapServer, ReceivedRequest, Rejected

MOST_LOCATIONS: Final = 20
MOST_PAIRS: Final = 2500
DEFAULT_CUTOFF_M: Final = 35_000


def error(code: int, message: str, status: int = 400) -> Rejected:
    return Rejected(status, {"error_code": code, "error": message, "status_code": status})


NO_EDGES: Final = (171, "No suitable edges near location")
UNCONNECTED: Final = (170, "Locations are in unconnected regions. Go check/edit the map at osm.org")


class FakeValhalla(FakeMapServer):
    name = "valhalla"

    def answer(self, request: ReceivedRequest) -> Any:
        actions = {
            "/route": _route,
            "/sources_to_targets": _matrix,
            "/locate": _locate,
            "/trace_route": _trace,
        }
        if request.path not in actions:
            raise error(106, "Try any of: '/locate' '/route' ...", 404)
        if request.method != "POST" or not isinstance(request.body, dict):
            raise error(100, "Failed to parse json request")
        if request.body.get("costing") != "auto":
            raise error(124, "No edge/node costing provided")
        return actions[request.path](request.body)


def _route(body: dict[str, Any]) -> Any:
    locations = body.get("locations")
    if not isinstance(locations, list):
        raise error(110, "Insufficiently specified required parameter 'locations'")
    if len(locations) < 2:
        raise error(120, "Insufficient number of locations provided")
    if len(locations) > MOST_LOCATIONS:
        raise error(150, f"Exceeded max locations: {MOST_LOCATIONS}")
    points = [_snapped(location) for location in locations]
    if not fixtures.are_connected(points):
        raise error(442, "No path could be found for input")
    legs = [
        {
            "summary": {"time": float(fixtures.seconds(leg)), "length": fixtures.metres(leg) / _unit(body)},
            # Valhalla encodes polylines with six digits.
            "shape": fixtures.line(leg, 6),
        }
        for leg in ([start, end] for start, end in itertools.pairwise(points))
    ]
    summary = {
        "time": sum(leg["summary"]["time"] for leg in legs),  # type: ignore[index]  # each leg's is a dict
        "length": fixtures.metres(points) / _unit(body),
    }
    return {"trip": {"locations": locations, "legs": legs, "summary": summary, "status": 0}}


def _matrix(body: dict[str, Any]) -> Any:
    sources, targets = body.get("sources"), body.get("targets")
    if not sources or not targets:
        raise error(112, "Insufficiently specified required parameter 'sources' or 'targets'")
    if len(sources) * len(targets) > MOST_PAIRS:
        raise error(150, f"Exceeded max locations: {MOST_PAIRS}")
    try:
        rows, columns = [_snapped(one) for one in sources], [_snapped(one) for one in targets]
    except Rejected:
        # One point off the network fails the whole matrix, with an error that does not name the point.
        raise error(*UNCONNECTED) from None
    if not fixtures.are_connected([*rows, *columns]):
        raise error(*UNCONNECTED)
    cells = [
        [
            {
                "from_index": row,
                "to_index": column,
                "time": fixtures.seconds([start, end]),
                "distance": fixtures.metres([start, end]) / _unit(body),
            }
            for column, end in enumerate(columns)
        ]
        for row, start in enumerate(rows)
    ]
    return {"sources_to_targets": cells, "units": "kilometers", "algorithm": "costmatrix"}


def _locate(body: dict[str, Any]) -> Any:
    found = []
    for location in body["locations"]:
        try:
            at = _snapped(location)
        except Rejected:
            found.append({"input_lat": location["lat"], "input_lon": location["lon"], "edges": []})
            continue
        edges = [{"way_id": 1, "correlated_lat": at.lat, "correlated_lon": at.lng}]
        found.append({"input_lat": location["lat"], "input_lon": location["lon"], "edges": edges})
    return found


def _trace(body: dict[str, Any]) -> Any:
    if body.get("format") != "osrm" or body.get("shape_match") != "map_snap":
        raise error(110, "this fake supports the OSRM format only")
    shape = body.get("shape", [])
    if len(shape) < 2:
        raise Rejected(400, {"code": "InvalidOptions", "message": "Options are invalid."})
    if not 0 < body.get("trace_options", {}).get("gps_accuracy", 5) <= 100:
        raise error(158, "gps_accuracy exceeds its limit")
    points = [_at(point) for point in shape]
    known = [point for point in points if fixtures.has_roads(point)]
    if len(known) < 2:
        raise Rejected(
            400,
            {"code": "NoSegment", "message": "One of the supplied input coordinates could not snap."},
        )
    matching = {
        "distance": float(fixtures.metres(known)),
        "duration": float(fixtures.seconds(known)),
        "confidence": 1.0,
        "geometry": fixtures.line(known, 6),
    }
    tracepoints = [
        {"matchings_index": 0, "location": [point.lng, point.lat]} if fixtures.has_roads(point) else None
        for point in points
    ]
    return {"code": "Ok", "matchings": [matching], "tracepoints": tracepoints}


def _unit(body: dict[str, Any]) -> float:
    """Metres in a unit of length."""
    return 1609.344 if body.get("units") == "miles" else 1000.0


def _at(location: Any) -> LatLng:
    try:
        at = LatLng(float(location["lat"]), float(location["lon"]))
    except (KeyError, TypeError, ValueError):
        raise error(130, "Failed to parse location") from None
    if not (-90 <= at.lat <= 90 and -180 <= at.lng <= 180):
        raise error(130, "Failed to parse location")
    return at


def _snapped(location: Any) -> LatLng:
    at = _at(location)
    if fixtures.has_roads(at):
        return at
    if great_circle_km(at, fixtures.COAST) * 1000 <= location.get("search_cutoff", DEFAULT_CUTOFF_M):
        return fixtures.COAST
    raise error(*NO_EDGES)

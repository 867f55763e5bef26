"""Fake of Google Places (New) and Routes; both on one port, as their paths differ."""

import itertools
import re
from typing import Any, Final

from apps.geo.port import LatLng
from tests.fakes.maps import fixtures
from tests.fakes.maps.server import FakeMapServer, ReceivedRequest, Rejected

KEY: Final = "AIza-the-right-key"
PLACE_ID: Final = "ChIJ_high-street"
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{1,36}")

AUTOCOMPLETE_FIELDS: Final = {
    "suggestions.placePrediction": {"placeId", "text", "structuredFormat", "types", "distanceMeters", "place"}
}
PLACE_FIELDS: Final = {"id", "formattedAddress", "location", "displayName", "types"}
ROUTE_FIELDS: Final = {
    "routes.distanceMeters", "routes.duration", "routes.staticDuration", "routes.polyline",
    "routes.polyline.encodedPolyline", "routes.legs", "routes.legs.startLocation", "routes.legs.endLocation",
    "routes.legs.distanceMeters", "routes.legs.duration",
}  # fmt: skip
ELEMENT_FIELDS: Final = {
    "originIndex", "destinationIndex", "status", "condition", "distanceMeters", "duration", "staticDuration",
}  # fmt: skip
ROUTE_BODY: Final = {
    "origin", "destination", "intermediates", "travelMode", "routingPreference", "polylineQuality",
    "polylineEncoding", "departureTime", "languageCode", "units",
}  # fmt: skip
SEARCH_BODY: Final = {
    "input", "includedRegionCodes", "regionCode", "sessionToken", "languageCode", "locationBias",
    "locationRestriction", "origin", "includedPrimaryTypes", "inputOffset",
}  # fmt: skip


def refused(status: int, name: str, message: str, reason: str = "") -> Rejected:
    error: dict[str, Any] = {"code": status, "message": message, "status": name}
    if reason:
        error["details"] = [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": reason}]
    return Rejected(status, {"error": error})


def invalid(message: str) -> Rejected:
    return refused(400, "INVALID_ARGUMENT", message)


class FakeGoogle(FakeMapServer):
    """`billed` contains each charge: the session of a place request, or None without a session."""

    name = "google"

    def __init__(self) -> None:
        super().__init__()
        self.billed: list[str | None] = []
        self._ended: set[str] = set()

    def answer(self, request: ReceivedRequest) -> Any:
        key = request.headers.get("x-goog-api-key")
        if key is None:
            raise refused(403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers.")
        if key != KEY:
            raise refused(400, "INVALID_ARGUMENT", "API key not valid.", reason="API_KEY_INVALID")
        if "key" in request.query:
            raise invalid("One key is enough.")
        mask = _mask(request)
        match request.method, request.path:
            case "POST", "/v1/places:autocomplete":
                return self._autocomplete(_body(request, SEARCH_BODY), mask)
            case "GET", path if path.startswith("/v1/places/"):
                return self._place(request, path.removeprefix("/v1/places/"), mask)
            case "POST", "/directions/v2:computeRoutes":
                return _compute_routes(_body(request, ROUTE_BODY), mask)
            case "POST", "/distanceMatrix/v2:computeRouteMatrix":
                try:
                    return _compute_matrix(
                        _body(request, {"origins", "destinations", "travelMode", "routingPreference"}), mask
                    )
                except Rejected as error:
                    # The streamed call returns its error in a list.
                    raise Rejected(error.reply.status, [error.reply.body]) from error
        raise Rejected(404, {"error": {"code": 404, "message": "Not found", "status": "NOT_FOUND"}})

    def _autocomplete(self, body: dict[str, Any], mask: list[str]) -> Any:
        text, regions = body.get("input"), body.get("includedRegionCodes", [])
        if not isinstance(text, str) or not text:
            raise invalid("input must be a non-empty string")
        if len(regions) > 15 or not all(re.fullmatch("[A-Za-z]{2}", code) for code in regions):
            raise invalid("includedRegionCodes")
        if "locationBias" in body:
            circle = body["locationBias"]["circle"]
            _checked(circle["center"])
            if not 0 < circle["radius"] <= 50_000:
                raise invalid("radius")
        self._check_session(body.get("sessionToken"))
        allowed = {
            f"{prefix}.{name}" for prefix, names in AUTOCOMPLETE_FIELDS.items() for name in names
        } | set(AUTOCOMPLETE_FIELDS)
        _check_paths(mask, allowed)
        if not fixtures.matches_street(text) or (regions and "gb" not in [code.lower() for code in regions]):
            # Google returns an empty object when nothing matches.
            return {}
        street, city, country = fixtures.names_in(body.get("languageCode", "en"))
        # Google omits zeros: a match at the start has no startOffset.
        matches = [{"endOffset": min(len(text), len(street))}]
        prediction = {
            "placeId": PLACE_ID,
            "text": {"text": f"{street}, {city}, {country}", "matches": matches},
            "structuredFormat": {
                "mainText": {"text": street, "matches": matches},
                "secondaryText": {"text": f"{city}, {country}"},
            },
            "types": ["route"],
        }
        requested = {path.rpartition(".")[2] for path in mask}
        return {
            "suggestions": [
                {"queryPrediction": {"text": {"text": street}}},
                {"placePrediction": {name: value for name, value in prediction.items() if name in requested}},
            ]
        }

    def _place(self, request: ReceivedRequest, place_id: str, mask: list[str]) -> Any:
        if not request.query.keys() <= {"sessionToken", "languageCode", "regionCode"}:
            raise invalid("unknown parameter")
        token = request.param("sessionToken")
        self._check_session(token)
        _check_paths(mask, PLACE_FIELDS)
        if not place_id.startswith("ChIJ"):
            raise invalid("Not a valid Place ID")
        if place_id != PLACE_ID:
            raise refused(404, "NOT_FOUND", "The Place ID is no longer valid.")
        if token:
            self._ended.add(token)
        self.billed.append(token)
        street, city, country = fixtures.names_in(request.param("languageCode") or "en")
        place = {
            "id": PLACE_ID,
            "formattedAddress": f"{city} PO30 1SS, {country}",
            "location": {"latitude": fixtures.HIGH_STREET.lat, "longitude": fixtures.HIGH_STREET.lng},
            "displayName": {"text": street, "languageCode": "en"},
            "types": ["route"],
        }
        return {name: value for name, value in place.items() if name in mask}

    def _check_session(self, token: str | None) -> None:
        if token is None:
            return
        if not TOKEN.fullmatch(token):
            raise invalid("sessionToken")
        if token in self._ended:
            # Google accepts it and charges each request separately; the fake rejects it.
            raise invalid("this session has ended")


def _compute_routes(body: dict[str, Any], mask: list[str]) -> Any:
    _check_paths(mask, ROUTE_FIELDS)
    _check_travel(body)
    if len(body.get("intermediates", [])) > 25:
        raise invalid("Too many intermediate waypoints: at most 25.")
    waypoints = [
        _point(point) for point in [body["origin"], *body.get("intermediates", []), body["destination"]]
    ]
    points = [_snapped(point) for point in waypoints]
    if not fixtures.are_connected(points):
        return {}
    legs = [
        {"startLocation": _location(start), "endLocation": _location(end)}
        for start, end in itertools.pairwise(points)
    ]
    route: dict[str, Any] = {"duration": f"{fixtures.seconds(points)}s"}
    if fixtures.metres(points):
        route["distanceMeters"] = fixtures.metres(points)
    if {"routes.polyline", "routes.polyline.encodedPolyline"} & set(mask):
        route["polyline"] = {"encodedPolyline": fixtures.line(points, 5)}
    if any(path.startswith("routes.legs") for path in mask):
        route["legs"] = legs
    requested = {path.split(".")[1] for path in mask}
    return {"routes": [{name: value for name, value in route.items() if name in requested}]}


def _compute_matrix(body: dict[str, Any], mask: list[str]) -> Any:
    _check_paths(mask, ELEMENT_FIELDS)
    _check_travel(body)
    origins = [_point(origin["waypoint"]) for origin in body["origins"]]
    destinations = [_point(destination["waypoint"]) for destination in body["destinations"]]
    if not origins or not destinations:
        raise invalid("origins and destinations are required")
    if len(origins) * len(destinations) > 625:
        raise invalid("Too many elements: at most 625.")
    elements = [
        _element(row, column, origin, destination, mask)
        for row, origin in enumerate(origins)
        for column, destination in enumerate(destinations)
    ]
    # Google returns the elements in no particular order.
    return elements[1::2][::-1] + elements[::2]


def _element(row: int, column: int, start: LatLng, end: LatLng, mask: list[str]) -> dict[str, Any]:
    element: dict[str, Any] = {"status": {}}
    # Google omits zeros, also an index of 0.
    if row:
        element["originIndex"] = row
    if column:
        element["destinationIndex"] = column
    if fixtures.has_roads(start) and fixtures.has_roads(end) and fixtures.are_connected([start, end]):
        element["condition"] = "ROUTE_EXISTS"
        element["duration"] = f"{fixtures.seconds([start, end])}s"
        if fixtures.metres([start, end]):
            element["distanceMeters"] = fixtures.metres([start, end])
    else:
        element["condition"] = "ROUTE_NOT_FOUND"
    return {name: value for name, value in element.items() if name in mask}


def _mask(request: ReceivedRequest) -> list[str]:
    mask = request.headers.get("x-goog-fieldmask")
    if not mask:
        raise invalid("FieldMask is a required parameter.")
    if " " in mask or "*" in mask:
        raise invalid("Error expanding 'fields' parameter.")
    return mask.split(",")


def _check_paths(mask: list[str], known: set[str]) -> None:
    unknown = set(mask) - known
    if unknown:
        raise invalid(f"Error expanding 'fields' parameter. Cannot find matching fields for path {unknown}.")


def _body(request: ReceivedRequest, known: set[str]) -> dict[str, Any]:
    if request.headers.get("content-type") != "application/json" or not isinstance(request.body, dict):
        raise invalid("Invalid JSON payload received.")
    if unknown := request.body.keys() - known:
        raise invalid(f"Invalid JSON payload received. Unknown name {unknown}.")
    return request.body


def _check_travel(body: dict[str, Any]) -> None:
    if body.get("travelMode") not in {"DRIVE", "TWO_WHEELER", "BICYCLE", "WALK", "TRANSIT"}:
        raise invalid("travelMode")
    if body.get("routingPreference") not in {"TRAFFIC_UNAWARE", "TRAFFIC_AWARE", "TRAFFIC_AWARE_OPTIMAL"}:
        raise invalid("routingPreference")
    if body.get("polylineQuality", "OVERVIEW") not in {"OVERVIEW", "HIGH_QUALITY"}:
        raise invalid("polylineQuality")


def _point(waypoint: Any) -> LatLng:
    try:
        return _checked(waypoint["location"]["latLng"])
    except (KeyError, TypeError):
        raise invalid("Invalid waypoint.") from None


def _checked(at: dict[str, Any]) -> LatLng:
    if not at.keys() <= {"latitude", "longitude"}:
        raise invalid("Unknown name in LatLng.")
    lat, lng = at.get("latitude", 0.0), at.get("longitude", 0.0)
    if not isinstance(lat, (int, float)) or not isinstance(lng, (int, float)):
        raise invalid("LatLng")
    if not (-90 <= lat <= 90 and -180 <= lng <= 180):
        raise invalid("Invalid latitude or longitude.")
    return LatLng(lat, lng)


def _snapped(at: LatLng) -> LatLng:
    """Snap to a road from any distance."""
    return at if fixtures.has_roads(at) else fixtures.COAST


def _location(at: LatLng) -> dict[str, Any]:
    return {"latLng": {"latitude": at.lat, "longitude": at.lng}}

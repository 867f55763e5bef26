"""maps.googleapis.com/maps/api: Geocoding and the legacy calls. Refusals come as HTTP 200."""

import itertools
import re
from typing import Any, Final

from apps.geo.port import LatLng
from tests.fakes.maps import fixtures
from tests.fakes.maps.google import KEY, PLACE_ID
from tests.fakes.maps.server import FakeMapServer, ReceivedRequest, Rejected

PARAMETERS: Final = {
    "place/autocomplete": {"input", "components", "sessiontoken", "language", "location", "radius", "types"},
    "geocode": {"place_id", "address", "latlng", "language", "components", "region"},
    "directions": {"origin", "destination", "waypoints", "mode", "language", "region", "units"},
    "distancematrix": {"origins", "destinations", "mode", "language", "region", "units"},
}
POINT: Final = re.compile(r"-?\d+(?:\.\d+)?,-?\d+(?:\.\d+)?")
COUNTRIES: Final = re.compile(r"country:[a-z]{2}(?:\|country:[a-z]{2}){0,4}")


def status(name: str, message: str = "") -> Rejected:
    return Rejected(200, {"status": name, "error_message": message or f"fake {name}"})


class FakeGoogleLegacy(FakeMapServer):
    name = "google_legacy"

    def answer(self, request: ReceivedRequest) -> Any:
        call = request.path.removeprefix("/maps/api/").removesuffix("/json")
        if request.method != "GET" or request.path != f"/maps/api/{call}/json" or call not in PARAMETERS:
            raise Rejected(404, {"status": "NOT_FOUND"})
        if request.param("key") != KEY:
            raise status("REQUEST_DENIED", "The provided API key is invalid.")
        # Google ignores unknown parameters; the fake rejects them so that tests notice a typo.
        unknown = request.query.keys() - PARAMETERS[call] - {"key"}
        if unknown or any(len(values) != 1 or not values[0] for values in request.query.values()):
            raise status("INVALID_REQUEST", f"parameters: {unknown}")
        given = {name: values[0] for name, values in request.query.items()}
        match call:
            case "place/autocomplete":
                return _autocomplete(given)
            case "geocode":
                return _geocode(given)
            case "directions":
                return _directions(given)
            case _:
                return _distance_matrix(given)


def _autocomplete(given: dict[str, str]) -> Any:
    if "input" not in given:
        raise status("INVALID_REQUEST", "input")
    if ("location" in given) != ("radius" in given):
        raise status("INVALID_REQUEST", "location and radius go together")
    if "location" in given:
        _point(given["location"])
        if not 0 < float(given["radius"]) <= 50_000:
            raise status("INVALID_REQUEST", "radius")
    components = given.get("components", "country:gb")
    if not COUNTRIES.fullmatch(components):
        raise status("INVALID_REQUEST", "components")
    if not fixtures.matches_street(given["input"]) or "country:gb" not in components.split("|"):
        return {"predictions": [], "status": "ZERO_RESULTS"}
    street, city, country = fixtures.names_in(given.get("language", "en"))
    prediction = {
        "description": f"{street}, {city}, {country}",
        "place_id": PLACE_ID,
        "structured_formatting": {
            "main_text": street,
            "main_text_matched_substrings": [{"length": min(len(given["input"]), len(street)), "offset": 0}],
            "secondary_text": f"{city}, {country}",
        },
    }
    return {"predictions": [prediction], "status": "OK"}


def _geocode(given: dict[str, str]) -> Any:
    if len(given.keys() & {"place_id", "address", "latlng"}) != 1:
        raise status("INVALID_REQUEST", "one of place_id, address, latlng")
    if "place_id" in given and given["place_id"] != PLACE_ID:
        raise status("NOT_FOUND" if given["place_id"].startswith("ChIJ") else "INVALID_REQUEST")
    at = fixtures.HIGH_STREET
    if "latlng" in given:
        at = _point(given["latlng"])
        if not fixtures.is_home(at):
            return {"results": [], "status": "ZERO_RESULTS"}
    street, city, country = fixtures.names_in(given.get("language", "en"))
    result = {
        "formatted_address": f"{street}, {city} PO30 1SS, {country}",
        "place_id": PLACE_ID,
        "geometry": {"location": {"lat": fixtures.HIGH_STREET.lat, "lng": fixtures.HIGH_STREET.lng}},
    }
    return {"results": [result], "status": "OK"}


def _directions(given: dict[str, str]) -> Any:
    if not {"origin", "destination"} <= given.keys():
        raise status("INVALID_REQUEST", "origin and destination")
    between = given.get("waypoints", "").split("|") if "waypoints" in given else []
    if len(between) > 25:
        raise status("MAX_WAYPOINTS_EXCEEDED")
    waypoints = [_point(text) for text in [given["origin"], *between, given["destination"]]]
    points = [point if fixtures.has_roads(point) else fixtures.COAST for point in waypoints]
    if not fixtures.are_connected(points):
        return {"routes": [], "status": "ZERO_RESULTS"}
    legs = [
        {
            "distance": {"value": fixtures.metres([start, end]), "text": "1 km"},
            "duration": {"value": fixtures.seconds([start, end]), "text": "1 min"},
            "start_location": start._asdict(),
            "end_location": end._asdict(),
        }
        for start, end in itertools.pairwise(points)
    ]
    return {
        "routes": [{"legs": legs, "overview_polyline": {"points": fixtures.line(points, 5)}}],
        "status": "OK",
    }


def _distance_matrix(given: dict[str, str]) -> Any:
    if not {"origins", "destinations"} <= given.keys():
        raise status("INVALID_REQUEST", "origins and destinations")
    origins = [_point(text) for text in given["origins"].split("|")]
    destinations = [_point(text) for text in given["destinations"].split("|")]
    if len(origins) > 25 or len(destinations) > 25:
        raise status("MAX_DIMENSIONS_EXCEEDED")
    if len(origins) * len(destinations) > 100:
        raise status("MAX_ELEMENTS_EXCEEDED")
    rows = [{"elements": [_element(origin, end) for end in destinations]} for origin in origins]
    return {"rows": rows, "status": "OK"}


def _element(start: LatLng, end: LatLng) -> dict[str, Any]:
    if not (fixtures.has_roads(start) and fixtures.has_roads(end)):
        return {"status": "NOT_FOUND"}
    if not fixtures.are_connected([start, end]):
        return {"status": "ZERO_RESULTS"}
    return {
        "status": "OK",
        "distance": {"value": fixtures.metres([start, end])},
        "duration": {"value": fixtures.seconds([start, end])},
    }


def _point(text: str) -> LatLng:
    if not POINT.fullmatch(text):
        raise status("INVALID_REQUEST", f"no point: {text}")
    lat, lng = map(float, text.split(","))
    if not (-90 <= lat <= 90 and -180 <= lng <= 180):
        raise status("INVALID_REQUEST", f"not on Earth: {text}")
    return LatLng(lat, lng)

"""The fakes reject what the originals reject, so that the contract tests against them are meaningful."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from tests.fakes.maps.google import KEY, FakeGoogle
from tests.fakes.maps.google_legacy import FakeGoogleLegacy
from tests.fakes.maps.openstreetmap import FakeNominatim, FakePhoton
from tests.fakes.maps.server import FakeMapServer
from tests.fakes.maps.valhalla import FakeValhalla

AGENT = {"User-Agent": "Tests of Hansom"}
ROUTES, MATRIX = "/directions/v2:computeRoutes", "/distanceMatrix/v2:computeRouteMatrix"
SEARCH, PLACE = "/v1/places:autocomplete", "/v1/places/ChIJ_high-street"
ROUTE_MASK, CELL_MASK = "routes.duration", "originIndex,destinationIndex,condition"
HERE = "50.7,-1.29"
SPOT = {"lat": 50.7, "lon": -1.29}

RequestSpec = tuple[str, str, dict[str, Any]]
"""Method, path, and the rest of an httpx request."""
Case = tuple[int, str, RequestSpec]
"""The status of the rejection, its cause, the request."""


def google_headers(mask: str | None, key: str | None = KEY) -> dict[str, str]:
    headers = {"X-Goog-Api-Key": key, "X-Goog-FieldMask": mask}
    return {name: value for name, value in headers.items() if value is not None}


def waypoint(lat: float = 50.7, lng: float = -1.29) -> dict[str, Any]:
    return {"location": {"latLng": {"latitude": lat, "longitude": lng}}}


def compute_route(
    mask: str | None = ROUTE_MASK, key: str | None = KEY, path: str = ROUTES, **body: Any
) -> RequestSpec:
    ends = {"origin": waypoint(), "destination": waypoint(50.73, -1.16)}
    body = {**ends, "travelMode": "DRIVE", "routingPreference": "TRAFFIC_UNAWARE", **body}
    return "POST", path, {"json": body, "headers": google_headers(mask, key)}


def compute_matrix(rows: int, columns: int, mask: str | None = CELL_MASK) -> RequestSpec:
    body = {
        "origins": [{"waypoint": waypoint()}] * rows,
        "destinations": [{"waypoint": waypoint()}] * columns,
        "travelMode": "DRIVE",
        "routingPreference": "TRAFFIC_UNAWARE",
    }
    return "POST", MATRIX, {"json": body, "headers": google_headers(mask)}


def autocomplete(text: str = "hi", **body: Any) -> RequestSpec:
    headers = google_headers("suggestions.placePrediction.placeId")
    return "POST", SEARCH, {"json": {"input": text, **body}, "headers": headers}


def place_details(path: str, mask: str | None = "id") -> RequestSpec:
    return "GET", path, {"headers": google_headers(mask)}


def legacy(call: str, key: str | None = KEY, **params: str) -> RequestSpec:
    return "GET", f"/maps/api/{call}/json", {"params": {**params, **({"key": key} if key else {})}}


def with_user_agent(path: str, **params: Any) -> RequestSpec:
    return "GET", path, {"params": params, "headers": AGENT}


def without_user_agent(path: str, **params: Any) -> RequestSpec:
    return "GET", path, {"params": params}


def valhalla(action: str, **body: Any) -> RequestSpec:
    return "POST", f"/{action}", {"json": body}


def repeated(count: int) -> str:
    return "|".join([HERE] * count)


REJECTED: dict[Callable[[], FakeMapServer], list[Case]] = {
    FakeGoogle: [
        (403, "no key", compute_route(key=None)),
        (400, "wrong key", compute_route(key="x")),
        (403, "key in the address", compute_route(key=None, path=f"{ROUTES}?key={KEY}")),
        (400, "no mask for a route", compute_route(mask=None)),
        (400, "no mask for a matrix", compute_matrix(1, 1, mask=None)),
        (400, "no mask for a place", place_details(PLACE, mask=None)),
        (400, "spaces in the mask", compute_route(mask="routes.duration, routes.legs")),
        (400, "a mask of nothing", compute_route(mask="duration")),
        (400, "lat for latitude", compute_route(origin={"location": {"latLng": {"lat": 1, "lng": 2}}})),
        (400, "not on Earth", compute_route(origin=waypoint(91.0))),
        (400, "26 between", compute_route(intermediates=[waypoint()] * 26)),
        (400, "an unknown name", compute_route(mode="driving")),
        (400, "an unknown mode", compute_route(travelMode="driving")),
        (400, "626 elements", compute_matrix(313, 2)),
        (400, "nothing typed", autocomplete("")),
        (400, "a country's name", autocomplete(includedRegionCodes=["Finland"])),
        (400, "16 countries", autocomplete(includedRegionCodes=["gb"] * 16)),
        (400, "a long session", autocomplete(sessionToken="x" * 37)),
        (404, "a place that is gone", place_details("/v1/places/ChIJ_gone")),
        (400, "no place id", place_details("/v1/places/W1")),
        (404, "another call", place_details(ROUTES, mask=ROUTE_MASK)),
    ],
    FakeGoogleLegacy: [
        (200, "no key", legacy("geocode", key=None, latlng=HERE)),
        (200, "no input", legacy("place/autocomplete")),
        (200, "a country alone", legacy("place/autocomplete", input="hi", components="gb")),
        (200, "26 between", legacy("directions", origin=HERE, destination=HERE, waypoints=repeated(26))),
        (200, "text instead of a point", legacy("directions", origin="here", destination=HERE)),
        (200, "104 elements", legacy("distancematrix", origins=repeated(13), destinations=repeated(8))),
        (200, "26 on a side", legacy("distancematrix", origins=repeated(26), destinations=HERE)),
        (200, "a place that is gone", legacy("geocode", place_id="ChIJ_gone")),
    ],
    FakePhoton: [
        (403, "default User-Agent", without_user_agent("/reverse", **SPOT)),
        (400, "nothing typed", with_user_agent("/api")),
        (400, "half a point", with_user_agent("/api", q="hi", lat=50.7)),
        (400, "an unknown name", with_user_agent("/api", q="hi", countrycodes="gb")),
    ],
    FakeNominatim: [
        (403, "default User-Agent", without_user_agent("/reverse", format="jsonv2", **SPOT)),
        (403, "typing", with_user_agent("/search", q="hi", format="jsonv2")),
        (400, "another format", with_user_agent("/reverse", **SPOT)),
        (400, "a bare id", with_user_agent("/lookup", osm_ids="4711", format="jsonv2")),
    ],
    FakeValhalla: [
        (400, "no costing", valhalla("route", locations=[SPOT] * 2)),
        (400, "one location", valhalla("route", locations=[SPOT], costing="auto")),
        (400, "21 locations", valhalla("route", locations=[SPOT] * 21, costing="auto")),
        (400, "lng for lon", valhalla("route", locations=[{"lat": 50.7, "lng": 1}] * 2, costing="auto")),
        (
            400,
            "2550 pairs",
            valhalla("sources_to_targets", sources=[SPOT] * 51, targets=[SPOT] * 50, costing="auto"),
        ),
        (404, "another action", valhalla("matrix", costing="auto")),
    ],
}
CASES = [
    pytest.param(kind, *case, id=f"{getattr(kind, 'name', '')}: {case[1]}")
    for kind, cases in REJECTED.items()
    for case in cases
]


@pytest.fixture(scope="module")
def fetch() -> Iterator[
    Callable[[Callable[[], FakeMapServer], RequestSpec], tuple[httpx.Response, FakeMapServer]]
]:
    with ExitStack() as stack, httpx.Client() as client:
        running: dict[Any, FakeMapServer] = {}

        def send(
            kind: Callable[[], FakeMapServer], request_spec: RequestSpec
        ) -> tuple[httpx.Response, FakeMapServer]:
            # Nominatim's fake limits the rate: a new one for each request.
            if kind not in running or kind is FakeNominatim:
                running[kind] = stack.enter_context(kind())
            fake = running[kind]
            fake.rejected.clear()
            method, path, rest = request_spec
            return client.request(method, f"{fake.url}{path}", **rest), fake

        yield send


@pytest.mark.parametrize(("kind", "status", "what", "request_spec"), CASES)
def test_request_that_the_original_rejects_is_rejected(
    kind: Callable[[], FakeMapServer], status: int, what: str, request_spec: RequestSpec, fetch: Any
) -> None:
    response, fake = fetch(kind, request_spec)
    assert response.status_code == status
    assert len(fake.rejected) == 1, what
    if kind is FakeGoogleLegacy:
        assert response.json()["status"] not in {"OK", "ZERO_RESULTS"}


def test_reply_contains_only_the_fields_of_the_mask(fetch: Any) -> None:
    response, _ = fetch(FakeGoogle, compute_route())
    assert [route.keys() for route in response.json()["routes"]] == [{"duration"}]
    response, _ = fetch(FakeGoogle, place_details(PLACE))
    assert response.json() == {"id": "ChIJ_high-street"}

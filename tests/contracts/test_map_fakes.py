"""The fakes turn away what the originals turn away: a contract before a fake that takes all is none."""

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

Question = tuple[str, str, dict[str, Any]]
"""Method, path, and the rest of an httpx request."""
Case = tuple[int, str, Question]
"""The status that turns it away, what is wrong with it, the question."""


def keyed(mask: str | None, key: str | None = KEY) -> dict[str, str]:
    headers = {"X-Goog-Api-Key": key, "X-Goog-FieldMask": mask}
    return {name: value for name, value in headers.items() if value is not None}


def waypoint(lat: float = 50.7, lng: float = -1.29) -> dict[str, Any]:
    return {"location": {"latLng": {"latitude": lat, "longitude": lng}}}


def way(mask: str | None = ROUTE_MASK, key: str | None = KEY, path: str = ROUTES, **body: Any) -> Question:
    ends = {"origin": waypoint(), "destination": waypoint(50.73, -1.16)}
    body = {**ends, "travelMode": "DRIVE", "routingPreference": "TRAFFIC_UNAWARE", **body}
    return "POST", path, {"json": body, "headers": keyed(mask, key)}


def table(rows: int, columns: int, mask: str | None = CELL_MASK) -> Question:
    body = {
        "origins": [{"waypoint": waypoint()}] * rows,
        "destinations": [{"waypoint": waypoint()}] * columns,
        "travelMode": "DRIVE",
        "routingPreference": "TRAFFIC_UNAWARE",
    }
    return "POST", MATRIX, {"json": body, "headers": keyed(mask)}


def typed(text: str = "hi", **body: Any) -> Question:
    headers = keyed("suggestions.placePrediction.placeId")
    return "POST", SEARCH, {"json": {"input": text, **body}, "headers": headers}


def found(path: str, mask: str | None = "id") -> Question:
    return "GET", path, {"headers": keyed(mask)}


def legacy(call: str, key: str | None = KEY, **params: str) -> Question:
    return "GET", f"/maps/api/{call}/json", {"params": {**params, **({"key": key} if key else {})}}


def open_map(path: str, **params: Any) -> Question:
    return "GET", path, {"params": params, "headers": AGENT}


def nameless(path: str, **params: Any) -> Question:
    return "GET", path, {"params": params}


def valhalla(action: str, **body: Any) -> Question:
    return "POST", f"/{action}", {"json": body}


def many(count: int) -> str:
    return "|".join([HERE] * count)


TURNED_AWAY: dict[Callable[[], FakeMapServer], list[Case]] = {
    FakeGoogle: [
        (403, "no key", way(key=None)),
        (400, "wrong key", way(key="x")),
        (403, "key in the address", way(key=None, path=f"{ROUTES}?key={KEY}")),
        (400, "no mask for a route", way(mask=None)),
        (400, "no mask for a matrix", table(1, 1, mask=None)),
        (400, "no mask for a place", found(PLACE, mask=None)),
        (400, "spaces in the mask", way(mask="routes.duration, routes.legs")),
        (400, "a mask of nothing", way(mask="duration")),
        (400, "lat for latitude", way(origin={"location": {"latLng": {"lat": 1, "lng": 2}}})),
        (400, "not on Earth", way(origin=waypoint(91.0))),
        (400, "26 between", way(intermediates=[waypoint()] * 26)),
        (400, "an unknown name", way(mode="driving")),
        (400, "an unknown mode", way(travelMode="driving")),
        (400, "626 elements", table(313, 2)),
        (400, "nothing typed", typed("")),
        (400, "a country's name", typed(includedRegionCodes=["Finland"])),
        (400, "16 countries", typed(includedRegionCodes=["gb"] * 16)),
        (400, "a long session", typed(sessionToken="x" * 37)),
        (404, "a place that is gone", found("/v1/places/ChIJ_gone")),
        (400, "no place id", found("/v1/places/W1")),
        (404, "another call", found(ROUTES, mask=ROUTE_MASK)),
    ],
    FakeGoogleLegacy: [
        (200, "no key", legacy("geocode", key=None, latlng=HERE)),
        (200, "no input", legacy("place/autocomplete")),
        (200, "a country alone", legacy("place/autocomplete", input="hi", components="gb")),
        (200, "26 between", legacy("directions", origin=HERE, destination=HERE, waypoints=many(26))),
        (200, "words for a point", legacy("directions", origin="here", destination=HERE)),
        (200, "104 elements", legacy("distancematrix", origins=many(13), destinations=many(8))),
        (200, "26 on a side", legacy("distancematrix", origins=many(26), destinations=HERE)),
        (200, "a place that is gone", legacy("geocode", place_id="ChIJ_gone")),
    ],
    FakePhoton: [
        (403, "a library's name", nameless("/reverse", **SPOT)),
        (400, "nothing typed", open_map("/api")),
        (400, "half a point", open_map("/api", q="hi", lat=50.7)),
        (400, "an unknown name", open_map("/api", q="hi", countrycodes="gb")),
    ],
    FakeNominatim: [
        (403, "a library's name", nameless("/reverse", format="jsonv2", **SPOT)),
        (403, "typing", open_map("/search", q="hi", format="jsonv2")),
        (400, "another format", open_map("/reverse", **SPOT)),
        (400, "a bare id", open_map("/lookup", osm_ids="4711", format="jsonv2")),
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
    for kind, cases in TURNED_AWAY.items()
    for case in cases
]


@pytest.fixture(scope="module")
def fetch() -> Iterator[
    Callable[[Callable[[], FakeMapServer], Question], tuple[httpx.Response, FakeMapServer]]
]:
    with ExitStack() as stack, httpx.Client() as client:
        running: dict[Any, FakeMapServer] = {}

        def send(
            kind: Callable[[], FakeMapServer], question: Question
        ) -> tuple[httpx.Response, FakeMapServer]:
            # Nominatim's keeps a pace: a fresh one each time.
            if kind not in running or kind is FakeNominatim:
                running[kind] = stack.enter_context(kind())
            fake = running[kind]
            fake.rejected.clear()
            method, path, rest = question
            return client.request(method, f"{fake.url}{path}", **rest), fake

        yield send


@pytest.mark.parametrize(("kind", "status", "what", "question"), CASES)
def test_what_the_original_would_reject_is_rejected(
    kind: Callable[[], FakeMapServer], status: int, what: str, question: Question, fetch: Any
) -> None:
    response, fake = fetch(kind, question)
    assert response.status_code == status
    assert len(fake.rejected) == 1, what
    if kind is FakeGoogleLegacy:
        assert response.json()["status"] not in {"OK", "ZERO_RESULTS"}


def test_only_the_fields_of_the_mask_come_back(fetch: Any) -> None:
    response, _ = fetch(FakeGoogle, way())
    assert [route.keys() for route in response.json()["routes"]] == [{"duration"}]
    response, _ = fetch(FakeGoogle, found(PLACE))
    assert response.json() == {"id": "ChIJ_high-street"}

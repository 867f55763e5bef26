"""The six map functions of document 1, section 7, by their own names."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from apps.core.platform import update_platform_settings
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.geo.adapters.osrm import OsrmRouting
from apps.geo.providers.maps import using_maps
from tests.geo.fake_osrm import FakeOsrm, refuse
from tests.personas import client_of, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("island", "real_maps")]

NEWPORT, RYDE, SHANKLIN = "50.7000,-1.2930", "50.7300,-1.1620", "50.6270,-1.1780"
IN_THE_CHANNEL = "50.0,-1.5"
CALLS: dict[str, dict[str, Any]] = {
    "googleapis-autocomplete": {"searchKeyword": "ryde pier", "country": "GB"},
    "googleapis-getcoords": {"place_id": "nosuchplace"},
    "googleapis-getroute": {"start": NEWPORT, "dest": RYDE},
    "googleapis-getaddress": {"latlng": "50.7365,-1.1605"},
    "googleapis-getdrivetime": {"start": NEWPORT, "dest": RYDE},
    "googleapis-getmultiloctime": {"start": NEWPORT, "dest": RYDE, "waypoints": SHANKLIN},
}


@pytest.fixture
def rider() -> APIClient:
    return client_of(make_user("Ada"))


def call(client: APIClient, name: str, body: Any) -> Any:
    return client.post(f"/functions/{name}", body)


@pytest.mark.parametrize("name", CALLS)
def test_functions_need_a_login(name: str) -> None:
    response = call(APIClient(), name, CALLS[name])
    assert response.status_code == 401
    assert response.json()["error"] == "not_logged_in"


@pytest.mark.parametrize("name", CALLS)
def test_function_replies_to_posts_only(name: str, rider: APIClient) -> None:
    response = call(rider, name, CALLS[name])
    assert response.status_code == (404 if name == "googleapis-getcoords" else 200)
    assert rider.get(f"/functions/{name}").status_code == 405


def test_autocomplete_and_getcoords(rider: APIClient) -> None:
    body = call(rider, "googleapis-autocomplete", {"searchKeyword": "ryde pier", "country": "GB"}).json()
    first = body["searchResults"][0]
    assert first == {
        "place_id": first["place_id"],
        "description": "Ryde Pier, Ryde",
        "structured_formatting": {
            "main_text": "Ryde Pier",
            "secondary_text": "Ryde",
            "main_text_matched_substrings": [{"offset": 0, "length": 4}, {"offset": 5, "length": 4}],
        },
    }
    coords = call(rider, "googleapis-getcoords", {"place_id": first["place_id"]}).json()
    assert coords == {
        "coords": {"lat": pytest.approx(50.736, abs=0.003), "lng": pytest.approx(-1.16, abs=0.003)}
    }


def test_platforms_country_overrides_the_callers(rider: APIClient) -> None:
    def is_found(country: str | None) -> bool:
        body = call(rider, "googleapis-autocomplete", {"searchKeyword": "ryde", "country": country}).json()
        return bool(body["searchResults"])

    update_platform_settings(restrict_country="")
    assert [is_found("GB"), is_found("FI"), is_found(None), is_found("")] == [True, False, True, True]
    update_platform_settings(restrict_country="FI")
    assert not is_found("GB")
    update_platform_settings(restrict_country="GB")
    assert is_found("FI")


def test_route_is_in_kilometres_and_seconds(rider: APIClient) -> None:
    body = call(rider, "googleapis-getroute", {"start": NEWPORT, "dest": RYDE}).json()
    assert (body["distance"], body["duration"]) == (12.446, 969)
    assert len(body["polylinePoints"]) > 500
    assert body.keys() == {"distance", "duration", "polylinePoints"}


def test_getaddress_names_a_point(rider: APIClient) -> None:
    body = call(rider, "googleapis-getaddress", {"latlng": "50.7365, -1.1605"}).json()
    assert body == {"address": "Ryde Pier, Ryde, Isle of Wight"}


def test_drive_time_directly_and_through_waypoints(rider: APIClient) -> None:
    ends = {"start": NEWPORT, "dest": RYDE}
    direct = call(rider, "googleapis-getdrivetime", ends).json()
    assert direct == {"distance_in_km": 12.446}
    for waypoints in ("", None, "|"):
        assert call(rider, "googleapis-getmultiloctime", {**ends, "waypoints": waypoints}).json() == direct
    around = call(rider, "googleapis-getmultiloctime", {**ends, "waypoints": f"{SHANKLIN}|{NEWPORT}"}).json()
    assert around["distance_in_km"] > 35


@pytest.mark.parametrize(
    ("name", "body", "status", "error"),
    [
        ("googleapis-getcoords", {"place_id": "nosuchplace"}, 404, "place_to_coords_error"),
        ("googleapis-getroute", {"start": NEWPORT, "dest": IN_THE_CHANNEL}, 422, "place_to_coords_error"),
        ("googleapis-getdrivetime", {"start": IN_THE_CHANNEL, "dest": RYDE}, 422, "place_to_coords_error"),
        ("googleapis-autocomplete", {}, 400, "invalid"),
        ("googleapis-autocomplete", {"searchKeyword": "x" * 201}, 400, "invalid"),
        ("googleapis-autocomplete", {"searchKeyword": "ryde", "country": "Great Britain"}, 400, "invalid"),
        ("googleapis-getcoords", {"place_id": ["a"]}, 400, "invalid"),
        ("googleapis-getcoords", [], 400, "invalid"),
        ("googleapis-getroute", {"start": NEWPORT}, 400, "invalid"),
        ("googleapis-getroute", {"start": NEWPORT, "dest": "91,0"}, 400, "invalid"),
        ("googleapis-getroute", {"start": NEWPORT, "dest": "nan,0"}, 400, "invalid"),
        ("googleapis-getroute", {"start": NEWPORT, "dest": "50.7"}, 400, "invalid"),
        ("googleapis-getroute", {"start": {"lat": 1, "lng": 2}, "dest": RYDE}, 400, "invalid"),
        ("googleapis-getaddress", {"latlng": "1,2,3"}, 400, "invalid"),
        ("googleapis-getmultiloctime", {"start": NEWPORT, "dest": RYDE, "waypoints": "x|y"}, 400, "invalid"),
        (
            "googleapis-getmultiloctime",
            {"start": NEWPORT, "dest": RYDE, "waypoints": "|".join([SHANKLIN] * 101)},
            400,
            "invalid",
        ),
    ],
)
def test_error_reply_has_the_error_field(
    name: str, body: Any, status: int, error: str, rider: APIClient
) -> None:
    response = call(rider, name, body)
    assert response.status_code == status
    assert response.json()["error"] == response.json()["code"] == error
    assert response.json()["detail"]


def test_missing_route_and_unavailable_routing_are_errors(rider: APIClient, fake_osrm: FakeOsrm) -> None:
    ends = {"start": NEWPORT, "dest": RYDE}
    fake_osrm.will(refuse("NoRoute"))
    with using_maps(routing=OsrmRouting(fake_osrm.url)):
        response = call(rider, "googleapis-getroute", ends)
    assert (response.status_code, response.json()["error"]) == (422, "no_route_found")
    assert response.json()["detail"] == "No Route Found"
    with using_maps(routing=OsrmRouting("http://127.0.0.1:9", timeout_seconds=0.3)):
        for name in ("googleapis-getdrivetime", "googleapis-getmultiloctime"):
            response = call(rider, name, ends)
            assert (response.status_code, response.json()["error"]) == (503, "maps_unavailable")


def test_unknown_function_is_not_found() -> None:
    assert APIClient().post("/functions/googleapis-nothing", {}).status_code == 404


def test_functions_count_towards_the_maps_limit(rider: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ScopedThrottle.THROTTLE_RATES, "maps", "2/min")
    replies = [call(rider, "googleapis-getaddress", {"latlng": NEWPORT}) for _ in range(3)]
    assert [reply.status_code for reply in replies] == [200, 200, 429]
    assert replies[-1].json()["error"] == "too_many_requests"

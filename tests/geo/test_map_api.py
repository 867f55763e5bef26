import pytest
from django.db import connection
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.platform import update_platform_settings
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.geo.adapters.osrm import OsrmRouting
from apps.geo.providers.maps import using_maps
from tests.geo.fake_osrm import FakeOsrm, refuse
from tests.personas import client_of, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("island", "real_maps")]

NEWPORT = {"lat": 50.7000, "lng": -1.2930}
RYDE = {"lat": 50.7300, "lng": -1.1620}
IN_THE_CHANNEL = {"lat": 50.0, "lng": -1.5}


@pytest.fixture
def visitor() -> APIClient:
    return APIClient()


@pytest.fixture
def rider() -> APIClient:
    return client_of(make_user("Ada"))


def test_map_info_has_the_tiles_url(visitor: APIClient) -> None:
    body = visitor.get("/api/v1/map/").json()
    assert body["name"] == "Isle of Wight"
    assert body["bbox"] == pytest.approx([-1.659074, 50.50555, -1.0313699, 50.80102])
    assert body["center"] == pytest.approx({"lat": 50.7003707, "lng": -1.2952039})
    assert body["pmtiles_url"].startswith("/maps/basemap.pmtiles?v=")
    assert body["max_zoom"] == 14
    assert body["attribution"] == "© OpenStreetMap contributors"
    assert visitor.get(body["pmtiles_url"], headers={"Range": "bytes=0-6"}).content == b"PMTiles"


def test_suggestions_have_the_documents_format(visitor: APIClient) -> None:
    body = visitor.get(
        "/api/v1/places/autocomplete/", {"q": "high st newp", "lat": "50.7", "lng": "-1.293"}
    ).json()
    first = body["results"][0]
    assert first == {
        "place_id": first["place_id"],
        "description": "High Street, Newport, Isle of Wight",
        "structured_formatting": {
            "main_text": "High Street",
            "secondary_text": "Newport, Isle of Wight",
            "main_text_matched_substrings": [{"offset": 0, "length": 4}, {"offset": 5, "length": 2}],
        },
    }
    place = visitor.get(f"/api/v1/places/{first['place_id']}/").json()
    assert place["description"] == first["description"]
    assert place["lat"] == pytest.approx(50.6994, abs=0.001)


def test_suggestions_are_restricted_to_the_platforms_country(visitor: APIClient) -> None:
    update_platform_settings(restrict_country="FI")
    assert visitor.get("/api/v1/places/autocomplete/", {"q": "ryde"}).json() == {"results": []}
    update_platform_settings(restrict_country="GB")
    assert visitor.get("/api/v1/places/autocomplete/", {"q": "ryde"}).json()["results"]


def test_empty_query_returns_nothing(visitor: APIClient) -> None:
    assert visitor.get("/api/v1/places/autocomplete/", {"q": ""}).json() == {"results": []}


@pytest.mark.parametrize("place_id", ["nosuchplace", "%00", "..", "a%20b"])
def test_unknown_place_is_place_to_coords_error(place_id: str, visitor: APIClient) -> None:
    response = visitor.get(f"/api/v1/places/{place_id}/")
    assert response.status_code == 404
    assert response.json()["code"] == "place_to_coords_error"


def test_reverse_names_a_point(visitor: APIClient) -> None:
    body = visitor.get("/api/v1/places/reverse/", {"lat": 50.7365, "lng": -1.1605}).json()
    assert body["description"] == "Ryde Pier, Ryde, Isle of Wight"
    assert (body["lat"], body["lng"]) == (50.7365, -1.1605)


def test_route_has_distance_duration_and_line(visitor: APIClient) -> None:
    body = visitor.post("/api/v1/routes/", {"pickup": NEWPORT, "drop": RYDE}).json()
    assert (body["distance_km"], body["duration_seconds"]) == (12.446, 969)
    assert len(body["polyline_points"]) > 500


def test_point_without_roads_is_place_to_coords_error(visitor: APIClient) -> None:
    response = visitor.post("/api/v1/routes/", {"pickup": NEWPORT, "drop": IN_THE_CHANNEL})
    assert response.status_code == 422
    assert response.json()["code"] == "place_to_coords_error"


def test_missing_route_is_no_route_found(visitor: APIClient, fake_osrm: FakeOsrm) -> None:
    fake_osrm.will(refuse("NoRoute"))
    with using_maps(routing=OsrmRouting(fake_osrm.url)):
        response = visitor.post("/api/v1/routes/", {"pickup": NEWPORT, "drop": RYDE})
    assert response.status_code == 422
    assert response.json() == {"code": "no_route_found", "detail": "No Route Found"}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("routes/", {"pickup": NEWPORT, "drop": RYDE}),
        ("routes/matrix/", {"sources": [NEWPORT], "destinations": [RYDE]}),
    ],
)
def test_unavailable_routing_is_503(path: str, body: object, rider: APIClient) -> None:
    with using_maps(routing=OsrmRouting("http://127.0.0.1:9", timeout_seconds=0.3)):
        response = rider.post(f"/api/v1/{path}", body)
    assert response.status_code == 503
    assert response.json()["code"] == "maps_unavailable"


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"lat": "nan", "lng": 1}, "lat"),
        ({"lat": 1, "lng": "inf"}, "lng"),
        ({"lat": 90.1, "lng": 1}, "lat"),
        ({"lat": 1, "lng": -180.1}, "lng"),
        ({"lat": "north", "lng": 1}, "lat"),
        ({"lng": 1}, "lat"),
    ],
)
def test_malformed_point_is_invalid_and_names_the_field(
    query: dict[str, str | float], field: str, visitor: APIClient
) -> None:
    for path in ("places/reverse/", "places/autocomplete/"):
        response = visitor.get(f"/api/v1/{path}", {"q": "ryde", **query})
        assert response.status_code == 400
        assert response.json()["code"] == "invalid"
        assert field in response.json()["fields"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"pickup": NEWPORT},
        {"pickup": NEWPORT, "drop": None},
        {"pickup": NEWPORT, "drop": {"lat": 91, "lng": 0}},
        {"pickup": [50.7, -1.29], "drop": RYDE},
        {"pickup": NEWPORT, "drop": {"lat": True, "lng": "x"}},
    ],
)
def test_malformed_route_is_invalid(body: object, visitor: APIClient) -> None:
    response = visitor.post("/api/v1/routes/", body)
    assert response.status_code == 400
    assert response.json()["code"] == "invalid"


def test_matrix_needs_a_login(visitor: APIClient, rider: APIClient) -> None:
    body = {"sources": [NEWPORT, IN_THE_CHANNEL], "destinations": [RYDE]}
    refused = visitor.post("/api/v1/routes/matrix/", body)
    assert refused.status_code == 401
    assert refused.json()["code"] == "not_logged_in"
    assert rider.post("/api/v1/routes/matrix/", body).json() == {
        "durations_seconds": [[969], [None]],
        "distances_km": [[12.446], [None]],
    }


@pytest.mark.parametrize(
    "body",
    [
        {"sources": [], "destinations": [RYDE]},
        {"sources": [NEWPORT] * 101, "destinations": [RYDE]},
        {"sources": [NEWPORT] * 60, "destinations": [RYDE] * 60},
        {"sources": [NEWPORT], "destinations": [{"lat": 1}]},
        {"sources": NEWPORT, "destinations": [RYDE]},
    ],
)
def test_matrix_has_limits(body: object, rider: APIClient) -> None:
    response = rider.post("/api/v1/routes/matrix/", body)
    assert response.status_code == 400
    assert response.json()["code"] == "invalid"


@pytest.fixture
def low_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ScopedThrottle.THROTTLE_RATES, "maps", "3/min")


@pytest.mark.usefixtures("low_limit")
def test_maps_are_rate_limited(visitor: APIClient) -> None:
    replies = [visitor.get("/api/v1/places/autocomplete/", {"q": "ryde"}) for _ in range(4)]
    assert [reply.status_code for reply in replies] == [200, 200, 200, 429]
    assert replies[-1].json()["code"] == "too_many_requests"


def test_map_requests_write_nothing(visitor: APIClient) -> None:
    visitor.get("/api/v1/places/autocomplete/", {"q": "ryde"})
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM geo_driverposition")
        assert cursor.fetchone() == (0,)
    assert User.objects.count() == 0

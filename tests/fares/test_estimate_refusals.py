"""Refused estimates and their codes."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.fares.models import CarType
from apps.geo.adapters.osrm import OsrmRouting
from apps.geo.port import LatLng, NoRoute
from apps.geo.providers.maps import using_maps
from tests.fares.estimates import COWES, NEWPORT, NoMatrix, get_estimate

AsUser = Callable[[User | None], APIClient]

pytestmark = pytest.mark.django_db

ATLANTIC = {"lat": 45.0, "lng": -30.0, "add": "Atlantic"}


def refusal(client: APIClient, status: int, **changes: Any) -> str:
    body = get_estimate(client, status=status, **changes)
    assert body.keys() <= {"code", "detail", "fields"}
    return str(body["code"])


@pytest.mark.parametrize(
    "changes",
    [
        {"pickup": "gone"},
        {"drop": "gone"},
        {"pickup": None},
        {"pickup": "Newport"},
        {"pickup": []},
        {"pickup": {"lat": 50.7, "add": "No longitude"}},
        {"pickup": NEWPORT | {"add": " "}},
        {"pickup": NEWPORT | {"add": "x" * 301}},
        {"pickup": NEWPORT | {"lat": 90.01}},
        {"pickup": NEWPORT | {"lng": -180.5}},
        {"pickup": NEWPORT | {"lat": "nan"}},
        {"pickup": NEWPORT | {"lat": "Infinity"}},
        {"drop": COWES | {"lng": "west"}},
        {"drop": NEWPORT},
        {"drop": NEWPORT | {"lat": 50.700301, "add": "The same square"}},
        {"car_type_id": 999_999},
        {"car_type_id": 0},
        {"car_type_id": 10**30},
        {"car_type_id": "sedan"},
    ],
    ids=str,
)
def test_two_places_and_a_car_type_are_required(
    visitor: APIClient, economy: CarType, roads: OsrmRouting, changes: dict[str, Any]
) -> None:
    body = get_estimate(visitor, status=400, **changes)
    assert body["code"] == "select_proper"
    assert set(body["fields"]) == {next(iter(changes))}


def test_list_as_body_is_refused(visitor: APIClient) -> None:
    reply = visitor.post("/api/v1/estimates/", [1, 2])
    assert (reply.status_code, reply.json()["code"]) == (400, "select_proper")


@pytest.mark.parametrize("who", ["ben", "fay"])
def test_roles_that_cannot_book_get_no_estimate(
    as_user: AsUser, who: str, economy: CarType, roads: OsrmRouting, request: pytest.FixtureRequest
) -> None:
    assert refusal(as_user(request.getfixturevalue(who)), 403) == "user_issue_contact_admin"


def test_place_without_roads_is_refused(visitor: APIClient, economy: CarType, roads: OsrmRouting) -> None:
    assert refusal(visitor, 422, drop=ATLANTIC) == "place_to_coords_error"


class Islands(NoMatrix):
    """Routing without a route between any two places."""

    def route(self, start: LatLng, end: LatLng) -> Any:
        raise NoRoute("no way")


def test_unconnected_places_have_no_route(visitor: APIClient, economy: CarType, roads: OsrmRouting) -> None:
    with using_maps(routing=Islands(roads)):
        body = get_estimate(visitor, status=422)
    assert (body["code"], body["detail"]) == ("no_route_found", "No Route Found")


def test_unavailable_routing_is_reported(visitor: APIClient, economy: CarType) -> None:
    with using_maps(routing=OsrmRouting("http://127.0.0.1:9", timeout_seconds=0.2)):
        assert refusal(visitor, 503) == "maps_unavailable"


def test_invalid_token_is_not_treated_as_a_visitor(visitor: APIClient, economy: CarType) -> None:
    visitor.credentials(HTTP_AUTHORIZATION="Bearer not.a.token")
    assert refusal(visitor, 401) == "not_logged_in"


def test_estimates_are_rate_limited(
    visitor: APIClient, economy: CarType, roads: OsrmRouting, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    monkeypatch.setitem(ScopedThrottle.THROTTLE_RATES, "estimates", "2/min")
    get_estimate(visitor)
    get_estimate(visitor)
    assert refusal(visitor, 429) == "too_many_requests"

"""Estimates that are refused, each with its code."""

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
from tests.fares.asking import COWES, NEWPORT, NoMatrix, ask

AsUser = Callable[[User | None], APIClient]

pytestmark = pytest.mark.django_db

ATLANTIC = {"lat": 45.0, "lng": -30.0, "add": "Somewhere wet"}


def refusal(client: APIClient, status: int, **changes: Any) -> str:
    answer = ask(client, status=status, **changes)
    assert answer.keys() <= {"code", "detail", "fields"}
    return str(answer["code"])


@pytest.mark.parametrize(
    "changes",
    [
        {"pickup": "gone"},
        {"drop": "gone"},
        {"pickup": None},
        {"pickup": "Newport"},
        {"pickup": []},
        {"pickup": {"lat": 50.7, "add": "No length"}},
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
def test_two_places_and_a_car_type_must_be_chosen(
    visitor: APIClient, economy: CarType, roads: OsrmRouting, changes: dict[str, Any]
) -> None:
    answer = ask(visitor, status=400, **changes)
    assert answer["code"] == "select_proper"
    assert set(answer["fields"]) == {next(iter(changes))}


def test_a_list_is_no_question(visitor: APIClient) -> None:
    reply = visitor.post("/api/v1/estimates/", [1, 2])
    assert (reply.status_code, reply.json()["code"]) == (400, "select_proper")


@pytest.mark.parametrize("who", ["ben", "fay"])
def test_who_does_not_book_gets_no_price(
    as_user: AsUser, who: str, economy: CarType, roads: OsrmRouting, request: pytest.FixtureRequest
) -> None:
    assert refusal(as_user(request.getfixturevalue(who)), 403) == "user_issue_contact_admin"


def test_a_place_without_roads_is_refused(visitor: APIClient, economy: CarType, roads: OsrmRouting) -> None:
    assert refusal(visitor, 422, drop=ATLANTIC) == "place_to_coords_error"


class Islands(NoMatrix):
    """Roads that do not meet."""

    def route(self, start: LatLng, end: LatLng) -> Any:
        raise NoRoute("no way")


def test_two_islands_have_no_route(visitor: APIClient, economy: CarType, roads: OsrmRouting) -> None:
    with using_maps(routing=Islands(roads)):
        answer = ask(visitor, status=422)
    assert (answer["code"], answer["detail"]) == ("no_route_found", "No Route Found")


def test_a_map_service_that_is_away_is_said_to_be(visitor: APIClient, economy: CarType) -> None:
    with using_maps(routing=OsrmRouting("http://127.0.0.1:9", timeout_seconds=0.2)):
        assert refusal(visitor, 503) == "maps_unavailable"


def test_a_stale_token_is_not_taken_for_a_visitor(visitor: APIClient, economy: CarType) -> None:
    visitor.credentials(HTTP_AUTHORIZATION="Bearer not.a.token")
    assert refusal(visitor, 401) == "not_logged_in"


def test_who_asks_too_often_waits(
    visitor: APIClient, economy: CarType, roads: OsrmRouting, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    monkeypatch.setitem(ScopedThrottle.THROTTLE_RATES, "estimates", "2/min")
    ask(visitor)
    ask(visitor)
    assert refusal(visitor, 429) == "too_many_requests"

"""Editing saved addresses: add, rename, remove; other users' addresses are not found."""

from typing import Any

import pytest

from apps.accounts.models import SavedAddress, User
from apps.accounts.services.addresses import MAX_ADDRESSES
from tests.accounts.visits import visit
from tests.personas import client_of

URL = "/api/v1/me/addresses/"
HOME: dict[str, Any] = {"description": "Home", "lat": 50.7010, "lng": -1.2930}


def rows(user: User) -> list[Any]:
    return list(SavedAddress.objects.filter(user=user).order_by("pk").values())


def save(user: User, **changes: Any) -> Any:
    return client_of(user).post(URL, HOME | changes)


@pytest.fixture
def home(ada: User) -> SavedAddress:
    return SavedAddress.objects.create(user=ada, count=3, **HOME)


def test_address_is_saved_and_listed(ada: User) -> None:
    response = save(ada, description="  Home ")
    assert response.status_code == 201
    assert response.json() == {"id": SavedAddress.objects.get().pk, "count": 1, **HOME}
    assert client_of(ada).get(URL).json()["results"] == [response.json()]


def test_neighbouring_places_are_separate_addresses(ada: User) -> None:
    save(ada)
    save(ada, description="Work next door", lat=50.7011)
    assert [row["description"] for row in rows(ada)] == ["Home", "Work next door"]


def test_trip_to_a_saved_address_is_counted_there(ada: User) -> None:
    save(ada)
    visit(ada, 50.7010, -1.2930, description="Quay Street")
    assert [(row["description"], row["count"]) for row in rows(ada)] == [("Home", 2)]


@pytest.mark.parametrize(
    "changes",
    [
        {"description": ""},
        {"description": "   "},
        {"description": "\u00a0"},
        {"description": None},
        {"description": "x" * 301},
        {"description": {"a": 1}},
        {"lat": 90.1},
        {"lat": "nan"},
        {"lng": -180.1},
        {"lng": "inf"},
        {"lng": None},
        {"lat": "here"},
    ],
)
def test_address_without_a_name_or_a_place_is_invalid(ada: User, changes: dict[str, Any]) -> None:
    response = save(ada, **changes)
    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert response.json()["fields"].keys() == changes.keys()
    assert rows(ada) == []


def test_saving_by_hand_is_limited_to_fifty_but_trips_are_not(ada: User, cleo: User) -> None:
    SavedAddress.objects.bulk_create(
        SavedAddress(user=ada, description=str(number), lat=number, lng=0) for number in range(MAX_ADDRESSES)
    )
    response = save(ada)
    assert (response.status_code, response.json()["code"]) == (400, "too_many_addresses")
    assert len(rows(ada)) == MAX_ADDRESSES
    assert save(cleo).status_code == 201
    visit(ada, -50, 9, description="By the sea")
    assert len(rows(ada)) == MAX_ADDRESSES + 1


def test_renaming_an_address_keeps_its_place(ada: User, home: SavedAddress) -> None:
    response = client_of(ada).patch(f"{URL}{home.pk}/", {"description": " Mother "})
    assert response.status_code == 200
    assert response.json() == {"id": home.pk, "count": 3, **HOME, "description": "Mother"}
    assert rows(ada)[0]["description"] == "Mother"


def test_renaming_ignores_place_and_count(ada: User, home: SavedAddress) -> None:
    before = rows(ada)[0]
    client_of(ada).patch(f"{URL}{home.pk}/", {"description": "Home", "lat": 1, "count": 99, "user": 1})
    assert rows(ada)[0] == before


@pytest.mark.parametrize(
    "body", [{}, {"description": " "}, {"description": None}, {"description": "x" * 301}]
)
def test_empty_name_is_invalid(ada: User, home: SavedAddress, body: dict[str, Any]) -> None:
    before = rows(ada)
    response = client_of(ada).patch(f"{URL}{home.pk}/", body)
    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert rows(ada) == before


def test_address_is_removed_once(ada: User, home: SavedAddress) -> None:
    assert client_of(ada).delete(f"{URL}{home.pk}/").status_code == 204
    assert rows(ada) == []
    assert client_of(ada).delete(f"{URL}{home.pk}/").status_code == 404


def test_addresses_of_other_users_are_not_found(
    ada: User, cleo: User, dora: User, home: SavedAddress
) -> None:
    before = rows(ada)
    for stranger in (cleo, dora):
        for call in (client_of(stranger).patch, client_of(stranger).delete):
            response = call(f"{URL}{home.pk}/", {"description": "Mine"})
            assert (response.status_code, response.json()["code"]) == (404, "not_found")
    assert rows(ada) == before

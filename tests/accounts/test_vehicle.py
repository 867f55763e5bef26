"""PATCH me/vehicle/: which fields drivers can change, and when."""

from typing import Any

import pytest

from apps.accounts.models import DriverProfile, User
from apps.core.models import OutboxEntry
from apps.fares.models import CarType
from apps.geo.models import DriverPosition
from tests.bookings.builders import put_online
from tests.personas import client_of

URL = "/api/v1/me/vehicle/"
NEW = {
    "vehicle_make": "Skoda",
    "vehicle_model": "Octavia",
    "vehicle_number": "HW 22 CAB",
    "other_info": "Blue",
}


def row_of(user: User) -> Any:
    return DriverProfile.objects.filter(pk=user.pk).values().get()


def change(user: User, **fields: Any) -> None:
    DriverProfile.objects.filter(pk=user.pk).update(**fields)


def assert_refused(user: User, body: dict[str, Any], status: int, code: str) -> Any:
    before = row_of(user)
    response = client_of(user).patch(URL, body)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert row_of(user) == before
    assert not OutboxEntry.objects.exists()
    return response.json()


def test_vehicle_is_changed_and_published(ben: User) -> None:
    response = client_of(ben).patch(URL, NEW | {"vehicle_make": "  Skoda "})
    assert response.status_code == 200
    assert {name: response.json()["driver"][name] for name in NEW} == NEW
    assert {name: row_of(ben)[name] for name in NEW} == NEW
    event = OutboxEntry.objects.get()
    assert (event.topic, event.name) == (f"user:{ben.pk}", "profile.changed")


def test_one_field_leaves_the_others(ben: User) -> None:
    before = row_of(ben)
    client_of(ben).patch(URL, {"other_info": "Child seat"})
    assert row_of(ben) == before | {"other_info": "Child seat"}


def test_unchanged_values_are_not_published(ben: User) -> None:
    assert client_of(ben).patch(URL, {"vehicle_make": "Toyota"}).status_code == 200
    assert client_of(ben).patch(URL, {}).status_code == 200
    assert not OutboxEntry.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        {"vehicle_make": "x" * 81},
        {"vehicle_model": None},
        {"vehicle_number": "x" * 31},
        {"other_info": "x" * 251},
        {"vehicle_make": "nul\x00"},
        {"rating": "5.0"},
        {"busy": False},
        {"active": True},
        {"fleet_admin_id": None},
        {"license_image": "x.jpg"},
        {"car_type": "none"},
        {"car_type": 0},
    ],
)
def test_invalid_or_read_only_field_is_refused(ben: User, body: dict[str, Any]) -> None:
    answer = assert_refused(ben, body | {"other_info": body.get("other_info", "changed")}, 400, "invalid")
    assert answer["fields"].keys() == body.keys()


@pytest.mark.parametrize("name", list(NEW))
def test_vehicle_cannot_be_changed_during_a_trip(ben: User, name: str) -> None:
    change(ben, busy=True)
    assert_refused(ben, {name: NEW[name]}, 409, "driver_busy")


@pytest.mark.parametrize("name", ["vehicle_make", "vehicle_model", "vehicle_number"])
def test_online_driver_keeps_make_model_and_plate(ben: User, name: str) -> None:
    change(ben, active=True)
    reply = assert_refused(ben, {name: " "}, 409, "vehicle_incomplete")
    assert reply["fields"].keys() == {name}
    change(ben, active=False)
    assert client_of(ben).patch(URL, {name: ""}).status_code == 200


def test_driver_without_a_car_type_chooses_one_once(ben: User, economy: CarType) -> None:
    prime = CarType.objects.create(name="Prime")
    change(ben, car_type=None)
    response = client_of(ben).patch(URL, {"car_type": prime.pk})
    assert response.json()["driver"]["car_type"]["name"] == "Prime"
    OutboxEntry.objects.all().delete()
    reply = assert_refused(ben, {"car_type": economy.pk}, 400, "invalid")
    assert reply["fields"].keys() == {"car_type"}
    assert client_of(ben).patch(URL, {"car_type": prime.pk}).status_code == 200


def test_unknown_car_type_is_invalid(ben: User) -> None:
    change(ben, car_type=None)
    for car_type in (987654321, 2**31, 2**63):
        assert_refused(ben, {"car_type": car_type}, 400, "invalid")


def test_chosen_car_type_is_on_the_map(ben: User, economy: CarType) -> None:
    put_online(ben)
    prime = CarType.objects.create(name="Prime")
    change(ben, car_type=None)
    client_of(ben).patch(URL, {"car_type": prime.pk})
    assert DriverPosition.objects.get(driver_id=ben.pk).car_type_id == prime.pk


def test_only_drivers_have_a_vehicle(ada: User, fay: User, dora: User) -> None:
    for user in (ada, fay, dora):
        assert client_of(user).patch(URL, NEW).status_code == 403
    assert client_of(None).patch(URL, NEW).status_code == 401

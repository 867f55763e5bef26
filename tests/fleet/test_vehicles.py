"""Vehicles: added, changed, listed and deleted by admins and fleet admins."""

import pytest

from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import Status
from apps.core.platform import update_platform_settings
from apps.fares.car_types.delete_guards import is_in_use
from apps.fares.models import CarType
from apps.fleet.models import Requirement, Vehicle
from apps.geo.models import DriverPosition
from tests.bookings.builders import make_booking
from tests.fleet.builders import assert_refused, call, give, make_vehicle, require, snapshot

pytestmark = pytest.mark.django_db


def test_admin_adds_a_vehicle(dora: User, fay: User, economy: CarType) -> None:
    body = {
        "plate": " AB12 CDE ",
        "licence_number": "PHV-77",
        "make": "Skoda",
        "model": "Octavia",
        "colour": "Silver",
        "year": 2022,
        "seats": 4,
        "wheelchair": True,
        "luggage": 3,
        "car_type": economy.pk,
        "fleet_admin": fay.pk,
    }
    reply = call(dora, "post", "vehicles/", body)
    assert reply.status_code == 201, reply.content
    made = reply.json()
    assert (made["plate"], made["licence_number"], made["wheelchair"], made["pets"]) == (
        *("AB12 CDE", "PHV-77", True, False),
    )
    assert (made["car_type"]["name"], made["fleet_admin"]["id"], made["assignment"]) == (
        "Economy",
        fay.pk,
        None,
    )


def test_second_vehicle_with_a_plate_is_refused(dora: User, economy: CarType) -> None:
    make_vehicle(economy, plate="AB12 CDE")
    before = snapshot()
    body = {"plate": "ab12 cde", "make": "Skoda", "model": "Octavia", "car_type": economy.pk}
    assert_refused(call(dora, "post", "vehicles/", body), 409, "plate_taken", before)


def test_unknown_car_type_and_fleet_are_refused(dora: User, ada: User) -> None:
    before = snapshot()
    body = {"plate": "AB12", "make": "Skoda", "model": "Octavia", "car_type": 999, "fleet_admin": ada.pk}
    reply = call(dora, "post", "vehicles/", body)
    assert_refused(reply, 400, "invalid", before)
    assert set(reply.json()["fields"]) == {"car_type", "fleet_admin"}


def test_fleet_admin_has_only_the_vehicles_of_the_fleet(dora: User, fay: User, economy: CarType) -> None:
    other = make_vehicle(economy)
    body = {"plate": "FAY 1", "make": "Skoda", "model": "Octavia", "car_type": economy.pk}
    mine = call(fay, "post", "vehicles/", body).json()
    assert mine["fleet_admin"]["id"] == fay.pk
    assert [row["id"] for row in call(fay, "get", "vehicles/").json()["results"]] == [mine["id"]]
    before = snapshot()
    assert_refused(call(fay, "patch", f"vehicles/{other.pk}/", {"colour": "Red"}), 404, "not_found", before)
    reply = call(fay, "patch", f"vehicles/{mine['id']}/", {"fleet_admin": None})
    assert_refused(reply, 400, "invalid", before)


def test_list_is_filtered_and_searched(dora: User, ben: User, economy: CarType) -> None:
    held, spare = make_vehicle(economy, plate="HELD 1"), make_vehicle(economy, make="Tesla", active=False)
    give(dora, held, ben)

    def found(query: str) -> list[int]:
        return [row["id"] for row in call(dora, "get", f"vehicles/?{query}").json()["results"]]

    assert found("assigned=true") == found("active=true") == found("search=held") == [held.pk]
    assert found("assigned=false") == found("active=false") == found("search=tesla") == [spare.pk]
    assert found(f"car_type={economy.pk}&ordering=plate") == [spare.pk, held.pk]


def test_change_of_an_assigned_vehicle_reaches_its_driver(dora: User, ben: User, economy: CarType) -> None:
    vehicle = make_vehicle(economy)
    give(dora, vehicle, ben)
    reply = call(dora, "patch", f"vehicles/{vehicle.pk}/", {"plate": "NEW 1", "model": "Superb"})
    assert reply.status_code == 200, reply.content
    profile = DriverProfile.objects.get(pk=ben.pk)
    assert (profile.vehicle_number, profile.vehicle_model) == ("NEW 1", "Superb")


def test_plate_of_a_car_on_a_trip_is_not_changed(ada: User, dora: User, ben: User, economy: CarType) -> None:
    vehicle = make_vehicle(economy)
    give(dora, vehicle, ben)
    make_booking(ada, economy, Status.ARRIVED, driver=ben)
    before = snapshot()
    assert_refused(
        call(dora, "patch", f"vehicles/{vehicle.pk}/", {"plate": "NEW"}), 409, "driver_on_trip", before
    )
    assert call(dora, "patch", f"vehicles/{vehicle.pk}/", {"colour": "Red"}).status_code == 200


def test_assigned_vehicle_is_neither_retired_nor_deleted(dora: User, ben: User, economy: CarType) -> None:
    vehicle = make_vehicle(economy)
    give(dora, vehicle, ben)
    before = snapshot()
    path = f"vehicles/{vehicle.pk}/"
    assert_refused(call(dora, "patch", path, {"active": False}), 409, "vehicle_assigned", before)
    assert_refused(call(dora, "delete", path), 409, "vehicle_in_use", before)
    assert call(dora, "post", f"{path}unassign/").status_code == 200
    assert call(dora, "patch", path, {"active": False}).json()["active"] is False


def test_vehicle_is_deleted_but_not_in_demo_mode(dora: User, economy: CarType) -> None:
    vehicle = make_vehicle(economy)
    update_platform_settings(allow_critical_edits_admin=False)
    before = snapshot()
    assert_refused(call(dora, "delete", f"vehicles/{vehicle.pk}/"), 403, "demo_mode", before)
    update_platform_settings(allow_critical_edits_admin=True)
    assert call(dora, "delete", f"vehicles/{vehicle.pk}/").status_code == 204
    assert not Vehicle.objects.exists()


def test_vehicles_of_a_deleted_fleet_admin_stay(dora: User, fay: User, bob: User, economy: CarType) -> None:
    vehicle = make_vehicle(economy, fleet_admin=fay)
    require("permit", fleet_admin=fay, drivers=(bob,))
    assert call(dora, "delete", f"people/{fay.pk}/").status_code == 204
    vehicle.refresh_from_db()
    assert (vehicle.fleet_admin, Requirement.objects.count()) == (None, 0)
    assert DriverPosition.objects.get(pk=bob.pk).fit_until is None


def test_car_type_of_a_vehicle_is_in_use(economy: CarType) -> None:
    assert not is_in_use(economy.pk)
    make_vehicle(economy)
    assert is_in_use(economy.pk)

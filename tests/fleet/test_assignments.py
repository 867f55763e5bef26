"""Assignments: one driver a vehicle and one vehicle a driver at a time, now and planned."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.accounts.models import DriverProfile, User
from apps.backoffice.people.delete import delete_person
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.fares.models import CarType
from apps.fleet.models import VehicleAssignment
from apps.fleet.vehicles.assignments import apply_due_assignments
from apps.geo.models import DriverPosition
from tests.bookings.builders import make_booking, make_offer, put_online
from tests.fleet.builders import API, assert_refused, call, give, make_vehicle, reasons, snapshot
from tests.personas import client_of

pytestmark = pytest.mark.django_db


def shown(driver: User) -> tuple[Any, ...]:
    profile = DriverProfile.objects.get(pk=driver.pk)
    return profile.vehicle_number, profile.car_type_id, profile.active


def test_driver_shows_the_assigned_vehicle(dora: User, ben: User, economy: CarType) -> None:
    comfort = CarType.objects.create(name="Comfort", base_fare=1, min_fare=1)
    vehicle = make_vehicle(comfort)
    put_online(ben)
    reply = call(dora, "post", f"vehicles/{vehicle.pk}/assign/", {"driver": ben.pk})
    assert reply.status_code == 200, reply.content
    assert reply.json()["assignment"]["driver"]["id"] == ben.pk
    assert shown(ben) == (vehicle.plate, comfort.pk, True)
    assert DriverPosition.objects.get(pk=ben.pk).car_type_id == comfort.pk


def test_hand_over_takes_the_vehicle_from_the_first_driver(
    dora: User, ben: User, bob: User, economy: CarType
) -> None:
    vehicle = make_vehicle(economy)
    give(dora, vehicle, ben)
    put_online(ben)
    give(dora, vehicle, bob)
    assert shown(ben) == ("", None, False)
    assert shown(bob)[0] == vehicle.plate
    first, second = VehicleAssignment.objects.order_by("pk")
    assert (first.in_force, first.ends_at, second.in_force) == (False, second.starts_at, True)
    history = call(dora, "get", f"vehicles/{vehicle.pk}/assignments/").json()["results"]
    assert [row["driver"]["id"] for row in history] == [bob.pk, ben.pk]


def test_booking_has_the_vehicle_of_its_moment(
    ada: User, dora: User, ready: User, economy: CarType, roads: Any
) -> None:
    vehicle = make_vehicle(economy)
    give(dora, vehicle, ready)
    booking = make_booking(ada, economy)
    make_offer(booking, ready)
    assert client_of(ready).post(f"{API}bookings/{booking.pk}/accept/").status_code == 200
    assert Booking.objects.get(pk=booking.pk).vehicle_number == vehicle.plate


def test_driver_on_a_trip_keeps_the_vehicle(
    ada: User, dora: User, ben: User, bob: User, economy: CarType
) -> None:
    vehicle = make_vehicle(economy)
    give(dora, vehicle, ben)
    make_booking(ada, economy, Status.ARRIVED, driver=ben)
    before = snapshot()
    path = f"vehicles/{vehicle.pk}"
    assert_refused(call(dora, "post", f"{path}/assign/", {"driver": bob.pk}), 409, "driver_on_trip", before)
    assert_refused(call(dora, "post", f"{path}/unassign/"), 409, "driver_on_trip", before)


def test_overlapping_assignments_are_refused_by_the_database(
    dora: User, ben: User, bob: User, economy: CarType
) -> None:
    now, vehicle = timezone.now(), make_vehicle(economy)
    give(dora, vehicle, ben)
    for clash in ({"vehicle": vehicle, "driver": bob}, {"vehicle": make_vehicle(economy), "driver": ben}):
        with pytest.raises(IntegrityError), transaction.atomic():
            VehicleAssignment.objects.create(**clash, starts_at=now + timedelta(hours=1))


def test_assignment_into_a_planned_one_is_refused(dora: User, ben: User, bob: User, economy: CarType) -> None:
    vehicle, tomorrow = make_vehicle(economy), timezone.now() + timedelta(days=1)
    give(dora, vehicle, bob, starts_at=tomorrow)
    before = snapshot()
    path = f"vehicles/{vehicle.pk}/assign/"
    assert_refused(call(dora, "post", path, {"driver": ben.pk}), 409, "vehicle_taken", before)
    body = {"driver": ben.pk, "ends_at": tomorrow.isoformat()}
    assert call(dora, "post", path, body).status_code == 200


def test_planned_hand_over_happens_at_its_time(dora: User, ben: User, bob: User, economy: CarType) -> None:
    vehicle, later = make_vehicle(economy), timezone.now() + timedelta(hours=2)
    give(dora, vehicle, ben)
    give(dora, vehicle, bob, starts_at=later)
    assert apply_due_assignments() == 0
    assert DriverPosition.objects.get(pk=ben.pk).fit_until == later
    assert shown(ben)[0] == vehicle.plate
    with time_machine.travel(later + timedelta(seconds=1), tick=False):
        assert "no_car_type" in reasons(ben)
        assert apply_due_assignments() == 2
        assert (shown(ben)[0], shown(bob)[0]) == ("", vehicle.plate)
        assert apply_due_assignments() == 0


def test_planned_hand_over_waits_for_the_end_of_a_trip(
    ada: User, dora: User, ben: User, bob: User, economy: CarType
) -> None:
    vehicle, later = make_vehicle(economy), timezone.now() + timedelta(hours=2)
    give(dora, vehicle, ben)
    give(dora, vehicle, bob, starts_at=later)
    make_booking(ada, economy, Status.STARTED, driver=ben)
    with time_machine.travel(later + timedelta(seconds=1), tick=False):
        assert apply_due_assignments() == 0
        assert (shown(ben)[0], shown(bob)[0]) == (vehicle.plate, f"HX{bob.pk:02d} CAB")
        DriverProfile.objects.filter(pk=ben.pk).update(busy=False)
        assert apply_due_assignments() == 2


def test_period_that_is_over_and_retired_vehicle_are_refused(dora: User, ben: User, economy: CarType) -> None:
    vehicle, retired = make_vehicle(economy), make_vehicle(economy, active=False)
    before = snapshot()
    past = (timezone.now() - timedelta(hours=1)).isoformat()
    reply = call(dora, "post", f"vehicles/{vehicle.pk}/assign/", {"driver": ben.pk, "ends_at": past})
    assert_refused(reply, 400, "invalid", before)
    reply = call(dora, "post", f"vehicles/{retired.pk}/assign/", {"driver": ben.pk})
    assert_refused(reply, 409, "vehicle_inactive", before)
    assert_refused(call(dora, "post", f"vehicles/{vehicle.pk}/unassign/"), 409, "nothing_assigned", before)


def test_fleet_admin_assigns_only_within_the_fleet(fay: User, ben: User, bob: User, economy: CarType) -> None:
    vehicle = make_vehicle(economy, fleet_admin=fay)
    before = snapshot()
    path = f"vehicles/{vehicle.pk}/assign/"
    assert_refused(call(fay, "post", path, {"driver": ben.pk}), 404, "not_found", before)
    assert call(fay, "post", path, {"driver": bob.pk}).status_code == 200


def test_details_of_an_assigned_vehicle_are_changed_in_its_record(
    dora: User, ben: User, economy: CarType
) -> None:
    give(dora, make_vehicle(economy), ben)
    before = snapshot()
    reply = call(ben, "patch", "me/vehicle/", {"vehicle_number": "MINE 1"})
    assert_refused(reply, 409, "vehicle_assigned", before)
    reply = call(dora, "patch", f"people/{ben.pk}/", {"vehicle_number": "MINE 1"})
    assert_refused(reply, 409, "vehicle_assigned", before)
    assert call(ben, "patch", "me/vehicle/", {"other_info": "Quiet car"}).status_code == 200


def test_deleted_driver_returns_the_vehicle(dora: User, ben: User, economy: CarType) -> None:
    vehicle = make_vehicle(economy)
    give(dora, vehicle, ben)
    delete_person(by=dora, person_id=ben.pk)
    assert not VehicleAssignment.objects.filter(in_force=True).exists()
    assert VehicleAssignment.objects.get().ends_at is not None


@pytest.fixture
def due_hand_over(dora: User, ben: User, bob: User, economy: CarType) -> Iterator[VehicleAssignment]:
    """Return ben's assignment, which bob's has followed, before the job that applies both has run."""
    vehicle, later = make_vehicle(economy), timezone.now() + timedelta(hours=2)
    assignment = give(dora, vehicle, ben, ends_at=later)
    give(dora, vehicle, bob, starts_at=later)
    with time_machine.travel(later + timedelta(minutes=1), tick=False):
        yield assignment


def test_ending_a_due_hand_over_leaves_the_first_period(dora: User, due_hand_over: VehicleAssignment) -> None:
    path = f"vehicles/{due_hand_over.vehicle_id}/unassign/"
    assert call(dora, "post", path).status_code == 200
    first, second = VehicleAssignment.objects.order_by("pk")
    assert (first.ends_at, second.ends_at) == (due_hand_over.ends_at, timezone.now())
    assert (first.in_force, second.in_force) == (False, False)


def test_driver_of_a_due_hand_over_can_be_deleted(
    dora: User, ben: User, bob: User, due_hand_over: VehicleAssignment
) -> None:
    delete_person(by=dora, person_id=ben.pk)
    first, second = VehicleAssignment.objects.order_by("pk")
    assert (first.ends_at, first.in_force) == (due_hand_over.ends_at, False)
    assert (second.ends_at, second.in_force) == (None, True)
    assert shown(bob)[0] == str(second.vehicle.plate)

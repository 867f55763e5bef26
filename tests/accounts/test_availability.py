"""Drivers' availability: the profile and its copy for the map always agree."""

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from apps.accounts.models import DriverProfile, User
from apps.accounts.services.availability import (
    free_driver,
    mark_driver_busy,
    retire_silent_drivers,
    set_driver_active,
    sync_driver_position,
)
from apps.core.errors import Conflict, NotFound
from apps.core.models import OutboxEntry
from apps.fares.models import CarType
from apps.geo.models import DriverPosition
from apps.geo.positions.store import PositionReport, record_positions
from tests.personas import client_of

URL = "/api/v1/me/availability/"


def state(driver: User) -> tuple[bool, bool]:
    """Return (active, busy) after checking that the map agrees."""
    profile = DriverProfile.objects.get(pk=driver.pk)
    position = DriverPosition.objects.filter(pk=driver.pk).first()
    online, free = (position.online, position.free) if position else (False, False)
    assert online == (profile.active and driver.approved)
    assert free == (online and not profile.busy)
    if position:
        assert (position.car_type_id, position.fleet_admin_id) == (
            profile.car_type_id,
            profile.fleet_admin_id,
        )
    return profile.active, profile.busy


def events(name: str) -> list[str]:
    return list(OutboxEntry.objects.filter(name=name).order_by("topic").values_list("topic", flat=True))


def test_going_online_is_published_to_map_fleet_and_driver(bob: User, fay: User) -> None:
    response = client_of(bob).put(URL, {"active": True})
    assert response.status_code == 200
    assert response.json()["driver"]["active"] is True
    assert state(bob) == (True, False)
    assert events("driver.online") == ["fleet", f"fleet:{fay.pk}"]
    assert events("profile.changed") == [f"user:{bob.pk}"]


def test_going_offline_is_published(ben: User) -> None:
    set_driver_active(driver_id=ben.pk, active=True)
    assert client_of(ben).put(URL, {"active": False}).status_code == 200
    assert state(ben) == (False, False)
    assert events("driver.offline") == ["fleet"]


def test_going_online_twice_is_published_once(ben: User) -> None:
    assert set_driver_active(driver_id=ben.pk, active=True)
    assert not set_driver_active(driver_id=ben.pk, active=True)
    assert events("driver.online") == ["fleet"]


@pytest.mark.parametrize("field", ["car_type", "vehicle_make", "vehicle_model", "vehicle_number"])
def test_going_online_without_vehicle_details_is_refused(ben: User, field: str) -> None:
    empty = None if field == "car_type" else ""
    DriverProfile.objects.filter(pk=ben.pk).update(**{field: empty})
    response = client_of(ben).put(URL, {"active": True})
    assert (response.status_code, response.json()["code"]) == (409, "vehicle_incomplete")
    assert list(response.json()["fields"]) == [field]
    assert state(ben) == (False, False)
    assert not OutboxEntry.objects.exists()


def test_going_offline_on_a_trip_is_refused(ben: User) -> None:
    set_driver_active(driver_id=ben.pk, active=True)
    mark_driver_busy(driver_id=ben.pk)
    written = OutboxEntry.objects.count()
    response = client_of(ben).put(URL, {"active": False})
    assert (response.status_code, response.json()["code"]) == (409, "driver_busy")
    assert state(ben) == (True, True)
    assert OutboxEntry.objects.count() == written


@pytest.mark.parametrize("body", [{}, {"active": "perhaps"}, {"active": None}])
def test_invalid_availability_is_refused(ben: User, body: dict[str, object]) -> None:
    response = client_of(ben).put(URL, body)
    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert state(ben) == (False, False)


def test_only_drivers_go_online(
    ada: User, dora: User, fay: User, as_user: Callable[[User | None], object]
) -> None:
    for user in (ada, dora, fay):
        response = client_of(user).put(URL, {"active": True})
        assert (response.status_code, response.json()["code"]) == (403, "forbidden")
    assert client_of(None).put(URL, {"active": True}).status_code == 401
    assert not DriverPosition.objects.exists()


def test_busy_driver_cannot_be_assigned_again(ben: User) -> None:
    set_driver_active(driver_id=ben.pk, active=True)
    mark_driver_busy(driver_id=ben.pk)
    with pytest.raises(Conflict) as refusal:
        mark_driver_busy(driver_id=ben.pk)
    assert refusal.value.code == "driver_busy"
    assert state(ben) == (True, True)


def test_freeing_a_driver_is_idempotent(ben: User) -> None:
    set_driver_active(driver_id=ben.pk, active=True)
    mark_driver_busy(driver_id=ben.pk)
    free_driver(driver_id=ben.pk)
    assert state(ben) == (True, False)
    free_driver(driver_id=ben.pk)
    assert state(ben) == (True, False)


def test_driver_freed_while_offline_stays_off_the_map(ben: User) -> None:
    mark_driver_busy(driver_id=ben.pk)
    free_driver(driver_id=ben.pk)
    assert state(ben) == (False, False)


def test_user_who_is_not_a_driver_is_not_found(ada: User) -> None:
    with pytest.raises(NotFound):
        mark_driver_busy(driver_id=ada.pk)


def test_map_follows_disapproval_and_another_car_type(ben: User, fay: User) -> None:
    set_driver_active(driver_id=ben.pk, active=True)
    ben.approved = False
    ben.save(update_fields=["approved"])
    comfort = CarType.objects.create(name="Comfort")
    DriverProfile.objects.filter(pk=ben.pk).update(car_type=comfort, fleet_admin=fay)
    sync_driver_position(driver_id=ben.pk)
    assert state(ben) == (True, False)
    assert not DriverPosition.objects.get(pk=ben.pk).online


def test_silent_drivers_go_offline_unless_on_a_trip(ben: User, bob: User) -> None:
    long_ago = timezone.now() - timedelta(minutes=10)
    for driver in (ben, bob):
        set_driver_active(driver_id=driver.pk, active=True)
    record_positions(PositionReport(driver.pk, 50.7, -1.3, long_ago) for driver in (ben, bob))
    mark_driver_busy(driver_id=bob.pk)
    assert retire_silent_drivers(older_than_seconds=60) == [ben.pk]
    assert state(ben) == (False, False)
    assert DriverProfile.objects.get(pk=bob.pk).active
    assert events("driver.offline") == ["fleet"]


def test_driver_who_comes_online_is_not_judged_by_an_old_position(ben: User) -> None:
    record_positions([PositionReport(ben.pk, 50.7, -1.3, timezone.now() - timedelta(days=1))])
    set_driver_active(driver_id=ben.pk, active=True)
    assert retire_silent_drivers(older_than_seconds=60) == []
    assert DriverPosition.objects.get(pk=ben.pk).at is None
    assert state(ben) == (True, False)


def test_position_sent_just_before_going_online_is_stored(ben: User) -> None:
    record_positions([PositionReport(ben.pk, 50.7, -1.3, timezone.now() - timedelta(seconds=5))])
    set_driver_active(driver_id=ben.pk, active=True)
    assert DriverPosition.objects.get(pk=ben.pk).lat == pytest.approx(50.7)


def test_driver_with_a_recent_position_is_not_silent(ben: User) -> None:
    set_driver_active(driver_id=ben.pk, active=True)
    record_positions([PositionReport(ben.pk, 50.7, -1.3, timezone.now())])
    assert retire_silent_drivers(older_than_seconds=60) == []
    assert state(ben) == (True, False)


@pytest.mark.django_db(transaction=True)
def test_one_of_eight_concurrent_trips_gets_the_driver(ben: User) -> None:
    set_driver_active(driver_id=ben.pk, active=True)
    gate, outcomes = threading.Barrier(8), []

    def take() -> None:
        gate.wait()
        try:
            mark_driver_busy(driver_id=ben.pk)
            outcomes.append("taken")
        except Conflict as refusal:
            outcomes.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=take) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["driver_busy"] * 7 + ["taken"]
    assert state(ben) == (True, True)

import math
from datetime import timedelta

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.geo.models import DriverPosition
from apps.geo.port import LatLng
from apps.geo.positions.store import (
    PositionReport,
    mark_stale,
    position_of,
    positions_for,
    record_positions,
    set_driver_availability,
)
from tests.geo.conftest import AddDrivers

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def drivers() -> list[int]:
    return [user.pk for user in User.objects.bulk_create([User(password="!") for _ in range(3)])]


def report(driver_id: int, *, lat: float = 50.7, lng: float = -1.29, age: float = 5) -> PositionReport:
    return PositionReport(driver_id, lat, lng, NOW - timedelta(seconds=age), heading=90.0, speed=12.5)


def test_batch_is_stored_and_read_back(drivers: list[int]) -> None:
    first, second, _ = drivers
    assert record_positions([report(second, lat=50.71), report(first)]) == 2
    known = position_of(second)
    assert known is not None
    assert (known.at, known.heading, known.speed) == (LatLng(50.71, -1.29), 90.0, 12.5)
    assert known.seen_at == NOW - timedelta(seconds=5)
    assert not known.online
    assert not known.free


def test_only_a_newer_position_is_stored(drivers: list[int]) -> None:
    first = drivers[0]
    record_positions([report(first, lat=50.70, age=20)])
    # Also out of order within the batch: a queue arrives after an offline gap.
    assert record_positions([report(first, lat=50.72, age=5), report(first, lat=50.71, age=10)]) == 1
    assert record_positions([report(first, lat=50.60, age=30)]) == 0
    assert record_positions([report(first, lat=50.61, age=5)]) == 0
    known = position_of(first)
    assert known is not None
    assert known.at == LatLng(50.72, -1.29)


@pytest.mark.parametrize(
    "bad",
    [
        {"lat": math.nan},
        {"lng": math.inf},
        {"lat": 90.001},
        {"lng": -180.5},
        # NOW is when the tests were collected, which may be long ago.
        {"age": -86_400.0},
    ],
)
def test_impossible_position_is_dropped_and_the_others_stored(
    bad: dict[str, float], drivers: list[int]
) -> None:
    first, second, _ = drivers
    assert record_positions([report(first, **bad), report(second)]) == 1
    assert position_of(first) is None
    assert position_of(second) is not None


def test_coordinate_near_zero_is_stored_as_zero(drivers: list[int]) -> None:
    record_positions([report(drivers[0], lat=1e-310, lng=-1e-310)])
    known = position_of(drivers[0])
    assert known is not None
    assert known.at == LatLng(0, 0)


def test_unknown_driver_does_not_fail_the_batch(drivers: list[int]) -> None:
    assert record_positions([report(10**9), report(drivers[0])]) == 1


def test_empty_batch_stores_nothing() -> None:
    assert record_positions([]) == 0


def test_availability_may_come_before_or_after_the_first_position(drivers: list[int]) -> None:
    first = drivers[0]
    set_driver_availability(driver_id=first, online=True, free=True, car_type_id=3, fleet_admin_id=7)
    assert position_of(first) is None
    record_positions([report(first)])
    known = position_of(first)
    assert known is not None
    assert (known.online, known.free, known.car_type_id, known.fleet_admin_id) == (True, True, 3, 7)
    set_driver_availability(driver_id=first, online=False, free=True, car_type_id=3, fleet_admin_id=None)
    known = position_of(first)
    assert known is not None
    assert (known.online, known.free, known.fleet_admin_id) == (False, False, None)
    assert known.at == LatLng(50.7, -1.29)


def test_silent_drivers_go_offline_and_are_returned(add_drivers: AddDrivers) -> None:
    spot = [LatLng(50.7, -1.29)]
    (silent,) = add_drivers(spot, at=NOW - timedelta(minutes=5))
    (busy_silent,) = add_drivers(spot, at=NOW - timedelta(minutes=5), free=False)
    (fresh,) = add_drivers(spot)
    add_drivers(spot, at=NOW - timedelta(minutes=5), online=False)
    assert mark_stale(120) == [silent, busy_silent]
    assert mark_stale(120) == []
    rows = DriverPosition.objects.in_bulk()
    assert not rows[silent].online
    assert not rows[silent].free
    assert rows[fresh].online
    assert rows[fresh].free


def test_positions_are_filtered_by_fleet(add_drivers: AddDrivers) -> None:
    spot = LatLng(50.7, -1.29)
    ours, theirs, offline = add_drivers([spot, spot, spot])
    set_driver_availability(driver_id=ours, online=True, free=False, car_type_id=1, fleet_admin_id=7)
    set_driver_availability(driver_id=theirs, online=True, free=True, car_type_id=1, fleet_admin_id=8)
    set_driver_availability(driver_id=offline, online=False, free=False, car_type_id=1, fleet_admin_id=7)
    assert [known.driver_id for known in positions_for()] == [ours, theirs, offline]
    assert [known.driver_id for known in positions_for(fleet_admin_id=7)] == [ours, offline]
    assert [known.driver_id for known in positions_for(fleet_admin_id=7, online_only=True)] == [ours]
    assert positions_for(driver_ids=[]) == []

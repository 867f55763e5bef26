"""Shifts: started, paused and ended by drivers; limits of hours, breaks and rest."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from apps.accounts.models import DriverProfile, User
from apps.accounts.services.availability import retire_silent_drivers
from apps.accounts.services.fitness import refresh_fitness
from apps.bookings.choices import Status
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.fleet.models import Shift
from apps.fleet.shifts.services import close_abandoned_shifts
from apps.geo.models import DriverPosition
from tests.bookings.builders import make_booking, make_offer, move
from tests.fleet.builders import API, call, reasons
from tests.personas import client_of

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def shifts() -> None:
    update_platform_settings(
        shifts=True,
        shift_hours=10,
        shift_rest_hours=8,
        shift_break_after_hours=5,
        shift_break_minutes=30,
        negative_balance=True,
    )


def online(driver: User, active: bool = True) -> Any:
    return call(driver, "put", "me/availability/", {"active": active})


def shift_of(driver: User) -> dict[str, Any]:
    found: dict[str, Any] = call(driver, "get", "me/shift/").json()
    return found


def act(driver: User, action: str) -> tuple[int, str]:
    reply = call(driver, "post", f"me/shift/{action}/")
    return reply.status_code, reply.json().get("code", "")


def until(driver: User) -> Any:
    return DriverPosition.objects.get(pk=driver.pk).fit_until


def rows() -> Any:
    return list(Shift.objects.order_by("pk").values()), list(DriverProfile.objects.order_by("pk").values())


def test_without_the_setting_going_online_starts_no_shift(ben: User) -> None:
    online(ben)
    assert (shift_of(ben)["enabled"], Shift.objects.count(), until(ben)) == (False, 0, None)
    assert act(ben, "start") == act(ben, "break") == act(ben, "resume") == (409, "shifts_off")


@pytest.mark.usefixtures("shifts")
def test_going_online_starts_a_shift_and_offline_ends_it(ben: User) -> None:
    assert online(ben).status_code == 200
    shift = shift_of(ben)["shift"]
    assert (shift["ended_at"], shift["breaks"]) == (None, [])
    assert online(ben, False).status_code == 200
    assert shift_of(ben)["shift"] is None
    assert Shift.objects.get().ended_at is not None


@pytest.mark.usefixtures("shifts")
def test_start_and_end_set_the_driver_online_and_offline(ben: User) -> None:
    assert act(ben, "end") == (409, "no_shift")
    assert act(ben, "start") == (200, "")
    assert DriverProfile.objects.get(pk=ben.pk).active
    assert act(ben, "end") == (200, "")
    assert not DriverProfile.objects.get(pk=ben.pk).active


@pytest.mark.usefixtures("shifts")
def test_hours_and_break_limit_the_driver(ben: User) -> None:
    start = timezone.now()
    with time_machine.travel(start, tick=False):
        online(ben)
        assert (until(ben), shift_of(ben)["reason"]) == (start + 5 * HOUR, "break_due")
    with time_machine.travel(start + 5 * HOUR, tick=False):
        move(ben, (50.7, -1.29))
        assert reasons(ben) == ["break_due"]
        act(ben, "break")
        assert reasons(ben) == ["on_break"]
    with time_machine.travel(start + 5.5 * HOUR, tick=False):
        act(ben, "resume")
        assert until(ben) == start + 10.5 * HOUR
        assert shift_of(ben)["shift"]["worked_seconds"] == 5 * 3600
    with time_machine.travel(start + 10.5 * HOUR, tick=False):
        move(ben, (50.7, -1.29))
        assert reasons(ben) == ["shift_over", "break_due"]


@pytest.mark.usefixtures("shifts")
def test_short_break_does_not_count(ben: User) -> None:
    start = timezone.now()
    with time_machine.travel(start, tick=False):
        online(ben)
    with time_machine.travel(start + HOUR, tick=False):
        act(ben, "break")
    with time_machine.travel(start + HOUR + timedelta(minutes=29), tick=False):
        act(ben, "resume")
        assert until(ben) == start + 5 * HOUR


@pytest.mark.usefixtures("shifts")
def test_next_shift_starts_after_the_rest(ben: User) -> None:
    start = timezone.now()
    with time_machine.travel(start, tick=False):
        online(ben)
    with time_machine.travel(start + HOUR, tick=False):
        online(ben, False)
    with time_machine.travel(start + 8 * HOUR, tick=False):
        before = rows()
        reply = online(ben)
        assert (reply.status_code, reply.json()["code"], rows()) == (409, "shift_rest", before)
        assert shift_of(ben)["rest_until"] == (start + 9 * HOUR).isoformat().replace("+00:00", "Z")
    with time_machine.travel(start + 9 * HOUR, tick=False):
        assert online(ben).status_code == 200


@pytest.mark.usefixtures("shifts")
def test_hours_used_up_refuse_a_new_shift(ben: User) -> None:
    update_platform_settings(shift_rest_hours=0)
    start = timezone.now()
    with time_machine.travel(start, tick=False):
        online(ben)
    with time_machine.travel(start + 10 * HOUR, tick=False):
        online(ben, False)
    with time_machine.travel(start + 11 * HOUR, tick=False):
        before = rows()
        reply = online(ben)
        assert (reply.status_code, reply.json()["code"], rows()) == (409, "shift_over", before)
    with time_machine.travel(start + 26 * HOUR, tick=False):
        assert online(ben).status_code == 200
        # Two of the ten hours have left the window, and the others leave as the new shift goes on.
        assert until(ben) == start + 31 * HOUR


@pytest.mark.usefixtures("shifts")
def test_driver_back_within_minutes_continues_the_shift(ben: User) -> None:
    start = timezone.now()
    with time_machine.travel(start, tick=False):
        online(ben)
        online(ben, False)
    with time_machine.travel(start + timedelta(minutes=14), tick=False):
        assert online(ben).status_code == 200
        shift = shift_of(ben)["shift"]
        assert (len(shift["breaks"]), shift["worked_seconds"], Shift.objects.count()) == (1, 0, 1)


@pytest.mark.usefixtures("shifts")
def test_lost_signal_ends_the_shift_only_if_the_driver_stays_away(ben: User) -> None:
    start = timezone.now()
    with time_machine.travel(start, tick=False):
        online(ben)
        move(ben, (50.7, -1.29))
    with time_machine.travel(start + timedelta(minutes=10), tick=False):
        DriverPosition.objects.update(online=False, free=False)
        DriverProfile.objects.update(active=False)
        assert close_abandoned_shifts() == 0
    with time_machine.travel(start + 2 * HOUR, tick=False):
        assert close_abandoned_shifts() == 1
        assert Shift.objects.get().ended_at == start
        assert retire_silent_drivers(older_than_seconds=60) == []


@pytest.mark.usefixtures("shifts")
def test_break_on_a_trip_and_out_of_order_are_refused(ada: User, ben: User, economy: CarType) -> None:
    assert act(ben, "break") == act(ben, "resume") == (409, "no_shift")
    online(ben)
    assert act(ben, "resume") == (409, "no_break")
    assert act(ben, "break") == (200, "")
    assert act(ben, "break") == (409, "on_break")
    act(ben, "resume")
    make_booking(ada, economy, Status.ARRIVED, driver=ben)
    assert act(ben, "break") == act(ben, "end") == (409, "driver_busy")


@pytest.mark.usefixtures("shifts", "roads")
def test_accept_after_the_shift_is_refused(ada: User, ben: User, economy: CarType) -> None:
    start = timezone.now()
    with time_machine.travel(start - 6 * HOUR, tick=False):
        online(ben)
    move(ben, (50.7, -1.29))
    booking = make_booking(ada, economy)
    make_offer(booking, ben)

    def accept() -> tuple[int, str]:
        reply = client_of(ben).post(f"{API}bookings/{booking.pk}/accept/")
        return reply.status_code, reply.json().get("code", "")

    assert accept() == (409, "break_due")
    update_platform_settings(shift_break_after_hours=0, shift_hours=6)
    refresh_fitness(driver_id=ben.pk)
    assert accept() == (409, "shift_over")
    booking.refresh_from_db()
    assert (booking.status, booking.driver_id) == ("NEW", None)
    update_platform_settings(shift_hours=7)
    refresh_fitness(driver_id=ben.pk)
    assert accept() == (200, "")


def test_setting_reaches_drivers_who_are_online(ben: User) -> None:
    online(ben)
    update_platform_settings(shifts=True)
    refresh_fitness(driver_id=ben.pk)
    assert "shift_over" in reasons(ben)
    assert act(ben, "start") == (200, "")
    assert "shift_over" not in reasons(ben)


@pytest.mark.usefixtures("shifts")
def test_staff_see_the_shifts_of_their_drivers(dora: User, fay: User, ben: User, bob: User) -> None:
    online(ben)
    online(bob)
    online(bob, False)

    def found(who: User, query: str = "") -> list[int]:
        return [row["driver"]["id"] for row in call(who, "get", f"shifts/?{query}").json()["results"]]

    assert sorted(found(dora)) == sorted([ben.pk, bob.pk])
    assert found(dora, "open=true") == found(dora, f"driver={ben.pk}") == [ben.pk]
    assert found(dora, "open=false") == found(fay) == [bob.pk]

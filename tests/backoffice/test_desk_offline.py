"""Dispatchers take drivers offline."""

from typing import Any

import pytest

from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import Status
from apps.core.models import AuditEntry
from apps.fares.models import CarType
from apps.notifications.models import InboxMessage
from tests.bookings.api import API
from tests.bookings.builders import make_booking, put_online
from tests.personas import client_of

pytestmark = pytest.mark.django_db

REASON = "Your phone shows no position"


def take_offline(by: User, driver: User, reason: str = REASON) -> tuple[int, dict[str, Any]]:
    reply = client_of(by).post(f"{API}/desk/drivers/{driver.pk}/offline/", {"reason": reason}, format="json")
    return reply.status_code, reply.json() if reply.content else {}


def is_online(driver: User) -> bool:
    return DriverProfile.objects.get(pk=driver.pk).active


def test_driver_is_offline_and_reads_the_reason(dora: User, ben: User) -> None:
    put_online(ben)
    assert take_offline(dora, ben) == (204, {})
    assert not is_online(ben)
    (message,) = InboxMessage.objects.filter(user=ben)
    assert (message.occasion, message.title) == ("taken_offline", "You're offline")
    assert message.msg == f"Dispatch took you offline. Reason: {REASON}"
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.kind, entry.target_id) == ("taken_offline", "user", str(ben.pk))
    assert entry.after == {"reason": REASON}


def test_driver_who_is_offline_already_is_left_alone(dora: User, ben: User) -> None:
    assert take_offline(dora, ben) == (204, {})
    assert not InboxMessage.objects.exists()
    assert not AuditEntry.objects.filter(action="taken_offline").exists()


def test_driver_on_a_trip_stays_online(dora: User, ada: User, ben: User, economy: CarType) -> None:
    put_online(ben)
    make_booking(ada, economy, Status.ACCEPTED, driver=ben)
    DriverProfile.objects.filter(pk=ben.pk).update(busy=True)
    status, body = take_offline(dora, ben)
    assert (status, body["code"]) == (409, "driver_busy")
    assert is_online(ben)
    assert not InboxMessage.objects.exists()


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201])
def test_reason_is_required(reason: str, dora: User, ben: User) -> None:
    put_online(ben)
    status, body = take_offline(dora, ben, reason)
    assert (status, list(body["fields"])) == (400, ["reason"])
    assert is_online(ben)


def test_driver_of_another_fleet_is_not_found(fay: User, bob: User, ben: User) -> None:
    put_online(ben)
    put_online(bob)
    status, body = take_offline(fay, ben)
    assert (status, body["code"]) == (404, "not_found")
    assert take_offline(fay, bob)[0] == 204
    assert (is_online(ben), is_online(bob)) == (True, False)

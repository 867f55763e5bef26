"""Assigning a driver by hand, with automatic dispatch off."""

from collections.abc import Callable
from typing import Any

import pytest

from apps.accounts.models import User
from apps.accounts.services.availability import mark_driver_busy, set_driver_active
from apps.bookings.choices import OfferState
from apps.bookings.models import Booking
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.notifications.models import InboxMessage
from tests.bookings.api import API, press
from tests.bookings.builders import PICKUP, credit_wallet, make_booking, make_offer, put_online
from tests.bookings.conftest import Snapshot
from tests.bookings.roads import driving_on
from tests.bookings.test_dispatch_policies import MeasuredRoads
from tests.personas import client_of, make_driver

pytestmark = pytest.mark.django_db


@pytest.fixture
def booking(ada: User, economy: CarType) -> Booking:
    update_platform_settings(auto_dispatch=False)
    return make_booking(ada, economy)


def cab(name: str, economy: CarType, north: float, *, lng: float = PICKUP[1]) -> User:
    driver = make_driver(name, economy)
    credit_wallet(driver)
    put_online(driver, at=(PICKUP[0] + north / 100, lng))
    return driver


def listed(dora: User, booking: Booking, **query: str) -> list[dict[str, Any]]:
    with driving_on(MeasuredRoads()):
        reply = client_of(dora).get(f"{API}/bookings/{booking.pk}/drivers/", query)
    assert reply.status_code == 200
    drivers: list[dict[str, Any]] = reply.json()["results"]
    return drivers


def test_candidates_are_ordered_by_drive_time_then_busy_then_offline(
    dora: User, booking: Booking, economy: CarType
) -> None:
    offline = cab("Off", economy, 0.1)
    set_driver_active(driver_id=offline.pk, active=False)
    busy = cab("Busy", economy, 0.1)
    mark_driver_busy(driver_id=busy.pk)
    across = cab("Across", economy, 0, lng=PICKUP[1] - 0.002)
    far, near = cab("Far", economy, 2), cab("Near", economy, 1)
    put_online(make_driver("Other", CarType.objects.create(name="Limousine", min_fare=30)))

    found = listed(dora, booking)

    assert [(one["id"], one["state"], one["eta_seconds"]) for one in found] == [
        (near.pk, "free", 60),
        (far.pk, "free", 120),
        (across.pk, "free", 3600),
        (busy.pk, "busy", 6),
        (offline.pk, "offline", 6),
    ]
    assert [one["assignable"] for one in found] == [True, True, True, False, False]
    assert [one["name"] for one in listed(dora, booking, search="far exam")] == ["Far Example"]


def test_candidates_show_offered_declined_and_low_balance(
    dora: User, booking: Booking, economy: CarType
) -> None:
    offered, declined = cab("Offered", economy, 1), cab("Declined", economy, 2)
    poor = make_driver("Poor", economy)
    put_online(poor, at=(PICKUP[0] + 0.03, PICKUP[1]))
    make_offer(booking, offered)
    make_offer(booking, declined, state=OfferState.DECLINED)

    found = {one["id"]: one for one in listed(dora, booking)}

    assert (found[offered.pk]["offered"], found[offered.pk]["assignable"]) == (True, False)
    assert (found[declined.pk]["declined"], found[declined.pk]["assignable"]) == (True, True)
    assert found[poor.pk]["assignable"] is False


def test_assigned_driver_is_notified_with_the_specified_message(
    dora: User, booking: Booking, economy: CarType
) -> None:
    near = cab("Near", economy, 1)

    with driving_on(MeasuredRoads()):
        reply = press(dora, booking.pk, "assign", driver_id=near.pk)

    assert (reply.status_code, reply.json()["detail"]) == (200, "Driver assigned successfully and notified")
    # The offer has the same distances as a dispatched one.
    offer = booking.offers.get()
    assert (round(offer.distance_km or 0, 1), offer.eta_seconds) == (1.1, 60)
    assert offer.road_distance_km == 7.5
    assert reply.json()["requested_drivers"] == {str(near.pk): True}
    notice = InboxMessage.objects.get(occasion="new_request")
    assert (notice.user_id, notice.screen) == (near.pk, "DriverTrips")


def test_assigning_is_refused_with_automatic_dispatch_on(
    dora: User, booking: Booking, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    near = cab("Near", economy, 1)
    update_platform_settings(auto_dispatch=True)
    before = snapshot()

    reply = press(dora, booking.pk, "assign", driver_id=near.pk)

    assert (reply.status_code, reply.json()["code"]) == (409, "auto_dispatch_on")
    assert snapshot() == before

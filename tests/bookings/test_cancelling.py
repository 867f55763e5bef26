"""Cancellations before a trip starts, by the rider, an admin or the driver."""

from collections.abc import Callable

import pytest

from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import ENDED, Status
from apps.bookings.models import CancelReason
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.notifications.models import InboxMessage
from tests.bookings.api import API, press, work
from tests.bookings.builders import credit_wallet, make_booking
from tests.bookings.conftest import Snapshot
from tests.personas import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]


@pytest.mark.parametrize("status", [Status.NEW, Status.ACCEPTED])
@pytest.mark.parametrize("who", ["rider", "admin"])
def test_rider_or_admin_cancels_with_a_listed_reason(
    who: str,
    status: Status,
    ada: User,
    ben: User,
    dora: User,
    economy: CarType,
    reasons: list[CancelReason],
) -> None:
    booking = make_booking(ada, economy, status, driver=ben)

    body = press(ada if who == "rider" else dora, booking.pk, "cancel", reason_value=1).json()

    assert (body["status"], body["cancelled_by"]) == ("CANCELLED", who)
    assert body["reason"] == "Cab is not moving in my direction"
    assert not DriverProfile.objects.get(pk=ben.pk).busy
    notified = InboxMessage.objects.filter(occasion="cancelled")
    expected = {ada.pk, ben.pk} if status == Status.ACCEPTED else {ada.pk}
    assert {entry.user_id for entry in notified} == expected


@pytest.mark.parametrize("body", [{}, {"reason": "  "}, {"reason_value": 77}])
def test_cancelling_requires_a_reason(
    body: dict[str, object],
    ada: User,
    economy: CarType,
    reasons: list[CancelReason],
    snapshot: Callable[[], Snapshot],
) -> None:
    booking = make_booking(ada, economy)
    before = snapshot()

    reply = press(ada, booking.pk, "cancel", **body)

    assert (reply.status_code, reply.json()["code"]) == (400, "no_cancel_reason")
    assert snapshot() == before


def test_demo_mode_refuses_to_cancel(
    ada: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(ada, economy)
    update_platform_settings(allow_critical_edits_admin=False)
    before = snapshot()

    for person in (ada, dora):
        reply = press(person, booking.pk, "cancel", reason="Because")
        assert (reply.status_code, reply.json()["code"]) == (403, "demo_mode")

    assert snapshot() == before


@pytest.mark.parametrize("status", [Status.ACCEPTED, Status.ARRIVED])
def test_booking_is_dispatched_again_after_the_driver_cancels(
    status: Status, ada: User, bob: User, ready: User, economy: CarType
) -> None:
    credit_wallet(bob)
    booking = make_booking(ada, economy, status, driver=bob)

    body = press(bob, booking.pk, "cancel", reason="Flat tyre").json()

    assert (body["status"], body["driver"], body["actions"]) == ("NEW", None, [])
    assert client_of(bob).get(f"{API}/bookings/{booking.pk}/").status_code == 404
    booking.refresh_from_db()
    assert (booking.trip_cost, booking.reason, booking.status in ENDED) == (booking.estimate, "", False)
    assert not DriverProfile.objects.get(pk=bob.pk).busy
    work("bookings.dispatch")
    assert [offer.driver for offer in booking.offers.filter(state="offered")] == [ready]
    assert press(bob, booking.pk, "accept").json()["code"] == "offer_gone"
    assert press(ready, booking.pk, "accept").json()["driver"]["id"] == ready.pk

"""POST /functions/send_notification: a push to the other user's token, with errors only logged."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.core.models import OutboxEntry
from apps.fares.models import CarType
from tests.bookings.builders import make_booking
from tests.fakes.fcm import FakeFcm
from tests.notifications.posting import FCM_TOKEN, phone_of, run_due_jobs
from tests.personas import client_of

CALL = "/functions/send_notification"
BODY = {"token": FCM_TOKEN, "title": "Here I am", "msg": "In front of the café", "screen": "BookingCab"}
pytestmark = pytest.mark.django_db


def call(user: User | None, **changes: Any) -> Any:
    return client_of(user).post(CALL, BODY | changes)


@pytest.fixture
def phone(fcm: FakeFcm, ada: User) -> FakeFcm:
    """ada's phone, and the service that reaches it."""
    phone_of(ada)
    fcm.tokens.add(FCM_TOKEN)
    return fcm


def test_driver_reaches_the_riders_phone(ada: User, bob: User, economy: CarType, phone: FakeFcm) -> None:
    make_booking(ada, economy, Status.ACCEPTED, driver=bob)
    response = call(bob)
    assert (response.status_code, response.json()) == (200, {"success": True})
    run_due_jobs()
    (message,) = phone.messages
    assert message["notification"] == {"title": "Here I am", "body": "In front of the café"}
    assert message["data"] == {"screen": "BookingCab"}


def test_admin_reaches_every_user(dora: User, phone: FakeFcm) -> None:
    assert call(dora).json() == {"success": True}
    run_due_jobs()
    assert len(phone.messages) == 1


@pytest.mark.parametrize("who", ["cleo", "ben", "fay"])
def test_stranger_gets_the_same_reply_and_reaches_no_one(
    request: pytest.FixtureRequest, ada: User, bob: User, economy: CarType, phone: FakeFcm, who: str
) -> None:
    make_booking(ada, economy, Status.ACCEPTED, driver=bob)
    for token in (FCM_TOKEN, "no-such:token"):
        assert call(request.getfixturevalue(who), token=token).json() == {"success": True}
    assert not OutboxEntry.objects.filter(name="notifications.send_push").exists()


def test_old_trip_no_longer_allows_messages(ada: User, bob: User, economy: CarType, phone: FakeFcm) -> None:
    booking = make_booking(ada, economy, Status.COMPLETE, driver=bob)
    call(bob)
    assert OutboxEntry.objects.filter(name="notifications.send_push").count() == 1
    Booking.objects.filter(pk=booking.pk).update(created_at=timezone.now() - timedelta(days=3))
    call(bob)
    assert OutboxEntry.objects.filter(name="notifications.send_push").count() == 1


def test_visitor_is_refused(phone: FakeFcm) -> None:
    response = call(None)
    assert (response.status_code, response.json()["code"]) == (401, "not_logged_in")
    assert not OutboxEntry.objects.filter(name="notifications.send_push").exists()


@pytest.mark.parametrize(
    "changes", [{"token": ""}, {"title": ""}, {"title": "x" * 121}, {"msg": "x" * 501}, {"screen": "Nowhere"}]
)
def test_invalid_message_is_refused(dora: User, phone: FakeFcm, changes: dict[str, Any]) -> None:
    response = call(dora, **changes)
    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert not OutboxEntry.objects.filter(name="notifications.send_push").exists()

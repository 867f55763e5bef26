"""Links for riders of bookings that staff made: follow, cancel and message the driver without an account."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import DeviceSession, User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, GuestLink
from apps.chat.models import ChatMessage
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.notifications.models import KeptMessage
from tests.bookings.api import API, book, quote, work
from tests.bookings.builders import make_booking, move
from tests.bookings.roads import Roads, driving_on
from tests.personas import client_of, make_user

pytestmark = pytest.mark.django_db
JOB = "bookings.text_guest"


@pytest.fixture(autouse=True)
def outbox(settings: Any) -> None:
    """Store messages in the database instead of sending them."""
    settings.SMS_SENDER = "outbox"
    settings.OUTBOX_PAGE = True


@pytest.fixture
def caller() -> User:
    """A rider who called: a name and a phone number, no email address."""
    return make_user("Nora", mobile="+447700900777", email=None)


@pytest.fixture
def trip(caller: User, bob: User, economy: CarType) -> Booking:
    return make_booking(caller, economy, Status.ACCEPTED, driver=bob, otp="48213", booking_type_admin=True)


def send(staff: User, booking: Booking) -> Any:
    return client_of(staff).post(f"{API}/bookings/{booking.pk}/guest-link/")


def link_of(staff: User, booking: Booking) -> str:
    token: str = send(staff, booking).json()["url"].rpartition("/g-")[2]
    return token


def guest(method: str, token: str, path: str = "", **body: Any) -> Any:
    call = getattr(client_of(None), method)
    return call(f"{API}/guest/{token}/{path}", body) if body else call(f"{API}/guest/{token}/{path}")


def texts() -> list[KeptMessage]:
    return list(KeptMessage.objects.filter(channel="sms").order_by("pk"))


def test_caller_gets_a_link_to_the_booking(dora: User, caller: User, ready: User, economy: CarType) -> None:
    with driving_on(Roads()):
        reply = book(dora, quote(dora, economy), customer_id=caller.pk)
    assert reply.status_code == 201, reply.json()
    work(JOB)
    (message,) = texts()
    assert message.to == "+447700900777"
    assert reply.json()["reference"] in message.text
    token = re.search(r"/trip/g-(\w{32})$", message.text)
    assert token is not None
    body = guest("get", token[1]).json()
    assert (body["reference"], body["status"]) == (reply.json()["reference"], "NEW")
    assert body["may_cancel"] is True


@pytest.mark.parametrize("how", ["uses the app", "setting", "books herself"])
def test_no_text_to_users_of_the_app_or_with_the_setting_off(
    how: str, dora: User, ada: User, ready: User, economy: CarType
) -> None:
    User.objects.filter(pk=ada.pk).update(mobile="+447700900777")
    if how == "setting":
        update_platform_settings(guest_links=False)
    if how == "uses the app":
        DeviceSession.objects.create(family="f", user=ada)
    by = ada if how == "books herself" else dora
    with driving_on(Roads()):
        assert book(by, quote(by, economy), customer_id=ada.pk).status_code == 201
    work(JOB)
    assert texts() == []
    assert not GuestLink.objects.exists()


def test_link_shows_what_the_caller_needs(dora: User, bob: User, trip: Booking) -> None:
    move(bob, (50.71, -1.29))
    reply = guest("get", link_of(dora, trip))
    assert (reply.status_code, reply["Cache-Control"]) == (200, "no-store")
    body = reply.json()
    assert (body["driver_first_name"], body["vehicle_number"]) == ("Bob", trip.vehicle_number)
    assert (body["otp"], body["otp_at"]) == ("48213", "start")
    assert body["driver_contact"] == trip.driver_contact
    assert (body["pickup_address"], body["drop_address"]) == (trip.pickup_add, trip.drop_add)
    assert body["position"]["lat"] == pytest.approx(50.71)
    assert (body["price"], body["amount_due"]) == (f"{trip.payable_amount:.4f}", "0.0000")
    for private in ("customer", "email", "contact", "id"):
        assert private not in body


def test_amount_due_is_shown_after_the_trip(dora: User, trip: Booking) -> None:
    token = link_of(dora, trip)
    Booking.objects.filter(pk=trip.pk).update(status=Status.PENDING)
    trip.refresh_from_db()
    assert guest("get", token).json()["amount_due"] == f"{trip.amount_due:.4f}"


def test_caller_cancels_with_the_fee_shown_first(dora: User, trip: Booking) -> None:
    token = link_of(dora, trip)
    preview = guest("get", token, "cancel/preview/").json()
    before = list(Booking.objects.values())
    refused = guest("post", token, "cancel/", reason="Too late", fee="99.00")
    assert (refused.status_code, refused.json()["code"]) == (409, "fee_changed")
    assert list(Booking.objects.values()) == before
    refused = guest("post", token, "cancel/", reason_value=77, fee=preview["fee"])
    assert (refused.status_code, refused.json()["code"]) == (400, "no_cancel_reason")
    assert list(Booking.objects.values()) == before
    done = guest("post", token, "cancel/", reason="Too late", fee=preview["fee"])
    assert (done.status_code, done.json()["status"]) == (200, "CANCELLED"), done.json()
    assert done.json()["driver_contact"] == done.json()["otp"] == done.json()["pickup_address"] == ""
    again = guest("get", token, "cancel/preview/")
    assert (again.status_code, again.json()["code"]) == (409, "wrong_status")


def test_cancelling_is_refused_in_demo_mode(dora: User, trip: Booking) -> None:
    token = link_of(dora, trip)
    update_platform_settings(allow_critical_edits_admin=False)
    before = list(Booking.objects.values())
    refused = guest("post", token, "cancel/", reason="Too late", fee="0.00")
    assert (refused.status_code, refused.json()["code"]) == (403, "demo_mode")
    assert list(Booking.objects.values()) == before


def test_caller_and_driver_write_to_each_other(dora: User, bob: User, caller: User, trip: Booking) -> None:
    token = link_of(dora, trip)
    sent = guest("post", token, "messages/", message="At the side door", client_id="one")
    assert (sent.status_code, sent.json()["own"]) == (201, True)
    assert guest("post", token, "messages/", message="At the side door", client_id="one").status_code == 200
    ChatMessage.objects.create(
        booking=trip, driver=bob, source="driver", client_id="two", message="On my way"
    )
    body = guest("get", token, "messages/").json()
    assert [(row["message"], row["own"]) for row in body["results"]] == [
        ("On my way", False),
        ("At the side door", True),
    ]
    assert body["open"] is True
    assert ChatMessage.objects.get(client_id="two").read_at is not None


def test_link_works_for_its_booking_only(dora: User, caller: User, economy: CarType, trip: Booking) -> None:
    other = make_booking(caller, economy, Status.NEW, booking_type_admin=True)
    first, second = link_of(dora, trip), link_of(dora, other)
    assert first != second
    assert guest("get", first).json()["reference"] == trip.reference
    assert guest("get", second).json()["reference"] == other.reference
    # The chat needs a driver, which the other booking does not have.
    assert guest("get", second, "messages/").json()["code"] == "chat_not_found"


def test_link_stays_the_same_until_it_is_revoked(dora: User, trip: Booking) -> None:
    token = link_of(dora, trip)
    assert link_of(dora, trip) == token
    assert client_of(dora).delete(f"{API}/bookings/{trip.pk}/guest-link/").status_code == 204
    gone = guest("get", token)
    assert (gone.status_code, gone.json()["code"]) == (404, "share_not_found")
    assert guest("post", token, "cancel/", reason_value=0).status_code == 404
    assert guest("post", token, "messages/", message="Hi", client_id="a").status_code == 404
    trip.refresh_from_db()
    assert trip.status == Status.ACCEPTED
    assert not ChatMessage.objects.exists()
    renewed = link_of(dora, trip)
    assert renewed != token
    assert guest("get", renewed).status_code == 200
    actions = AuditEntry.objects.filter(action__startswith="guest_link").order_by("pk")
    assert list(actions.values_list("action", "label")) == [
        ("guest_link_created", trip.reference),
        ("guest_link_revoked", trip.reference),
        ("guest_link_created", trip.reference),
    ]


def test_late_job_does_not_replace_a_revoked_link(
    dora: User, caller: User, ready: User, economy: CarType
) -> None:
    with driving_on(Roads()):
        booking = Booking.objects.get(pk=book(dora, quote(dora, economy), customer_id=caller.pk).json()["id"])
    link_of(dora, booking)
    client_of(dora).delete(f"{API}/bookings/{booking.pk}/guest-link/")
    work(JOB)
    assert texts() == []
    assert GuestLink.objects.get().revoked_at is not None


def test_link_closes_a_day_after_the_end(dora: User, trip: Booking) -> None:
    token = link_of(dora, trip)
    ended = Booking.objects.filter(pk=trip.pk)
    ended.update(status=Status.CANCELLED, ended_at=timezone.now() - timedelta(hours=23))
    body = guest("get", token).json()
    assert (body["status"], body["otp"], body["driver_contact"]) == ("CANCELLED", "", "")
    refused = send(dora, trip)
    assert (refused.status_code, refused.json()["code"]) == (409, "wrong_status")
    ended.update(ended_at=timezone.now() - timedelta(hours=25))
    assert guest("get", token).json()["code"] == "share_not_found"


def test_staff_send_it_again_and_need_a_number(dora: User, ada: User, caller: User, trip: Booking) -> None:
    DeviceSession.objects.create(family="f", user=caller)
    link_of(dora, trip)
    link_of(dora, trip)
    work(JOB)
    assert [message.to for message in texts()] == ["+447700900777"] * 2
    User.objects.filter(pk=caller.pk).update(mobile=None)
    refused = send(dora, trip)
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")


@pytest.mark.parametrize("token", ["x", "0" * 32, "../bookings"])
def test_unknown_tokens_open_nothing(token: str, dora: User, trip: Booking) -> None:
    link_of(dora, trip)
    assert guest("get", token).status_code == 404
    assert guest("get", GuestLink.objects.get().token_hash).status_code == 404


def test_database_does_not_reveal_links(dora: User, trip: Booking) -> None:
    token = link_of(dora, trip)
    assert token not in str(list(GuestLink.objects.values()))

"""Chat on a booking: who writes and reads, what the other side sees, and when it closes."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.chat.choices import OPEN
from apps.chat.models import ChatMessage
from apps.core.models import OutboxEntry
from apps.fares.models import CarType
from apps.notifications.models import InboxMessage
from tests.bookings.api import API, press, work
from tests.bookings.builders import make_booking, make_offer
from tests.personas import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def trip(ada: User, bob: User, economy: CarType) -> Booking:
    """ada's trip, driven by bob of fay's fleet."""
    return make_booking(ada, economy, Status.ACCEPTED, driver=bob)


def write(person: User | None, trip: Booking, message: str = "Hello", client_id: str = "") -> Any:
    body = {"message": message, "client_id": client_id or message}
    return client_of(person).post(f"{API}/bookings/{trip.pk}/messages/", body)


def read(person: User | None, trip: Booking, **params: Any) -> Any:
    return client_of(person).get(f"{API}/bookings/{trip.pk}/messages/", params)


def seen(person: User, trip: Booking, up_to: int) -> Any:
    return client_of(person).post(f"{API}/bookings/{trip.pk}/messages/read/", {"up_to": up_to})


def texts(person: User, trip: Booking) -> list[str]:
    return [message["message"] for message in read(person, trip).json()["results"]]


def published(name: str) -> list[dict[str, Any]]:
    events = OutboxEntry.objects.filter(kind=OutboxEntry.Kind.EVENT, name=name).order_by("pk")
    return [event.payload | {"topic": event.topic} for event in events]


def snapshot() -> Any:
    return list(ChatMessage.objects.values()), OutboxEntry.objects.count()


def test_message_is_read_by_the_other_side_with_the_senders_role(trip: Booking, ada: User, bob: User) -> None:
    reply = write(ada, trip, "  I am at the gate  ")
    assert reply.status_code == 201
    assert (reply.json()["message"], reply.json()["source"], reply.json()["own"]) == (
        "I am at the gate",
        "rider",
        True,
    )
    assert write(bob, trip, "Two minutes").json()["source"] == "driver"

    page = read(bob, trip).json()

    assert [(row["message"], row["source"], row["own"]) for row in page["results"]] == [
        ("Two minutes", "driver", True),
        ("I am at the gate", "rider", False),
    ]
    assert (page["open"], page["writable"], page["unread"]) == (True, True, 1)


def test_event_of_a_message_leaves_out_its_text(trip: Booking, ada: User) -> None:
    written = write(ada, trip, "My code is 12345").json()

    assert published("chat.message") == [
        {"topic": f"booking:{trip.pk}", "id": trip.pk, "source": "rider", "up_to": written["id"]}
    ]


def test_message_is_delivered_when_fetched_and_read_when_confirmed(
    trip: Booking, ada: User, bob: User
) -> None:
    first, second = write(ada, trip, "one").json()["id"], write(ada, trip, "two").json()["id"]
    assert read(ada, trip).json()["results"][0]["delivered_at"] is None
    assert published("chat.delivered") == []

    read(bob, trip)
    read(bob, trip)

    mine = read(ada, trip).json()["results"]
    assert all(row["delivered_at"] and row["read_at"] is None for row in mine)
    assert [(event["source"], event["up_to"]) for event in published("chat.delivered")] == [
        ("driver", second)
    ]

    assert seen(bob, trip, first).json() == {"unread": 1}
    assert seen(bob, trip, first).json() == {"unread": 1}

    assert [row["read_at"] is not None for row in read(ada, trip).json()["results"]] == [False, True]
    assert [event["up_to"] for event in published("chat.read")] == [first]
    assert seen(bob, trip, 10**9).json() == {"unread": 0}


def test_own_messages_are_not_marked_as_read(trip: Booking, ada: User, bob: User) -> None:
    written = write(ada, trip).json()["id"]

    assert seen(ada, trip, written).json() == {"unread": 0}

    assert ChatMessage.objects.get().read_at is None
    assert read(bob, trip).json()["unread"] == 1


def test_message_sent_twice_is_stored_once_even_after_the_end(trip: Booking, ada: User) -> None:
    first = write(ada, trip, "Hello", "a")
    trip.status = Status.CANCELLED
    trip.save()

    again = write(ada, trip, "Hello", "a")

    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert ChatMessage.objects.count() == len(published("chat.message")) == 1


@pytest.mark.parametrize("status", [status for status in Status if status != Status.PAYMENT_PENDING])
def test_chat_is_open_from_acceptance_to_payment(
    ada: User, bob: User, economy: CarType, status: Status
) -> None:
    trip = make_booking(ada, economy, status, driver=bob)
    before = snapshot()

    for person in (ada, bob):
        reply = write(person, trip)
        if status in OPEN:
            assert reply.status_code == 201
        elif status == Status.NEW:
            assert (reply.status_code, reply.json()["code"]) == (404, "chat_not_found")
        else:
            assert (reply.status_code, reply.json()["code"]) == (409, "chat_closed")
            assert read(person, trip).json()["writable"] is False
    assert status in OPEN or snapshot() == before


def test_strangers_and_offered_drivers_find_no_chat(
    trip: Booking, ada: User, bob: User, ben: User, cleo: User, economy: CarType
) -> None:
    write(ada, trip)
    offered = make_booking(ada, economy)
    make_offer(offered, ben)
    before = snapshot()

    for person, booking in ((cleo, trip), (ben, trip), (ben, offered), (ada, offered)):
        for reply in (read(person, booking), write(person, booking), seen(person, booking, 1)):
            assert (reply.status_code, reply.json()["code"]) == (404, "chat_not_found")
    assert read(None, trip).status_code == 401
    assert snapshot() == before


def test_staff_read_but_cannot_write(trip: Booking, ada: User, fay: User, dora: User) -> None:
    write(ada, trip, "Hello")
    before = snapshot()

    for person in (fay, dora):
        page = read(person, trip).json()
        assert [row["message"] for row in page["results"]] == ["Hello"]
        assert (page["open"], page["writable"], page["unread"]) == (True, False, 0)
        for reply in (write(person, trip), seen(person, trip, 10**9)):
            assert (reply.status_code, reply.json()["code"]) == (403, "forbidden")
    assert snapshot() == before


def test_next_driver_starts_with_an_empty_chat(
    trip: Booking, ada: User, bob: User, ben: User, dora: User
) -> None:
    write(ada, trip, "to bob")
    assert press(bob, trip.pk, "cancel", reason="Flat tyre").status_code == 200
    assert read(ada, trip).status_code == read(bob, trip).status_code == 404

    Booking.objects.filter(pk=trip.pk).update(status=Status.ACCEPTED, driver=ben, driver_name="Ben Example")
    write(ada, trip, "to ben")

    assert texts(ada, trip) == texts(ben, trip) == ["to ben"]
    assert texts(dora, trip) == ["to ben", "to bob"]
    assert read(bob, trip).status_code == 404
    lines = read(dora, trip).json()["results"]
    assert [(line["source"], line["sender_name"]) for line in lines] == [
        ("rider", ada.full_name),
        ("rider", ada.full_name),
    ]


def test_staff_see_which_driver_wrote_what(
    trip: Booking,
    ada: User,
    bob: User,
    ben: User,
    dora: User,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    write(bob, trip, "I have a flat tyre")
    Booking.objects.filter(pk=trip.pk).update(driver=ben, driver_name="Ben of That Day")
    write(ben, trip, "I am here")
    write(ada, trip, "Coming")

    def lines() -> list[tuple[str, str]]:
        return [(line["source"], line["sender_name"]) for line in read(dora, trip).json()["results"]]

    assert lines() == [
        ("rider", ada.full_name),
        ("driver", "Ben of That Day"),
        ("driver", bob.full_name),
    ]
    with CaptureQueriesContext(connection) as few:
        lines()
    queries = len(few)
    for number in range(5):
        write(ben, trip, f"Line {number}")
    ChatMessage.objects.filter(message__startswith="Line").update(driver=bob)
    with django_assert_num_queries(queries):
        assert len(lines()) == 8


def test_unread_message_notifies_on_the_chat_screen(trip: Booking, ada: User, bob: User) -> None:
    write(ada, trip, "Where are you?")
    answer = write(bob, trip, "Here").json()
    read_at_once = seen(ada, trip, answer["id"])
    assert read_at_once.status_code == 200

    delays = OutboxEntry.objects.filter(name="chat.notice").values_list("due_at", flat=True)
    assert all(due > timezone.now() + timedelta(seconds=1) for due in delays)
    work("chat.notice")

    notice = InboxMessage.objects.get()
    assert (notice.user_id, notice.occasion, notice.screen) == (bob.pk, "chat", "onlineChat")
    assert notice.data == notice.data | {"sender_name": "Ada Example", "text": "Where are you?"}


def test_reading_the_chat_marks_its_notifications_as_read(trip: Booking, ada: User, bob: User) -> None:
    written = write(ada, trip).json()["id"]
    work("chat.notice")
    inbox = f"{API}/me/inbox/"
    assert client_of(bob).get(inbox).json()["results"][0]["read_at"] is None

    seen(bob, trip, written)

    assert client_of(bob).get(inbox).json()["results"][0]["read_at"] is not None


@pytest.mark.parametrize("message", ["", "   ", "x" * 1001])
def test_empty_and_overlong_messages_are_refused(trip: Booking, ada: User, message: str) -> None:
    before = snapshot()

    reply = write(ada, trip, message, "a")

    assert (reply.status_code, reply.json()["code"]) == (400, "invalid")
    assert snapshot() == before


def test_older_messages_are_paged(trip: Booking, ada: User, bob: User) -> None:
    ChatMessage.objects.bulk_create(
        ChatMessage(booking=trip, driver=bob, source="rider", message=str(number), client_id=str(number))
        for number in range(60)
    )
    first = read(bob, trip).json()
    rest = read(bob, trip, cursor=first["next"]).json()

    shown = [int(row["message"]) for page in (first, rest) for row in page["results"]]
    assert (shown, rest["next"]) == ([*range(59, -1, -1)], None)
    assert ChatMessage.objects.filter(delivered_at=None).count() == 0


def test_writing_is_rate_limited_and_reading_is_not(trip: Booking, ada: User) -> None:
    replies = [write(ada, trip, str(number)).status_code for number in range(61)]

    assert replies == [201] * 60 + [429]
    assert read(ada, trip).status_code == 200

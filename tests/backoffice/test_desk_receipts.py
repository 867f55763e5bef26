"""Receipts of dispatchers' messages: who received and read them."""

from typing import Any

import pytest

from apps.accounts.models import User
from apps.core.models import OutboxEntry
from apps.notifications.choices import Screen
from apps.notifications.models import DeskMessage, InboxMessage
from tests.bookings.api import API
from tests.personas import client_of

pytestmark = pytest.mark.django_db

MESSAGES = f"{API}/desk/messages/"


def send(by: User, *drivers: User, text: str = "Come back to the rank") -> None:
    body = {"drivers": [driver.pk for driver in drivers], "text": text}
    assert client_of(by).post(MESSAGES, body, format="json").status_code == 201


def sent(by: User) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = client_of(by).get(MESSAGES).json()["results"]
    return results


def receipts(by: User, message_id: int) -> list[tuple[str, bool, bool]]:
    rows = client_of(by).get(f"{MESSAGES}{message_id}/").json()["results"]
    return [(row["name"], row["delivered_at"] is not None, row["read_at"] is not None) for row in rows]


def open_inbox(driver: User) -> None:
    assert client_of(driver).get(f"{API}/me/inbox/").status_code == 200


def read_inbox(driver: User) -> None:
    assert client_of(driver).post(f"{API}/me/inbox/read/").status_code == 204


def events() -> list[tuple[str, dict[str, Any]]]:
    found = OutboxEntry.objects.filter(name="desk.receipt").order_by("pk")
    return list(found.values_list("topic", "payload"))


def test_sender_sees_who_received_and_read_a_message(dora: User, ben: User, bob: User) -> None:
    send(dora, ben, bob)
    (message,) = sent(dora)
    assert (message["text"], message["sent_by"]) == ("Come back to the rank", dora.full_name)
    assert (message["drivers"], message["delivered"], message["read"]) == (2, 0, 0)
    assert receipts(dora, message["id"]) == [("Ben Example", False, False), ("Bob Example", False, False)]

    open_inbox(bob)
    assert receipts(dora, message["id"]) == [("Bob Example", True, False), ("Ben Example", False, False)]
    read_inbox(bob)
    (message,) = sent(dora)
    assert (message["drivers"], message["delivered"], message["read"]) == (2, 1, 1)
    assert receipts(dora, message["id"]) == [("Bob Example", True, True), ("Ben Example", False, False)]


def test_reading_without_the_list_counts_as_received(dora: User, ben: User) -> None:
    send(dora, ben)
    read_inbox(ben)
    (message,) = sent(dora)
    assert (message["delivered"], message["read"]) == (1, 1)
    assert receipts(dora, message["id"]) == [("Ben Example", True, True)]


def test_boards_are_informed_of_each_receipt_once(dora: User, fay: User, bob: User) -> None:
    send(dora, bob)
    send(fay, bob)
    first, second = DeskMessage.objects.order_by("pk").values_list("pk", flat=True)
    topics = [("bookings", {"id": first}), (f"bookings:{fay.pk}", {"id": second})]
    assert events() == topics
    open_inbox(bob)
    assert sorted(events()[2:]) == topics
    read_inbox(bob)
    assert sorted(events()[4:]) == topics
    open_inbox(bob)
    read_inbox(bob)
    assert len(events()) == 6


def test_other_notifications_have_no_receipts(ada: User) -> None:
    InboxMessage.objects.create(
        user=ada, key="k", occasion="accepted", title="t", msg="m", screen=Screen.BOOKING_CAB
    )
    open_inbox(ada)
    read_inbox(ada)
    assert InboxMessage.objects.get().delivered_at is None
    assert events() == []


def test_each_desk_sees_its_own_messages(dora: User, fay: User, bob: User) -> None:
    send(dora, bob, text="From the platform")
    send(fay, bob, text="From the fleet")
    assert [one["text"] for one in sent(dora)] == ["From the platform"]
    assert [one["text"] for one in sent(fay)] == ["From the fleet"]
    for by, other in ((dora, sent(fay)), (fay, sent(dora))):
        refused = client_of(by).get(f"{MESSAGES}{other[0]['id']}/")
        assert (refused.status_code, refused.json()["code"]) == (404, "not_found")


def test_only_the_last_messages_are_listed_newest_first(dora: User, ben: User) -> None:
    for number in range(12):
        send(dora, ben, text=f"Message {number}")
    assert [one["text"] for one in sent(dora)] == [f"Message {number}" for number in range(11, 1, -1)]

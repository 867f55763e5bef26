"""Messages of dispatchers to drivers."""

from typing import Any

import pytest

from apps.accounts.models import User
from apps.core.models import AuditEntry
from apps.notifications.models import InboxMessage
from tests.bookings.api import API
from tests.personas import client_of

pytestmark = pytest.mark.django_db

MESSAGES = f"{API}/desk/messages/"
TEXT = "Football ends at ten: two cars to the stadium, please."


def send(by: User, *drivers: User, text: str = TEXT, key: str = "") -> tuple[int, dict[str, Any]]:
    reply = client_of(by).post(
        MESSAGES,
        {"drivers": [driver.pk for driver in drivers], "text": text},
        format="json",
        headers={"Idempotency-Key": key} if key else {},
    )
    return reply.status_code, reply.json()


def received() -> list[tuple[int, str, str, str]]:
    rows = InboxMessage.objects.order_by("user_id")
    return [(row.user_id, row.occasion, row.title, row.msg) for row in rows]


def test_drivers_get_the_text_in_their_inbox(dora: User, ben: User, bob: User) -> None:
    ben.language = "de"
    ben.save(update_fields=["language"])
    assert send(dora, ben, bob) == (201, {"drivers": 2})
    titles = {ben.pk: "Nachricht der Zentrale", bob.pk: "Message from dispatch"}
    assert received() == [(pk, "desk_message", titles[pk], TEXT) for pk in sorted(titles)]
    entry = AuditEntry.objects.latest("id")
    assert (entry.actor_id, entry.action, entry.kind, entry.label) == (dora.pk, "sent", "notification", "")
    assert entry.after == {"drivers": 2}


def test_message_that_is_sent_again_arrives_once(dora: User, ben: User) -> None:
    assert send(dora, ben, key="one") == send(dora, ben, key="one") == (201, {"drivers": 1})
    assert len(received()) == 1
    assert AuditEntry.objects.latest("id").label == ben.full_name
    send(dora, ben, key="two")
    assert len(received()) == 2


def test_text_with_a_percent_sign_is_shown_as_typed(dora: User, ben: User) -> None:
    text = "100 % of fares %(text)s <b>today</b>"
    assert send(dora, ben, text=text)[0] == 201
    assert received()[0][3] == text


def test_fleet_admin_writes_to_own_drivers_only(fay: User, bob: User, ben: User) -> None:
    assert send(fay, bob) == (201, {"drivers": 1})
    status, body = send(fay, bob, ben)
    assert (status, body["code"]) == (404, "not_found")
    assert [row[0] for row in received()] == [bob.pk]


@pytest.mark.parametrize("text", ["", "   ", "x" * 301])
def test_invalid_text_is_refused(text: str, dora: User, ben: User) -> None:
    status, body = send(dora, ben, text=text)
    assert (status, list(body["fields"])) == (400, ["text"])
    assert received() == []


def test_message_needs_drivers(dora: User, ada: User) -> None:
    status, body = send(dora)
    assert (status, list(body["fields"])) == (400, ["drivers"])
    status, body = send(dora, ada)
    assert (status, body["code"]) == (404, "not_found")
    assert received() == []

"""From a notification to a message in the user's inbox, once."""

from typing import Any

import pytest
from django.db import transaction

from apps.accounts.models import User
from apps.core.models import OutboxEntry
from apps.core.outbox.events import enqueue
from apps.core.platform import platform_settings
from apps.core.tasks import run_job
from apps.notifications.choices import Occasion, Screen
from apps.notifications.messages.wording import WORDINGS
from apps.notifications.models import InboxMessage
from apps.notifications.services import notices_together, notify
from tests.personas import client_of

INBOX = "/api/v1/me/inbox/"
READ = "/api/v1/me/inbox/read/"
PARAMS = {
    "number": 12,
    "booking_id": 81,
    "reference": "K7M4QX",
    "driver_name": "Ben Example",
    "pickup": "Quay Street, Newport",
    "drop": "The Parade, Cowes",
    "amount": "12.3450",
    "balance": "-7",
    "stars": 4,
    "time": "14:05",
    "until": "14:09",
    "sender_name": "Ben Example",
    "text": "I wait at the corner.",
    "reason": "The account is closed.",
    "gateway": "Paystack",
    "document": "license",
    "date": "2026-12-31",
    "requester": "Dora Example",
    "decider": "Eve Example",
}


def send_notice(
    user: User, key: str = "booking:81:near", occasion: str = Occasion.NEAR, **params: Any
) -> None:
    with transaction.atomic():
        notify(user_id=user.pk, occasion=occasion, screen=Screen.BOOKING_CAB, params=PARAMS | params, key=key)


def deliver_all() -> None:
    jobs = OutboxEntry.objects.filter(kind=OutboxEntry.Kind.JOB, done_at__isnull=True)
    for pk in jobs.values_list("pk", flat=True):
        run_job(pk)
    assert not jobs.exists(), list(jobs.values_list("last_error", flat=True))


def messages_of(user: User, *keys: str) -> list[InboxMessage]:
    for key in keys:
        send_notice(user, key)
    deliver_all()
    return list(InboxMessage.objects.filter(user=user).order_by("id"))


def test_notification_is_in_the_inbox_and_published(ada: User) -> None:
    send_notice(ada)
    deliver_all()
    message = InboxMessage.objects.get()
    event = OutboxEntry.objects.get(kind=OutboxEntry.Kind.EVENT)
    assert (event.topic, event.name) == (f"user:{ada.pk}", "inbox.new")
    assert event.payload == {
        "id": message.pk,
        "title": "Your driver has arrived",
        "msg": "Ben Example is at the pickup.",
        "screen": "BookingCab",
        "data": PARAMS,
    }
    (row,) = client_of(ada).get(INBOX).json()["results"]
    assert {name: row[name] for name in event.payload} == event.payload
    assert row["read_at"] is None
    assert row["created_at"]


def test_notification_sent_twice_is_stored_and_shown_once(ada: User) -> None:
    send_notice(ada)
    send_notice(ada)
    deliver_all()
    # Sent again after the outbox has deleted the first.
    OutboxEntry.objects.all().delete()
    send_notice(ada)
    deliver_all()
    assert InboxMessage.objects.count() == 1
    assert not OutboxEntry.objects.filter(kind=OutboxEntry.Kind.EVENT).exists()


def test_job_of_an_earlier_release_that_runs_twice_stores_one_message(ada: User) -> None:
    notice: dict[str, Any] = {
        "user_id": ada.pk,
        "occasion": "near",
        "screen": "BookingCab",
        "params": PARAMS,
        "fact": "k",
    }
    with transaction.atomic():
        enqueue("notifications.deliver", key=f"notify:{ada.pk}:k", **notice)
    job = OutboxEntry.objects.get()
    deliver_all()
    run_job(job.pk)
    OutboxEntry.objects.filter(pk=job.pk).update(done_at=None)
    run_job(job.pk)
    assert InboxMessage.objects.count() == 1
    assert OutboxEntry.objects.filter(kind=OutboxEntry.Kind.EVENT).count() == 1


def test_same_notification_goes_to_each_side(ada: User, ben: User) -> None:
    send_notice(ada, "booking:81:paid", Occasion.PAYMENT_DONE)
    send_notice(ben, "booking:81:paid", Occasion.PAYMENT_DONE)
    deliver_all()
    assert {message.user_id for message in InboxMessage.objects.all()} == {ada.pk, ben.pk}


@pytest.mark.django_db(transaction=True)
def test_rolled_back_notification_is_not_sent(ada: User) -> None:
    with transaction.atomic():
        send_notice(ada)
        transaction.set_rollback(True)
    assert not OutboxEntry.objects.exists()
    assert not InboxMessage.objects.exists()


def test_deleted_user_is_not_notified(ada: User) -> None:
    deleted = User(pk=ada.pk)
    ada.delete()
    send_notice(deleted)
    assert not InboxMessage.objects.exists()
    assert not OutboxEntry.objects.filter(name="inbox.new").exists()


def test_notification_takes_two_statements_however_many_are_sent_together(
    ada: User, ben: User, cleo: User, django_assert_num_queries: Any
) -> None:
    platform_settings()
    with transaction.atomic(), django_assert_num_queries(2), notices_together():
        for user in (ada, ben, cleo):
            notify(user_id=user.pk, occasion="near", screen="BookingCab", params=PARAMS, key="k")
    assert InboxMessage.objects.count() == 3


def test_user_without_a_device_needs_no_job(ada: User) -> None:
    send_notice(ada)
    assert not OutboxEntry.objects.filter(kind=OutboxEntry.Kind.JOB).exists()


@pytest.mark.parametrize("occasion", WORDINGS)
def test_missing_parameters_raise_an_error(ada: User, occasion: str) -> None:
    if not WORDINGS[Occasion(occasion)].needs:
        return
    with pytest.raises(TypeError), transaction.atomic():
        notify(user_id=ada.pk, occasion=occasion, screen=Screen.WALLET, params={}, key="k")
    assert not OutboxEntry.objects.exists()


@pytest.mark.parametrize(("occasion", "screen"), [("party", "wallet"), ("near", "Nowhere")])
def test_unknown_occasion_or_screen_raises_an_error(ada: User, occasion: str, screen: str) -> None:
    with pytest.raises(ValueError, match="is not a valid"):
        notify(user_id=ada.pk, occasion=occasion, screen=screen, params=PARAMS, key="k")
    assert not OutboxEntry.objects.exists()


def test_inbox_is_the_users_own_newest_first_and_paged(ada: User, cleo: User) -> None:
    messages = messages_of(ada, *(f"fact:{number}" for number in range(30)))
    messages_of(cleo, "fact:of another user")
    first = client_of(ada).get(INBOX).json()
    second = client_of(ada).get(INBOX, {"cursor": first["next"]}).json()
    seen = [row["id"] for row in first["results"] + second["results"]]
    assert seen == [message.pk for message in reversed(messages)]
    assert second["next"] is None


def test_all_messages_are_marked_as_read(ada: User, cleo: User) -> None:
    messages_of(ada, "a", "b")
    messages_of(cleo, "c")
    assert client_of(ada).post(READ).status_code == 204
    assert not InboxMessage.objects.filter(user=ada, read_at__isnull=True).exists()
    assert InboxMessage.objects.filter(user=cleo, read_at__isnull=True).exists()


def test_message_after_the_newest_seen_stays_unread(ada: User) -> None:
    seen, later = messages_of(ada, "a", "b")
    assert client_of(ada).post(READ, {"up_to": seen.pk}).status_code == 204
    assert list(InboxMessage.objects.filter(read_at__isnull=True)) == [later]


def test_reading_again_keeps_the_first_time(ada: User) -> None:
    (message,) = messages_of(ada, "a")
    client_of(ada).post(READ)
    message.refresh_from_db()
    first = message.read_at
    client_of(ada).post(READ)
    message.refresh_from_db()
    assert message.read_at == first


def test_reading_up_to_an_invalid_id_marks_nothing(ada: User) -> None:
    messages_of(ada, "a")
    response = client_of(ada).post(READ, {"up_to": "the end"})
    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert InboxMessage.objects.filter(read_at__isnull=True).exists()

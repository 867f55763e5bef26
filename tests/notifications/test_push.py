"""From a fact to the screens of a person's devices, by a push service that checks and decrypts."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import DeviceSession, User
from apps.core.models import OutboxEntry
from apps.core.tasks import run_job
from apps.notifications.choices import DeliveryStatus, Occasion, Screen
from apps.notifications.models import Delivery, InboxMessage, PushDevice
from apps.notifications.payload import MAX_BYTES, encoded, fitted
from apps.notifications.port import Push
from apps.notifications.push_policy import POLICIES
from apps.notifications.tasks import prune_deliveries
from embedded.loopback import Reply
from embedded.stack import new_vapid_key
from tests.fakes.webpush import FakePushService
from tests.notifications.posting import browser_of, run_again, run_due_jobs, seconds_to_next_try, tell

pytestmark = pytest.mark.django_db

DOCUMENTED = [
    (Occasion.NEW_REQUEST, Screen.DRIVER_TRIPS, "request-81", "high"),
    (Occasion.ACCEPTED, Screen.BOOKED_CAB, "booking-81", "high"),
    (Occasion.NEAR, Screen.BOOKING_CAB, "booking-81", "high"),
    (Occasion.WALLET_UPDATED, Screen.WALLET, "wallet-81", "normal"),
    (Occasion.CHAT, Screen.ONLINE_CHAT, "chat-81", "high"),
]


def test_every_occasion_says_how_it_travels() -> None:
    assert POLICIES.keys() == set(Occasion)


@pytest.mark.parametrize(("occasion", "screen", "topic", "urgency"), DOCUMENTED)
def test_device_shows_what_the_inbox_says_and_opens_the_documented_screen(
    ada: User, push_service: FakePushService, occasion: str, screen: str, topic: str, urgency: str
) -> None:
    browser, _device = browser_of(ada, push_service)
    tell(ada, occasion, screen)
    run_due_jobs()
    kept = InboxMessage.objects.get()
    (received,) = browser.received
    assert received.payload == {
        "title": kept.title,
        "msg": kept.msg,
        "screen": screen,
        "data": {"booking_id": 81, "reference": "K7M4QX"},
        "tag": topic,
    }
    assert (received.topic, received.urgency) == (topic, urgency)
    assert 0 < received.ttl <= POLICIES[Occasion(occasion)].ttl_seconds


def test_each_device_of_the_person_gets_it_and_no_one_elses(
    ada: User, cleo: User, push_service: FakePushService
) -> None:
    first, _ = browser_of(ada, push_service)
    second, _ = browser_of(ada, push_service)
    stranger, _ = browser_of(cleo, push_service)
    tell(ada)
    run_due_jobs()
    assert [len(browser.received) for browser in (first, second, stranger)] == [1, 1, 0]


def test_device_that_does_not_answer_holds_up_no_other(ada: User, push_service: FakePushService) -> None:
    slow, _ = browser_of(ada, push_service)
    quick, _ = browser_of(ada, push_service)
    push_service.scripted = [Reply(503)]
    tell(ada)
    run_due_jobs()
    assert len(slow.received) + len(quick.received) == 1


def test_fact_told_again_long_after_wakes_no_one(ada: User, push_service: FakePushService) -> None:
    browser, _device = browser_of(ada, push_service)
    tell(ada)
    run_due_jobs()
    OutboxEntry.objects.all().delete()
    tell(ada)
    run_due_jobs()
    assert len(browser.received) == 1


@pytest.mark.parametrize("status", [404, 410])
def test_device_that_is_gone_is_retired(ada: User, push_service: FakePushService, status: int) -> None:
    browser, device = browser_of(ada, push_service)
    browser.gone = status
    tell(ada)
    run_due_jobs()
    device.refresh_from_db()
    delivery = Delivery.objects.get()
    assert device.retired_at is not None
    assert (delivery.status, delivery.error, delivery.attempts) == (DeliveryStatus.GONE, str(status), 1)
    tell(ada, key="another fact")
    run_due_jobs()
    assert len(push_service.seen) == 1


def test_busy_service_is_left_alone_for_as_long_as_it_asks(ada: User, push_service: FakePushService) -> None:
    browser, device = browser_of(ada, push_service)
    push_service.scripted = [Reply(429, headers={"Retry-After": "300"})]
    tell(ada)
    run_due_jobs()
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.error) == (DeliveryStatus.WAITING, "429")
    assert 295 < seconds_to_next_try(delivery) <= 300
    assert run_again(delivery).status == DeliveryStatus.SENT
    assert delivery.attempts == 2
    assert len(browser.received) == 1
    device.refresh_from_db()
    assert device.retired_at is None


def test_message_that_would_come_too_late_is_not_tried_again(
    ada: User, push_service: FakePushService
) -> None:
    browser_of(ada, push_service)
    push_service.scripted = [Reply(503, headers={"Retry-After": "1000"})]
    tell(ada)
    run_due_jobs()
    assert Delivery.objects.get().status == DeliveryStatus.EXPIRED
    assert not OutboxEntry.objects.filter(kind="job", done_at__isnull=True).exists()


def test_message_that_waited_for_a_worker_too_long_is_not_sent(
    ada: User, push_service: FakePushService
) -> None:
    browser, _device = browser_of(ada, push_service)
    tell(ada)
    (fan_out,) = OutboxEntry.objects.values_list("pk", flat=True)
    run_job(fan_out)
    entry = OutboxEntry.objects.get(name="notifications.send_push")
    entry.payload["told_at"] -= 3600
    entry.save()
    run_due_jobs()
    assert browser.received == []
    assert Delivery.objects.get().status == DeliveryStatus.EXPIRED


@pytest.mark.parametrize(
    ("status", "outcome"), [(400, "failed"), (413, "failed"), (403, "failed"), (302, "failed")]
)
def test_refusal_for_good_is_not_tried_again(
    ada: User, push_service: FakePushService, status: int, outcome: str
) -> None:
    _browser, device = browser_of(ada, push_service)
    push_service.scripted = [Reply(status, headers={"Location": f"{push_service.url}/elsewhere"})]
    tell(ada)
    run_due_jobs()
    assert Delivery.objects.get().status == outcome
    # A redirect leads nowhere.
    assert len(push_service.seen) == 1
    device.refresh_from_db()
    assert device.retired_at is None


def test_key_that_the_browser_did_not_subscribe_with_is_refused_and_logged(
    ada: User, push_service: FakePushService, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    browser, _device = browser_of(ada, push_service)
    settings.VAPID_PRIVATE_KEY = new_vapid_key()
    tell(ada)
    run_due_jobs()
    assert Delivery.objects.get().error == "403"
    assert browser.received == []
    assert "does not accept our VAPID key" in caplog.text


def test_ended_sign_in_takes_its_devices_along(ada: User, push_service: FakePushService) -> None:
    here, kept = browser_of(ada, push_service)
    there, ended = browser_of(ada, push_service)
    DeviceSession.objects.filter(pk=ended.session_id).update(ended_at=timezone.now())
    tell(ada)
    run_due_jobs()
    assert (len(here.received), len(there.received)) == (1, 0)
    prune_deliveries()
    assert list(PushDevice.objects.filter(retired_at__isnull=True)) == [kept]


def test_sign_out_between_the_fact_and_the_sending_stops_it(ada: User, push_service: FakePushService) -> None:
    browser, device = browser_of(ada, push_service)
    tell(ada)
    run_job(OutboxEntry.objects.get().pk)
    DeviceSession.objects.filter(pk=device.session_id).update(ended_at=timezone.now())
    run_due_jobs()
    assert browser.received == []
    assert not Delivery.objects.exists()


def test_device_that_is_someone_elses_by_now_does_not_show_it(
    ada: User, cleo: User, push_service: FakePushService
) -> None:
    browser, device = browser_of(ada, push_service)
    tell(ada)
    run_job(OutboxEntry.objects.get().pk)
    PushDevice.objects.filter(pk=device.pk).update(user=cleo)
    run_due_jobs()
    assert browser.received == []


@pytest.mark.parametrize("field", ["approved", "is_active"])
def test_person_who_may_not_sign_in_is_not_woken(
    ada: User, push_service: FakePushService, field: str
) -> None:
    browser, _device = browser_of(ada, push_service)
    User.objects.filter(pk=ada.pk).update(**{field: False})
    tell(ada)
    run_due_jobs()
    assert browser.received == []
    assert InboxMessage.objects.count() == 1


def test_message_is_in_the_persons_language(ada: User, push_service: FakePushService) -> None:
    User.objects.filter(pk=ada.pk).update(language="ar")
    browser, _device = browser_of(ada, push_service)
    tell(ada)
    run_due_jobs()
    assert browser.received[0].payload["title"] == "وصل سائقك"


@pytest.mark.parametrize("letter", ["x", "ش", "😀", '"', "\n"])
def test_long_words_are_cut_to_what_push_services_take(
    ada: User, push_service: FakePushService, letter: str
) -> None:
    browser, _device = browser_of(ada, push_service)
    tell(ada, Occasion.CHAT, Screen.ONLINE_CHAT, text=letter * 5000)
    run_due_jobs()
    (received,) = browser.received
    assert received.payload["msg"].endswith("…")
    assert received.payload["screen"] == "onlineChat"
    assert len(push_service.seen[0].body) < 3200


def test_data_that_is_too_big_is_left_out_and_the_sentence_kept() -> None:
    push = Push(address="a", title="T", msg="m", screen="wallet", data={"x": "y" * 4000})
    assert fitted(push).data == {}
    assert fitted(push).msg == "m"
    assert len(encoded(fitted(push))) <= MAX_BYTES


def test_log_holds_neither_words_nor_addresses(ada: User, push_service: FakePushService) -> None:
    _browser, device = browser_of(ada, push_service)
    tell(ada)
    run_due_jobs()
    row = Delivery.objects.values().get()
    assert (row["channel"], row["provider"], row["status"], row["template"]) == (
        "push",
        "webpush",
        "sent",
        "near",
    )
    assert row["to"] == "WEB 127.0.0.1"
    assert row["device_id"] == device.pk
    assert device.address not in str({**row, "provider_id": ""})
    assert "Ben Example" not in str(row)


def test_old_deliveries_and_devices_are_forgotten(ada: User, push_service: FakePushService) -> None:
    browser_of(ada, push_service)
    tell(ada)
    run_due_jobs()
    month_ago = timezone.now() - timedelta(days=31)
    Delivery.objects.update(created_at=month_ago)
    PushDevice.objects.update(retired_at=month_ago)
    assert prune_deliveries() == 1
    assert not PushDevice.objects.exists()

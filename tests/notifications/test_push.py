"""Push messages to a user's devices, through a push service that checks and decrypts."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import DeviceSession, User
from apps.core.models import OutboxEntry
from apps.core.privacy.retention import delete_expired
from apps.notifications.choices import DeliveryStatus, Occasion, Screen
from apps.notifications.delivery.payload import MAX_BYTES, encoded, fitted
from apps.notifications.delivery.push_policy import POLICIES
from apps.notifications.models import Delivery, InboxMessage, PushDevice
from apps.notifications.port import Push
from apps.notifications.tasks import retire_signed_out_devices
from embedded.loopback import Reply
from embedded.stack import new_vapid_key
from tests.fakes.webpush import FakePushService
from tests.notifications.posting import browser_of, run_again, run_due_jobs, seconds_to_next_try, send_notice

pytestmark = pytest.mark.django_db

DOCUMENTED = [
    (Occasion.NEW_REQUEST, Screen.DRIVER_TRIPS, "request-81", "high"),
    (Occasion.ACCEPTED, Screen.BOOKED_CAB, "booking-81", "high"),
    (Occasion.NEAR, Screen.BOOKING_CAB, "booking-81", "high"),
    (Occasion.WALLET_UPDATED, Screen.WALLET, "wallet-81", "normal"),
    (Occasion.CHAT, Screen.ONLINE_CHAT, "chat-81", "high"),
]


def test_every_occasion_has_a_push_policy() -> None:
    assert POLICIES.keys() == set(Occasion)


@pytest.mark.parametrize(("occasion", "screen", "topic", "urgency"), DOCUMENTED)
def test_device_shows_the_inbox_text_and_opens_the_specified_screen(
    ada: User, push_service: FakePushService, occasion: str, screen: str, topic: str, urgency: str
) -> None:
    browser, _device = browser_of(ada, push_service)
    send_notice(ada, occasion, screen)
    run_due_jobs()
    message = InboxMessage.objects.get()
    (received,) = browser.received
    assert received.payload == {
        "title": message.title,
        "msg": message.msg,
        "screen": screen,
        "data": {"booking_id": 81, "reference": "K7M4QX"},
        "tag": topic,
    }
    assert (received.topic, received.urgency) == (topic, urgency)
    assert 0 < received.ttl <= POLICIES[Occasion(occasion)].ttl_seconds


def test_every_device_of_the_user_gets_it_and_no_other(
    ada: User, cleo: User, push_service: FakePushService
) -> None:
    first, _ = browser_of(ada, push_service)
    second, _ = browser_of(ada, push_service)
    stranger, _ = browser_of(cleo, push_service)
    send_notice(ada)
    run_due_jobs()
    assert [len(browser.received) for browser in (first, second, stranger)] == [1, 1, 0]


def test_failing_device_does_not_block_others(ada: User, push_service: FakePushService) -> None:
    slow, _ = browser_of(ada, push_service)
    quick, _ = browser_of(ada, push_service)
    push_service.scripted = [Reply(503)]
    send_notice(ada)
    run_due_jobs()
    assert len(slow.received) + len(quick.received) == 1


def test_notification_repeated_later_is_not_pushed_again(ada: User, push_service: FakePushService) -> None:
    browser, _device = browser_of(ada, push_service)
    send_notice(ada)
    run_due_jobs()
    OutboxEntry.objects.all().delete()
    send_notice(ada)
    run_due_jobs()
    assert len(browser.received) == 1


@pytest.mark.parametrize("status", [404, 410])
def test_gone_device_is_retired(ada: User, push_service: FakePushService, status: int) -> None:
    browser, device = browser_of(ada, push_service)
    browser.gone = status
    send_notice(ada)
    run_due_jobs()
    device.refresh_from_db()
    delivery = Delivery.objects.get()
    assert device.retired_at is not None
    assert (delivery.status, delivery.error, delivery.attempts) == (DeliveryStatus.GONE, str(status), 1)
    send_notice(ada, key="another fact")
    run_due_jobs()
    assert len(push_service.seen) == 1


def test_busy_service_is_retried_after_the_requested_time(ada: User, push_service: FakePushService) -> None:
    browser, device = browser_of(ada, push_service)
    push_service.scripted = [Reply(429, headers={"Retry-After": "300"})]
    send_notice(ada)
    run_due_jobs()
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.error) == (DeliveryStatus.WAITING, "429")
    assert 295 < seconds_to_next_try(delivery) <= 300
    assert run_again(delivery).status == DeliveryStatus.SENT
    assert delivery.attempts == 2
    assert len(browser.received) == 1
    device.refresh_from_db()
    assert device.retired_at is None


def test_expired_message_is_not_retried(ada: User, push_service: FakePushService) -> None:
    browser_of(ada, push_service)
    push_service.scripted = [Reply(503, headers={"Retry-After": "1000"})]
    send_notice(ada)
    run_due_jobs()
    assert Delivery.objects.get().status == DeliveryStatus.EXPIRED
    assert not OutboxEntry.objects.filter(kind="job", done_at__isnull=True).exists()


def test_message_that_waited_too_long_for_a_worker_is_not_sent(
    ada: User, push_service: FakePushService
) -> None:
    browser, _device = browser_of(ada, push_service)
    send_notice(ada)
    entry = OutboxEntry.objects.get(name="notifications.send_push")
    entry.payload["queued_at"] -= 3600
    entry.save()
    run_due_jobs()
    assert browser.received == []
    assert Delivery.objects.get().status == DeliveryStatus.EXPIRED


@pytest.mark.parametrize(
    ("status", "outcome"), [(400, "failed"), (413, "failed"), (403, "failed"), (302, "failed")]
)
def test_permanent_refusal_is_not_retried(
    ada: User, push_service: FakePushService, status: int, outcome: str
) -> None:
    _browser, device = browser_of(ada, push_service)
    push_service.scripted = [Reply(status, headers={"Location": f"{push_service.url}/elsewhere"})]
    send_notice(ada)
    run_due_jobs()
    assert Delivery.objects.get().status == outcome
    # Redirects are not followed.
    assert len(push_service.seen) == 1
    device.refresh_from_db()
    assert device.retired_at is None


def test_wrong_vapid_key_is_refused_and_logged(
    ada: User, push_service: FakePushService, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    browser, _device = browser_of(ada, push_service)
    settings.VAPID_PRIVATE_KEY = new_vapid_key()
    send_notice(ada)
    run_due_jobs()
    assert Delivery.objects.get().error == "403"
    assert browser.received == []
    assert "rejects the VAPID key" in caplog.text


def test_devices_of_an_ended_session_are_retired(ada: User, push_service: FakePushService) -> None:
    here, current = browser_of(ada, push_service)
    there, ended = browser_of(ada, push_service)
    DeviceSession.objects.filter(pk=ended.session_id).update(ended_at=timezone.now())
    send_notice(ada)
    run_due_jobs()
    assert (len(here.received), len(there.received)) == (1, 0)
    retire_signed_out_devices()
    assert list(PushDevice.objects.filter(retired_at__isnull=True)) == [current]


def test_logout_before_the_sending_stops_it(ada: User, push_service: FakePushService) -> None:
    browser, device = browser_of(ada, push_service)
    send_notice(ada)
    DeviceSession.objects.filter(pk=device.session_id).update(ended_at=timezone.now())
    run_due_jobs()
    assert browser.received == []
    assert not Delivery.objects.exists()


def test_device_of_another_user_by_now_does_not_show_it(
    ada: User, cleo: User, push_service: FakePushService
) -> None:
    browser, device = browser_of(ada, push_service)
    send_notice(ada)
    PushDevice.objects.filter(pk=device.pk).update(user=cleo)
    run_due_jobs()
    assert browser.received == []


@pytest.mark.parametrize("field", ["approved", "is_active"])
def test_user_who_cannot_log_in_gets_no_push(ada: User, push_service: FakePushService, field: str) -> None:
    browser, _device = browser_of(ada, push_service)
    User.objects.filter(pk=ada.pk).update(**{field: False})
    send_notice(ada)
    run_due_jobs()
    assert browser.received == []
    assert InboxMessage.objects.count() == 1


def test_message_is_in_the_users_language(ada: User, push_service: FakePushService) -> None:
    User.objects.filter(pk=ada.pk).update(language="ar")
    browser, _device = browser_of(ada, push_service)
    send_notice(ada)
    run_due_jobs()
    assert browser.received[0].payload["title"] == "وصل سائقك"


@pytest.mark.parametrize("character", ["x", "ش", "😀", '"', "\n"])
def test_long_text_is_truncated_to_the_size_limit(
    ada: User, push_service: FakePushService, character: str
) -> None:
    browser, _device = browser_of(ada, push_service)
    send_notice(ada, Occasion.CHAT, Screen.ONLINE_CHAT, text=character * 5000)
    run_due_jobs()
    (received,) = browser.received
    assert received.payload["msg"].endswith("…")
    assert received.payload["screen"] == "onlineChat"
    assert len(push_service.seen[0].body) < 3200


def test_oversized_data_is_left_out_and_the_text_sent() -> None:
    push = Push(address="a", title="T", msg="m", screen="wallet", data={"x": "y" * 4000})
    assert fitted(push).data == {}
    assert fitted(push).msg == "m"
    assert len(encoded(fitted(push))) <= MAX_BYTES


def test_log_contains_neither_texts_nor_addresses(ada: User, push_service: FakePushService) -> None:
    _browser, device = browser_of(ada, push_service)
    send_notice(ada)
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


def test_old_deliveries_and_devices_are_deleted(ada: User, push_service: FakePushService) -> None:
    browser_of(ada, push_service)
    send_notice(ada)
    run_due_jobs()
    month_ago = timezone.now() - timedelta(days=31)
    Delivery.objects.update(created_at=month_ago)
    PushDevice.objects.update(retired_at=month_ago)
    deleted = delete_expired(short=False)
    assert (deleted["message_log"], deleted["push_devices"]) == (1, 1)
    assert not Delivery.objects.exists()
    assert not PushDevice.objects.exists()

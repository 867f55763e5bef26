"""Firebase Cloud Messaging, against a fake that checks signatures and message formats."""

import json
from pathlib import Path
from typing import Any

import pytest

from apps.accounts.models import User
from apps.notifications.adapters.fcm.sender import message_of
from apps.notifications.choices import Occasion, Screen
from apps.notifications.models import Delivery
from apps.notifications.port import Push
from embedded.loopback import Reply
from tests.fakes.fcm import CLIENT_EMAIL, FakeFcm, refusal
from tests.notifications.posting import (
    FCM_TOKEN,
    phone_of,
    run_again,
    run_due_jobs,
    seconds_to_next_try,
    send_notice,
)

pytestmark = pytest.mark.django_db


def notified(user: User, key: str = "booking:81:3:near") -> Delivery:
    send_notice(user, key=key)
    run_due_jobs()
    return Delivery.objects.latest("id")


def test_native_app_gets_the_notification_with_text_data_only(ada: User, fcm: FakeFcm) -> None:
    phone_of(ada)
    fcm.tokens.add(FCM_TOKEN)
    delivery = notified(ada)
    (message,) = fcm.messages
    assert message["notification"] == {
        "title": "Your driver has arrived",
        "body": "Ben Example is at the pickup.",
    }
    assert message["data"] == {"screen": "BookingCab", "booking_id": "81", "reference": "K7M4QX"}
    assert message["android"]["priority"] == "high"
    assert message["android"]["collapse_key"] == "booking-81"
    assert 0 < int(message["android"]["ttl"].removesuffix("s")) <= 900
    assert message["apns"]["headers"]["apns-collapse-id"] == "booking-81"
    assert message["webpush"]["headers"]["Topic"] == "booking-81"
    assert (delivery.status, delivery.provider) == ("sent", "fcm")
    assert delivery.provider_id.startswith("projects/hansom-tests/messages/")


def test_one_access_token_serves_many_messages(ada: User, fcm: FakeFcm) -> None:
    phone_of(ada)
    fcm.tokens.add(FCM_TOKEN)
    for number in range(3):
        assert notified(ada, f"fact:{number}").status == "sent"
    assert fcm.grants == 1


def test_revoked_access_token_is_requested_again(ada: User, fcm: FakeFcm) -> None:
    phone_of(ada)
    fcm.tokens.add(FCM_TOKEN)
    notified(ada, "first")
    fcm.access_tokens.clear()
    assert notified(ada, "second").status == "sent"
    assert fcm.grants == 2


def test_foreign_service_account_sends_nothing_and_is_logged(
    ada: User, fcm: FakeFcm, settings: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    forged = json.loads(settings.FCM_CREDENTIALS.read_text())
    with FakeFcm(account="another project") as other:
        path = other.write_service_account(tmp_path)
        forged["private_key"] = json.loads(path.read_text())["private_key"]
    path.write_text(json.dumps(forged))
    settings.FCM_CREDENTIALS = path
    phone_of(ada)
    fcm.tokens.add(FCM_TOKEN)
    delivery = notified(ada)
    assert (delivery.status, delivery.error) == ("waiting", "RefreshError")
    assert fcm.messages == []
    assert "rejects the service account" in caplog.text
    assert CLIENT_EMAIL not in caplog.text


@pytest.mark.parametrize(
    ("status", "code", "field"),
    [
        (404, "UNREGISTERED", None),
        (403, "SENDER_ID_MISMATCH", None),
        (400, "INVALID_ARGUMENT", "message.token"),
    ],
)
def test_invalid_token_is_retired(ada: User, fcm: FakeFcm, status: int, code: str, field: str | None) -> None:
    device = phone_of(ada)
    notified(ada, "warm up the token")
    fcm.scripted = [refusal(status, code, field=field).reply]
    device.retired_at = None
    device.save()
    delivery = notified(ada)
    device.refresh_from_db()
    assert (delivery.status, delivery.error) == ("gone", f"{status} {code}")
    assert device.retired_at is not None


def test_unknown_token_is_retired(ada: User, fcm: FakeFcm) -> None:
    device = phone_of(ada)
    assert notified(ada).status == "gone"
    device.refresh_from_db()
    assert device.retired_at is not None


@pytest.mark.parametrize(
    ("status", "code"), [(429, "QUOTA_EXCEEDED"), (503, "UNAVAILABLE"), (500, "INTERNAL")]
)
def test_busy_firebase_is_retried_after_the_requested_time(
    ada: User, fcm: FakeFcm, status: int, code: str
) -> None:
    device = phone_of(ada)
    fcm.tokens.add(FCM_TOKEN)
    notified(ada, "warm up the token")
    fcm.scripted = [refusal(status, code, Retry_After="120").reply]
    delivery = notified(ada)
    assert (delivery.status, delivery.error) == ("waiting", f"{status} {code}")
    assert 115 < seconds_to_next_try(delivery) <= 120
    assert run_again(delivery).status == "sent"
    device.refresh_from_db()
    assert device.retired_at is None


@pytest.mark.parametrize(
    ("status", "code"), [(400, "INVALID_ARGUMENT"), (403, "SOMETHING_ELSE"), (401, "THIRD_PARTY_AUTH_ERROR")]
)
def test_other_refusals_retire_nothing(ada: User, fcm: FakeFcm, status: int, code: str) -> None:
    device = phone_of(ada)
    fcm.tokens.add(FCM_TOKEN)
    notified(ada, "warm up the token")
    fcm.scripted = [refusal(status, code).reply] * 2
    assert notified(ada).status in {"failed", "waiting"}
    device.refresh_from_db()
    assert device.retired_at is None
    assert len(fcm.messages) == 1


def test_malformed_response_is_handled_as_an_error(ada: User, fcm: FakeFcm) -> None:
    phone_of(ada)
    fcm.tokens.add(FCM_TOKEN)
    notified(ada, "warm up the token")
    fcm.scripted = [Reply(502), Reply(400, ["no", "error"])]
    assert notified(ada, "a").status == "waiting"
    assert notified(ada, "b").status == "failed"


def test_missing_service_account_is_retried(ada: User, fcm: FakeFcm, settings: Any) -> None:
    phone_of(ada)
    settings.FCM_CREDENTIALS = Path("/nowhere/at-all.json")
    delivery = notified(ada)
    assert (delivery.status, delivery.error) == ("waiting", "no service account")


@pytest.mark.parametrize(
    ("value", "text"), [(81, "81"), ("a", "a"), (True, "true"), ({"a": [1]}, '{"a": [1]}'), (1.5, "1.5")]
)
def test_data_values_become_text(value: Any, text: str) -> None:
    push = Push(address=FCM_TOKEN, title="T", msg="m", screen="wallet", data={"x": value, "none": None})
    assert message_of(push)["data"] == {"screen": "wallet", "x": text}


def test_low_urgency_is_in_the_message(ada: User, fcm: FakeFcm) -> None:
    phone_of(ada)
    fcm.tokens.add(FCM_TOKEN)
    send_notice(ada, Occasion.WALLET_UPDATED, Screen.WALLET)
    run_due_jobs()
    (message,) = fcm.messages
    assert message["android"]["priority"] == "normal"
    assert message["apns"]["headers"]["apns-priority"] == "5"

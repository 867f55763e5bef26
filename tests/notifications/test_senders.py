"""What every sender must do, tested for each of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from apps.notifications.adapters import http
from apps.notifications.adapters.fcm.sender import FcmSender
from apps.notifications.adapters.twilio import verify
from apps.notifications.adapters.twilio.sms import TwilioSms
from apps.notifications.adapters.webpush.keys import vapid_public_key
from apps.notifications.adapters.webpush.sender import WebPushSender
from apps.notifications.port import Push, Refused, Retryable, TextMessage
from embedded.loopback import Loopback, Reply
from tests.fakes.fcm import FakeFcm
from tests.fakes.twilio import FakeTwilio
from tests.fakes.webpush import FakePushService
from tests.notifications.posting import FCM_TOKEN

pytestmark = pytest.mark.django_db


@dataclass
class Case:
    send: Callable[[], str]
    fake: Loopback


@pytest.fixture(params=["twilio", "twilio_verify", "webpush", "fcm"])
def case(
    request: pytest.FixtureRequest, twilio: FakeTwilio, push_service: FakePushService, fcm: FakeFcm
) -> Case:
    if request.param == "twilio":
        message = TextMessage(to="+447911123456", text="Hello", useful_seconds=600)
        return Case(lambda: TwilioSms().send(message), twilio)
    if request.param == "twilio_verify":
        return Case(lambda: verify.start("+447911123456", language="en"), twilio)
    if request.param == "fcm":
        fcm.tokens.add(FCM_TOKEN)
        FcmSender().send(Push(address=FCM_TOKEN, title="T", msg="m", screen="wallet"))
        fcm.seen.clear()
        return Case(
            lambda: FcmSender().send(Push(address=FCM_TOKEN, title="T", msg="m", screen="wallet")), fcm
        )
    browser = push_service.subscribe(vapid_public_key() or "")
    keys = browser.subscription["keys"]
    push = Push(
        address=browser.endpoint,
        title="T",
        msg="m",
        screen="wallet",
        p256dh=keys["p256dh"],
        auth=keys["auth"],
    )
    return Case(lambda: WebPushSender().send(push), push_service)


def test_accepted_message_has_an_id(case: Case) -> None:
    assert case.send()
    assert len(case.fake.seen) == 1


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_temporary_failure_is_retryable(case: Case, status: int) -> None:
    case.fake.scripted = [Reply(status)]
    with pytest.raises(Retryable) as error:
        case.send()
    assert error.value.after_seconds is None


@pytest.mark.parametrize(
    ("header", "least", "most"),
    [
        ("120", 120, 120),
        ("0", 0, 0),
        ("Wed, 21 Oct 2065 07:28:00 GMT", 1e9, 2e9),
        ("soon", None, None),
        ("-1", None, None),
    ],
)
def test_requested_delay_is_passed_on(
    case: Case, header: str, least: float | None, most: float | None
) -> None:
    case.fake.scripted = [Reply(503, headers={"Retry-After": header})]
    with pytest.raises(Retryable) as error:
        case.send()
    after = error.value.after_seconds
    if least is None or most is None:
        assert after is None
    else:
        assert after is not None
        assert least <= after <= most


@pytest.mark.parametrize("status", [400, 402, 413, 301])
def test_refusal_is_permanent(case: Case, status: int) -> None:
    case.fake.scripted = [Reply(status, headers={"Location": f"{case.fake.url}/elsewhere"})]
    with pytest.raises(Refused):
        case.send()
    assert len(case.fake.seen) == 1


def test_unreachable_service_is_retryable(case: Case) -> None:
    case.fake.stop()
    with pytest.raises(Retryable, match="ConnectError"):
        case.send()


def test_silent_service_times_out(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "TIMEOUT", httpx.Timeout(0.2))
    case.fake.scripted = [Reply(200, after_seconds=1)]
    with pytest.raises(Retryable, match="Timeout"):
        case.send()


def test_error_does_not_quote_the_recipient(case: Case) -> None:
    body: Any = {
        "message": "+447911123456 and Hello and m",
        "error": {"message": "+447911123456", "details": []},
    }
    case.fake.scripted = [Reply(400, body)]
    with pytest.raises(Refused) as error:
        case.send()
    assert "447911" not in str(error.value)
    assert len(str(error.value)) < 40

"""SMS by Twilio, and Twilio Verify instead of the platform's own codes."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from apps.accounts.models import PhoneCode, User
from apps.accounts.phone_numbers import phone_verifier
from apps.accounts.phone_numbers.phone_verifier import OwnCodes, code_of, register_phone_verifier
from apps.core.errors import BadInput, Unavailable
from apps.notifications.adapters.twilio.verify import TwilioVerify
from apps.notifications.apps import NotificationsConfig
from apps.notifications.models import Delivery
from embedded.loopback import Reply
from tests.fakes.twilio import MESSAGING_SERVICE, NUMBER, FakeTwilio
from tests.notifications.posting import run_again, run_due_jobs, seconds_to_next_try

pytestmark = pytest.mark.django_db


def code_for(user: User, **fields: Any) -> PhoneCode:
    fields.setdefault("expires_at", timezone.now() + timedelta(minutes=10))
    return PhoneCode.objects.create(purpose="sign_in", user=user, mobile=str(user.mobile), **fields)


def sent_code(user: User, **fields: Any) -> tuple[PhoneCode, Delivery]:
    """Send one of the platform's own codes by SMS."""
    phone_code = code_for(user, **fields)
    with transaction.atomic():
        OwnCodes().start(phone_code)
    run_due_jobs()
    return phone_code, Delivery.objects.latest("id")


def test_code_arrives_by_sms(ada: User, twilio: FakeTwilio) -> None:
    phone_code, delivery = sent_code(ada)
    assert twilio.messages == [
        {
            "To": ada.mobile,
            "From": NUMBER,
            "Body": f"{code_of(phone_code)} is your Hansom code. Never share this code.",
            "ValidityPeriod": "600",
        }
    ]
    assert (delivery.status, delivery.provider, delivery.channel) == ("sent", "twilio", "sms")
    assert delivery.provider_id.startswith("SM")


def test_code_is_in_the_users_language(ada: User, twilio: FakeTwilio) -> None:
    User.objects.filter(pk=ada.pk).update(language="ar")
    phone_code, _delivery = sent_code(ada)
    body = twilio.messages[0]["Body"]
    assert code_of(phone_code) in body
    assert "رمزك" in body
    # One message of seventy characters, not two.
    assert len(body) <= 70


def test_messaging_service_chooses_the_number(ada: User, twilio: FakeTwilio, settings: Any) -> None:
    settings.TWILIO_FROM = MESSAGING_SERVICE
    sent_code(ada)
    assert twilio.messages[0]["MessagingServiceSid"] == MESSAGING_SERVICE
    assert "From" not in twilio.messages[0]


def test_neither_log_nor_outbox_contains_code_or_number(ada: User, twilio: FakeTwilio) -> None:
    phone_code, delivery = sent_code(ada)
    row = str(Delivery.objects.values().get(pk=delivery.pk))
    assert code_of(phone_code) not in row
    assert str(ada.mobile) not in row
    assert delivery.to == f"{ada.mobile[:4]}…{ada.mobile[-2:]}"  # type: ignore[index]
    from apps.core.models import OutboxEntry

    assert code_of(phone_code) not in str(OutboxEntry.objects.values().get(pk=delivery.job_id))


def test_invalid_number_is_not_retried_or_quoted(ada: User, twilio: FakeTwilio) -> None:
    User.objects.filter(pk=ada.pk).update(mobile="+0123")
    ada.refresh_from_db()
    _code, delivery = sent_code(ada)
    assert (delivery.status, delivery.error) == ("failed", "not a number in E.164")
    assert twilio.seen == []


def test_twilios_refusal_is_stored_as_its_error_number(ada: User, twilio: FakeTwilio) -> None:
    twilio.scripted = [Reply(400, {"code": 21610, "message": f"{ada.mobile} is unsubscribed", "status": 400})]
    _code, delivery = sent_code(ada)
    assert (delivery.status, delivery.error) == ("failed", "400 21610")


def test_busy_twilio_is_retried_after_the_requested_time(ada: User, twilio: FakeTwilio) -> None:
    twilio.scripted = [Reply(429, {"code": 20429}, headers={"Retry-After": "60"})]
    _code, delivery = sent_code(ada)
    assert (delivery.status, delivery.error) == ("waiting", "429 20429")
    assert 55 < seconds_to_next_try(delivery) <= 60
    assert run_again(delivery).status == "sent"


def test_wrong_key_is_logged_and_retried(
    ada: User, twilio: FakeTwilio, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    right, settings.TWILIO_API_SECRET = settings.TWILIO_API_SECRET, "wrong"
    _code, delivery = sent_code(ada)
    assert (delivery.status, delivery.error) == ("waiting", "401 20003")
    assert "twilio rejects the API key" in caplog.text
    settings.TWILIO_API_SECRET = right
    assert run_again(delivery).status == "sent"


@pytest.mark.parametrize(
    "over", [{"used_at": timezone.now()}, {"expires_at": timezone.now() - timedelta(seconds=1)}]
)
def test_expired_code_is_not_sent(ada: User, twilio: FakeTwilio, over: dict[str, Any]) -> None:
    _code, delivery = sent_code(ada, **over)
    assert delivery.status == "expired"
    assert twilio.seen == []


# -- Verify ------------------------------------------------------------------------------------


@pytest.fixture
def verify(twilio: FakeTwilio, settings: Any) -> Iterator[FakeTwilio]:
    settings.SMS_SENDER = "twilio_verify"
    NotificationsConfig.register_verifier()
    assert isinstance(phone_verifier.phone_verifier(), TwilioVerify)
    yield twilio
    register_phone_verifier(OwnCodes())


def started(user: User, **fields: Any) -> PhoneCode:
    phone_code = code_for(user, **fields)
    with transaction.atomic():
        phone_verifier.phone_verifier().start(phone_code)
    run_due_jobs()
    return phone_code


def check(phone_code: PhoneCode, code: str) -> bool:
    return phone_verifier.phone_verifier().check(phone_code, code)


def test_verify_sends_its_own_code_and_approves_it_once(ada: User, verify: FakeTwilio) -> None:
    phone_code = started(ada)
    code = verify.verifications[str(ada.mobile)].code
    assert check(phone_code, "000000" if code != "000000" else "111111") is False
    assert check(phone_code, code) is True
    with pytest.raises(BadInput) as refusal:
        check(phone_code, code)
    assert refusal.value.code == "code_expired"
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.provider) == ("sent", "twilio_verify")
    assert code not in str(Delivery.objects.values().get())


@pytest.mark.parametrize(("language", "locale"), [("ar", "ar"), ("en", "en"), ("", ""), ("tlh", "")])
def test_verify_gets_the_users_language_if_supported(
    ada: User, verify: FakeTwilio, language: str, locale: str
) -> None:
    User.objects.filter(pk=ada.pk).update(language=language)
    started(ada)
    assert verify.verifications[str(ada.mobile)].locale == locale


def test_sixth_guess_finds_no_code(ada: User, verify: FakeTwilio) -> None:
    phone_code = started(ada)
    code = verify.verifications[str(ada.mobile)].code
    wrong = "000000" if code != "000000" else "111111"
    assert [check(phone_code, wrong) for _ in range(5)] == [False] * 5
    with pytest.raises(BadInput) as refusal:
        check(phone_code, code)
    assert refusal.value.code == "code_expired"


@pytest.mark.parametrize(
    "reply",
    [Reply(500), Reply(503, {"code": 20503}), Reply(429, {"code": 20429}), Reply(401, {"code": 20003})],
)
def test_failed_verify_request_is_not_a_wrong_code(ada: User, verify: FakeTwilio, reply: Reply) -> None:
    phone_code = started(ada)
    verify.scripted = [reply]
    with pytest.raises(Unavailable):
        check(phone_code, "123456")


def test_unreachable_verify_is_unavailable(ada: User, verify: FakeTwilio, settings: Any) -> None:
    phone_code = started(ada)
    settings.TWILIO_VERIFY_URL = "http://127.0.0.1:1"
    with pytest.raises(Unavailable):
        check(phone_code, "123456")


def test_cancelled_verification_is_not_started(ada: User, verify: FakeTwilio) -> None:
    started(ada, used_at=timezone.now())
    assert verify.seen == []
    assert Delivery.objects.get().status == "expired"


def test_too_many_codes_for_a_number_wait(ada: User, verify: FakeTwilio) -> None:
    for _ in range(5):
        started(ada)
    started(ada)
    assert Delivery.objects.latest("id").error == "429 60203"
    assert verify.verifications[str(ada.mobile)].sends == 5

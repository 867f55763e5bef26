"""POST auth/phone/verify/ and cancel/: a code is valid once, for ten minutes and five attempts."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import DeviceSession, PhoneCode, User
from apps.accounts.outgoing import SecretExpired
from apps.accounts.phone_numbers import phone_verifier
from apps.accounts.phone_numbers.phone_verifier import (
    OwnCodes,
    code_of,
    code_to_send,
    register_phone_verifier,
)
from apps.accounts.services.secret_params import secret_params
from apps.core.errors import Unavailable
from apps.core.platform import update_platform_settings
from tests.accounts.phones import (
    CANCEL,
    CONFIRM,
    another,
    assert_not_logged_in,
    code_sent_to,
    enter,
    outcome,
)
from tests.accounts.proofs import cheap_captcha
from tests.personas import client_of

__all__ = ["cheap_captcha"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("cheap_captcha")]


def test_right_code_logs_in_and_verifies_the_number(ada: User) -> None:
    response = enter(*code_sent_to(ada))
    assert response.status_code == 200
    assert response.json().keys() == {"access", "expires_in", "user"}
    assert response.json()["user"]["id"] == ada.pk
    assert response.cookies[settings.REFRESH_COOKIE]["httponly"]
    assert DeviceSession.objects.get().user == ada
    ada.refresh_from_db()
    assert ada.mobile_verified


@pytest.mark.parametrize(
    "code",
    ["", "12345", "1234567", "12345a", "١٢٣٤٥٦", " 12345", "123456 ", "12 456", "-12345", None, [], {}],
)
def test_malformed_code_is_otp_validate_error_and_not_counted(ada: User, code: Any) -> None:
    verification_id, _ = code_sent_to(ada)
    assert_not_logged_in(enter(verification_id, code), 400, "otp_validate_error")
    assert PhoneCode.objects.get().tries == 0


def test_wrong_code_is_otp_validate_error_and_counted(ada: User) -> None:
    verification_id, code = code_sent_to(ada)
    assert_not_logged_in(enter(verification_id, another(code)), 400, "otp_validate_error")
    assert PhoneCode.objects.get().tries == 1
    ada.refresh_from_db()
    assert not ada.mobile_verified


def test_fifth_attempt_may_be_the_right_one(ada: User) -> None:
    verification_id, code = code_sent_to(ada)
    for _ in range(4):
        enter(verification_id, another(code))
    assert enter(verification_id, code).status_code == 200


def test_right_code_after_five_wrong_ones_is_code_expired(ada: User) -> None:
    verification_id, code = code_sent_to(ada)
    for _ in range(5):
        assert outcome(enter(verification_id, another(code))) == (400, "otp_validate_error")
    assert_not_logged_in(enter(verification_id, code), 400, "code_expired")
    assert PhoneCode.objects.get().tries == 5


def test_code_is_valid_once(ada: User) -> None:
    verification_id, code = code_sent_to(ada)
    assert enter(verification_id, code).status_code == 200
    assert outcome(enter(verification_id, code)) == (400, "code_expired")
    assert DeviceSession.objects.count() == 1


def test_code_is_valid_for_ten_minutes(ada: User) -> None:
    verification_id, code = code_sent_to(ada)
    with time_machine.travel(timezone.now() + timedelta(minutes=10, seconds=1)):
        assert_not_logged_in(enter(verification_id, code), 400, "code_expired")
    with time_machine.travel(timezone.now() + timedelta(minutes=9, seconds=50)):
        assert enter(verification_id, code).status_code == 200


@pytest.mark.parametrize(
    "verification_id", ["", "1", "nonsense", "00000000-0000-0000-0000-000000000000", "\x00"]
)
def test_unknown_code_logs_no_one_in(ada: User, verification_id: str) -> None:
    _, code = code_sent_to(ada)
    response = enter(verification_id, code)
    assert response.status_code == 400
    assert response.json()["code"] in {"code_expired", "otp_validate_error"}
    assert not DeviceSession.objects.exists()
    assert PhoneCode.objects.get().tries == 0


def test_code_of_another_message_is_wrong(ada: User, cleo: User) -> None:
    (of_ada, _), (_, of_cleo) = code_sent_to(ada), code_sent_to(cleo)
    assert_not_logged_in(enter(of_ada, of_cleo), 400, "otp_validate_error")


def test_code_for_a_number_change_does_not_log_in(ada: User) -> None:
    client = client_of(ada)
    verification_id, code = code_sent_to(ada, client=client, url="/api/v1/me/mobile/")
    DeviceSession.objects.all().delete()
    assert_not_logged_in(enter(verification_id, code), 400, "code_expired")


def test_code_for_login_does_not_change_a_number(ada: User) -> None:
    verification_id, code = code_sent_to(ada)
    assert outcome(enter(verification_id, code, client=client_of(ada), url=CONFIRM)) == (400, "code_expired")


def test_code_is_refused_once_the_number_changed(ada: User) -> None:
    verification_id, code = code_sent_to(ada)
    User.objects.update(mobile="+447911123456")
    assert_not_logged_in(enter(verification_id, code), 400, "code_expired")


def test_unapproved_user_is_refused_and_the_code_stays_unused(ada: User) -> None:
    User.objects.update(approved=False)
    verification_id, code = code_sent_to(ada)
    assert_not_logged_in(enter(verification_id, code), 403, "require_approval")
    assert PhoneCode.objects.get().used_at is None
    ada.refresh_from_db()
    assert not ada.mobile_verified


def test_code_is_refused_once_the_account_is_disabled(ada: User) -> None:
    verification_id, code = code_sent_to(ada)
    User.objects.update(is_active=False)
    assert_not_logged_in(enter(verification_id, code), 400, "code_expired")


def test_unverified_email_does_not_block_phone_login(ada: User) -> None:
    update_platform_settings(email_verify=True)
    assert enter(*code_sent_to(ada)).status_code == 200


def test_cancelled_code_is_refused(ada: User) -> None:
    verification_id, code = code_sent_to(ada)
    assert APIClient().post(CANCEL, {"verification_id": verification_id}).status_code == 204
    assert_not_logged_in(enter(verification_id, code), 400, "code_expired")


@pytest.mark.parametrize("body", [{}, {"verification_id": "nonsense"}, {"verification_id": None}, []])
def test_cancelling_an_unknown_code_is_204(ada: User, body: Any) -> None:
    verification_id, code = code_sent_to(ada)
    assert APIClient().post(CANCEL, body).status_code == 204
    assert enter(verification_id, code).status_code == 200


def test_cancelling_a_used_code_does_not_log_out(ada: User) -> None:
    verification_id, code = code_sent_to(ada)
    enter(verification_id, code)
    APIClient().post(CANCEL, {"verification_id": verification_id})
    assert DeviceSession.objects.get().ended_at is None


def test_invalid_access_token_is_ignored(ada: User) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION="Bearer not.a.token")
    assert enter(*code_sent_to(ada), client=client).status_code == 200


def test_codes_differ_by_message_number_and_purpose(ada: User) -> None:
    codes = {code_of(PhoneCode(user=ada, mobile="+44", purpose="sign_in")) for _ in range(200)}
    assert len(codes) > 190
    assert all(len(code) == 6 and code.isdecimal() for code in codes)
    one = PhoneCode(user=ada, mobile="+441", purpose="sign_in")
    assert len({code_of(one), *(_codes_like(one))}) == 3


def _codes_like(one: PhoneCode) -> Iterator[str]:
    yield code_of(PhoneCode(pk=one.pk, mobile="+442", purpose=one.purpose))
    yield code_of(PhoneCode(pk=one.pk, mobile=one.mobile, purpose="change_mobile"))


def test_code_depends_on_the_secret_key(ada: User, settings: Any) -> None:
    one = PhoneCode(user=ada, mobile="+44", purpose="sign_in")
    before = code_of(one)
    settings.SECRET_KEY = "another-secret-key-another-secret-key"
    assert code_of(one) != before


def test_message_gets_the_code_when_sent_unless_cancelled(ada: User) -> None:
    verification_id, code = code_sent_to(ada)
    params = {"phone_code_id": verification_id}
    assert secret_params("phone_code", params) == {"code": code}
    APIClient().post(CANCEL, {"verification_id": verification_id})
    with pytest.raises(SecretExpired):
        secret_params("phone_code", params)


class ExternalVerifier:
    """A verifier with its own codes."""

    def __init__(self) -> None:
        self.started: list[str] = []

    def start(self, phone_code: PhoneCode) -> None:
        self.started.append(phone_code.mobile)

    def check(self, phone_code: PhoneCode, code: str) -> bool:
        if code == "999999":
            raise Unavailable("unavailable", "It does not answer.")
        return code == "424242"


@pytest.fixture
def elsewhere() -> Iterator[ExternalVerifier]:
    verifier = ExternalVerifier()
    register_phone_verifier(verifier)
    yield verifier
    register_phone_verifier(OwnCodes())


def test_external_verifier_sends_and_checks(ada: User, elsewhere: ExternalVerifier) -> None:
    assert phone_verifier.phone_verifier() is elsewhere
    verification_id, _ = code_sent_to(ada)
    assert elsewhere.started == [ada.mobile]
    assert outcome(enter(verification_id, "424243")) == (400, "otp_validate_error")
    assert enter(verification_id, "424242").status_code == 200


def test_unavailable_verifier_does_not_count_an_attempt(ada: User, elsewhere: ExternalVerifier) -> None:
    verification_id, _ = code_sent_to(ada)
    assert_not_logged_in(enter(verification_id, "999999"), 503, "unavailable")
    assert PhoneCode.objects.get().tries == 0


def at_once(calls: int, verification_id: str, code: str) -> list[int]:
    gate, statuses = threading.Barrier(calls), []

    def call(number: int) -> None:
        client = APIClient(REMOTE_ADDR=f"10.0.1.{number}")
        gate.wait()
        try:
            statuses.append(enter(verification_id, code, client=client).status_code)
        finally:
            connection.close()

    threads = [threading.Thread(target=call, args=(number,)) for number in range(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(statuses)


@pytest.mark.django_db(transaction=True)
def test_one_of_eight_concurrent_codes_logs_in(ada: User) -> None:
    assert at_once(8, *code_sent_to(ada)) == [200] + [400] * 7
    assert DeviceSession.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_five_of_twelve_concurrent_wrong_codes_are_checked(ada: User) -> None:
    verification_id, code = code_sent_to(ada)
    assert at_once(12, verification_id, another(code)) == [400] * 12
    assert PhoneCode.objects.get().tries == 5
    assert outcome(enter(verification_id, code)) == (400, "code_expired")


def test_unknown_code_to_send_is_gone(db: None) -> None:
    with pytest.raises(SecretExpired):
        code_to_send("00000000-0000-0000-0000-000000000000")

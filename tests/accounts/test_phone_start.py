"""POST auth/phone/: which numbers get a code, and how many."""

import threading
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.login.devices import Device
from apps.accounts.models import PhoneCode, User
from apps.accounts.services.phone_limits import dial_prefix
from apps.accounts.services.sessions import start_session
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.core.privacy.retention import delete_expired
from tests.accounts.phones import (
    START,
    VERIFY,
    assert_not_logged_in,
    assert_nothing_was_sent,
    code_sent_to,
    enter,
    outcome,
    request_code,
)
from tests.accounts.proofs import cheap_captcha, solved
from tests.personas import make_user

__all__ = ["cheap_captcha"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("cheap_captcha")]


def test_known_number_gets_a_code_that_is_not_stored(ada: User) -> None:
    response = request_code(ada.mobile)
    assert response.status_code == 202
    sent = PhoneCode.objects.get()
    assert response.json() == {"verification_id": str(sent.pk), "expires_in": 600, "resend_in": 60}
    assert (sent.user, sent.mobile, sent.purpose, sent.tries) == (ada, ada.mobile, "sign_in", 0)
    job = OutboxEntry.objects.get()
    assert (job.name, job.payload) == (
        "notifications.send_text",
        {
            "text": "phone_code",
            "to": ada.mobile,
            "user_id": ada.pk,
            "params": {"phone_code_id": str(sent.pk)},
        },
    )


@pytest.mark.parametrize(
    "typed", ["+44 7700 900123", "+44-7700-900123", "  +447700900123 ", "+44 07700 900123"]
)
def test_number_is_recognised_in_any_format(typed: str) -> None:
    ada = make_user("Ada", mobile="+447700900123")
    assert request_code(typed).status_code == 202
    assert PhoneCode.objects.get().user == ada


def test_dash_in_a_dial_code_is_stripped() -> None:
    ava = make_user("Ava", mobile="+12684601234")
    assert request_code("+1-2684601234").status_code == 202
    assert PhoneCode.objects.get().user == ava


@pytest.mark.parametrize("mobile", ["+447700900999", "", "+", "ada", "+44", "٠٧٧٠٠", "'; --"])
def test_unknown_number_is_user_does_not_exists(ada: User, mobile: str) -> None:
    assert_not_logged_in(request_code(mobile), 400, "user_does_not_exists")
    assert_nothing_was_sent()


def test_user_without_a_number_is_not_found() -> None:
    make_user("Nina", mobile=None)
    response = APIClient().post(START, {"mobile": None, "captcha": solved()})
    assert response.status_code == 400
    assert_nothing_was_sent()


def test_disabled_user_gets_no_code(ada: User) -> None:
    User.objects.update(is_active=False)
    assert outcome(request_code(ada.mobile)) == (400, "user_does_not_exists")
    assert_nothing_was_sent()


def test_no_code_is_sent_with_phone_login_disabled(ada: User) -> None:
    update_platform_settings(mobile_login_enabled=False)
    OutboxEntry.objects.all().delete()
    assert_not_logged_in(request_code(ada.mobile), 403, "mobile_login_disabled")
    assert_nothing_was_sent()


def test_sent_code_is_refused_once_phone_login_is_disabled(ada: User) -> None:
    verification_id, code = code_sent_to(ada)
    update_platform_settings(mobile_login_enabled=False)
    assert_not_logged_in(enter(verification_id, code), 403, "mobile_login_disabled")
    assert PhoneCode.objects.get().tries == 0


def test_second_code_is_sent_after_a_minute(ada: User) -> None:
    assert request_code(ada.mobile).status_code == 202
    assert_not_logged_in(request_code(ada.mobile), 429, "too_many_requests")
    assert PhoneCode.objects.count() == OutboxEntry.objects.count() == 1
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        assert request_code(ada.mobile).status_code == 202


def statuses(user: User, minutes: list[int]) -> list[int]:
    """Return the status of a request at each of these minutes, each from another IP address."""
    begin, results = timezone.now(), []
    for number, minute in enumerate(minutes):
        with time_machine.travel(begin + timedelta(minutes=minute, seconds=number)):
            client = APIClient(REMOTE_ADDR=f"10.1.{number // 250}.{number % 250}")
            results.append(request_code(user.mobile, client=client).status_code)
    return results


def test_number_gets_five_codes_an_hour_from_all_addresses(ada: User) -> None:
    assert statuses(ada, [0, 2, 4, 6, 8, 10, 59, 61]) == [202] * 5 + [429, 429, 202]


def test_number_gets_ten_codes_a_day(ada: User) -> None:
    assert statuses(ada, [minute * 100 for minute in range(12)]) == [202] * 10 + [429] * 2


def test_limits_of_one_number_do_not_affect_others(ada: User, cleo: User) -> None:
    assert request_code(ada.mobile).status_code == 202
    assert request_code(cleo.mobile).status_code == 202


def test_strangers_cannot_use_up_the_owners_codes(ada: User) -> None:
    """Requests from ada's known address are counted separately."""
    home = APIClient(REMOTE_ADDR="10.9.9.9")
    start_session(user_id=ada.pk, device=Device(ip="10.9.9.9"))
    assert statuses(ada, [0, 2, 4, 6, 8, 10])[-1] == 429
    verification_id, code = code_sent_to(ada, client=home)
    assert PhoneCode.objects.filter(from_known_device=True).count() == 1
    assert enter(verification_id, code, client=home).status_code == 200
    # Her own requests are limited too.
    assert outcome(request_code(ada.mobile, client=home)) == (429, "too_many_requests")


def test_strangers_code_does_not_affect_the_owners(ada: User) -> None:
    verification_id, code = code_sent_to(ada)
    with time_machine.travel(timezone.now() + timedelta(seconds=90)):
        assert request_code(ada.mobile, client=APIClient(REMOTE_ADDR="10.6.6.6")).status_code == 202
        assert enter(verification_id, code).status_code == 200


def test_ip_address_may_request_thirty_codes_an_hour() -> None:
    client = APIClient(REMOTE_ADDR="10.0.0.1")
    results = [client.post(START, {"mobile": f"+4477009001{number:02}"}).status_code for number in range(31)]
    assert results == [400] * 30 + [429]


def test_countrys_codes_are_limited_separately(settings: Any) -> None:
    settings.PHONE_CODES_AN_HOUR_ABROAD = 2
    antigua = [make_user("Ava", mobile=f"+1268460123{number}") for number in range(3)]
    american, briton = make_user("Amy", mobile="+12125550123"), make_user("Bea", mobile="+447911123456")
    assert [request_code(user.mobile).status_code for user in antigua] == [202, 202, 429]
    assert PhoneCode.objects.count() == 2
    assert request_code(american.mobile).status_code == request_code(briton.mobile).status_code == 202
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        assert request_code(antigua[2].mobile).status_code == 202


def test_platforms_own_country_has_a_higher_limit(settings: Any) -> None:
    settings.PHONE_CODES_AN_HOUR_ABROAD = 0
    numbers = {"Bea": "+447911123456", "Flo": "+33612345678", "Amy": "+12125550123", "Ava": "+12684601234"}
    bea, flo, amy, ava = (make_user(name, mobile=mobile) for name, mobile in numbers.items())
    update_platform_settings(country="United Kingdom")
    assert [request_code(user.mobile).status_code for user in (bea, flo, amy, ava)] == [202, 429, 429, 429]
    update_platform_settings(country="United States")
    assert [request_code(user.mobile).status_code for user in (amy, ava)] == [202, 429]


@pytest.mark.parametrize(
    ("mobile", "prefix"), [("+447700900123", "+44"), ("+12684601234", "+1268"), ("+999123", "+999")]
)
def test_dial_prefix_of_a_number(mobile: str, prefix: str) -> None:
    assert dial_prefix(mobile) == prefix


def test_refused_request_creates_nothing(ada: User) -> None:
    response = APIClient().post(START, {})
    assert response.status_code == 400
    assert_nothing_was_sent()
    assert APIClient().get(VERIFY).status_code == 405


def test_codes_are_deleted_once_they_do_not_count(ada: User) -> None:
    request_code(ada.mobile)
    with time_machine.travel(timezone.now() + timedelta(hours=24)):
        assert delete_expired(short=True)["phone_codes"] == 0
    with time_machine.travel(timezone.now() + timedelta(hours=26)):
        assert delete_expired(short=True)["phone_codes"] == 1


@pytest.mark.django_db(transaction=True)
def test_one_of_six_concurrent_requests_sends_a_code(ada: User) -> None:
    solutions, gate, statuses = [solved() for _ in range(6)], threading.Barrier(6), []

    def call(number: int) -> None:
        client = APIClient(REMOTE_ADDR=f"10.0.2.{number}")
        gate.wait()
        try:
            body = {"mobile": ada.mobile, "captcha": solutions[number]}
            statuses.append(client.post(START, body).status_code)
        finally:
            connection.close()

    threads = [threading.Thread(target=call, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [202] + [429] * 5
    assert PhoneCode.objects.count() == OutboxEntry.objects.count() == 1

"""GET auth/captcha/ and what its solutions allow: one text message each."""

import json
import threading
from base64 import b64decode, b64encode
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from altcha import Challenge, create_challenge
from django.db import connection
from django.utils import timezone
from redis import Redis
from rest_framework.test import APIClient

from apps.accounts.captcha.gate import new_challenge, require_captcha
from apps.accounts.models import PhoneCode, User
from apps.core.errors import BadInput
from apps.core.models import OutboxEntry
from tests.accounts.proofs import URL, cheap_captcha, solved

__all__ = ["cheap_captcha"]

PHONE = "/api/v1/auth/phone/"

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("cheap_captcha")]


def request_code(user: User, captcha: Any) -> Any:
    return APIClient().post(PHONE, {"mobile": user.mobile, "captcha": captcha})


def assert_no_code_for(response: Any) -> None:
    assert (response.status_code, response.json()["code"]) == (400, "captcha_failed")
    assert not PhoneCode.objects.exists()
    assert not OutboxEntry.objects.exists()


def changed(solution: str, change: Callable[[dict[str, Any]], None]) -> str:
    content = json.loads(b64decode(solution))
    change(content)
    return b64encode(json.dumps(content).encode()).decode()


def test_challenge_expires_after_five_minutes(settings: Any) -> None:
    settings.CAPTCHA_COST = 5000
    with time_machine.travel(1_790_000_000, tick=False):
        response = APIClient().get(URL)
    body = response.json()
    assert response["Cache-Control"] == "no-store"
    assert body["parameters"]["algorithm"] == "PBKDF2/SHA-256"
    assert body["parameters"]["cost"] == 5000
    assert body["parameters"]["expiresAt"] == 1_790_000_300
    assert len(body["signature"]) == 64


def test_solved_captcha_sends_a_message(ada: User, settings: Any) -> None:
    settings.CAPTCHA_COST = 5000
    assert request_code(ada, solved()).status_code == 202
    assert PhoneCode.objects.get().user == ada


@pytest.mark.parametrize("captcha", ["", "nonsense", "e30=", "bnVsbA==", "W10=", "a" * 4001, "ÿ", "\x00", 5])
def test_invalid_solution_gets_no_code(ada: User, captcha: Any) -> None:
    response = request_code(ada, captcha)
    # Too long a text, or one with a NUL, is refused by the form.
    if response.json()["code"] != "invalid":
        assert_no_code_for(response)
    assert response.status_code == 400
    assert not PhoneCode.objects.exists()


def test_missing_solution_gets_no_code(ada: User) -> None:
    assert_no_code_for(APIClient().post(PHONE, {"mobile": ada.mobile}))


def test_solution_is_accepted_once(ada: User, cleo: User) -> None:
    solution = solved()
    assert request_code(ada, solution).status_code == 202
    response = request_code(cleo, solution)
    assert (response.status_code, response.json()["code"]) == (400, "captcha_failed")
    assert PhoneCode.objects.count() == OutboxEntry.objects.count() == 1


def test_solution_is_recognised_however_it_is_formatted(ada: User, cleo: User) -> None:
    """The signature is what counts: formatting, key order and duration do not make a new solution."""
    solution = solved()
    request_code(ada, solution)
    again = changed(solution, lambda content: content["solution"].update(time=1.5))
    assert request_code(cleo, again).json()["code"] == "captcha_failed"
    uppercase = changed(
        solution, lambda c: c["challenge"].update(signature=c["challenge"]["signature"].upper())
    )
    assert request_code(cleo, uppercase).json()["code"] == "captcha_failed"


def test_solution_is_used_up_for_unknown_numbers_too(ada: User) -> None:
    solution = solved()
    APIClient().post(PHONE, {"mobile": "+447700900999", "captcha": solution})
    assert_no_code_for(request_code(ada, solution))


def test_expired_solution_is_refused(ada: User) -> None:
    solution = solved()
    with time_machine.travel(timezone.now() + timedelta(seconds=302)):
        assert_no_code_for(request_code(ada, solution))


def test_expiry_of_a_challenge_cannot_be_changed(ada: User) -> None:
    solution = solved()
    later = changed(solution, lambda c: c["challenge"]["parameters"].update(expiresAt=9_999_999_999))
    assert_no_code_for(request_code(ada, later))


def test_difficulty_of_a_challenge_cannot_be_changed(ada: User) -> None:
    given = new_challenge()
    given["parameters"]["keyPrefix"] = ""
    assert_no_code_for(request_code(ada, solved(given)))


def test_wrong_solution_is_refused(ada: User) -> None:
    wrong = changed(solved(), lambda content: content["solution"].update(counter=2**31))
    assert_no_code_for(request_code(ada, wrong))


@pytest.mark.parametrize("secret", ["another secret", None])
def test_forged_challenge_is_refused(ada: User, secret: str | None) -> None:
    own: Challenge = create_challenge("PBKDF2/SHA-256", 1, expires_at=9_999_999_999, hmac_secret=secret)
    assert_no_code_for(request_code(ada, solved(own.to_dict())))


@pytest.mark.parametrize(
    "change",
    [
        lambda c: c.pop("challenge"),
        lambda c: c.update(challenge=None),
        lambda c: c.update(challenge=[]),
        lambda c: c["challenge"].update(parameters=[]),
        lambda c: c["challenge"].update(parameters={}),
        lambda c: c["challenge"].update(signature=None),
        lambda c: c["challenge"].update(signature=["x"]),
        lambda c: c.update(solution=None),
        lambda c: c["solution"].update(counter="0"),
        lambda c: c["solution"].update(counter=-1),
        lambda c: c["solution"].update(derivedKey=None),
        lambda c: c["challenge"]["parameters"].update(expiresAt="soon"),
        lambda c: c["challenge"]["parameters"].update(data={"a": [[[]]]}),
    ],
)
def test_malformed_solution_is_refused(ada: User, change: Callable[[dict[str, Any]], None]) -> None:
    assert_no_code_for(request_code(ada, changed(solved(), change)))


def test_challenges_of_an_ip_address_are_limited() -> None:
    client = APIClient(REMOTE_ADDR="10.0.0.1")
    assert [client.get(URL).status_code for _ in range(61)] == [200] * 60 + [429]


def test_solution_used_concurrently_is_accepted_once() -> None:
    solution, passed, gate = solved(), [], threading.Barrier(8)

    def show() -> None:
        gate.wait()
        try:
            require_captcha(solution)
            passed.append(1)
        except BadInput:
            pass
        finally:
            connection.close()

    threads = [threading.Thread(target=show) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(passed) == 1


def test_used_solution_is_stored_longer_than_it_is_valid(ada: User, redis_client: Redis) -> None:
    request_code(ada, solved())
    (key,) = redis_client.scan_iter("*:1:captcha:*")
    assert redis_client.ttl(key) > 300

"""GET auth/captcha/ and what its answers open: one text message each."""

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


def ask(user: User, captcha: Any) -> Any:
    return APIClient().post(PHONE, {"mobile": user.mobile, "captcha": captcha})


def assert_no_code_for(response: Any) -> None:
    assert (response.status_code, response.json()["code"]) == (400, "captcha_failed")
    assert not PhoneCode.objects.exists()
    assert not OutboxEntry.objects.exists()


def changed(answer: str, change: Callable[[dict[str, Any]], None]) -> str:
    content = json.loads(b64decode(answer))
    change(content)
    return b64encode(json.dumps(content).encode()).decode()


def test_challenge_is_the_library_s_own_and_runs_out_after_five_minutes(settings: Any) -> None:
    settings.CAPTCHA_COST = 5000
    with time_machine.travel(1_790_000_000, tick=False):
        response = APIClient().get(URL)
    body = response.json()
    assert response["Cache-Control"] == "no-store"
    assert body["parameters"]["algorithm"] == "PBKDF2/SHA-256"
    assert body["parameters"]["cost"] == 5000
    assert body["parameters"]["expiresAt"] == 1_790_000_300
    assert len(body["signature"]) == 64


def test_real_work_opens_a_message(ada: User, settings: Any) -> None:
    settings.CAPTCHA_COST = 5000
    assert ask(ada, solved()).status_code == 202
    assert PhoneCode.objects.get().user == ada


@pytest.mark.parametrize("captcha", ["", "nonsense", "e30=", "bnVsbA==", "W10=", "a" * 4001, "ÿ", "\x00", 5])
def test_what_is_no_answer_gets_no_code(ada: User, captcha: Any) -> None:
    response = ask(ada, captcha)
    # A text that is too long, or holds a NUL, is refused by its form.
    if response.json()["code"] != "invalid":
        assert_no_code_for(response)
    assert response.status_code == 400
    assert not PhoneCode.objects.exists()


def test_without_an_answer_there_is_no_code(ada: User) -> None:
    assert_no_code_for(APIClient().post(PHONE, {"mobile": ada.mobile}))


def test_answer_that_was_shown_before_is_refused(ada: User, cleo: User) -> None:
    answer = solved()
    assert ask(ada, answer).status_code == 202
    response = ask(cleo, answer)
    assert (response.status_code, response.json()["code"]) == (400, "captcha_failed")
    assert PhoneCode.objects.count() == OutboxEntry.objects.count() == 1


def test_answer_that_was_shown_before_is_refused_in_other_words_too(ada: User, cleo: User) -> None:
    """The signature counts: spaces, the order of names or the time it took make nothing new of it."""
    answer = solved()
    ask(ada, answer)
    again = changed(answer, lambda content: content["solution"].update(time=1.5))
    assert ask(cleo, again).json()["code"] == "captcha_failed"
    louder = changed(answer, lambda c: c["challenge"].update(signature=c["challenge"]["signature"].upper()))
    assert ask(cleo, louder).json()["code"] == "captcha_failed"


def test_answer_is_used_up_even_where_the_number_was_no_one_s(ada: User) -> None:
    answer = solved()
    APIClient().post(PHONE, {"mobile": "+447700900999", "captcha": answer})
    assert_no_code_for(ask(ada, answer))


def test_answer_that_comes_too_late_is_refused(ada: User) -> None:
    answer = solved()
    with time_machine.travel(timezone.now() + timedelta(seconds=302)):
        assert_no_code_for(ask(ada, answer))


def test_no_one_puts_the_end_of_a_challenge_off(ada: User) -> None:
    answer = solved()
    later = changed(answer, lambda c: c["challenge"]["parameters"].update(expiresAt=9_999_999_999))
    assert_no_code_for(ask(ada, later))


def test_no_one_makes_the_work_easier(ada: User) -> None:
    given = new_challenge()
    given["parameters"]["keyPrefix"] = ""
    assert_no_code_for(ask(ada, solved(given)))


def test_work_that_was_not_done_is_noticed(ada: User) -> None:
    lazy = changed(solved(), lambda content: content["solution"].update(counter=2**31))
    assert_no_code_for(ask(ada, lazy))


@pytest.mark.parametrize("secret", ["another secret", None])
def test_challenge_of_someone_s_own_making_is_refused(ada: User, secret: str | None) -> None:
    own: Challenge = create_challenge("PBKDF2/SHA-256", 1, expires_at=9_999_999_999, hmac_secret=secret)
    assert_no_code_for(ask(ada, solved(own.to_dict())))


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
def test_malformed_answer_is_refused(ada: User, change: Callable[[dict[str, Any]], None]) -> None:
    assert_no_code_for(ask(ada, changed(solved(), change)))


def test_challenges_of_an_address_are_limited() -> None:
    client = APIClient(REMOTE_ADDR="10.0.0.1")
    assert [client.get(URL).status_code for _ in range(61)] == [200] * 60 + [429]


def test_eight_who_show_one_answer_at_once_get_one_message_of_it() -> None:
    answer, passed, gate = solved(), [], threading.Barrier(8)

    def show() -> None:
        gate.wait()
        try:
            require_captcha(answer)
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


def test_answer_is_remembered_longer_than_it_is_good(ada: User, redis_client: Redis) -> None:
    ask(ada, solved())
    (key,) = redis_client.scan_iter("*:1:captcha:*")
    assert redis_client.ttl(key) > 300

"""Guessing codes from thousands of IP addresses: no guess succeeds, and the owner is not affected."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from itertools import count, cycle, islice
from random import Random
from typing import Any
from uuid import UUID

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import DeviceSession, PhoneCode, User
from apps.accounts.phone_numbers.phone_verifier import code_of
from tests.accounts.phones import START, VERIFY, code_sent_to, enter, outcome, request_code
from tests.accounts.proofs import cheap_captcha, solved
from tests.personas import PASSWORD, make_user

__all__ = ["cheap_captcha"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("cheap_captcha")]


class Guesser:
    """A client with another IP address for each request."""

    def __init__(self) -> None:
        self.client = APIClient()
        self.number = count(1)

    def post(self, url: str, **body: Any) -> Any:
        number = next(self.number)
        address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        return self.client.post(url, body, REMOTE_ADDR=address)

    def start_codes(self, user: User, clock: time_machine.Traveller) -> list[str]:
        """Start as many codes for a user's number as possible within nine minutes."""
        started = []
        for _ in range(54):
            clock.shift(timedelta(seconds=10))
            response = self.post(START, mobile=user.mobile, captcha=solved())
            if response.status_code == 202:
                started.append(response.json()["verification_id"])
            else:
                assert outcome(response) == (429, "too_many_requests")
        return started


def guesses(right: set[str]) -> Iterator[str]:
    """Yield endless wrong codes; a right one by chance would fail the tests."""
    chance = Random(20_260_613)
    drawn = (f"{chance.randrange(10**6):06}" for _ in count())
    return (code for code in drawn if code not in right)


@pytest.mark.parametrize("number", [500, pytest.param(2_000, marks=[pytest.mark.slow, pytest.mark.soak])])
def test_guesses_log_no_one_in_and_do_not_affect_the_owner(number: int) -> None:
    ada = make_user("Ada", email="ada@example.org", password=PASSWORD)
    verification_id, code = code_sent_to(ada)
    guesser = Guesser()
    with time_machine.travel(timezone.now(), tick=False) as clock:
        started = guesser.start_codes(ada, clock)
        assert len(started) == 4
        # The guesser's own codes, and random ids.
        targets = cycle([*started, *(str(UUID(int=each)) for each in range(1, 40))])
        right = {code_of(each) for each in PhoneCode.objects.all()}
        outcomes = Counter(
            outcome(guesser.post(VERIFY, verification_id=target, code=guess))
            for guess, target in islice(zip(guesses(right), targets, strict=False), number)
        )
        assert outcomes == {
            (400, "otp_validate_error"): 5 * len(started),
            (400, "code_expired"): number - 5 * len(started),
        }
        # The right code is refused once its attempts are used up.
        for each in PhoneCode.objects.filter(pk__in=started):
            response = guesser.post(VERIFY, verification_id=str(each.pk), code=code_of(each))
            assert outcome(response) == (400, "code_expired")
        assert not DeviceSession.objects.exists()
        assert not PhoneCode.objects.filter(used_at__isnull=False).exists()
        assert PhoneCode.objects.get(pk=verification_id).tries == 0
        # Strangers get no more codes; the owner's code and password still work.
        again = guesser.post(START, mobile=ada.mobile, captcha=solved())
        assert outcome(again) == (429, "too_many_requests")
        home = APIClient(REMOTE_ADDR="192.0.2.1")
        assert enter(verification_id, code, client=home).status_code == 200
        password = {"email": "ada@example.org", "password": PASSWORD}
        assert APIClient().post("/api/v1/auth/sign-in/", password).status_code == 200
        # A known address gets a new code.
        assert enter(*code_sent_to(ada, client=home), client=home).status_code == 200


def test_guesses_at_a_leaked_id_end_only_that_code() -> None:
    """A user who has read the owner's verification id can invalidate that code, and no other."""
    ada = make_user("Ada", email="ada@example.org", password=PASSWORD)
    leaked, code = code_sent_to(ada)
    guesser = Guesser()
    outcomes = Counter(
        outcome(guesser.post(VERIFY, verification_id=leaked, code=guess))
        for guess in islice(guesses({code}), 50)
    )
    assert outcomes == {(400, "otp_validate_error"): 5, (400, "code_expired"): 45}
    assert outcome(enter(leaked, code)) == (400, "code_expired")
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        assert request_code(ada.mobile).status_code == 202
    with time_machine.travel(timezone.now() + timedelta(seconds=130)):
        assert enter(*code_sent_to(ada)).status_code == 200


def test_strangers_do_not_use_up_the_codes_of_a_known_device() -> None:
    ada = make_user("Ada", email="ada@example.org", password=PASSWORD)
    browser = APIClient(REMOTE_ADDR="192.0.2.1")
    assert (
        browser.post("/api/v1/auth/sign-in/", {"email": ada.email, "password": PASSWORD}).status_code == 200
    )
    with time_machine.travel(timezone.now(), tick=False) as clock:
        assert len(Guesser().start_codes(ada, clock)) == 5
        assert outcome(request_code(ada.mobile, client=APIClient(REMOTE_ADDR="192.0.2.3")))[0] == 429
        # The phone has another IP address now.
        browser.defaults["REMOTE_ADDR"] = "203.0.113.5"
        assert enter(*code_sent_to(ada, client=browser), client=browser).status_code == 200


def test_strangers_do_not_use_up_a_countrys_codes_for_known_devices(settings: Any) -> None:
    settings.PHONE_CODES_AN_HOUR_AT_HOME = settings.PHONE_CODES_AN_HOUR_ABROAD = 3
    for name in ("Eve", "Mallory", "Trudy"):
        assert request_code(make_user(name).mobile).status_code == 202
    ada = make_user("Ada", email="ada@example.org", password=PASSWORD)
    home = APIClient(REMOTE_ADDR="192.0.2.1")
    assert outcome(request_code(ada.mobile, client=home)) == (429, "too_many_requests")
    assert home.post("/api/v1/auth/sign-in/", {"email": ada.email, "password": PASSWORD}).status_code == 200
    assert enter(*code_sent_to(ada, client=home), client=home).status_code == 200

"""POST me/mobile/ and me/mobile/confirm/: a new number counts once its code is confirmed."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import PhoneCode, User
from apps.accounts.phone_numbers.phone_verifier import code_to_send
from apps.core.models import OutboxEntry
from tests.accounts.phones import CONFIRM, MOBILE, another, enter, outcome, request_code
from tests.accounts.proofs import cheap_captcha, solved
from tests.personas import client_of, make_user

__all__ = ["cheap_captcha"]

NEW = "+447911123456"

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("cheap_captcha")]


@pytest.fixture
def gus(db: None) -> User:
    """A user who logs in with Google, so that email and number can be changed."""
    return make_user("Gus", login_type="google", mobile=None)


def code_for(client: APIClient, mobile: str = NEW) -> tuple[str, str]:
    response = request_code(mobile, client=client, url=MOBILE)
    assert response.status_code == 202, response.json()
    verification_id = response.json()["verification_id"]
    return verification_id, code_to_send(verification_id)


def number_of(user: User) -> tuple[str | None, bool]:
    user.refresh_from_db()
    return user.mobile, user.mobile_verified


def test_number_is_changed_once_its_code_is_confirmed(gus: User) -> None:
    client = client_of(gus)
    verification_id, code = code_for(client, "+44 7911 123-456")
    assert number_of(gus) == (None, False)
    assert PhoneCode.objects.get().mobile == NEW
    assert OutboxEntry.objects.get(name="notifications.send_text").payload["to"] == NEW
    response = enter(verification_id, code, client=client, url=CONFIRM)
    assert response.status_code == 200
    assert response.json()["mobile"] == NEW
    assert number_of(gus) == (NEW, True)
    assert OutboxEntry.objects.filter(name="profile.changed", topic=f"user:{gus.pk}").exists()


def test_wrong_code_changes_nothing(gus: User) -> None:
    client = client_of(gus)
    verification_id, code = code_for(client)
    assert outcome(enter(verification_id, another(code), client=client, url=CONFIRM)) == (
        400,
        "otp_validate_error",
    )
    assert number_of(gus) == (None, False)
    assert not OutboxEntry.objects.filter(name="profile.changed").exists()


def test_code_of_another_user_changes_nothing_and_is_not_counted(gus: User, ada: User) -> None:
    verification_id, code = code_for(client_of(gus))
    assert outcome(enter(verification_id, code, client=client_of(ada), url=CONFIRM)) == (400, "code_expired")
    assert PhoneCode.objects.get().tries == 0
    assert number_of(ada) == (ada.mobile, False)


@pytest.mark.parametrize("mobile", ["", "12345", "+12", "ada", "+44 7911 123456 789 012", None])
def test_invalid_number_is_refused(gus: User, mobile: str | None) -> None:
    response = request_code(mobile, client=client_of(gus), url=MOBILE)
    assert response.status_code == 400
    assert response.json()["code"] in {"mobile_no_blank_error", "invalid"}
    assert not PhoneCode.objects.exists()


@pytest.mark.parametrize("is_active", [True, False])
def test_number_of_another_user_is_user_exists(gus: User, is_active: bool) -> None:
    make_user("Bea", mobile=NEW, is_active=is_active)
    response = request_code(NEW, client=client_of(gus), url=MOBILE)
    assert outcome(response) == (409, "user_exists")
    assert response.json()["fields"].keys() == {"mobile"}
    assert not PhoneCode.objects.exists()


def test_number_taken_meanwhile_is_user_exists(gus: User) -> None:
    client = client_of(gus)
    verification_id, code = code_for(client)
    make_user("Bea", mobile=NEW)
    assert outcome(enter(verification_id, code, client=client, url=CONFIRM)) == (409, "user_exists")
    assert number_of(gus) == (None, False)
    assert PhoneCode.objects.get().used_at is None


def test_number_is_fixed_for_users_who_log_in_by_email(ada: User) -> None:
    response = request_code(NEW, client=client_of(ada), url=MOBILE)
    assert outcome(response) == (400, "invalid")
    assert response.json()["fields"].keys() == {"mobile"}
    assert not PhoneCode.objects.exists()


def test_every_user_can_verify_their_own_number(ada: User) -> None:
    client = client_of(ada)
    verification_id, code = code_for(client, ada.mobile or "")
    assert enter(verification_id, code, client=client, url=CONFIRM).status_code == 200
    assert number_of(ada) == (ada.mobile, True)


@pytest.mark.parametrize("captcha", ["", "nonsense"])
def test_captcha_is_required(gus: User, captcha: str) -> None:
    response = client_of(gus).post(MOBILE, {"mobile": NEW, "captcha": captcha})
    assert outcome(response) == (400, "captcha_failed")
    assert not PhoneCode.objects.exists()


def test_user_can_try_five_numbers_an_hour(gus: User) -> None:
    client = client_of(gus)
    statuses = [request_code(f"+44791112345{n}", client=client, url=MOBILE).status_code for n in range(6)]
    assert statuses == [202] * 5 + [429]
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        assert request_code(NEW, client=client_of(gus), url=MOBILE).status_code == 202


def test_number_gets_one_code_a_minute_for_all_users(gus: User) -> None:
    code_for(client_of(gus))
    other = make_user("Hal", login_type="google", mobile=None)
    assert outcome(request_code(NEW, client=client_of(other), url=MOBILE)) == (429, "too_many_requests")


@pytest.mark.parametrize("url", [MOBILE, CONFIRM])
def test_visitor_is_refused(db: None, url: str) -> None:
    body: dict[str, Any] = {"mobile": NEW, "captcha": solved(), "verification_id": "1", "code": "123456"}
    assert outcome(APIClient().post(url, body)) == (401, "not_logged_in")

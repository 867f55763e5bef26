"""POST me/password/: the old password is required, and other devices are logged out."""

from typing import Any

import pytest
from django.conf import settings
from rest_framework.test import APIClient

from apps.accounts.models import DeviceSession, User
from apps.accounts.outgoing import EmailTemplate
from apps.accounts.services.sessions import Session, start_session
from apps.core.models import OutboxEntry
from tests.accounts.emails import emails
from tests.personas import PASSWORD, make_user

URL = "/api/v1/me/password/"
NEW = "newPass9"


@pytest.fixture
def ada(db: None) -> User:
    return make_user("Ada", email="ada@example.org", password=PASSWORD)


@pytest.fixture
def here(ada: User) -> Session:
    return start_session(user_id=ada.pk)


def change(session: Session, **body: Any) -> Any:
    return with_token(session.access).post(URL, {"current": PASSWORD, "password": NEW} | body)


def with_token(access: str) -> APIClient:
    return APIClient(HTTP_AUTHORIZATION=f"Bearer {access}")


def refresh(token: str) -> Any:
    client = APIClient()
    client.cookies[settings.REFRESH_COOKIE] = token
    return client.post("/api/v1/auth/refresh/")


def assert_refused(ada: User, response: Any, status: int, code: str) -> None:
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert settings.REFRESH_COOKIE not in response.cookies
    assert User.objects.get(pk=ada.pk).password == ada.password
    assert not DeviceSession.objects.filter(ended_at__isnull=False).exists()
    assert not OutboxEntry.objects.exists()


def test_password_is_changed_and_this_device_gets_new_tokens(ada: User, here: Session) -> None:
    response = change(here)
    assert response.status_code == 200
    assert response.json().keys() == {"access", "expires_in", "user"}
    assert User.objects.get(pk=ada.pk).check_password(NEW)
    assert with_token(response.json()["access"]).get("/api/v1/me/").status_code == 200
    cookie = response.cookies[settings.REFRESH_COOKIE]
    assert cookie["path"] == settings.REFRESH_COOKIE_PATH
    assert refresh(cookie.value).status_code == 200


def test_other_devices_are_logged_out_and_notified(ada: User, here: Session) -> None:
    there = start_session(user_id=ada.pk)
    change(here)
    assert with_token(there.access).get("/api/v1/me/").status_code == 401
    assert refresh(there.refresh).status_code == 401
    ended = DeviceSession.objects.get(ended_at__isnull=False)
    assert ended.ending == "password_changed"
    assert OutboxEntry.objects.get(name="signed_out").payload == {"family": ended.family}


def test_old_refresh_token_of_this_device_is_refused(ada: User, here: Session) -> None:
    change(here)
    assert refresh(here.refresh).status_code == 401


def test_user_gets_an_email(ada: User, here: Session) -> None:
    change(here)
    (mail,) = emails(EmailTemplate.PASSWORD_CHANGED)
    assert mail["to"] == ada.email


def test_wrong_current_password_is_refused(ada: User, here: Session) -> None:
    response = change(here, current="guess")
    assert_refused(ada, response, 400, "wrong_password")
    assert list(response.json()["fields"]) == ["current"]


def test_missing_current_password_is_refused(ada: User, here: Session) -> None:
    response = with_token(here.access).post(URL, {"password": NEW})
    assert_refused(ada, response, 400, "wrong_password")


@pytest.mark.parametrize("password", ["short", "with space1", "x" * 31])
def test_password_against_the_policy_is_refused(ada: User, here: Session, password: str) -> None:
    assert_refused(ada, change(here, password=password), 400, "password_alphaNumeric_check")


@pytest.mark.parametrize("body", [{"password": ""}, {"password": None}, {"password": {"a": 1}}])
def test_password_of_the_wrong_type_is_invalid(ada: User, here: Session, body: dict[str, Any]) -> None:
    assert_refused(ada, change(here, **body), 400, "invalid")


def test_user_without_a_password_sets_one(db: None) -> None:
    phil = make_user("Phil", login_type="phone", email=None)
    response = with_token(start_session(user_id=phil.pk).access).post(URL, {"password": NEW})
    assert response.status_code == 200
    assert User.objects.get(pk=phil.pk).check_password(NEW)
    assert emails() == []


def test_sixth_attempt_is_refused_even_if_right(ada: User, here: Session) -> None:
    for _ in range(5):
        assert change(here, current="guess").status_code == 400
    assert_refused(ada, change(here), 429, "too_many_requests")


def test_right_password_resets_the_count(ada: User, here: Session) -> None:
    for _ in range(4):
        change(here, current="guess")
    access = change(here, password=PASSWORD).json()["access"]
    response = with_token(access).post(URL, {"current": "guess", "password": NEW})
    assert (response.status_code, response.json()["code"]) == (400, "wrong_password")


def test_visitor_changes_nothing(ada: User) -> None:
    response = APIClient().post(URL, {"current": PASSWORD, "password": NEW})
    assert_refused(ada, response, 401, "not_logged_in")


def test_guesses_on_one_device_do_not_lock_another(ada: User, here: Session) -> None:
    elsewhere = start_session(user_id=ada.pk)
    for _ in range(6):
        change(elsewhere, current="guess")
    assert change(elsewhere).status_code == 429
    assert change(here).status_code == 200

"""POST auth/refresh/ and auth/sign-out/: single-use refresh tokens."""

import threading
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient
from rest_framework_simplejwt.tokens import AccessToken, RefreshToken

from apps.accounts.authentication import FAMILY_CLAIM
from apps.accounts.models import DeviceSession, User
from apps.accounts.selectors import device_sessions_of
from apps.accounts.services.sessions import start_session
from apps.core.privacy.retention import delete_expired
from tests.personas import client_of

REFRESH = "/api/v1/auth/refresh/"
SIGN_OUT = "/api/v1/auth/sign-out/"
COOKIE = settings.REFRESH_COOKIE
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"


def refresh_with(token: str | None, *, user_agent: str = "") -> Any:
    client = APIClient(HTTP_USER_AGENT=user_agent)
    if token is not None:
        client.cookies[COOKIE] = token
    return client.post(REFRESH)


def assert_refused(response: Any) -> None:
    assert (response.status_code, response.json()["code"]) == (401, "not_logged_in")
    assert COOKIE not in response.cookies


def test_refresh_returns_new_tokens_and_the_user(ada: User) -> None:
    first = start_session(user_id=ada.pk)
    response = refresh_with(first.refresh)
    body = response.json()
    assert response.status_code == 200
    assert body.keys() == {"access", "expires_in", "user"}
    assert body["user"]["id"] == ada.pk
    assert response.cookies[COOKIE].value != first.refresh
    assert refresh_with(response.cookies[COOKIE].value).status_code == 200


def test_used_refresh_token_is_refused(ada: User) -> None:
    first = start_session(user_id=ada.pk)
    refresh_with(first.refresh)
    assert_refused(refresh_with(first.refresh))
    assert DeviceSession.objects.count() == 1


def test_each_login_is_a_token_family(ada: User) -> None:
    first, other = start_session(user_id=ada.pk), start_session(user_id=ada.pk)
    renewed = refresh_with(first.refresh).cookies[COOKIE].value
    families = [RefreshToken(token)[FAMILY_CLAIM] for token in (renewed, other.refresh)]  # type: ignore[arg-type]
    assert families[0] != families[1]
    assert families[0] == AccessToken(first.access)[FAMILY_CLAIM]  # type: ignore[arg-type]


@pytest.mark.parametrize("token", [None, "", "nonsense", "a.b.c"])
def test_refresh_without_a_valid_cookie_is_refused(db: None, token: str | None) -> None:
    assert_refused(refresh_with(token))


def test_access_token_is_not_a_refresh_token(ada: User) -> None:
    assert_refused(refresh_with(start_session(user_id=ada.pk).access))


def test_signed_token_that_was_not_issued_is_refused(ada: User) -> None:
    forged = RefreshToken()
    forged["user_id"] = str(ada.pk)
    forged[FAMILY_CLAIM] = "0"
    assert_refused(refresh_with(str(forged)))


def test_expired_refresh_token_is_refused(ada: User) -> None:
    session = start_session(user_id=ada.pk)
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        assert_refused(refresh_with(session.refresh))


def test_session_ends_after_its_longest_time_even_if_it_is_used(ada: User, settings: Any) -> None:
    settings.SESSION_MAX_DAYS = 40
    began = timezone.now()
    token = start_session(user_id=ada.pk).refresh
    with time_machine.travel(began + timedelta(days=25), tick=False):
        token = refresh_with(token).cookies[COOKIE].value
        assert device_sessions_of(ada.pk).count() == 1
    with time_machine.travel(began + timedelta(days=39), tick=False):
        token = refresh_with(token).cookies[COOKIE].value
    with time_machine.travel(began + timedelta(days=41), tick=False):
        assert_refused(refresh_with(token))
        assert device_sessions_of(ada.pk).count() == 0


@pytest.mark.parametrize("field", ["approved", "is_active"])
def test_disapproved_or_disabled_user_is_refused_at_once(ada: User, field: str) -> None:
    session = start_session(user_id=ada.pk)
    User.objects.filter(pk=ada.pk).update(**{field: False})
    assert client_of(ada).get("/api/v1/me/").status_code == 401
    assert_refused(refresh_with(session.refresh))
    # The refusal did not use the token up: it works again after approval.
    User.objects.filter(pk=ada.pk).update(**{field: True})
    assert refresh_with(session.refresh).status_code == 200


def test_expired_access_token_gets_401_not_logged_in(ada: User) -> None:
    client = client_of(ada)
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        response = client.get("/api/v1/me/")
    assert (response.status_code, response.json()["code"]) == (401, "not_logged_in")


def test_sign_out_ends_only_this_device(ada: User) -> None:
    here, there = start_session(user_id=ada.pk), start_session(user_id=ada.pk)
    client = APIClient()
    client.cookies[COOKIE] = here.refresh
    response = client.post(SIGN_OUT)
    assert response.status_code == 204
    assert response.cookies[COOKIE].value == ""
    assert response.cookies[COOKIE]["path"] == settings.REFRESH_COOKIE_PATH
    assert_refused(refresh_with(here.refresh))
    assert refresh_with(there.refresh).status_code == 200


@pytest.mark.parametrize("token", [None, "nonsense"])
def test_sign_out_without_a_session_is_204(db: None, token: str | None) -> None:
    client = APIClient()
    if token:
        client.cookies[COOKIE] = token
    assert client.post(SIGN_OUT).status_code == 204
    assert not DeviceSession.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_eight_concurrent_refreshes_get_the_same_new_token(ada: User) -> None:
    session = start_session(user_id=ada.pk)
    gate, tokens = threading.Barrier(8), []

    def renew() -> None:
        gate.wait()
        try:
            tokens.append(refresh_with(session.refresh, user_agent=FIREFOX).cookies[COOKIE].value)
        finally:
            connection.close()

    threads = [threading.Thread(target=renew) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(tokens) == 8
    (new,) = set(tokens)
    assert new != session.refresh
    assert refresh_with(new, user_agent=FIREFOX).status_code == 200


def test_expired_sessions_are_pruned(ada: User) -> None:
    old = start_session(user_id=ada.pk)
    refresh_with(old.refresh)
    with time_machine.travel(timezone.now() + timedelta(days=20)):
        used = start_session(user_id=ada.pk)
        fresh = refresh_with(used.refresh).cookies[COOKIE].value
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        assert delete_expired(short=False)["sessions"] == 1
        assert refresh_with(fresh).status_code == 200
        assert_refused(refresh_with(used.refresh))

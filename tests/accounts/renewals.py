"""Renewals with the refresh tokens of one device."""

from typing import Any

from django.conf import settings
from rest_framework.test import APIClient

from apps.accounts.models import DeviceSession, User
from apps.core.models import OutboxEntry

REFRESH = "/api/v1/auth/refresh/"
COOKIE = settings.REFRESH_COOKIE
OWNER = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36"
THIEF = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"


def use(token: str, user_agent: str = OWNER) -> Any:
    client = APIClient(HTTP_USER_AGENT=user_agent)
    client.cookies[COOKIE] = token
    return client.post(REFRESH)


def renewed(token: str) -> str:
    response = use(token)
    assert response.status_code == 200
    return str(response.cookies[COOKIE].value)


def is_accepted(access: str) -> bool:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {access}")
    return bool(client.get("/api/v1/me/").status_code == 200)


def assert_family_ended(ada: User, *tokens: str) -> None:
    ended = DeviceSession.objects.get(user=ada)
    assert (ended.ending, ended.ended_at is None) == (DeviceSession.Ending.REUSED, False)
    for token in tokens:
        response = use(token)
        assert (response.status_code, response.json()["code"]) == (401, "not_logged_in")
    (event,) = OutboxEntry.objects.filter(name="signed_out")
    assert (event.topic, event.payload) == (f"user:{ada.pk}", {"family": ended.family})

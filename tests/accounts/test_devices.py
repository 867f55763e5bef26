"""GET and DELETE me/sessions/, POST auth/sign-out-everywhere/: the devices a user is logged in on."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient
from rest_framework_simplejwt.tokens import AccessToken

from apps.accounts.login.devices import Device, device_name, device_of
from apps.accounts.models import DeviceSession, User
from apps.accounts.services.sessions import Session, end_session, start_session
from apps.core.models import OutboxEntry
from tests.personas import PASSWORD, client_of, family_of, make_user

URL = "/api/v1/me/sessions/"
EVERYWHERE = "/api/v1/auth/sign-out-everywhere/"
REFRESH = "/api/v1/auth/refresh/"
PIXEL = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 "
    "(KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
)
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
)
DESKTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"


def with_token(session: Session) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {session.access}")
    client.cookies[settings.REFRESH_COOKIE] = session.refresh
    return client


def signed_in_on(user: User, user_agent: str, ip: str = "10.0.0.1") -> Session:
    return start_session(user_id=user.pk, device=Device(user_agent, ip))


def assert_logged_out(client: APIClient) -> None:
    for response in (client.get("/api/v1/me/"), client.post(REFRESH)):
        assert (response.status_code, response.json()["code"]) == (401, "not_logged_in")


def test_devices_are_listed_most_recently_seen_first(ada: User, cleo: User) -> None:
    signed_in_on(cleo, DESKTOP)
    with time_machine.travel(timezone.now() - timedelta(days=2)):
        signed_in_on(ada, PIXEL, "2001:db8::7")
    here = with_token(signed_in_on(ada, DESKTOP))
    newest, oldest = here.get(URL).json()["results"]
    assert newest.keys() == {"id", "device", "kind", "ip", "created_at", "last_seen_at", "current"}
    assert (newest["device"], newest["kind"], newest["current"]) == ("Firefox on Linux", "computer", True)
    assert (oldest["device"], oldest["kind"], oldest["current"]) == ("Chrome on Android", "phone", False)
    assert oldest["ip"] == "2001:db8::7"
    assert oldest["created_at"].endswith("Z")


def test_login_and_refresh_record_the_device(db: None) -> None:
    make_user("Ada", email="ada@example.org", password=PASSWORD)
    client = APIClient(HTTP_USER_AGENT=IPHONE, REMOTE_ADDR="10.0.0.1")
    client.post("/api/v1/auth/sign-in/", {"email": "ada@example.org", "password": PASSWORD})
    session = DeviceSession.objects.get()
    assert (session.user_agent, session.ip) == (IPHONE, "10.0.0.1")
    assert client.post(REFRESH, REMOTE_ADDR="10.0.0.2").status_code == 200
    session.refresh_from_db()
    assert session.ip == "10.0.0.2"
    assert session.last_seen_at > session.created_at


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (PIXEL, ("Chrome on Android", "phone")),
        (IPHONE, ("Safari on iOS", "phone")),
        (DESKTOP, ("Firefox on Linux", "computer")),
        ("python-httpx/0.28", ("Unknown device", "computer")),
        ("", ("Unknown device", "computer")),
        ("\x00<script>" * 60, ("Unknown device", "computer")),
    ],
)
def test_device_name_from_the_user_agent(user_agent: str, name: tuple[str, str]) -> None:
    assert tuple(device_name(user_agent)) == name


def test_long_user_agent_and_invalid_address_are_cut(rf: Any) -> None:
    device = device_of(rf.get("/", HTTP_USER_AGENT="\x00" + "x" * 5000, REMOTE_ADDR="unix:"))
    assert (device.user_agent, device.ip) == ("x" * 400, None)


def test_ended_and_expired_sessions_are_not_listed(ada: User) -> None:
    with time_machine.travel(timezone.now() - timedelta(days=31)):
        signed_in_on(ada, PIXEL)
    end_session(refresh=signed_in_on(ada, IPHONE).refresh)
    results = with_token(signed_in_on(ada, DESKTOP)).get(URL).json()["results"]
    assert [one["device"] for one in results] == ["Firefox on Linux"]


def test_another_device_is_logged_out_and_this_one_stays(ada: User) -> None:
    there, here = signed_in_on(ada, PIXEL), signed_in_on(ada, DESKTOP)
    client = with_token(here)
    other = next(one["id"] for one in client.get(URL).json()["results"] if not one["current"])
    assert client.delete(f"{URL}{other}/").status_code == 204
    assert_logged_out(with_token(there))
    assert client.get("/api/v1/me/").status_code == 200
    assert DeviceSession.objects.get(pk=other).ending == "elsewhere"
    event = OutboxEntry.objects.get(name="signed_out")
    assert (event.topic, event.payload) == (f"user:{ada.pk}", {"family": other})


def test_device_of_another_user_is_not_found(ada: User, cleo: User) -> None:
    theirs = signed_in_on(ada, PIXEL)
    family = DeviceSession.objects.get().family
    response = client_of(cleo).delete(f"{URL}{family}/")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")
    assert with_token(theirs).get("/api/v1/me/").status_code == 200
    assert not OutboxEntry.objects.exists()


@pytest.mark.parametrize("family", ["nonsense", "0" * 32, "%00", "a" * 500])
def test_unknown_device_is_not_found(ada: User, family: str) -> None:
    assert client_of(ada).delete(f"{URL}{family}/").status_code == 404


def test_device_already_logged_out_is_not_found(ada: User) -> None:
    family, client = family_of(ada), client_of(ada)
    assert [client.delete(f"{URL}{family}/").status_code for _ in range(2)] == [204, 404]
    assert OutboxEntry.objects.filter(name="signed_out").count() == 1


def test_sign_out_everywhere_ends_all_the_users_sessions(ada: User, cleo: User) -> None:
    others = [signed_in_on(ada, PIXEL), signed_in_on(ada, IPHONE)]
    hers = signed_in_on(cleo, PIXEL)
    here = with_token(signed_in_on(ada, DESKTOP))
    response = here.post(EVERYWHERE)
    assert response.status_code == 204
    assert response.cookies[settings.REFRESH_COOKIE].value == ""
    for session in others:
        assert_logged_out(with_token(session))
    assert here.get("/api/v1/me/").status_code == 401
    assert with_token(hers).get("/api/v1/me/").status_code == 200
    event = OutboxEntry.objects.get(name="signed_out")
    assert (event.topic, event.payload) == (f"user:{ada.pk}", {})


def test_visitor_cannot_sign_out_everywhere(ada: User) -> None:
    session = signed_in_on(ada, PIXEL)
    assert APIClient().post(EVERYWHERE).status_code == 401
    assert with_token(session).get("/api/v1/me/").status_code == 200


def test_access_token_ends_with_its_session(ada: User) -> None:
    session = signed_in_on(ada, PIXEL)
    end_session(refresh=session.refresh)
    assert_logged_out(with_token(session))


def test_access_token_needs_the_users_own_session(ada: User, cleo: User) -> None:
    bare = AccessToken.for_user(ada)
    mixed = AccessToken.for_user(ada)
    mixed["fam"] = family_of(cleo)
    for token in (bare, mixed):
        client = APIClient(HTTP_AUTHORIZATION=f"Bearer {token}")
        response = client.get("/api/v1/me/")
        assert (response.status_code, response.json()["code"]) == (401, "not_logged_in")


def test_authentication_takes_one_query(ada: User) -> None:
    client = client_of(ada)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        client.post("/api/v1/realtime/ticket/")
    assert len(queries) == 1

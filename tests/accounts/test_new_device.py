"""A login on a device that the user has not used before sends an email."""

import pytest
from rest_framework.test import APIClient

from apps.accounts.login.devices import Device
from apps.accounts.models import DeviceSession, User
from apps.accounts.outgoing import EmailTemplate
from apps.accounts.services.sessions import start_session
from tests.accounts.emails import emails
from tests.accounts.test_devices import DESKTOP, PIXEL
from tests.personas import PASSWORD, make_user


@pytest.fixture
def ada(db: None) -> User:
    return make_user("Ada", email="ada@example.org", password=PASSWORD)


def log_in(client: APIClient, *, email: str = "ada@example.org", password: str = PASSWORD) -> int:
    return client.post("/api/v1/auth/sign-in/", {"email": email, "password": password}).status_code


def test_login_on_a_second_device_sends_an_email_that_names_it(ada: User) -> None:
    assert log_in(APIClient(HTTP_USER_AGENT=DESKTOP)) == 200
    assert emails(EmailTemplate.NEW_DEVICE) == []
    assert log_in(APIClient(HTTP_USER_AGENT=PIXEL)) == 200
    (mail,) = emails(EmailTemplate.NEW_DEVICE)
    assert (mail["to"], mail["user_id"]) == (ada.email, ada.pk)
    assert mail["params"] == {"device": "Chrome on Android"}


def test_login_on_a_known_device_sends_none(ada: User) -> None:
    client = APIClient(HTTP_USER_AGENT=DESKTOP)
    for _ in range(3):
        assert log_in(client) == 200
    assert DeviceSession.objects.count() == 3
    assert emails(EmailTemplate.NEW_DEVICE) == []


def test_cookie_of_another_user_does_not_make_a_device_known(ada: User) -> None:
    make_user("Ben", email="ben@example.org", password=PASSWORD)
    start_session(user_id=ada.pk)
    client = APIClient(HTTP_USER_AGENT=DESKTOP)
    assert log_in(client, email="ben@example.org") == 200
    assert log_in(client) == 200
    assert [mail["user_id"] for mail in emails(EmailTemplate.NEW_DEVICE)] == [ada.pk]


def test_client_without_a_name_sends_one(ada: User) -> None:
    start_session(user_id=ada.pk)
    assert log_in(APIClient()) == 200
    (mail,) = emails(EmailTemplate.NEW_DEVICE)
    assert mail["params"] == {"device": "Unknown device"}


def test_device_is_named_in_the_users_language(ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(language="de")
    start_session(user_id=ada.pk)
    assert log_in(APIClient(HTTP_USER_AGENT=PIXEL)) == 200
    (mail,) = emails(EmailTemplate.NEW_DEVICE)
    assert mail["params"] == {"device": "Chrome auf Android"}


def test_refused_login_sends_none(ada: User) -> None:
    start_session(user_id=ada.pk)
    assert log_in(APIClient(), password="wrong password 1") == 401
    assert DeviceSession.objects.count() == 1
    assert emails(EmailTemplate.NEW_DEVICE) == []


def test_user_without_an_email_logs_in_without_one(ada: User) -> None:
    start_session(user_id=ada.pk)
    User.objects.filter(pk=ada.pk).update(email=None)
    assert start_session(user_id=ada.pk, device=Device(PIXEL, "10.0.0.9")).access
    assert emails(EmailTemplate.NEW_DEVICE) == []


def test_repeated_login_without_the_cookie_sends_none(ada: User) -> None:
    for _ in range(2):
        assert log_in(APIClient(HTTP_USER_AGENT=DESKTOP)) == 200
    assert emails(EmailTemplate.NEW_DEVICE) == []

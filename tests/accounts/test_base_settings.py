"""The outside check of the installation: asked at login, its two alerts, and the licence."""

from collections.abc import Iterator
from typing import Any

import pytest
from rest_framework.test import APIClient

from apps.accounts.base_settings.adapters.http import HttpBaseSettings
from apps.accounts.base_settings.check import check_license
from apps.accounts.base_settings.port import Refused, Request, Unreachable
from apps.accounts.models import DeviceSession, User
from apps.core.errors import BadInput
from apps.core.models import OutboxEntry
from embedded.loopback import Reply
from tests.fakes.base_settings import LICENSE, PROJECT, FakeBaseSettings
from tests.personas import PASSWORD, make_user

SIGN_IN = "/api/v1/auth/sign-in/"


@pytest.fixture
def service(settings: Any) -> Iterator[FakeBaseSettings]:
    with FakeBaseSettings() as fake:
        settings.BASE_SETTINGS_URL = fake.address
        settings.BASE_SETTINGS_PROJECT_ID = PROJECT
        yield fake


@pytest.fixture
def ada(db: None) -> User:
    return make_user("Ada", email="ada@example.org", password=PASSWORD)


def sign_in(password: str = PASSWORD) -> Any:
    return APIClient().post(SIGN_IN, {"email": "ada@example.org", "password": password})


def assert_nobody_signed_in(response: Any, code: str, detail: str) -> None:
    assert response.status_code == 403
    assert response.json() == {"code": code, "detail": detail}
    assert not response.cookies
    assert not DeviceSession.objects.exists()
    assert not OutboxEntry.objects.exists()


def test_installation_in_order_lets_people_in(service: FakeBaseSettings, ada: User) -> None:
    assert sign_in().status_code == 200
    assert len(service.seen) == 1


def test_without_a_service_no_one_is_asked(ada: User) -> None:
    assert sign_in().status_code == 200


def test_refusal_is_base_settings_error_1_and_signs_no_one_in(service: FakeBaseSettings, ada: User) -> None:
    service.in_order = False
    assert_nobody_signed_in(sign_in(), "base_settings_error_1", "Base Settings Error 1")


def test_project_that_the_service_does_not_know_is_refused(
    service: FakeBaseSettings, ada: User, settings: Any
) -> None:
    settings.BASE_SETTINGS_PROJECT_ID = "stolen"
    assert_nobody_signed_in(sign_in(), "base_settings_error_1", "Base Settings Error 1")


def test_service_that_is_away_is_base_settings_error_2_and_signs_no_one_in(
    service: FakeBaseSettings, ada: User
) -> None:
    service.stop()
    assert_nobody_signed_in(sign_in(), "base_settings_error_2", "Base Settings Error 2")


@pytest.mark.parametrize(
    "reply",
    [
        Reply(500, {"success": True}),
        Reply(302, headers={"Location": "http://127.0.0.1:1/"}),
        Reply(200),
        Reply(200, []),
        Reply(200, {"success": "yes"}),
        Reply(200, {"error": "busy"}),
    ],
)
def test_answer_that_is_none_is_base_settings_error_2(
    service: FakeBaseSettings, ada: User, reply: Reply
) -> None:
    service.scripted.append(reply)
    assert_nobody_signed_in(sign_in(), "base_settings_error_2", "Base Settings Error 2")


def test_service_that_thinks_too_long_did_not_answer(
    service: FakeBaseSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.accounts.base_settings.adapters.http.TIMEOUT", 0.2)
    service.scripted.append(Reply(200, {"success": True}, after_seconds=1))
    with pytest.raises(Unreachable):
        HttpBaseSettings(service.address, project_id=PROJECT).check(Request.AUTH)


def test_alerts_are_the_same_in_every_language(service: FakeBaseSettings, ada: User) -> None:
    service.in_order = False
    response = APIClient(HTTP_ACCEPT_LANGUAGE="ar").post(
        SIGN_IN, {"email": "ada@example.org", "password": PASSWORD}
    )
    assert_nobody_signed_in(response, "base_settings_error_1", "Base Settings Error 1")


def test_service_is_not_asked_about_who_has_the_wrong_password(service: FakeBaseSettings, ada: User) -> None:
    assert sign_in("wrong").status_code == 401
    assert service.seen == []


def test_open_session_is_not_asked_about_again(service: FakeBaseSettings, ada: User) -> None:
    client = APIClient()
    client.post(SIGN_IN, {"email": "ada@example.org", "password": PASSWORD})
    service.in_order = False
    assert client.post("/api/v1/auth/refresh/").status_code == 200
    assert len(service.seen) == 1


def test_licence_that_the_service_knows_is_stored_and_another_is_wrong_code(
    service: FakeBaseSettings,
) -> None:
    check_license(LICENSE)
    with pytest.raises(BadInput) as refusal:
        check_license("4cab-0000")
    assert refusal.value.code == "wrong_code"


def test_licence_that_no_one_can_check_is_wrong_code(service: FakeBaseSettings) -> None:
    service.stop()
    with pytest.raises(BadInput) as refusal:
        check_license(LICENSE)
    assert refusal.value.code == "wrong_code"


def test_refusal_and_silence_are_told_apart_at_the_port(service: FakeBaseSettings) -> None:
    adapter = HttpBaseSettings(service.address, project_id=PROJECT)
    adapter.check(Request.AUTH)
    with pytest.raises(Refused):
        adapter.check(Request.SETTINGS, license="none")
    service.stop()
    with pytest.raises(Unreachable):
        adapter.check(Request.AUTH)

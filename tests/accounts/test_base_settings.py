"""The base settings service: checked at login, its two alerts, and the licence."""

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


def assert_not_logged_in(response: Any, code: str, detail: str) -> None:
    assert response.status_code == 403
    assert response.json() == {"code": code, "detail": detail}
    assert not response.cookies
    assert not DeviceSession.objects.exists()
    assert not OutboxEntry.objects.exists()


def test_valid_installation_allows_login(service: FakeBaseSettings, ada: User) -> None:
    assert sign_in().status_code == 200
    assert len(service.seen) == 1


def test_without_a_service_login_is_not_checked(ada: User) -> None:
    assert sign_in().status_code == 200


def test_refusal_is_base_settings_error_1(service: FakeBaseSettings, ada: User) -> None:
    service.in_order = False
    assert_not_logged_in(sign_in(), "base_settings_error_1", "Base Settings Error 1")


def test_unknown_project_is_refused(service: FakeBaseSettings, ada: User, settings: Any) -> None:
    settings.BASE_SETTINGS_PROJECT_ID = "stolen"
    assert_not_logged_in(sign_in(), "base_settings_error_1", "Base Settings Error 1")


def test_unreachable_service_is_base_settings_error_2(service: FakeBaseSettings, ada: User) -> None:
    service.stop()
    assert_not_logged_in(sign_in(), "base_settings_error_2", "Base Settings Error 2")


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
def test_invalid_response_is_base_settings_error_2(
    service: FakeBaseSettings, ada: User, reply: Reply
) -> None:
    service.scripted.append(reply)
    assert_not_logged_in(sign_in(), "base_settings_error_2", "Base Settings Error 2")


def test_slow_service_times_out(service: FakeBaseSettings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("apps.accounts.base_settings.adapters.http.TIMEOUT", 0.2)
    service.scripted.append(Reply(200, {"success": True}, after_seconds=1))
    with pytest.raises(Unreachable):
        HttpBaseSettings(service.address, project_id=PROJECT).check(Request.AUTH)


def test_alerts_are_the_same_in_every_language(service: FakeBaseSettings, ada: User) -> None:
    service.in_order = False
    response = APIClient(HTTP_ACCEPT_LANGUAGE="ar").post(
        SIGN_IN, {"email": "ada@example.org", "password": PASSWORD}
    )
    assert_not_logged_in(response, "base_settings_error_1", "Base Settings Error 1")


def test_wrong_password_is_not_sent_to_the_service(service: FakeBaseSettings, ada: User) -> None:
    assert sign_in("wrong").status_code == 401
    assert service.seen == []


def test_refreshing_a_session_is_not_checked(service: FakeBaseSettings, ada: User) -> None:
    client = APIClient()
    client.post(SIGN_IN, {"email": "ada@example.org", "password": PASSWORD})
    service.in_order = False
    assert client.post("/api/v1/auth/refresh/").status_code == 200
    assert len(service.seen) == 1


def test_licence_is_checked_by_the_service(
    service: FakeBaseSettings,
) -> None:
    check_license(LICENSE)
    with pytest.raises(BadInput) as refusal:
        check_license("4cab-0000")
    assert refusal.value.code == "wrong_code"


def test_licence_is_wrong_code_if_the_service_is_unreachable(service: FakeBaseSettings) -> None:
    service.stop()
    with pytest.raises(BadInput) as refusal:
        check_license(LICENSE)
    assert refusal.value.code == "wrong_code"


def test_port_distinguishes_refused_and_unreachable(service: FakeBaseSettings) -> None:
    adapter = HttpBaseSettings(service.address, project_id=PROJECT)
    adapter.check(Request.AUTH)
    with pytest.raises(Refused):
        adapter.check(Request.SETTINGS, license="none")
    service.stop()
    with pytest.raises(Unreachable):
        adapter.check(Request.AUTH)

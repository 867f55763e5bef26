"""Verification by phone in tests: requesting a code, reading it, entering it."""

from typing import Any

from django.conf import settings
from rest_framework.test import APIClient

from apps.accounts.models import DeviceSession, PhoneCode, User
from apps.accounts.phone_numbers.phone_verifier import code_to_send
from apps.core.models import OutboxEntry
from tests.accounts.proofs import solved

START = "/api/v1/auth/phone/"
VERIFY = "/api/v1/auth/phone/verify/"
CANCEL = "/api/v1/auth/phone/cancel/"
MOBILE = "/api/v1/me/mobile/"
CONFIRM = "/api/v1/me/mobile/confirm/"


def request_code(mobile: str | None, *, client: APIClient | None = None, url: str = START) -> Any:
    """Request a code as the page does, with a solved captcha."""
    return (client or APIClient()).post(url, {"mobile": mobile, "captcha": solved()})


def code_sent_to(user: User, *, url: str = START, client: APIClient | None = None) -> tuple[str, str]:
    """Request a code and return (verification_id, code)."""
    response = request_code(user.mobile, client=client, url=url)
    assert response.status_code == 202, response.json()
    verification_id = response.json()["verification_id"]
    return verification_id, code_to_send(verification_id)


def enter(verification_id: Any, code: Any, *, client: APIClient | None = None, url: str = VERIFY) -> Any:
    return (client or APIClient()).post(url, {"verification_id": verification_id, "code": code})


def another(code: str) -> str:
    """Return six other digits."""
    return f"{(int(code) + 1) % 1_000_000:06}"


def outcome(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def assert_not_logged_in(response: Any, status: int, code: str) -> None:
    assert outcome(response) == (status, code)
    assert settings.REFRESH_COOKIE not in response.cookies
    assert not DeviceSession.objects.exists()


def assert_nothing_was_sent() -> None:
    assert not PhoneCode.objects.exists()
    assert not OutboxEntry.objects.exists()

"""Sign-up form data, and what a refused sign-up must leave unchanged."""

from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from rest_framework.test import APIClient

from apps.accounts.models import DeviceSession, DriverProfile, LicenseUpload, User
from apps.core.models import IdempotencyKey, OutboxEntry
from apps.wallet.models import JournalEntry

URL = "/api/v1/auth/sign-up/"
EVE = {
    "first_name": "Eve",
    "last_name": "Marlowe",
    "email": "eve@example.org",
    "password": "hansom123",
    "country": "GB",
    "phone": "7700900321",
}


def sign_up(client: APIClient | None = None, *, key: str = "", **changes: Any) -> Any:
    """Post Eve's sign-up with changes and an Idempotency-Key; a field that is None is not sent."""
    body = {name: value for name, value in (EVE | changes).items() if value is not None}
    headers = {"Idempotency-Key": key} if key else None
    return (client or APIClient()).post(URL, body, headers=headers)


def rows() -> dict[str, Any]:
    """Return all rows of the tables that a sign-up writes to."""
    tables = (
        User,
        EmailAddress,
        DriverProfile,
        LicenseUpload,
        DeviceSession,
        OutboxEntry,
        IdempotencyKey,
        JournalEntry,
    )
    return {table.__name__: list(table._default_manager.order_by("pk").values()) for table in tables}


def assert_refused(response: Any, status: int, code: str, *, before: dict[str, Any]) -> None:
    """Check the code, and that no user, address, email, job or session was created."""
    body = response.json()
    assert (response.status_code, body["code"]) == (status, code), body
    assert body["detail"]
    assert settings.REFRESH_COOKIE not in response.cookies
    assert rows() == before

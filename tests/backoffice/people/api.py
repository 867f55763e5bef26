"""Requests about users, and a snapshot to check that a refusal changes nothing."""

from typing import Any, Final

from allauth.account.models import EmailAddress

from apps.accounts.models import DeviceSession, DriverDocument, DriverProfile, User
from apps.core.models import AuditEntry, OutboxEntry
from tests.personas import client_of

API: Final = "/api/v1/"
RIDER: Final = {
    "first_name": "Zoe",
    "last_name": "Marlowe",
    "email": "Zoe@Example.org",
    "mobile": "+44 7700 900123",
}


def call(who: User | None, method: str, path: str, body: Any = None) -> Any:
    return getattr(client_of(who), method)(f"{API}{path}", body, format="json")


def audit_entries(person_id: int, kind: str = "user") -> list[tuple[Any, ...]]:
    entries = AuditEntry.objects.filter(kind=kind, target_id=str(person_id)).order_by("pk")
    return [(entry.actor_id, entry.action, entry.before, entry.after) for entry in entries]


def snapshot() -> Any:
    """Return everything that a refusal must not change."""
    return (
        list(User.objects.order_by("pk").values()),
        list(DriverProfile.objects.order_by("pk").values()),
        list(DriverDocument.objects.order_by("pk").values()),
        list(EmailAddress.objects.order_by("pk").values()),
        list(
            DeviceSession.objects.filter(ended_at__isnull=True).values_list("user_id").distinct().order_by()
        ),
        OutboxEntry.objects.count(),
        AuditEntry.objects.count(),
    )


def assert_refused(response: Any, status: int, code: str, *fields: str) -> None:
    body = response.json()
    assert (response.status_code, body["code"]) == (status, code), body
    assert set(fields) <= set(body.get("fields") or {}), body

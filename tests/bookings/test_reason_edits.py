"""Cancellation reasons: their positions stay dense under concurrent edits."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.bookings.models import CancelReason
from apps.bookings.services.reasons import add_reason, delete_reason, move_reason
from apps.core.errors import NotFound
from apps.core.models import AuditEntry, OutboxEntry
from apps.core.platform import update_platform_settings
from tests.personas import client_of

URL = "/api/v1/cancel-reasons/"


@pytest.fixture
def reasons(db: None) -> list[CancelReason]:
    labels = ["Too late", "Wrong way", "No car", "Changed my mind"]
    return [CancelReason.objects.create(label=label, value=n) for n, label in enumerate(labels)]


@pytest.fixture
def admin(dora: User) -> APIClient:
    return client_of(dora)


def listed() -> list[tuple[int, str]]:
    rows = client_of(None).get(URL).json()["results"]
    return [(row["value"], row["label"]) for row in rows]


def snapshot() -> Any:
    return list(CancelReason.objects.order_by("pk").values()), AuditEntry.objects.count()


def test_new_reason_is_last(admin: APIClient, dora: User, reasons: list[CancelReason]) -> None:
    made = admin.post(URL, {"label": "Found another"})
    assert (made.status_code, made.json()["value"]) == (201, 4)
    assert listed()[-1] == (4, "Found another")
    entry = AuditEntry.objects.get()
    assert (entry.actor_id, entry.action, entry.kind, entry.after["value"]) == (
        dora.pk,
        "added",
        "cancel_reason",
        4,
    )
    assert OutboxEntry.objects.get(topic="settings").payload == {"changed": ["cancel_reasons"]}


def test_reasons_after_a_deleted_one_move_up(admin: APIClient, reasons: list[CancelReason]) -> None:
    assert admin.delete(f"{URL}{reasons[1].pk}/").status_code == 204
    assert listed() == [(0, "Too late"), (1, "No car"), (2, "Changed my mind")]
    assert AuditEntry.objects.get().before == {"label": "Wrong way", "value": 1}


@pytest.mark.parametrize(
    ("which", "to", "after"),
    [
        (0, 2, ["Wrong way", "No car", "Too late", "Changed my mind"]),
        (3, 0, ["Changed my mind", "Too late", "Wrong way", "No car"]),
        (1, 99, ["Too late", "No car", "Changed my mind", "Wrong way"]),
    ],
)
def test_moved_reason_gets_its_position(
    admin: APIClient, reasons: list[CancelReason], which: int, to: int, after: list[str]
) -> None:
    body = admin.post(f"{URL}{reasons[which].pk}/move/", {"to": to}).json()
    assert [row["label"] for row in body["results"]] == after
    assert listed() == list(enumerate(after))
    assert AuditEntry.objects.get().before == {"value": which}


def test_moving_a_reason_to_its_own_position_is_not_audited(
    admin: APIClient, reasons: list[CancelReason]
) -> None:
    admin.post(f"{URL}{reasons[1].pk}/move/", {"to": 1})
    assert not AuditEntry.objects.exists()


def test_reason_is_renamed(admin: APIClient, reasons: list[CancelReason]) -> None:
    assert admin.patch(f"{URL}{reasons[0].pk}/", {"label": "Far too late"}).json()["value"] == 0
    entry = AuditEntry.objects.get()
    assert (entry.before, entry.after) == ({"label": "Too late"}, {"label": "Far too late"})


@pytest.mark.parametrize(
    ("label", "code"), [(" ", "invalid"), ("x" * 251, "invalid"), ("no CAR", "reason_exists")]
)
def test_invalid_label_changes_nothing(
    admin: APIClient, reasons: list[CancelReason], label: str, code: str
) -> None:
    before = snapshot()
    for response in (
        admin.post(URL, {"label": label}),
        admin.patch(f"{URL}{reasons[0].pk}/", {"label": label}),
    ):
        assert (response.status_code, response.json()["code"]) == (400, code)
    assert snapshot() == before


def test_demo_mode_refuses_every_change(admin: APIClient, reasons: list[CancelReason]) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    before = snapshot()
    url = f"{URL}{reasons[0].pk}/"
    for response in (
        admin.post(URL, {"label": "One more"}),
        admin.patch(url, {"label": "Other"}),
        admin.delete(url),
        admin.post(f"{url}move/", {"to": 2}),
    ):
        assert (response.status_code, response.json()["code"]) == (403, "demo_mode")
    assert snapshot() == before


def test_other_roles_cannot_edit_reasons(ada: User, fay: User, reasons: list[CancelReason]) -> None:
    before = snapshot()
    for who in (ada, fay):
        client = client_of(who)
        assert client.post(URL, {"label": "Mine"}).status_code == 403
        assert client.delete(f"{URL}{reasons[0].pk}/").status_code == 403
        assert client.post(f"{URL}{reasons[0].pk}/move/", {"to": 2}).status_code == 403
    assert snapshot() == before


@pytest.mark.django_db(transaction=True)
def test_concurrent_edits_keep_positions_dense(dora: User) -> None:
    first = [CancelReason.objects.create(label=f"Reason {n}", value=n) for n in range(12)]
    ready = Barrier(6)

    def edits(worker: int) -> None:
        ready.wait()
        try:
            for n in range(5):
                if worker % 3 == 0:
                    add_reason(by=dora, label=f"New {worker} {n}")
                elif worker % 3 == 1:
                    # Two workers delete the same reasons; the second gets NotFound.
                    with suppress(NotFound):
                        delete_reason(by=dora, reason_id=first[n].pk)
                else:
                    with suppress(NotFound):
                        move_reason(by=dora, reason_id=first[n * 2 + 1].pk, to=n + worker)
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(edits, range(6)))
    left = list(CancelReason.objects.order_by("value"))
    assert [reason.value for reason in left] == list(range(12 + 10 - 5))
    assert len({reason.label for reason in left}) == len(left)
    assert not {reason.pk for reason in left} & {reason.pk for reason in first[:5]}

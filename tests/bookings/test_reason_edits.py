"""The reasons to cancel for: their places stay 0 to the last, whoever edits at once."""

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
def office(dora: User) -> APIClient:
    return client_of(dora)


def listed() -> list[tuple[int, str]]:
    rows = client_of(None).get(URL).json()["results"]
    return [(row["value"], row["label"]) for row in rows]


def picture() -> Any:
    return list(CancelReason.objects.order_by("pk").values()), AuditEntry.objects.count()


def test_a_new_reason_is_the_last(office: APIClient, dora: User, reasons: list[CancelReason]) -> None:
    made = office.post(URL, {"label": "Found another"})
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


def test_those_behind_a_deleted_one_move_up(office: APIClient, reasons: list[CancelReason]) -> None:
    assert office.delete(f"{URL}{reasons[1].pk}/").status_code == 204
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
def test_a_moved_reason_has_its_place_and_the_others_theirs(
    office: APIClient, reasons: list[CancelReason], which: int, to: int, after: list[str]
) -> None:
    body = office.post(f"{URL}{reasons[which].pk}/move/", {"to": to}).json()
    assert [row["label"] for row in body["results"]] == after
    assert listed() == list(enumerate(after))
    assert AuditEntry.objects.get().before == {"value": which}


def test_a_reason_that_stays_where_it_is_leaves_no_entry(
    office: APIClient, reasons: list[CancelReason]
) -> None:
    office.post(f"{URL}{reasons[1].pk}/move/", {"to": 1})
    assert not AuditEntry.objects.exists()


def test_a_reason_is_worded_otherwise(office: APIClient, reasons: list[CancelReason]) -> None:
    assert office.patch(f"{URL}{reasons[0].pk}/", {"label": "Far too late"}).json()["value"] == 0
    entry = AuditEntry.objects.get()
    assert (entry.before, entry.after) == ({"label": "Too late"}, {"label": "Far too late"})


@pytest.mark.parametrize(
    ("label", "code"), [(" ", "invalid"), ("x" * 251, "invalid"), ("no CAR", "reason_exists")]
)
def test_a_wrong_label_changes_nothing(
    office: APIClient, reasons: list[CancelReason], label: str, code: str
) -> None:
    before = picture()
    for response in (
        office.post(URL, {"label": label}),
        office.patch(f"{URL}{reasons[0].pk}/", {"label": label}),
    ):
        assert (response.status_code, response.json()["code"]) == (400, code)
    assert picture() == before


def test_demo_mode_refuses_every_change(office: APIClient, reasons: list[CancelReason]) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    before = picture()
    url = f"{URL}{reasons[0].pk}/"
    for response in (
        office.post(URL, {"label": "One more"}),
        office.patch(url, {"label": "Other"}),
        office.delete(url),
        office.post(f"{url}move/", {"to": 2}),
    ):
        assert (response.status_code, response.json()["code"]) == (403, "demo_mode")
    assert picture() == before


def test_nobody_else_edits_them(ada: User, fay: User, reasons: list[CancelReason]) -> None:
    before = picture()
    for who in (ada, fay):
        client = client_of(who)
        assert client.post(URL, {"label": "Mine"}).status_code == 403
        assert client.delete(f"{URL}{reasons[0].pk}/").status_code == 403
        assert client.post(f"{URL}{reasons[0].pk}/move/", {"to": 2}).status_code == 403
    assert picture() == before


@pytest.mark.django_db(transaction=True)
def test_the_places_stay_dense_under_adds_deletes_and_moves_at_once(dora: User) -> None:
    first = [CancelReason.objects.create(label=f"Reason {n}", value=n) for n in range(12)]
    ready = Barrier(6)

    def edits(worker: int) -> None:
        ready.wait()
        try:
            for n in range(5):
                if worker % 3 == 0:
                    add_reason(by=dora, label=f"New {worker} {n}")
                elif worker % 3 == 1:
                    # Two workers after the same ones: who comes second finds nothing.
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

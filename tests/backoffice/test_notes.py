"""Notes and flags of staff about people and bookings."""

from typing import Any

import pytest

from apps.accounts.models import User
from apps.backoffice.models import Note
from apps.backoffice.notes import services
from apps.backoffice.people.delete import delete_person
from apps.backoffice.personal_data import PERSONAL_DATA
from apps.bookings.choices import Status
from apps.core.models import AuditEntry
from apps.fares.models import CarType
from tests.bookings.api import API
from tests.bookings.builders import make_booking
from tests.personas import client_of

pytestmark = pytest.mark.django_db

NOTES = f"{API}/notes/"


def add(by: User, status: int = 201, **body: Any) -> dict[str, Any]:
    reply = client_of(by).post(NOTES, body, format="json")
    assert reply.status_code == status, reply.json()
    answer: dict[str, Any] = reply.json()
    return answer


def listed(by: User, **subject: int) -> list[dict[str, Any]]:
    reply = client_of(by).get(NOTES, subject)
    assert reply.status_code == 200, reply.json()
    results: list[dict[str, Any]] = reply.json()["results"]
    return results


def test_flags_are_listed_before_the_newest_notes(dora: User, ada: User) -> None:
    add(dora, person=ada.pk, text="  Prefers the side door. ")
    add(dora, person=ada.pk, flag="wheelchair", text="Folding chair")
    add(dora, person=ada.pk, text="Calls on Mondays")
    assert [(note["flag"], note["text"], note["by_name"]) for note in listed(dora, person=ada.pk)] == [
        ("wheelchair", "Folding chair", dora.full_name),
        ("", "Calls on Mondays", dora.full_name),
        ("", "Prefers the side door.", dora.full_name),
    ]


def test_notes_of_a_booking_are_not_those_of_its_rider(dora: User, ada: User, economy: CarType) -> None:
    booking = make_booking(ada, economy)
    add(dora, booking=booking.pk, text="Two suitcases")
    add(dora, person=ada.pk, text="Prefers the side door")
    assert [note["text"] for note in listed(dora, booking=booking.pk)] == ["Two suitcases"]


def test_changes_are_recorded_without_the_text(dora: User, ada: User, economy: CarType) -> None:
    booking = make_booking(ada, economy)
    note = add(dora, booking=booking.pk, text="Two suitcases")
    assert client_of(dora).delete(f"{NOTES}{note['id']}/").status_code == 204
    assert listed(dora, booking=booking.pk) == []
    flag = add(dora, person=ada.pk, flag="caution", text="Shouted")
    entries = AuditEntry.objects.filter(action__startswith="note_").order_by("pk")
    assert [(entry.action, entry.kind, entry.target_id, entry.label) for entry in entries] == [
        ("note_added", "booking", str(booking.pk), booking.reference),
        ("note_deleted", "booking", str(booking.pk), booking.reference),
        ("note_added", "user", str(ada.pk), ada.full_name),
    ]
    assert entries[2].after == {"flag": "caution"}
    assert flag["flag"] == "caution"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"text": " "}, 400, "note_empty"),
        ({"text": "x" * 1001}, 400, "invalid"),
        ({"flag": "tall"}, 400, "invalid"),
        ({"flag": "wheelchair"}, 409, "flag_exists"),
        ({"person": 999_999, "text": "Lost"}, 404, "not_found"),
    ],
)
def test_note_that_is_refused_changes_nothing(
    body: dict[str, Any], status: int, code: str, dora: User, ada: User
) -> None:
    add(dora, person=ada.pk, flag="wheelchair")
    answer = add(dora, status, **({"person": ada.pk} | body))
    assert answer["code"] == code
    assert answer["detail"]
    assert [note["flag"] for note in listed(dora, person=ada.pk)] == ["wheelchair"]
    assert Note.objects.count() == 1


def test_note_has_one_subject_and_flags_belong_to_people(dora: User, ada: User, economy: CarType) -> None:
    booking = make_booking(ada, economy)
    add(dora, 400, text="Unattached")
    add(dora, 400, text="Of both", person=ada.pk, booking=booking.pk)
    answer = add(dora, 400, flag="caution", booking=booking.pk)
    assert list(answer["fields"]) == ["flag"]
    assert client_of(dora).get(NOTES).status_code == 400
    assert not Note.objects.exists()


def test_number_of_notes_is_limited(dora: User, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_NOTES", 2)
    for text in ("One", "Two"):
        add(dora, person=ada.pk, text=text)
    assert add(dora, 409, person=ada.pk, text="Three")["code"] == "too_many_notes"
    assert len(listed(dora, person=ada.pk)) == 2


def test_fleet_admins_riders_and_drivers_have_no_notes(dora: User, fay: User, ada: User, bob: User) -> None:
    note = add(dora, person=ada.pk, text="Calls on Mondays")
    for person in (fay, ada, bob):
        client = client_of(person)
        assert client.get(NOTES, {"person": ada.pk}).status_code == 403
        assert client.post(NOTES, {"person": ada.pk, "text": "Mine"}, format="json").status_code == 403
        assert client.delete(f"{NOTES}{note['id']}/").status_code == 403
    assert [note["text"] for note in listed(dora, person=ada.pk)] == ["Calls on Mondays"]


def test_notes_are_exported_and_erased_with_the_person(dora: User, ada: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.CANCELLED)
    add(dora, person=ada.pk, flag="wheelchair")
    add(dora, booking=booking.pk, text="Two suitcases")
    (registered,) = (data for data in PERSONAL_DATA if data.name == "notes")
    rows = list(registered.rows(ada))
    assert [(row["flag"], row["text"]) for row in rows] == [("wheelchair", ""), ("", "Two suitcases")]
    assert not {"by_id", "by_name"} & rows[0].keys()
    delete_person(by=dora, person_id=ada.pk)
    assert not Note.objects.exists()


def test_board_shows_admins_the_riders_flags(dora: User, ada: User, economy: CarType) -> None:
    booking = make_booking(ada, economy)
    add(dora, person=ada.pk, flag="wheelchair")
    add(dora, person=ada.pk, flag="account")
    add(dora, person=ada.pk, text="Calls on Mondays")
    (job,) = client_of(dora).get(f"{API}/desk/board/").json()["jobs"]
    assert (job["id"], job["flags"]) == (booking.pk, ["account", "wheelchair"])


def test_board_of_a_fleet_admin_has_no_flags(
    dora: User, fay: User, ada: User, bob: User, economy: CarType
) -> None:
    make_booking(ada, economy, Status.ACCEPTED, driver=bob, fleet_admin=fay)
    add(dora, person=ada.pk, flag="wheelchair")
    (job,) = client_of(fay).get(f"{API}/desk/board/").json()["jobs"]
    assert job["flags"] == []

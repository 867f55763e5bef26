"""Driver documents: added, listed, reviewed, deleted; and users' photos."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from apps.accounts.models import DriverDocument, DriverProfile, User
from apps.accounts.profile.documents import expiring_documents, today
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.accounts.sending import everything_stored, send, sweep
from tests.backoffice.people.api import API, assert_refused, audit_entries, call, snapshot
from tests.personas import client_of, make_driver
from tests.pictures import jpeg, upload

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]


def add_document(client: APIClient, driver: User, **fields: Any) -> Any:
    body = {"kind": "insurance", "image": upload(jpeg()), **fields}
    return client.post(f"{API}people/{driver.pk}/documents/", body, format="multipart")


def documents_of(who: User, driver: User) -> Any:
    return call(who, "get", f"people/{driver.pk}/documents/").json()["results"]


def test_document_is_stored_listed_and_recorded(bob: User, dora: User) -> None:
    day = (today() + timedelta(days=90)).isoformat()
    made = add_document(client_of(dora), bob, number=" P-1 ", expires_on=day)
    assert made.status_code == 201, made.content
    (document,) = documents_of(dora, bob)
    assert (
        document["kind"],
        document["number"],
        document["expires_on"],
        document["state"],
        document["expired"],
    ) == (
        "insurance",
        "P-1",
        day,
        "pending",
        False,
    )
    assert Client().get(document["url"]).status_code == 200
    ((actor, action, before, after),) = audit_entries(document["id"], "driver_document")
    assert (actor, action, before, after["kind"]) == (dora.pk, "added", {}, "insurance")


def test_decision_about_a_replaced_photo_is_refused(bob: User, dora: User) -> None:
    send(bob, "me/license-image/")
    (seen,) = documents_of(dora, bob)
    send(bob, "me/license-image/")
    before = snapshot()
    path, body = f"driver-documents/{seen['id']}/", {"state": "accepted", "photo": seen["photo"]}
    assert_refused(call(dora, "patch", path, body), 409, "document_changed")
    assert snapshot() == before
    (new,) = documents_of(dora, bob)
    assert call(dora, "patch", path, body | {"photo": new["photo"]}).status_code == 200


def test_licence_from_sign_up_comes_first(bob: User, dora: User) -> None:
    add_document(client_of(dora), bob)
    send(bob, "me/license-image/")
    first, second = documents_of(dora, bob)
    assert (first["kind"], second["kind"]) == ("license", "insurance")
    assert Client().get(first["url"]).status_code == 200


def test_new_licence_replaces_the_old_one_and_awaits_approval(bob: User, dora: User, media: Path) -> None:
    client = client_of(dora)
    first = add_document(client, bob, kind="license").json()
    client.patch(f"{API}driver-documents/{first['id']}/", {"state": "accepted"}, format="json")
    send(bob, "me/license-image/")
    (document,) = documents_of(dora, bob)
    assert (document["id"], document["state"]) == (first["id"], "pending")
    sweep(late=True)
    assert everything_stored(media) == [f"private/{DriverProfile.objects.get(pk=bob.pk).license_image.name}"]


def test_document_is_accepted_or_rejected_with_a_note(bob: User, dora: User) -> None:
    document = add_document(client_of(dora), bob).json()
    url = f"driver-documents/{document['id']}/"
    assert call(dora, "patch", url, {"state": "accepted"}).json()["reviewed_at"]
    refused = call(dora, "patch", url, {"state": "refused", "note": "Too dark."}).json()
    assert (refused["state"], refused["note"]) == ("refused", "Too dark.")
    assert [entry[1:] for entry in audit_entries(document["id"], "driver_document")][1:] == [
        ("accepted", {"state": "pending"}, {"state": "accepted"}),
        ("refused", {"state": "accepted", "note": ""}, {"state": "refused", "note": "Too dark."}),
    ]


def test_expired_document_is_not_accepted(bob: User, dora: User) -> None:
    document = add_document(client_of(dora), bob, expires_on=(today() - timedelta(days=1)).isoformat()).json()
    client = client_of(dora)
    before = snapshot()
    response = client.patch(f"{API}driver-documents/{document['id']}/", {"state": "accepted"}, format="json")
    assert_refused(response, 409, "document_expired")
    assert snapshot() == before


def test_fleet_admin_manages_documents_of_own_drivers_only(bob: User, ben: User, fay: User) -> None:
    client = client_of(fay)
    document = add_document(client, bob).json()
    assert call(fay, "patch", f"driver-documents/{document['id']}/", {"state": "accepted"}).status_code == 200
    other = DriverDocument.objects.create(driver=ben, kind="other")
    before = snapshot()
    assert_refused(add_document(client, ben), 404, "not_found")
    for method in ("patch", "delete"):
        response = getattr(client, method)(
            f"{API}driver-documents/{other.pk}/", {"state": "accepted"}, format="json"
        )
        assert_refused(response, 404, "not_found")
    assert snapshot() == before


def test_with_driver_approval_on_an_admin_decides_about_documents(bob: User, fay: User, dora: User) -> None:
    update_platform_settings(driver_approval=True)
    document = add_document(client_of(fay), bob).json()
    client = client_of(fay)
    before = snapshot()
    response = client.patch(f"{API}driver-documents/{document['id']}/", {"state": "accepted"}, format="json")
    assert_refused(response, 403, "approval_by_admin")
    assert snapshot() == before
    assert (
        call(dora, "patch", f"driver-documents/{document['id']}/", {"state": "accepted"}).status_code == 200
    )


def test_document_is_deleted_with_its_file(bob: User, dora: User, media: Path) -> None:
    document = add_document(client_of(dora), bob).json()
    licence = add_document(client_of(dora), bob, kind="license").json()
    for one in (document, licence):
        assert call(dora, "delete", f"driver-documents/{one['id']}/").status_code == 204
    sweep(late=True)
    assert everything_stored(media) == []
    assert documents_of(dora, bob) == []
    assert audit_entries(document["id"], "driver_document")[-1][1] == "deleted"


def test_demo_mode_deletes_no_document_and_hides_numbers(bob: User, dora: User) -> None:
    document = add_document(client_of(dora), bob, number="P-1").json()
    update_platform_settings(allow_critical_edits_admin=False)
    client = client_of(dora)
    before = snapshot()
    assert_refused(client.delete(f"{API}driver-documents/{document['id']}/"), 403, "demo_mode")
    assert snapshot() == before
    assert documents_of(dora, bob)[0]["number"] == "Hidden"


@pytest.mark.parametrize("fields", [{"kind": "tattoo"}, {"expires_on": "soon"}])
def test_document_of_an_unknown_type_is_refused(bob: User, dora: User, fields: dict[str, Any]) -> None:
    client = client_of(dora)
    before = snapshot()
    assert_refused(add_document(client, bob, **fields), 400, "invalid", *fields)
    assert snapshot() == before


def test_riders_have_no_documents(ada: User, dora: User) -> None:
    client = client_of(dora)
    before = snapshot()
    assert_refused(add_document(client, ada), 400, "invalid")
    assert snapshot() == before


def test_expiry_alerts_list_the_most_urgent_first(bob: User, fay: User, economy: CarType) -> None:
    gus = make_driver("Gus", economy)

    def document(driver: User, days: int, state: str = "accepted") -> DriverDocument:
        return DriverDocument.objects.create(
            driver=driver, kind="other", expires_on=today() + timedelta(days=days), state=state
        )

    late, gone, _far, _refused = (
        document(gus, 30),
        document(bob, -2),
        document(bob, 31),
        document(bob, 1, "refused"),
    )
    assert list(expiring_documents()) == [gone, late]
    assert list(expiring_documents(fleet_admin_id=fay.pk)) == [gone]


def test_photo_is_set_and_removed(ada: User, dora: User) -> None:
    client = client_of(dora)
    url = f"{API}people/{ada.pk}/photo/"
    shown = client.put(url, {"image": upload(jpeg())}, format="multipart")
    assert shown.status_code == 200
    assert shown.json()["profile_image"]
    assert client.delete(url).json()["profile_image"] is None
    assert [entry[1] for entry in audit_entries(ada.pk)] == ["changed", "changed"]

"""Drivers' documents: brought, looked at, decided about, deleted; and a person's photograph."""

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
from tests.backoffice.people.api import API, assert_refused, call, picture, trail
from tests.personas import client_of, make_driver
from tests.pictures import jpeg, upload

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]


def bring(client: APIClient, driver: User, **fields: Any) -> Any:
    body = {"kind": "insurance", "image": upload(jpeg()), **fields}
    return client.post(f"{API}people/{driver.pk}/documents/", body, format="multipart")


def papers(who: User, driver: User) -> Any:
    return call(who, "get", f"people/{driver.pk}/documents/").json()["results"]


def test_a_document_is_brought_shown_and_told(bob: User, dora: User) -> None:
    day = (today() + timedelta(days=90)).isoformat()
    made = bring(client_of(dora), bob, number=" P-1 ", expires_on=day)
    assert made.status_code == 201, made.content
    (paper,) = papers(dora, bob)
    assert (paper["kind"], paper["number"], paper["expires_on"], paper["state"], paper["expired"]) == (
        "insurance",
        "P-1",
        day,
        "pending",
        False,
    )
    assert Client().get(paper["url"]).status_code == 200
    ((actor, action, before, after),) = trail(paper["id"], "driver_document")
    assert (actor, action, before, after["kind"]) == (dora.pk, "added", {}, "insurance")


def test_the_licence_that_a_driver_sent_is_among_them_and_first(bob: User, dora: User) -> None:
    bring(client_of(dora), bob)
    send(bob, "me/license-image/")
    first, second = papers(dora, bob)
    assert (first["kind"], second["kind"]) == ("license", "insurance")
    assert Client().get(first["url"]).status_code == 200


def test_a_new_licence_takes_the_old_ones_place_and_waits(bob: User, dora: User, media: Path) -> None:
    client = client_of(dora)
    first = bring(client, bob, kind="license").json()
    client.patch(f"{API}driver-documents/{first['id']}/", {"state": "accepted"}, format="json")
    send(bob, "me/license-image/")
    (paper,) = papers(dora, bob)
    assert (paper["id"], paper["state"]) == (first["id"], "pending")
    sweep(late=True)
    assert everything_stored(media) == [f"private/{DriverProfile.objects.get(pk=bob.pk).license_image.name}"]


def test_a_document_is_accepted_or_refused_with_a_note(bob: User, dora: User) -> None:
    paper = bring(client_of(dora), bob).json()
    url = f"driver-documents/{paper['id']}/"
    assert call(dora, "patch", url, {"state": "accepted"}).json()["reviewed_at"]
    refused = call(dora, "patch", url, {"state": "refused", "note": "Too dark."}).json()
    assert (refused["state"], refused["note"]) == ("refused", "Too dark.")
    assert [entry[1:] for entry in trail(paper["id"], "driver_document")][1:] == [
        ("accepted", {"state": "pending"}, {"state": "accepted"}),
        ("refused", {"state": "accepted", "note": ""}, {"state": "refused", "note": "Too dark."}),
    ]


def test_what_has_run_out_is_not_accepted(bob: User, dora: User) -> None:
    paper = bring(client_of(dora), bob, expires_on=(today() - timedelta(days=1)).isoformat()).json()
    client = client_of(dora)
    before = picture()
    response = client.patch(f"{API}driver-documents/{paper['id']}/", {"state": "accepted"}, format="json")
    assert_refused(response, 409, "document_expired")
    assert picture() == before


def test_a_fleet_admin_keeps_the_own_drivers_documents_and_no_others(bob: User, ben: User, fay: User) -> None:
    client = client_of(fay)
    paper = bring(client, bob).json()
    assert call(fay, "patch", f"driver-documents/{paper['id']}/", {"state": "accepted"}).status_code == 200
    other = DriverDocument.objects.create(driver=ben, kind="other")
    before = picture()
    assert_refused(bring(client, ben), 404, "not_found")
    for method in ("patch", "delete"):
        response = getattr(client, method)(
            f"{API}driver-documents/{other.pk}/", {"state": "accepted"}, format="json"
        )
        assert_refused(response, 404, "not_found")
    assert picture() == before


def test_with_driver_approval_on_an_admin_decides_about_documents(bob: User, fay: User, dora: User) -> None:
    update_platform_settings(driver_approval=True)
    paper = bring(client_of(fay), bob).json()
    client = client_of(fay)
    before = picture()
    response = client.patch(f"{API}driver-documents/{paper['id']}/", {"state": "accepted"}, format="json")
    assert_refused(response, 403, "approval_by_admin")
    assert picture() == before
    assert call(dora, "patch", f"driver-documents/{paper['id']}/", {"state": "accepted"}).status_code == 200


def test_a_document_is_deleted_with_its_file(bob: User, dora: User, media: Path) -> None:
    paper = bring(client_of(dora), bob).json()
    licence = bring(client_of(dora), bob, kind="license").json()
    for one in (paper, licence):
        assert call(dora, "delete", f"driver-documents/{one['id']}/").status_code == 204
    sweep(late=True)
    assert everything_stored(media) == []
    assert papers(dora, bob) == []
    assert trail(paper["id"], "driver_document")[-1][1] == "deleted"


def test_demo_mode_throws_nothing_away_and_hides_numbers(bob: User, dora: User) -> None:
    paper = bring(client_of(dora), bob, number="P-1").json()
    update_platform_settings(allow_critical_edits_admin=False)
    client = client_of(dora)
    before = picture()
    assert_refused(client.delete(f"{API}driver-documents/{paper['id']}/"), 403, "demo_mode")
    assert picture() == before
    assert papers(dora, bob)[0]["number"] == "Hidden"


@pytest.mark.parametrize("fields", [{"kind": "tattoo"}, {"expires_on": "soon"}])
def test_a_document_of_what_is_nothing_is_refused(bob: User, dora: User, fields: dict[str, Any]) -> None:
    client = client_of(dora)
    before = picture()
    assert_refused(bring(client, bob, **fields), 400, "invalid", *fields)
    assert picture() == before


def test_riders_have_no_documents(ada: User, dora: User) -> None:
    client = client_of(dora)
    before = picture()
    assert_refused(bring(client, ada), 400, "invalid")
    assert picture() == before


def test_what_runs_out_is_told_most_pressing_first(bob: User, fay: User, economy: CarType) -> None:
    gus = make_driver("Gus", economy)

    def paper(driver: User, days: int, state: str = "accepted") -> DriverDocument:
        return DriverDocument.objects.create(
            driver=driver, kind="other", expires_on=today() + timedelta(days=days), state=state
        )

    late, gone, _far, _refused = paper(gus, 30), paper(bob, -2), paper(bob, 31), paper(bob, 1, "refused")
    assert list(expiring_documents()) == [gone, late]
    assert list(expiring_documents(fleet_admin_id=fay.pk)) == [gone]


def test_a_photograph_is_set_and_removed(ada: User, dora: User) -> None:
    client = client_of(dora)
    url = f"{API}people/{ada.pk}/photo/"
    shown = client.put(url, {"image": upload(jpeg())}, format="multipart")
    assert shown.status_code == 200
    assert shown.json()["profile_image"]
    assert client.delete(url).json()["profile_image"] is None
    assert [entry[1] for entry in trail(ada.pk)] == ["changed", "changed"]

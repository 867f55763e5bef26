"""Documents: submitted by drivers, reviewed by staff, of drivers and vehicles."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from apps.accounts.models import DriverDocument, User
from apps.accounts.profile.documents import today
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.notifications.models import InboxMessage
from tests.accounts.sending import send
from tests.fleet.builders import assert_refused, call, document, give, make_vehicle, require, snapshot
from tests.pictures import jpeg, upload

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]


def next_year() -> str:
    return (today() + timedelta(days=365)).isoformat()


def submit(driver: User, kind: str, **fields: Any) -> Any:
    body = {"kind": kind, "image": upload(jpeg()), **fields}
    return call(driver, "post", "me/documents/", body, format="multipart")


def review_queue(who: User) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = call(who, "get", "documents/?state=pending").json()["results"]
    return found


def test_driver_submits_a_document_and_staff_accept_it(dora: User, ben: User) -> None:
    require("permit", drivers=(ben,))
    reply = submit(ben, "permit", number="P-7", expires_on=next_year())
    assert reply.status_code == 201, reply.content
    assert [row["state"] for row in reply.json()["required"]] == ["submitted"]
    (row,) = review_queue(dora)
    assert (row["driver"]["id"], row["kind"], row["expires_on"], row["claimed_expires_on"]) == (
        *(ben.pk, "permit", None, next_year()),
    )
    assert Client().get(row["url"]).status_code == 200

    accepted = call(dora, "post", f"documents/{row['id']}/accept/", {"photo": row["photo"]})

    assert accepted.status_code == 200, accepted.content
    body = accepted.json()
    assert (body["state"], body["expires_on"], body["reviewed_by"]["id"]) == (
        "accepted",
        next_year(),
        dora.pk,
    )
    mine = call(ben, "get", "me/documents/").json()
    assert [(row["state"], row["last_day"]) for row in mine["required"]] == [("valid", next_year())]


def test_staff_correct_the_expiry_date_when_accepting(dora: User, ben: User) -> None:
    submit(ben, "permit", expires_on=next_year())
    (row,) = review_queue(dora)
    day = (today() + timedelta(days=30)).isoformat()
    path = f"documents/{row['id']}/accept/"
    body = call(dora, "post", path, {"photo": row["photo"], "expires_on": day}).json()
    assert body["expires_on"] == day


def test_rejection_needs_a_reason_which_the_driver_reads(dora: User, ben: User) -> None:
    require("permit", drivers=(ben,))
    submit(ben, "permit")
    (row,) = review_queue(dora)
    before, path = snapshot(), f"documents/{row['id']}/reject/"
    reply = call(dora, "post", path, {"photo": row["photo"], "reason": " "})
    assert_refused(reply, 400, "invalid", before)
    assert call(dora, "post", path, {"photo": row["photo"], "reason": "Blurred"}).status_code == 200
    mine = call(ben, "get", "me/documents/").json()
    assert (mine["required"][0]["state"], mine["documents"][0]["note"]) == ("rejected", "Blurred")


def test_driver_is_notified_of_each_decision_once(dora: User, ben: User, economy: CarType) -> None:
    vehicle = make_vehicle(economy)
    give(dora, vehicle, ben)
    submit(ben, "permit")
    submit(ben, "inspection", subject="vehicle")
    permit, inspection = sorted(review_queue(dora), key=lambda row: row["vehicle"] is not None)
    path = f"documents/{permit['id']}/reject/"
    assert call(dora, "post", path, {"photo": permit["photo"], "reason": "Blurred"}).status_code == 200
    assert call(dora, "post", path, {"photo": permit["photo"], "reason": "Blurred"}).status_code == 409
    path = f"documents/{inspection['id']}/accept/"
    assert call(dora, "post", path, {"photo": inspection["photo"]}).status_code == 200
    # Staff change their mind on the driver's page.
    path = f"driver-documents/{permit['id']}/"
    assert call(dora, "patch", path, {"state": "accepted", "expires_on": next_year()}).status_code == 200
    assert call(dora, "patch", path, {"note": "Seen at the desk"}).status_code == 200
    notices = InboxMessage.objects.filter(user=ben).order_by("pk")
    assert [(notice.occasion, notice.screen, notice.msg) for notice in notices] == [
        ("document_rejected", "documents", "Driver permit. Reason: Blurred"),
        ("document_accepted", "documents", "Accepted: Vehicle inspection"),
        ("document_accepted", "documents", "Accepted: Driver permit"),
    ]


def test_driver_is_not_notified_of_documents_that_staff_added(dora: User, ben: User) -> None:
    row = document(ben, "permit", state="pending")
    assert call(dora, "patch", f"driver-documents/{row.pk}/", {"state": "accepted"}).status_code == 200
    assert not InboxMessage.objects.filter(user=ben).exists()


@pytest.mark.parametrize("decision", ["accept", "reject"])
@pytest.mark.parametrize("kind", ["permit", "license"])
def test_decision_about_a_replaced_photo_is_refused(dora: User, ben: User, kind: str, decision: str) -> None:
    submit(ben, kind)
    (row,) = review_queue(dora)
    submit(ben, kind)
    (newer,) = review_queue(dora)
    assert (newer["id"], newer["photo"] == row["photo"]) == (row["id"], False)
    before = snapshot()
    body = {"photo": row["photo"], "reason": "Blurred"} if decision == "reject" else {"photo": row["photo"]}
    reply = call(dora, "post", f"documents/{row['id']}/{decision}/", body)
    assert_refused(reply, 409, "document_changed", before)


def test_second_review_and_expired_document_are_refused(dora: User, ben: User) -> None:
    submit(ben, "permit", expires_on=(today() - timedelta(days=1)).isoformat())
    (row,) = review_queue(dora)
    path, body = f"documents/{row['id']}/accept/", {"photo": row["photo"]}
    before = snapshot()
    assert_refused(call(dora, "post", path, body), 409, "document_expired", before)
    assert call(dora, "post", path, body | {"expires_on": next_year()}).status_code == 200
    before = snapshot()
    assert_refused(call(dora, "post", path, body), 409, "document_reviewed", before)


def test_drivers_claim_does_not_count_before_its_review(ben: User) -> None:
    document(ben, "insurance", days=-1)
    submit(ben, "insurance", expires_on=next_year())
    assert "documents_expired" in call(ben, "get", "me/eligibility/").json()["reasons"]


def test_licence_from_the_profile_page_is_reviewed_as_well(dora: User, ben: User) -> None:
    send(ben, "me/license-image/")
    (row,) = review_queue(dora)
    body = {"photo": row["photo"], "expires_on": next_year()}
    assert call(dora, "post", f"documents/{row['id']}/accept/", body).json()["state"] == "accepted"


def test_document_of_the_vehicle_is_submitted_by_its_driver(dora: User, ben: User, economy: CarType) -> None:
    before = snapshot()
    reply = submit(ben, "inspection", subject="vehicle")
    assert (reply.status_code, reply.json()["code"]) == (409, "vehicle_missing")
    assert snapshot()[0] == before[0]
    vehicle = make_vehicle(economy)
    give(dora, vehicle, ben)
    require("inspection", subject="vehicle")
    mine = submit(ben, "inspection", subject="vehicle").json()
    assert (mine["vehicle"]["id"], mine["documents"][0]["subject"]) == (vehicle.pk, "vehicle")
    assert [(row["subject"], row["state"]) for row in mine["required"]] == [("vehicle", "submitted")]
    (row,) = review_queue(dora)
    assert (row["driver"], row["vehicle"]["plate"]) == (None, vehicle.plate)
    assert call(dora, "post", f"documents/{row['id']}/accept/", {"photo": row["photo"]}).status_code == 200


def test_staff_add_edit_and_delete_a_document_of_a_vehicle(dora: User, economy: CarType) -> None:
    path = f"vehicles/{make_vehicle(economy).pk}/documents/"
    body = {"kind": "insurance", "image": upload(jpeg()), "number": "I-1", "expires_on": next_year()}
    made = call(dora, "post", path, body, format="multipart")
    assert made.status_code == 201, made.content
    edited = call(dora, "patch", f"driver-documents/{made.json()['id']}/", {"number": "I-2"})
    assert edited.status_code == 200, edited.content
    assert [row["number"] for row in call(dora, "get", path).json()["results"]] == ["I-2"]
    assert call(dora, "delete", f"driver-documents/{made.json()['id']}/").status_code == 204
    assert not DriverDocument.objects.exists()


def test_fleet_admin_sees_and_reviews_only_documents_of_the_fleet(
    fay: User, ben: User, bob: User, economy: CarType
) -> None:
    submit(ben, "permit")
    submit(bob, "permit")
    document(make_vehicle(economy, fleet_admin=fay), "insurance", state="pending")
    rows = review_queue(fay)
    assert sorted(row["driver"]["id"] if row["driver"] else 0 for row in rows) == [0, bob.pk]
    other = DriverDocument.objects.get(driver=ben)
    before = snapshot()
    reply = call(fay, "post", f"documents/{other.pk}/accept/", {"photo": ""})
    assert_refused(reply, 404, "not_found", before)
    row = next(row for row in rows if row["driver"])
    assert row["may_review"]
    update_platform_settings(driver_approval=True)
    reply = call(fay, "post", f"documents/{row['id']}/accept/", {"photo": row["photo"]})
    assert (reply.status_code, reply.json()["code"]) == (403, "approval_by_admin")
    assert not any(row["may_review"] for row in review_queue(fay))


def test_list_is_filtered(dora: User, ben: User, economy: CarType) -> None:
    vehicle = make_vehicle(economy, plate="VAN 1")
    gone, soon = document(ben, "permit", days=-1), document(vehicle, "insurance", days=10)
    document(ben, "medical", days=200)

    def found(query: str) -> list[int]:
        return [row["id"] for row in call(dora, "get", f"documents/?{query}").json()["results"]]

    assert found("expiry=expired") == found("kind=permit") == [gone.pk]
    assert found("expiry=expiring") == found("subject=vehicle") == found("search=van") == [soon.pk]
    assert found(f"driver={ben.pk}&ordering=expires_on")[0] == gone.pk
    assert found(f"vehicle={vehicle.pk}") == [soon.pk]

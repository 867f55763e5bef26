"""Drafts of tariffs: create, save, delete, check, export; a published version never changes."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType, Tariff
from tests.fares.tariffs import document, publish, rates
from tests.personas import client_of

pytestmark = pytest.mark.django_db
URL = "/api/v1/tariffs/"


@pytest.fixture
def office(dora: User) -> APIClient:
    return client_of(dora)


def create(office: APIClient, status: int = 201, **body: Any) -> dict[str, Any]:
    reply = office.post(URL, body or {"document": document()}, format="json")
    assert reply.status_code == status, reply.content
    created: dict[str, Any] = reply.json()
    return created


def save(office: APIClient, pk: int, status: int = 200, **body: Any) -> dict[str, Any]:
    reply = office.patch(f"{URL}{pk}/", body, format="json")
    assert reply.status_code == status, reply.content
    saved: dict[str, Any] = reply.json()
    return saved


def test_draft_is_created_from_a_document_and_recorded(office: APIClient, dora: User) -> None:
    draft = create(office)
    assert (draft["name"], draft["version"], draft["state"], draft["revision"]) == ("Town", None, "draft", 1)
    assert draft["created_by"] == dora.full_name
    entry = AuditEntry.objects.get(kind="tariff")
    assert (entry.action, entry.target_id, entry.label) == ("added", str(draft["id"]), "Town")
    assert entry.after["rules"] == ["Night rate", "Day rate", "Fee"]


def test_copy_of_a_published_version_is_a_draft(office: APIClient, dora: User) -> None:
    published = publish(dora)
    copy = create(office, copy_of=published.pk)
    assert (copy["state"], copy["document"]) == ("draft", published.document)


def test_exported_file_is_imported_as_the_same_tariff(office: APIClient) -> None:
    draft = create(office)
    file = office.get(f"{URL}{draft['id']}/file/")
    assert file["Content-Disposition"] == f'attachment; filename="tariff-draft-{draft["id"]}.json"'
    assert create(office, document=file.json())["document"] == draft["document"]


def test_document_with_errors_is_refused_with_their_places(office: APIClient) -> None:
    wrong = document({"name": "Meter", "then": rates("4.5.0", "2")})
    refused = create(office, 400, document=wrong)
    assert (refused["code"], list(refused["fields"])) == ("tariff_invalid", ["rules[0].then.base"])
    assert not Tariff.objects.exists()
    draft = create(office)
    refused = save(office, draft["id"], 400, revision=1, document=wrong)
    assert refused["code"] == "tariff_invalid"
    assert Tariff.objects.get().document == draft["document"]


def test_saved_draft_has_a_new_revision_and_an_audit_entry(office: APIClient) -> None:
    draft = create(office)
    saved = save(office, draft["id"], revision=1, document=document(name="City"))
    assert (saved["name"], saved["revision"]) == ("City", 2)
    entry = AuditEntry.objects.filter(kind="tariff").latest("pk")
    assert (entry.before["name"], entry.after["name"]) == ("Town", "City")


def test_draft_that_someone_else_has_saved_is_not_overwritten(office: APIClient) -> None:
    draft = create(office)
    save(office, draft["id"], revision=1, document=document(name="City"))
    assert save(office, draft["id"], 409, revision=1, document=document(name="Mine"))["code"] == (
        "tariff_changed"
    )
    assert Tariff.objects.get().name == "City"


def test_published_version_is_neither_changed_nor_deleted(office: APIClient, dora: User) -> None:
    published = publish(dora)
    refused = save(office, published.pk, 409, revision=1, document=document(name="City"))
    assert refused["code"] == "tariff_published"
    assert office.delete(f"{URL}{published.pk}/").json()["code"] == "tariff_published"
    assert Tariff.objects.get().name == "Town"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE fares_tariff SET name = 'City'",
        "UPDATE fares_tariff SET version = NULL, published_at = NULL",
        "DELETE FROM fares_tariff",
        "UPDATE fares_tariffperiod SET valid_from = valid_from + interval '1 day'",
        "DELETE FROM fares_tariffperiod",
    ],
)
def test_database_itself_refuses_changes_of_what_is_published(dora: User, statement: str) -> None:
    publish(dora)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert Tariff.objects.get().name == "Town"


def test_draft_is_deleted(office: APIClient) -> None:
    draft = create(office)
    assert office.delete(f"{URL}{draft['id']}/").status_code == 204
    assert not Tariff.objects.exists()
    assert AuditEntry.objects.filter(kind="tariff", action="deleted").count() == 1


def test_demo_mode_refuses_to_change_or_delete_drafts(office: APIClient) -> None:
    draft = create(office)
    update_platform_settings(allow_critical_edits_admin=False)
    assert save(office, draft["id"], 403, revision=1, document=document(name="City"))["code"] == "demo_mode"
    assert office.delete(f"{URL}{draft['id']}/").json()["code"] == "demo_mode"
    assert Tariff.objects.get().name == "Town"


# -- checks ------------------------------------------------------------------------------------


def check(office: APIClient, checked: Any) -> dict[str, Any]:
    reply = office.post(f"{URL}check/", {"document": checked}, format="json")
    assert reply.status_code == 200, reply.content
    checks: dict[str, Any] = reply.json()
    return checks


def test_checks_name_the_rule_of_an_error(office: APIClient) -> None:
    wrong = document({"name": "Day", "then": rates("1", "2")}, {"name": "Night", "then": rates("x", "2")})
    (error,) = check(office, wrong)["errors"]
    assert (error["rule"], error["path"]) == (1, "rules[1].then.base")


def test_checks_warn_of_gaps_unused_rules_caps_and_unknown_car_types(
    office: APIClient, economy: CarType
) -> None:
    day = {"hours": "06:00-23:00"}
    found = check(
        office,
        document(
            {"name": "Day", "when": day, "then": rates("1", "2")},
            {"name": "Again", "when": day, "then": rates("1", "3")},
            {"name": "Less", "then": {"kind": "multiplier", "factor": "2", "cap": "0.5"}},
            {
                "name": "Limousine",
                "when": {"car_types": ["Limousine"]},
                "then": {"kind": "extra", "amount": "1"},
            },
            {
                "name": "Saloon",
                "when": {"car_types": [economy.name]},
                "then": {"kind": "extra", "amount": "1"},
            },
        ),
    )
    assert found["errors"] == []
    assert [(each["code"], each["rule"]) for each in found["warnings"]] == [
        ("gap", None),
        ("never_applies", 1),
        ("cap_below_one", 2),
        ("unknown_car_type", 3),
    ]


@pytest.mark.parametrize("nonsense", [None, [], "x", 3, {"format": "other"}])
def test_checks_of_nonsense_return_errors(office: APIClient, nonsense: Any) -> None:
    reply = office.post(f"{URL}check/", {"document": nonsense}, format="json")
    assert reply.status_code == 400 if nonsense is None else reply.json()["errors"]


def test_draft_of_the_car_types_costs_the_same(office: APIClient, economy: CarType) -> None:
    draft = create(office, of_car_types=True)
    assert draft["state"] == "draft"
    query = {
        "tariff_id": draft["id"],
        "runs": [{"distance_km": "12.3", "minutes": "21"}],
        "times": ["2026-12-07T10:00"],
    }
    for car in CarType.objects.all():
        reply = office.post(f"{URL}compare/", query | {"car_type_id": car.pk}, format="json")
        (cell,) = reply.json()["rows"][0]["cells"]
        assert cell["trip_cost"] == cell["other_trip_cost"]
        assert cell["trip_cost"] is not None


def test_draft_of_no_car_types_is_refused(office: APIClient) -> None:
    CarType.objects.all().delete()
    assert create(office, 409, of_car_types=True)["code"] == "no_car_types"
    assert not Tariff.objects.exists()


def test_draft_has_one_source(office: APIClient) -> None:
    assert create(office, 400, of_car_types=True, document=document())["code"] == "invalid"
    assert create(office, 400, of_car_types=False)["code"] == "invalid"
    assert not Tariff.objects.exists()


def test_zones_with_any_coordinates_are_saved(office: APIClient) -> None:
    draft = create(office)
    ring = [[-1.3000000000000003, 50.7], [-1.2, 50.7], [-1.2, 51], [-1.3000000000000003, 50.7]]
    changed = draft["document"] | {"zones": {"Harbour": {"rings": [ring]}}}
    saved = save(office, draft["id"], revision=1, document=changed)
    assert saved["document"]["zones"] == {"Harbour": {"rings": [ring]}}

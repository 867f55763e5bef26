"""Zones of a draft: what is refused when it is saved, and that a refusal changes nothing."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.models import AuditEntry
from apps.fares.models import Tariff
from tests.fares.tariffs import document
from tests.personas import client_of

pytestmark = pytest.mark.django_db
URL = "/api/v1/tariffs/"
SQUARE = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
BOW_TIE = [[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]]
FEE = {"name": "Harbour fee", "when": {"pickup_zones": ["Harbour"]}, "then": {"kind": "extra", "amount": "3"}}
PAIR = {
    "name": "To the harbour",
    "when": {"zone_pairs": [{"pickup": "Town", "drop": "Harbour"}]},
    "then": {"kind": "fixed", "amount": "20"},
}


@pytest.fixture
def office(dora: User) -> APIClient:
    return client_of(dora)


def draft_with(office: APIClient, zones: dict[str, Any], *rules: dict[str, Any]) -> dict[str, Any]:
    reply = office.post(URL, {"document": document(*rules, zones=zones)}, format="json")
    assert reply.status_code == 201, reply.content
    draft: dict[str, Any] = reply.json()
    return draft


def save(office: APIClient, draft: dict[str, Any], zones: dict[str, Any]) -> Any:
    body = {"revision": draft["revision"], "document": draft["document"] | {"zones": zones}}
    return office.patch(f"{URL}{draft['id']}/", body, format="json")


def assert_unchanged(draft: dict[str, Any]) -> None:
    tariff = Tariff.objects.get(pk=draft["id"])
    assert (tariff.revision, tariff.document) == (draft["revision"], draft["document"])
    assert AuditEntry.objects.filter(kind="tariff").count() == 1


@pytest.mark.parametrize(
    ("rings", "path", "sentence"),
    [
        ([BOW_TIE], "zones.Port.rings[0]", "The outline crosses itself."),
        ([[*BOW_TIE, BOW_TIE[0]]], "zones.Port.rings[0]", "The outline crosses itself."),
        ([SQUARE, BOW_TIE], "zones.Port.rings[1]", "The outline crosses itself."),
        (
            [[SQUARE[0], SQUARE[1], SQUARE[0]]],
            "zones.Port.rings[0]",
            "An area has at least three different corners.",
        ),
        ([[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]], "zones.Port.rings[0]", "All corners are on one line."),
        (
            [[[n / 100, n * n / 1e6] for n in range(2001)]],
            "zones.Port.rings[0]",
            "An area has at most 2000 corners.",
        ),
        (
            [[[181.0, 0.0], *SQUARE[1:]]],
            "zones.Port.rings",
            "a ring has at least three points, each a longitude and a latitude",
        ),
    ],
)
def test_zone_that_is_no_simple_polygon_is_refused_and_nothing_changes(
    office: APIClient, rings: list[Any], path: str, sentence: str
) -> None:
    draft = draft_with(office, {"Town": {"rings": [SQUARE]}})
    refused = save(office, draft, {"Town": {"rings": [SQUARE]}, "Port": {"rings": rings}})
    assert (refused.status_code, refused.json()["code"]) == (400, "tariff_invalid")
    assert refused.json()["fields"] == {path: sentence}
    assert_unchanged(draft)


def test_imported_file_with_a_crossing_zone_creates_no_draft(office: APIClient) -> None:
    given = document(zones={"Port": {"rings": [BOW_TIE]}})
    refused = office.post(URL, {"document": given}, format="json")
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["zones.Port.rings[0]"])
    assert not Tariff.objects.exists()


def test_same_name_in_other_letters_is_refused_and_nothing_changes(office: APIClient) -> None:
    draft = draft_with(office, {"Port": {"rings": [SQUARE]}})
    refused = save(office, draft, draft["document"]["zones"] | {"port ": {"rings": [SQUARE]}})
    assert refused.json()["fields"] == {"zones.port ": "The zone “Port” has the same name."}
    assert_unchanged(draft)


def test_zone_in_use_is_not_removed_and_its_rules_are_named(office: APIClient) -> None:
    zones = {"Harbour": {"rings": [SQUARE]}, "Town": {"rings": [SQUARE]}, "Spare": {"rings": [SQUARE]}}
    draft = draft_with(office, zones, FEE, PAIR)
    refused = save(office, draft, {"Town": {"rings": [SQUARE]}})
    assert (refused.status_code, refused.json()["code"]) == (400, "tariff_invalid")
    sentence = "These rules use the zone: Harbour fee, To the harbour."
    assert refused.json()["fields"] == {"zones.Harbour": sentence}
    assert_unchanged(draft)


def test_unused_zone_is_removed_and_touching_corners_and_holes_are_saved(office: APIClient) -> None:
    draft = draft_with(office, {"Spare": {"rings": [SQUARE]}})
    hole = [[0.2, 0.2], [0.4, 0.2], [0.4, 0.4]]
    touching = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 0.0], [0.0, 2.0]]
    zones = {"Port": {"rings": [[*SQUARE, SQUARE[0]], hole]}, "Quay": {"rings": [touching]}, "By name": {}}
    saved = save(office, draft, zones)
    assert saved.status_code == 200, saved.content
    assert saved.json()["document"]["zones"] == zones


def test_zone_stored_before_the_checks_is_copied_and_does_not_block_other_edits(
    office: APIClient,
) -> None:
    draft = draft_with(office, {"Port": {"rings": [SQUARE]}})
    tariff = Tariff.objects.get(pk=draft["id"])
    tariff.document["zones"]["Port"]["rings"] = [BOW_TIE]
    tariff.save(update_fields=["document"])
    copy = office.post(URL, {"copy_of": tariff.pk}, format="json")
    assert copy.status_code == 201, copy.content
    zones = {"Port": {"rings": [BOW_TIE]}, "Town": {"rings": [SQUARE]}}
    assert save(office, copy.json(), zones).status_code == 200

"""Versions of the terms, and who agreed to which."""

from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import Consent, TermsVersion, User
from apps.accounts.personal_data import PERSONAL_DATA
from apps.backoffice.people.delete import delete_person
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from tests.accounts.signing_up import assert_refused, rows, sign_up
from tests.personas import client_of

pytestmark = pytest.mark.django_db

TERMS = "/api/v1/terms/"
CONSENTS = "/api/v1/me/consents/"
VERSIONS = "/api/v1/terms-versions/"
TEXTS = {"en": "Be kind to drivers.", "de": "Seien Sie freundlich."}
DRAFT = {"document": "terms", "label": "2026-11", "texts": TEXTS}


def published(label: str = "2026-11", document: str = "terms", **texts: str) -> TermsVersion:
    return TermsVersion.objects.create(
        document=document, label=label, texts=texts or TEXTS, published_at=timezone.now()
    )


def is_due(person: User) -> bool:
    reply = client_of(person).get("/api/v1/me/")
    assert reply.status_code == 200
    return bool(reply.json()["terms_due"])


def due_labels(person: User) -> list[str]:
    return [version["label"] for version in client_of(person).get(CONSENTS).json()["due"]]


def agree(person: User, *versions: int, **more: Any) -> Any:
    return client_of(person).post(CONSENTS, {"versions": list(versions)} | more, format="json")


@pytest.fixture
def office(dora: User) -> APIClient:
    return client_of(dora)


# -- what is in force ----------------------------------------------------------------------------


def test_nothing_is_due_before_a_version_is_published(ada: User, bob: User, office: APIClient) -> None:
    office.post(VERSIONS, DRAFT, format="json")
    assert APIClient().get(TERMS).json() == {"results": []}
    assert client_of(ada).get(CONSENTS).json() == {"due": [], "given": []}
    assert (is_due(ada), is_due(bob)) == (False, False)
    assert client_of(bob).put("/api/v1/me/availability/", {"active": True}).status_code == 200
    assert sign_up().status_code == 201
    assert not Consent.objects.exists()


def test_the_latest_version_of_each_document_is_current() -> None:
    published("2025-01")
    published("2026-11")
    published("7", "privacy")
    found = APIClient().get(TERMS).json()["results"]
    assert [(each["document"], each["label"]) for each in found] == [("terms", "2026-11"), ("privacy", "7")]


@pytest.mark.parametrize(
    ("requested", "header", "language"),
    [("de", "en", "de"), ("", "de", "de"), ("hi", "de", "en"), ("xx", "", "en")],
)
def test_text_is_in_the_readers_language_or_the_default(requested: str, header: str, language: str) -> None:
    published()
    reply = APIClient().get(TERMS, {"language": requested}, headers={"Accept-Language": header})
    [found] = reply.json()["results"]
    assert (found["language"], found["text"]) == (language, TEXTS[language])


# -- agreeing ------------------------------------------------------------------------------------


def test_everyone_but_admins_has_to_agree_once(ada: User, bob: User, fay: User, dora: User) -> None:
    version = published()
    assert [is_due(person) for person in (ada, bob, fay, dora)] == [True, True, True, False]
    reply = agree(ada, version.pk, language="de")
    assert (reply.status_code, reply.json()["due"]) == (200, [])
    [given] = reply.json()["given"]
    assert (given["document"], given["label"], given["source"], given["language"]) == (
        "terms",
        "2026-11",
        "in_app",
        "de",
    )
    assert [is_due(person) for person in (ada, bob)] == [False, True]


def test_agreeing_again_changes_nothing(ada: User) -> None:
    version = published()
    agree(ada, version.pk)
    before = list(Consent.objects.values())
    assert agree(ada, version.pk, language="de").status_code == 200
    assert list(Consent.objects.values()) == before


def test_a_new_version_is_due_again(ada: User) -> None:
    agree(ada, published("2025-01").pk)
    published("2026-11")
    assert due_labels(ada) == ["2026-11"]
    assert is_due(ada)


@pytest.mark.parametrize("which", ["unknown", "outdated", "draft"])
def test_versions_not_in_force_are_refused_with_all_others(ada: User, which: str) -> None:
    old, current = published("2025-01"), published("2026-11")
    draft = TermsVersion.objects.create(document="privacy", label="1", texts=TEXTS)
    wrong = {"unknown": 10**9, "outdated": old.pk, "draft": draft.pk}[which]
    refused = agree(ada, current.pk, wrong)
    assert (refused.status_code, refused.json()["code"]) == (409, "terms_outdated")
    assert not Consent.objects.exists()
    assert is_due(ada)


def test_an_empty_agreement_is_refused(ada: User) -> None:
    published()
    assert agree(ada).json()["code"] == "invalid"
    assert not Consent.objects.exists()


def test_a_driver_with_due_terms_cannot_go_online(bob: User) -> None:
    version = published()
    online = client_of(bob).put("/api/v1/me/availability/", {"active": True})
    assert (online.status_code, online.json()["code"]) == (409, "terms_due")
    bob.driver_profile.refresh_from_db()
    assert not bob.driver_profile.active
    agree(bob, version.pk)
    assert client_of(bob).put("/api/v1/me/availability/", {"active": True}).status_code == 200


def test_a_driver_with_due_terms_can_go_offline(bob: User) -> None:
    client_of(bob).put("/api/v1/me/availability/", {"active": True})
    published()
    assert client_of(bob).put("/api/v1/me/availability/", {"active": False}).status_code == 200


# -- signing up ----------------------------------------------------------------------------------


@pytest.mark.parametrize("terms", [None, [], "1", [True], [10**9]])
def test_sign_up_without_agreement_is_refused(terms: Any) -> None:
    published()
    before = rows()
    refused = sign_up(terms=terms)
    assert_refused(refused, 400, "terms_due", before=before)
    assert set(refused.json()["fields"]) == {"terms"}
    assert not Consent.objects.exists()


def test_sign_up_needs_all_current_documents() -> None:
    terms, privacy = published(), published("1", "privacy")
    assert sign_up(terms=[terms.pk]).json()["code"] == "terms_due"
    assert sign_up(terms=[terms.pk, privacy.pk]).status_code == 201
    consents = Consent.objects.order_by("version")
    assert [(each.version_id, each.source, each.language) for each in consents] == [
        (terms.pk, "sign_up", "en"),
        (privacy.pk, "sign_up", "en"),
    ]
    assert not is_due(User.objects.get(email="eve@example.org"))


def test_a_refused_sign_up_records_no_consent(ada: User) -> None:
    version = published()
    assert sign_up(terms=[version.pk], email=ada.email).json()["code"] == "user_exists"
    assert not Consent.objects.exists()


def test_the_documents_own_sign_up_needs_agreement_too() -> None:
    version = published()
    data = {
        "firstName": "Eve",
        "lastName": "Marlowe",
        "email": "eve@example.org",
        "password": "hansom123",
        "mobile": "+447700900321",
        "usertype": "rider",
    }
    refused = APIClient().post("/functions/user_signup", {"regData": data}, format="json")
    assert (refused.status_code, refused.json()["error"]) == (400, "terms_due")
    agreed = {"regData": data | {"terms": [version.pk]}}
    assert APIClient().post("/functions/user_signup", agreed, format="json").status_code == 200
    assert Consent.objects.get().user.email == "eve@example.org"


# -- the office ----------------------------------------------------------------------------------


def test_a_draft_is_written_changed_and_published(office: APIClient, dora: User, ada: User) -> None:
    draft = office.post(VERSIONS, DRAFT | {"texts": TEXTS | {"fr": "  "}}, format="json").json()
    assert (draft["texts"], draft["published_at"], draft["agreed"]) == (TEXTS, None, 0)
    address = f"{VERSIONS}{draft['id']}/"
    assert office.patch(address, {"label": "2026-12"}, format="json").json()["label"] == "2026-12"
    shown = office.post(f"{address}publish/").json()
    assert shown["published_at"] is not None
    assert shown["published_by"] == dora.full_name
    agree(ada, draft["id"])
    assert [(each["label"], each["agreed"]) for each in office.get(VERSIONS).json()["results"]] == [
        ("2026-12", 1)
    ]
    entries = AuditEntry.objects.filter(kind="terms_version").order_by("pk")
    assert [(entry.action, entry.label) for entry in entries] == [
        ("added", "Terms of use 2026-11"),
        ("changed", "Terms of use 2026-12"),
        ("published", "Terms of use 2026-12"),
    ]


def test_drafts_are_listed_before_the_latest_versions(office: APIClient) -> None:
    published("2025-01")
    published("2026-11")
    office.post(VERSIONS, DRAFT | {"label": "2027-01"}, format="json")
    results = office.get(VERSIONS).json()["results"]
    assert [each["label"] for each in results if each["is_current"]] == ["2026-11"]
    assert [each["label"] for each in results] == [
        "2027-01",
        "2026-11",
        "2025-01",
    ]


def test_a_draft_can_be_deleted(office: APIClient) -> None:
    draft = office.post(VERSIONS, DRAFT, format="json").json()
    assert office.delete(f"{VERSIONS}{draft['id']}/").status_code == 204
    assert not TermsVersion.objects.exists()
    assert AuditEntry.objects.latest("pk").action == "deleted"


@pytest.mark.parametrize("method", ["patch", "delete", "post"])
def test_a_published_version_never_changes(office: APIClient, method: str) -> None:
    version = published()
    before = TermsVersion.objects.values().get()
    address = f"{VERSIONS}{version.pk}/" + ("publish/" if method == "post" else "")
    refused = getattr(office, method)(address, {"label": "2027-01"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "terms_published")
    assert TermsVersion.objects.values().get() == before
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"texts": {"de": "Hallo"}}, "terms_text_needed", "texts.en"),
        ({"texts": {"en": " "}}, "terms_text_needed", "texts.en"),
        ({"texts": TEXTS | {"xx": "?"}}, "terms_language_unknown", "texts.xx"),
        ({}, "terms_label_exists", "label"),
    ],
)
def test_drafts_that_are_refused(office: APIClient, changes: dict[str, Any], code: str, field: str) -> None:
    published()
    before = list(TermsVersion.objects.values())
    refused = office.post(VERSIONS, DRAFT | changes, format="json")
    assert (refused.status_code, refused.json()["code"]) == (400, code)
    assert list(refused.json()["fields"]) == [field]
    assert list(TermsVersion.objects.values()) == before


def test_a_version_of_the_other_document_may_have_the_same_name(office: APIClient) -> None:
    published()
    assert office.post(VERSIONS, DRAFT | {"document": "privacy"}, format="json").status_code == 201


def test_unknown_versions_are_not_found(office: APIClient) -> None:
    assert office.delete(f"{VERSIONS}1/").json()["code"] == "not_found"
    assert office.patch(f"{VERSIONS}1/", {}, format="json").json()["code"] == "not_found"


def test_demo_mode_refuses_changes_of_versions(office: APIClient) -> None:
    draft = office.post(VERSIONS, DRAFT, format="json").json()
    before = TermsVersion.objects.values().get()
    update_platform_settings(allow_critical_edits_admin=False)
    address = f"{VERSIONS}{draft['id']}/"
    for refused in (
        office.post(VERSIONS, DRAFT | {"label": "x"}, format="json"),
        office.patch(address, {"label": "x"}, format="json"),
        office.delete(address),
        office.post(f"{address}publish/"),
    ):
        assert (refused.status_code, refused.json()["code"]) == (403, "demo_mode")
    assert TermsVersion.objects.values().get() == before


# -- personal data -------------------------------------------------------------------------------


def test_consents_are_exported_and_stay_without_a_name(ada: User, dora: User) -> None:
    agree(ada, published().pk)
    [declared] = [data for data in PERSONAL_DATA if data.name == "consents"]
    [row] = list(declared.rows(ada))
    assert (row["version__document"], row["version__label"]) == ("terms", "2026-11")
    delete_person(by=dora, person_id=ada.pk)
    left = Consent.objects.get().user
    assert (left.full_name.strip(), left.email, left.mobile) == ("", None, None)

"""Staff who read personal data are in the audit log, once an hour for each person and page."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from apps.accounts.models import User
from apps.core.models import AuditEntry
from tests.backoffice.people.api import API, call
from tests.personas import client_of

pytestmark = pytest.mark.django_db


def accesses() -> list[tuple[int | None, str, str]]:
    entries = AuditEntry.objects.filter(kind="data_access").order_by("pk")
    return [(entry.actor_id, entry.action, entry.target_id) for entry in entries]


def test_person_page_is_recorded_once_an_hour(ada: User, dora: User) -> None:
    client, entry = client_of(dora), (dora.pk, "viewed_profile", str(ada.pk))
    for _ in range(3):
        assert client.get(f"{API}people/{ada.pk}/").status_code == 200
    assert accesses() == [entry]
    assert AuditEntry.objects.get().label == "Ada Example"
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        call(dora, "get", f"people/{ada.pk}/")
        assert accesses() == [entry, entry]


def test_each_reader_person_and_page_has_an_entry(bob: User, ben: User, fay: User, dora: User) -> None:
    for who, path in ((dora, ""), (dora, "documents/"), (fay, "")):
        assert call(who, "get", f"people/{bob.pk}/{path}").status_code == 200
    call(dora, "get", f"people/{ben.pk}/")
    assert accesses() == [
        (dora.pk, "viewed_profile", str(bob.pk)),
        (dora.pk, "viewed_documents", str(bob.pk)),
        (fay.pk, "viewed_profile", str(bob.pk)),
        (dora.pk, "viewed_profile", str(ben.pk)),
    ]


def test_refused_page_and_the_own_page_are_not_recorded(ben: User, fay: User, dora: User) -> None:
    assert call(fay, "get", f"people/{ben.pk}/").status_code == 404
    assert call(dora, "get", f"people/{dora.pk}/").status_code == 200
    assert accesses() == []


def test_every_export_is_recorded(ada: User, dora: User) -> None:
    for _ in range(2):
        assert call(dora, "post", f"people/{ada.pk}/data-export/").status_code == 201
    assert accesses() == [(dora.pk, "data_exported", str(ada.pk))] * 2


def test_audit_list_filters_accesses(ada: User, dora: User) -> None:
    call(dora, "get", f"people/{ada.pk}/")
    found = call(dora, "get", "audit/?kind=data_access").json()["results"]
    assert [(row["action"], row["target_id"]) for row in found] == [("viewed_profile", str(ada.pk))]
    assert "data_access" in str(call(dora, "get", "audit/kinds/").json())

"""Publishing: versions, periods, roll back, and what is in force at a time."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import Tariff, TariffPeriod
from apps.fares.tariffs.edits import create_draft
from apps.fares.tariffs.in_force import clear_tariffs, tariff_at
from tests.fares.tariffs import document, publish
from tests.personas import client_of

pytestmark = pytest.mark.django_db
URL = "/api/v1/tariffs/"


@pytest.fixture
def office(dora: User) -> APIClient:
    return client_of(dora)


def post(office: APIClient, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
    reply = office.post(f"{URL}{path}", body, format="json")
    assert reply.status_code == status, reply.content
    replied: dict[str, Any] = reply.json()
    return replied


def in_force(at: datetime) -> int | None:
    tariff = tariff_at(at)
    return None if tariff is None else tariff.version


def test_published_draft_gets_the_next_version_and_is_in_force(office: APIClient, dora: User) -> None:
    publish(dora)
    draft = create_draft(by=dora, document=document(name="City"))
    shown = post(office, f"{draft.pk}/publish/", revision=1)
    assert (shown["version"], shown["state"], shown["published_by"]) == (2, "in_force", dora.full_name)
    assert in_force(timezone.now()) == 2
    states = {row["name"]: row["state"] for row in office.get(URL).json()["results"]}
    assert states == {"Town": "superseded", "City": "in_force"}
    entry = AuditEntry.objects.filter(action="published").latest("pk")
    assert (entry.kind, entry.label, entry.after["version"]) == ("tariff", "City 2", 2)


def test_tariff_published_for_later_is_in_force_from_then_on(office: APIClient, dora: User) -> None:
    publish(dora)
    draft = create_draft(by=dora, document=document(name="Summer"))
    begin = timezone.now() + timedelta(days=3)
    shown = post(office, f"{draft.pk}/publish/", revision=1, valid_from=begin.isoformat())
    assert shown["state"] == "scheduled"
    assert [in_force(begin - timedelta(seconds=1)), in_force(begin)] == [1, 2]


def test_time_without_an_offset_is_the_platforms(office: APIClient, dora: User) -> None:
    update_platform_settings(time_zone="Asia/Kolkata")
    draft = create_draft(by=dora, document=document())
    shown = post(office, f"{draft.pk}/publish/", revision=1, valid_from="2030-07-01T05:30:00")
    assert datetime.fromisoformat(shown["valid_from"]) == datetime.fromisoformat("2030-07-01T00:00:00+00:00")


def test_earlier_version_is_published_again_to_roll_back(office: APIClient, dora: User) -> None:
    first = publish(dora)
    publish(dora, name="City")
    shown = post(office, f"{first.pk}/publish/", revision=1)
    assert (shown["version"], shown["state"]) == (1, "in_force")
    assert in_force(timezone.now()) == 1
    periods = office.get(f"{URL}periods/").json()["results"]
    assert [period["version"] for period in periods] == [1, 2, 1]


def test_car_types_numbers_can_be_used_again(office: APIClient, dora: User) -> None:
    publish(dora)
    assert post(office, "use-car-types/")["results"][0]["tariff"] == ""
    assert in_force(timezone.now()) is None


def test_period_that_has_not_begun_is_withdrawn(office: APIClient, dora: User) -> None:
    begin = timezone.now() + timedelta(days=3)
    publish(dora, valid_from=begin)
    period = TariffPeriod.objects.get()
    assert office.delete(f"{URL}periods/{period.pk}/").status_code == 204
    assert in_force(begin) is None
    assert Tariff.objects.get().version == 1


def test_period_that_has_begun_stays(office: APIClient, dora: User) -> None:
    publish(dora)
    period = TariffPeriod.objects.get()
    assert office.delete(f"{URL}periods/{period.pk}/").json()["code"] == "period_begun"
    assert in_force(timezone.now()) == 1


def test_draft_with_warnings_needs_their_acceptance(office: APIClient, dora: User) -> None:
    capped = {"name": "Cap", "then": {"kind": "multiplier", "factor": "2", "cap": "0.5"}}
    draft = create_draft(by=dora, document=document(*document()["rules"], capped))
    assert post(office, f"{draft.pk}/publish/", 409, revision=1)["code"] == "tariff_has_warnings"
    assert not TariffPeriod.objects.exists()
    assert post(office, f"{draft.pk}/publish/", revision=1, accept_warnings=True)["state"] == "in_force"


def test_past_time_a_taken_time_and_an_old_revision_are_refused(office: APIClient, dora: User) -> None:
    begin = timezone.now() + timedelta(days=3)
    publish(dora, valid_from=begin)
    draft = create_draft(by=dora, document=document())
    path = f"{draft.pk}/publish/"
    before = timezone.now() - timedelta(minutes=1)
    assert post(office, path, 400, revision=1, valid_from=before.isoformat())["code"] == "past_time"
    assert post(office, path, 409, revision=1, valid_from=begin.isoformat())["code"] == "tariff_time_taken"
    assert post(office, path, 409, revision=2)["code"] == "tariff_changed"
    draft.refresh_from_db()
    assert (draft.version, TariffPeriod.objects.count()) == (None, 1)


def test_demo_mode_refuses_to_publish(office: APIClient, dora: User) -> None:
    publish(dora, valid_from=timezone.now() + timedelta(days=3))
    draft = create_draft(by=dora, document=document())
    update_platform_settings(allow_critical_edits_admin=False)
    period = TariffPeriod.objects.get()
    assert post(office, f"{draft.pk}/publish/", 403, revision=1)["code"] == "demo_mode"
    assert post(office, "use-car-types/", 403)["code"] == "demo_mode"
    assert office.delete(f"{URL}periods/{period.pk}/").json()["code"] == "demo_mode"
    assert list(TariffPeriod.objects.all()) == [period]


def test_what_is_in_force_costs_no_query_once_it_is_known(dora: User, django_assert_num_queries: Any) -> None:
    publish(dora)
    clear_tariffs()
    # The periods, the holidays, and the tariff itself, unless the process has it already.
    tariff_at(timezone.now())
    with django_assert_num_queries(0):
        assert in_force(timezone.now()) == 1

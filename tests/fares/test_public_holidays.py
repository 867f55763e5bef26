"""Public holidays: added and deleted by admins."""

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import PublicHoliday
from tests.personas import client_of

pytestmark = pytest.mark.django_db
URL = "/api/v1/public-holidays/"
CHRISTMAS = {"day": "2026-12-25", "name": "Christmas"}


@pytest.fixture
def office(dora: User) -> APIClient:
    return client_of(dora)


def test_holiday_is_added_listed_and_deleted(office: APIClient) -> None:
    added = office.post(URL, CHRISTMAS).json()
    assert office.get(URL).json()["results"] == [added]
    assert office.get(URL, {"from": "2027-01-01"}).json()["results"] == []
    assert office.delete(f"{URL}{added['id']}/").status_code == 204
    assert [entry.action for entry in AuditEntry.objects.order_by("pk")] == ["added", "deleted"]
    assert not PublicHoliday.objects.exists()


def test_second_holiday_on_a_day_is_refused(office: APIClient) -> None:
    office.post(URL, CHRISTMAS)
    refused = office.post(URL, CHRISTMAS | {"name": "Xmas"})
    assert (refused.status_code, refused.json()["code"]) == (400, "holiday_exists")
    assert PublicHoliday.objects.get().name == "Christmas"


def test_demo_mode_refuses_changes_of_holidays(office: APIClient) -> None:
    added = office.post(URL, CHRISTMAS).json()
    update_platform_settings(allow_critical_edits_admin=False)
    assert office.post(URL, CHRISTMAS | {"day": "2026-12-26"}).json()["code"] == "demo_mode"
    assert office.delete(f"{URL}{added['id']}/").json()["code"] == "demo_mode"
    assert PublicHoliday.objects.count() == 1

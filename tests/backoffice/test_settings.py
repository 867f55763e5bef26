"""The settings and application info pages of admins: documents' sections 5 and 8."""

from collections.abc import Iterator
from decimal import Decimal
from io import StringIO
from typing import Any, Final

import pytest
from django.core.management import call_command
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.core.models import AuditEntry, OutboxEntry
from apps.core.platform import platform_settings, update_platform_settings
from tests.bookings.builders import credit_wallet
from tests.fakes.base_settings import LICENSE, PROJECT, FakeBaseSettings
from tests.personas import client_of, make_user

pytestmark = pytest.mark.django_db
SETTINGS: Final = "/api/v1/settings/"
APP_INFO: Final = "/api/v1/app-info/"


@pytest.fixture
def dora() -> User:
    return make_user("Dora", UserType.ADMIN)


@pytest.fixture
def staff(dora: User) -> APIClient:
    return client_of(dora)


@pytest.fixture
def service(settings: Any) -> Iterator[FakeBaseSettings]:
    with FakeBaseSettings() as fake:
        settings.BASE_SETTINGS_URL = fake.address
        settings.BASE_SETTINGS_PROJECT_ID = PROJECT
        yield fake


def change(staff: APIClient, url: str = SETTINGS, /, **changes: Any) -> Any:
    version = staff.get(url).json()["version"]
    return staff.patch(url, {"version": version, **changes}, format="json")


def published() -> list[Any]:
    return [entry.payload for entry in OutboxEntry.objects.filter(name="settings.changed")]


def assert_nothing_changed(before: Any) -> None:
    assert platform_settings() == before
    assert not AuditEntry.objects.exists()
    assert published() == []


def test_change_is_in_force_at_once_published_and_recorded(staff: APIClient, dora: User) -> None:
    reply = change(staff, symbol="£", code="gbp", decimal=3, quick_amounts=["20", "5.50", "5.5"], bonus="0")
    assert reply.status_code == 200
    assert reply.json()["quick_amounts"] == ["5.5", "20"]
    now = platform_settings()
    assert (now.symbol, now.code, now.decimal, now.bonus) == ("£", "GBP", 3, Decimal(0))
    assert published() == [{"changed": ["bonus", "code", "decimal", "quick_amounts", "symbol"]}]
    entry = AuditEntry.objects.get()
    assert (entry.actor_id, entry.kind, entry.action) == (dora.pk, "settings", "changed")
    assert (entry.before["symbol"], entry.after["symbol"]) == ("$", "£")
    assert (entry.before["code"], entry.after["code"]) == ("USD", "GBP")


def test_application_info_is_changed_separately(staff: APIClient) -> None:
    reply = change(staff, APP_INFO, app_name="Island Cabs", contact_email="hello@example.org")
    assert reply.status_code == 200
    assert platform_settings().app_name == "Island Cabs"
    assert AuditEntry.objects.get().after == {"app_name": "Island Cabs", "contact_email": "hello@example.org"}


def test_application_info_ignores_other_settings(staff: APIClient) -> None:
    assert change(staff, APP_INFO, symbol="£").status_code == 200
    assert platform_settings().symbol == "$"
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("url", [SETTINGS, APP_INFO])
def test_demo_mode_refuses_both_pages(staff: APIClient, url: str) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    OutboxEntry.objects.all().delete()
    before = platform_settings()
    wish = {"app_name": "Mine", "symbol": "£", "bonus": "", "allow_critical_edits_admin": True}
    reply = change(staff, url, **wish)
    assert (reply.status_code, reply.json()["code"]) == (403, "demo_mode")
    assert_nothing_changed(before)


def test_demo_mode_hides_the_purchase_code(staff: APIClient) -> None:
    update_platform_settings(license="ABC-123")
    assert staff.get(SETTINGS).json()["license"] == "ABC-123"
    update_platform_settings(allow_critical_edits_admin=False)
    assert staff.get(SETTINGS).json()["license"] == "Hidden"


@pytest.mark.parametrize("blank", ["", "  ", None])
def test_blank_bonus_is_proper_bonus(staff: APIClient, blank: str | None) -> None:
    before = platform_settings()
    reply = change(staff, bonus=blank, symbol="£")
    assert (reply.status_code, reply.json()["code"]) == (400, "proper_bonus")
    assert "bonus" in reply.json()["fields"]
    assert_nothing_changed(before)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("bonus", "-1"),
        ("decimal", -1),
        ("decimal", 5),
        ("driver_radius", "-0.5"),
        ("offer_seconds", 4),
        ("code", "ABX"),
        ("time_zone", "Mars/Olympus"),
        ("country", "Atlantis"),
        ("restrict_country", "XX"),
        ("app_category", "boats"),
        ("symbol", ""),
        ("quick_amounts", ["0"]),
        ("quick_amounts", [str(amount) for amount in range(1, 10)]),
    ],
)
def test_invalid_value_is_update_failed_with_its_field(staff: APIClient, name: str, value: Any) -> None:
    before = platform_settings()
    reply = change(staff, **{"email_verify": True, name: value})
    assert (reply.status_code, reply.json()["code"]) == (400, "update_failed")
    assert any(field.split(".")[0] == name for field in reply.json()["fields"])
    assert_nothing_changed(before)


@pytest.mark.parametrize(
    ("name", "value"), [("app_name", ""), ("contact_email", "no"), ("play_store_link", "javascript:alert(1)")]
)
def test_invalid_application_info_is_update_failed(staff: APIClient, name: str, value: str) -> None:
    before = platform_settings()
    reply = change(staff, APP_INFO, **{name: value})
    assert (reply.status_code, reply.json()["code"]) == (400, "update_failed")
    assert_nothing_changed(before)


def test_blank_radius_means_the_documents_ten(staff: APIClient) -> None:
    assert change(staff, driver_radius=None).json()["driver_radius"] is None
    assert platform_settings().radius == 10


def test_country_is_stored_by_name_from_name_or_code(staff: APIClient) -> None:
    reply = change(staff, country="GB", restrict_country="gb")
    assert (reply.json()["country"], reply.json()["country_code"]) == ("United Kingdom", "GB")
    assert platform_settings().restrict_country == "GB"
    assert change(staff, country="").json()["country_code"] == "GB"


def test_second_of_two_admins_gets_settings_changed(staff: APIClient) -> None:
    seen = staff.get(SETTINGS).json()["version"]
    other = client_of(make_user("Dan", UserType.ADMIN))
    assert change(other, symbol="£").status_code == 200
    reply = staff.patch(SETTINGS, {"version": seen, "symbol": "€"}, format="json")
    assert (reply.status_code, reply.json()["code"]) == (409, "settings_changed")
    assert platform_settings().symbol == "£"
    assert AuditEntry.objects.count() == 1


def test_change_without_the_version_read_is_refused(staff: APIClient) -> None:
    before = platform_settings()
    for sent in ({"symbol": "£"}, {"symbol": "£", "version": "yesterday"}):
        reply = staff.patch(SETTINGS, sent, format="json")
        assert (reply.status_code, reply.json()["code"]) == (400, "update_failed")
    stale = {"symbol": "£", "version": timezone.now().isoformat()}
    assert staff.patch(SETTINGS, stale, format="json").status_code == 409
    assert_nothing_changed(before)


def test_new_licence_is_checked_and_an_unknown_one_is_wrong_code(
    staff: APIClient, service: FakeBaseSettings
) -> None:
    before = platform_settings()
    reply = change(staff, license="not it", symbol="£")
    assert (reply.status_code, reply.json()["code"]) == (400, "wrong_code")
    assert_nothing_changed(before)
    assert change(staff, license=LICENSE).status_code == 200
    assert platform_settings().license == LICENSE
    entry = AuditEntry.objects.get()
    assert (entry.before, entry.after) == ({"license": ""}, {"license": "***"})


def test_purchase_code_without_a_licence_service_is_refused(staff: APIClient) -> None:
    before = platform_settings()
    assert staff.get(SETTINGS).json()["checks_license"] is False
    reply = change(staff, license="ABC-123", symbol="£")
    assert (reply.status_code, reply.json()["code"]) == (400, "wrong_code")
    assert_nothing_changed(before)


def test_unchanged_licence_is_not_checked_again(staff: APIClient, service: FakeBaseSettings) -> None:
    update_platform_settings(license="kept")
    seen = len(service.seen)
    assert change(staff, license="kept", symbol="£").status_code == 200
    assert len(service.seen) == seen


def test_has_money_reflects_the_ledger(staff: APIClient) -> None:
    assert staff.get(SETTINGS).json()["has_money"] is False
    credit_wallet(make_user("Ada"))
    assert staff.get(SETTINGS).json()["has_money"] is True


def demo_mode(wish: str) -> str:
    out = StringIO()
    call_command("demo_mode", wish, stdout=out)
    return out.getvalue().strip()


def test_operator_switches_demo_mode_at_the_shell() -> None:
    assert demo_mode("status") == "Demo mode is off."
    assert demo_mode("on") == "Demo mode is on."
    assert platform_settings().is_demo_mode
    assert demo_mode("on") == "Demo mode is on."
    assert demo_mode("off") == "Demo mode is off."
    assert not platform_settings().is_demo_mode
    sources = AuditEntry.objects.values_list("source", "before__allow_critical_edits_admin")
    assert sorted(sources) == [("shell", False), ("shell", True)]

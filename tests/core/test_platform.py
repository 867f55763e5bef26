"""Platform settings: cached reads, validated changes, published events."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from apps.core import platform as module
from apps.core.models import OutboxEntry, PlatformSettings
from apps.core.platform import platform_settings, update_platform_settings

pytestmark = pytest.mark.django_db


def test_first_read_returns_the_documents_defaults() -> None:
    settings = platform_settings()
    assert (settings.symbol, settings.code, settings.decimal) == ("$", "USD", 2)
    assert (settings.radius, settings.bonus) == (Decimal(10), Decimal(10))
    assert settings.auto_dispatch
    assert settings.car_horn_repeat
    assert settings.allow_critical_edits_admin
    assert settings.allow_country_selection
    off = ("otp_secure", "driver_approval", "bank_fields", "negative_balance", "rider_withdraw")
    assert not any(getattr(settings, name) for name in (*off, "swipe_symbol", "convert_to_mile"))


def test_snapshot_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        platform_settings().decimal = 3  # type: ignore[misc]


def test_radius_that_is_not_set_is_ten() -> None:
    assert update_platform_settings(driver_radius=None).radius == Decimal(10)
    assert update_platform_settings(driver_radius=Decimal(0)).radius == Decimal(0)


def test_second_read_within_a_second_runs_no_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    platform_settings()
    with django_assert_num_queries(0):
        platform_settings()


def test_change_by_another_process_is_seen_after_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("apps.core.platform.time.monotonic", lambda: now[0])
    platform_settings()
    PlatformSettings.objects.update(app_name="Elsewhere")
    now[0] += 0.9
    assert platform_settings().app_name == "Hansom"
    now[0] += 0.2
    assert platform_settings().app_name == "Elsewhere"


@pytest.mark.django_db(transaction=True)
def test_change_is_seen_at_once_in_its_own_process() -> None:
    platform_settings()
    assert update_platform_settings(app_name="Renamed").app_name == "Renamed"
    assert platform_settings().app_name == "Renamed"


@pytest.mark.django_db(transaction=True)
def test_rolled_back_change_is_discarded() -> None:
    platform_settings()
    with transaction.atomic():
        update_platform_settings(app_name="Never")
        transaction.set_rollback(True)
    module.clear_platform_cache()
    assert platform_settings().app_name == "Hansom"
    assert not OutboxEntry.objects.exists()


def test_change_is_published_by_name_without_values() -> None:
    update_platform_settings(license="secret", decimal=3)
    event = OutboxEntry.objects.get()
    assert (event.topic, event.name) == ("settings", "settings.changed")
    assert event.payload == {"changed": ["decimal", "license"]}


@pytest.mark.parametrize(
    ("changes", "job"),
    [
        ({"auto_dispatch": False}, "bookings.resume_searches"),
        ({"time_zone": "Pacific/Auckland"}, "accounts.refresh_fitness"),
    ],
)
def test_job_after_a_change_waits_until_all_caches_have_expired(changes: dict[str, Any], job: str) -> None:
    update_platform_settings(**changes)
    entry = OutboxEntry.objects.get(name=job)
    assert entry.due_at - timezone.now() > timedelta(seconds=module.CACHE_SECONDS)


@pytest.mark.parametrize(
    "changes",
    [
        {"bonus": Decimal(-1)},
        {"driver_radius": Decimal("-0.1")},
        {"decimal": 5},
        {"decimal": -1},
        {"bonus": None},
        {"contact_email": "unknown"},
        {"company_website": "not a link"},
        {"app_category": "boats"},
        {"dispatch_policy": "chaos"},
        {"time_zone": "Mars/Olympus"},
        {"offer_seconds": 0},
        {"app_name": ""},
    ],
)
def test_invalid_value_is_refused_and_changes_nothing(changes: dict[str, Any]) -> None:
    before = platform_settings()
    with pytest.raises(ValidationError) as refusal, transaction.atomic():
        update_platform_settings(**changes)
    assert list(changes) == list(refusal.value.message_dict)
    module.clear_platform_cache()
    assert platform_settings() == before
    assert not OutboxEntry.objects.exists()


def test_unknown_setting_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        update_platform_settings(colour="red")


def test_there_is_one_row_of_settings() -> None:
    platform_settings()
    with pytest.raises(IntegrityError), transaction.atomic():
        PlatformSettings.objects.create(pk=2)


def test_demo_mode_is_critical_edits_switched_off() -> None:
    assert not platform_settings().is_demo_mode
    assert update_platform_settings(allow_critical_edits_admin=False).is_demo_mode


def test_time_zone_is_a_zoneinfo() -> None:
    with time_machine.travel("2026-06-01T12:00:00Z"):
        assert str(update_platform_settings(time_zone="Europe/London").tz) == "Europe/London"

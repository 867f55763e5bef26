"""The retention periods: each deletes what is older, and nothing else."""

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings as django_settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from rest_framework.test import APIClient

from apps.core import audit
from apps.core.models import AuditEntry, PlatformSettings
from apps.core.platform import update_platform_settings
from apps.core.platform_settings import SETTINGS
from apps.core.privacy.retention import BATCH, Retention, delete_expired, register_retentions, retentions
from apps.core.setting_kinds import Group

pytestmark = pytest.mark.django_db

TEXTS: Final = Path(django_settings.BASE_DIR) / "frontend/src/i18n/en/pages.json"


def written(days_ago: int, count: int = 1) -> list[int]:
    """Write audit entries of that time and return their ids."""
    entries = AuditEntry.objects.bulk_create(
        AuditEntry(action="added", kind="promo", label=f"{days_ago} days") for _ in range(count)
    )
    ids = [entry.pk for entry in entries]
    with transaction.atomic(), audit._allowed("erasure"):
        AuditEntry.objects.filter(pk__in=ids).update(at=timezone.now() - timedelta(days=days_ago))
    return ids


def left() -> set[int]:
    return set(AuditEntry.objects.values_list("pk", flat=True))


def test_rows_older_than_the_setting_are_deleted_in_batches() -> None:
    update_platform_settings(audit_days=100)
    kept = written(99)
    written(101, BATCH + 5)
    assert delete_expired(short=False)["audit_log"] == BATCH + 5
    assert left() == set(kept)


def test_zero_days_delete_nothing() -> None:
    update_platform_settings(audit_days=0)
    kept = written(5000)
    assert "audit_log" not in delete_expired(short=False)
    assert left() == set(kept)


def test_audit_log_stays_closed_to_others_after_the_deletion() -> None:
    written(2000)
    delete_expired(short=False)
    (entry,) = written(1)
    rows = AuditEntry.objects.filter(pk=entry)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        rows.delete()
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        rows.update(label="other")
    assert rows.get().label == "1 days"


def test_one_that_fails_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(before: datetime) -> int:
        raise OSError("storage")

    monkeypatch.setattr("apps.core.privacy.retention._retentions", dict(_registry()))
    register_retentions(Retention(name="aaa", fixed=timedelta(days=9), delete=fails))
    written(2000)
    deleted = delete_expired(short=False)
    assert deleted["audit_log"] == 1
    assert "aaa" not in deleted
    assert "retention failed name=aaa" in caplog.text


def test_name_is_registered_once() -> None:
    with pytest.raises(RuntimeError, match="approvals"):
        register_retentions(*retentions())


def test_every_period_has_one_source_and_every_setting_a_use() -> None:
    assert all(bool(each.setting) != (each.fixed is not None) for each in retentions())
    of_group = {name for name, setting in SETTINGS.items() if setting.group is Group.PRIVACY}
    used = {each.setting for each in retentions() if each.setting}
    assert used == {name for name in of_group if name.endswith("_days")}


def test_short_periods_are_applied_hourly_and_the_others_nightly() -> None:
    hourly, nightly = delete_expired(short=True), delete_expired(short=False)
    assert not hourly.keys() & nightly.keys()
    assert hourly.keys() | nightly.keys() == {each.name for each in retentions()}
    assert {"exports", "phone_codes", "requests"} <= hourly.keys()


def test_page_shows_the_periods_in_force() -> None:
    update_platform_settings(chat_days=30, photo_days=0)
    shown: dict[str, Any] = {
        row["name"]: row["hours"] for row in APIClient().get("/api/v1/retention/").json()
    }
    assert shown.keys() == {each.name for each in retentions()}
    assert (shown["chats"], shown["photos"], shown["requests"]) == (720, None, 24)


def test_every_period_has_a_text() -> None:
    texts = json.loads(TEXTS.read_text(encoding="utf-8"))["pages"]["retention"]
    assert texts.keys() == {each.name for each in retentions()}


@pytest.mark.parametrize(("name", "value"), [("chat_days", -1), ("chat_days", 3651), ("export_days", 0)])
def test_invalid_period_is_refused(name: str, value: int) -> None:
    before = PlatformSettings.objects.values().first()
    with pytest.raises(ValidationError):
        update_platform_settings(**{name: value})
    assert PlatformSettings.objects.values().first() == before


def _registry() -> dict[str, Retention]:
    return {each.name: each for each in retentions()}

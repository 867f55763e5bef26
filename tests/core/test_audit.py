"""The audit log: recorded changes, hidden secrets, and protection against changes."""

from importlib import import_module
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from apps.accounts.choices import UserType
from apps.core import audit
from apps.core.models import AuditEntry
from apps.fares.models import CarType
from tests.personas import make_user

pytestmark = pytest.mark.django_db


def test_change_is_recorded_with_the_changed_fields(economy: CarType) -> None:
    dora = make_user("Dora", UserType.ADMIN)
    with audit.audited(economy, by=dora, kind="car_type", names=audit.columns_of(CarType)):
        economy.name = "Saloon"
        economy.save()
    entry = AuditEntry.objects.get()
    assert (entry.actor_id, entry.actor_name, entry.action) == (dora.pk, "Dora Example", "changed")
    assert (entry.kind, entry.target_id) == ("car_type", str(economy.pk))
    assert entry.before.keys() == entry.after.keys() == {"name"}
    assert entry.after["name"] == "Saloon"


def test_save_without_a_change_records_nothing(economy: CarType) -> None:
    with audit.audited(economy, by=None, kind="car_type", names=["name"]):
        economy.save()
    assert not AuditEntry.objects.exists()


def test_failed_change_records_nothing(economy: CarType) -> None:
    def change() -> None:
        with audit.audited(economy, by=None, kind="car_type", names=["name"]):
            economy.name = "Saloon"
            economy.save()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        change()
    assert not AuditEntry.objects.exists()
    economy.refresh_from_db()
    assert economy.name != "Saloon"


def test_secret_value_is_not_recorded() -> None:
    audit.record(
        by=None, action="changed", kind="settings", before={"license": ""}, after={"license": "1234"}
    )
    entry = AuditEntry.objects.get()
    assert (entry.before, entry.after) == ({"license": ""}, {"license": "***"})


@pytest.mark.parametrize("change", [{"label": "other"}, None])
def test_entry_can_neither_be_changed_nor_deleted(change: dict[str, Any] | None) -> None:
    entry = audit.record(by=None, action="added", kind="promo", label="WELCOME")
    rows = AuditEntry.objects.filter(pk=entry.pk)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        rows.update(**change) if change else rows.delete()
    assert rows.get().label == "WELCOME"


def test_entry_outlives_the_user() -> None:
    dora = make_user("Dora", UserType.ADMIN)
    audit.record(by=dora, action="added", kind="promo", label="WELCOME")
    dora.delete()
    assert AuditEntry.objects.get().actor_name == "Dora Example"


def test_entry_names_the_source_of_its_change() -> None:
    with audit.through(AuditEntry.Source.DJANGO_ADMIN):
        inside = audit.record(by=None, action="added", kind="promo")
    outside = audit.record(by=None, action="added", kind="promo")
    assert (inside.source, outside.source) == ("django_admin", "office")


def test_migration_names_the_django_admin_in_old_entries_and_nothing_else() -> None:
    old, other = (
        audit.record(by=None, action="added", kind="promo", label=source, source=source)
        for source in ("raw_admin", "shell")
    )
    migration = import_module("apps.core.migrations.0014_audit_source")
    with connection.cursor() as cursor:
        cursor.execute(migration.NAME_DJANGO_ADMIN)
    for entry in (old, other):
        entry.refresh_from_db()
    assert [(old.source, old.label), (other.source, other.label)] == [
        ("django_admin", "raw_admin"),
        ("shell", "shell"),
    ]
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        AuditEntry.objects.filter(pk=old.pk).update(source="shell")

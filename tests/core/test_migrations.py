"""Migrations of large tables must not block writers."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.apps import apps
from django.contrib.postgres.operations import AddConstraintNotValid, AddIndexConcurrently, ValidateConstraint
from django.db import connection
from django.db.migrations import AddConstraint, AddIndex, CreateModel, Migration
from django.db.migrations.loader import MigrationLoader
from django.db.models import CheckConstraint, Index, Q

BIG: Final = {
    "bookings": {"booking", "bookingevent", "offer", "trackingpoint", "dailyearnings"},
    "chat": {"chatmessage"},
    "core": {"auditentry", "numberedevent", "outboxentry"},
    "geo": {"driverposition"},
    "notifications": {"inboxmessage", "delivery"},
    "wallet": {"account", "journalentry", "posting"},
}
"""Tables that grow with every trip."""


def migrations() -> Iterator[Migration]:
    """Return the migrations of apps with large tables."""
    for (app, _name), migration in MigrationLoader(None).disk_migrations.items():
        if app in BIG:
            yield migration


def table_of(operation: Any) -> str:
    return str(operation.model_name).lower()


def scans_or_locks(migration: Migration) -> list[str]:
    """Return what this migration does to a large table while blocking writers."""
    new = {operation.name.lower() for operation in migration.operations if isinstance(operation, CreateModel)}
    return [
        f"{type(operation).__name__} of {table_of(operation)}"
        for operation in migration.operations
        if type(operation) in (AddConstraint, AddIndex)
        and table_of(operation) in BIG[migration.app_label] - new
    ]


def test_no_migration_scans_or_locks_a_large_table() -> None:
    found = {f"{each.app_label} {each.name}": scans_or_locks(each) for each in migrations()}
    assert {name: why for name, why in found.items() if why} == {}, "see docs/operations.md, Migrations"


def test_concurrent_operations_run_outside_a_transaction() -> None:
    alone = (AddIndexConcurrently, ValidateConstraint)
    assert [
        each.name
        for each in migrations()
        if each.atomic and any(isinstance(operation, alone) for operation in each.operations)
    ] == []


def test_rule_recognises_a_lock_and_a_scan() -> None:
    index, check = Index(fields=["reference"], name="one"), CheckConstraint(condition=Q(pk__gt=0), name="two")

    class AllAtOnce(Migration):
        operations = (
            AddIndex("Booking", index),
            AddConstraint("offer", check),
            AddConstraint("cancelreason", check),
            AddConstraintNotValid("booking", check),
            AddIndexConcurrently("booking", index),
        )

    migration = AllAtOnce("0099_all_at_once", "bookings")
    assert scans_or_locks(migration) == ["AddIndex of booking", "AddConstraint of offer"]


def test_every_large_table_is_a_model() -> None:
    assert all(apps.get_model(app, name) for app, names in BIG.items() for name in names)


@pytest.mark.django_db
def test_every_constraint_has_been_validated() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT conname FROM pg_constraint WHERE NOT convalidated")
        assert cursor.fetchall() == []
        cursor.execute("SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid")
        assert cursor.fetchall() == []

"""Migrations keep the running release serving: no large table is locked, and locks have a time limit."""

import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, ClassVar, Final

import psycopg
import pytest
from django.apps import apps
from django.contrib.postgres.operations import AddConstraintNotValid, AddIndexConcurrently, ValidateConstraint
from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import connection, models
from django.db.migrations import (
    AddConstraint,
    AddField,
    AddIndex,
    AlterField,
    CreateModel,
    Migration,
    RemoveField,
    RenameField,
    RunPython,
    RunSQL,
)
from django.db.migrations.loader import MigrationLoader
from django.db.models import CheckConstraint, Index, Q
from django.db.utils import OperationalError

from apps.bookings.models import Booking
from apps.core.schema_changes import lock_timeout
from apps.core.schema_changes.lock_timeout import LockTimeoutExecutor
from apps.core.schema_changes.rules import LARGE, problems_of

INDEX: Final = Index(fields=["reference"], name="one")
CHECK: Final = CheckConstraint(condition=Q(pk__gt=0), name="two")


def migrations() -> Iterator[Migration]:
    """Return the migrations of apps with large tables."""
    for (app, _name), migration in MigrationLoader(None).disk_migrations.items():
        if app in LARGE:
            yield migration


def next_migration(*operations: Any, **attributes: Any) -> tuple[Migration, MigrationLoader]:
    """Return a migration that follows the last one of bookings, in a loader that knows it."""
    loader = MigrationLoader(None)
    ((_app, last),) = loader.graph.leaf_nodes("bookings")
    known = type("Migration", (Migration,), {"operations": list(operations), **attributes})
    migration = known("9999_next", "bookings")
    loader.graph.add_node(("bookings", "9999_next"), migration)
    loader.graph.add_dependency(migration, ("bookings", "9999_next"), ("bookings", last))
    return migration, loader


def problems(*operations: Any, **attributes: Any) -> list[str]:
    return list(problems_of(*next_migration(*operations, **attributes)))


def test_own_migrations_keep_the_rules() -> None:
    call_command("check_migrations")


@pytest.mark.parametrize(
    ("operation", "problem"),
    [
        (AddIndex("Booking", INDEX), "locks a large table"),
        (AddConstraint("offer", CHECK), "locks a large table"),
        (AddField("cancelreason", "weight", models.IntegerField()), "inserts of the running release fail"),
        (
            AddField("booking", "partner", models.ForeignKey("accounts.User", models.CASCADE, null=True)),
            "locks a large table",
        ),
        (AddField("booking", "code", models.CharField(null=True, db_index=True)), "locks a large table"),
        (RemoveField("cancelreason", "label"), "the running release still uses it"),
        (RenameField("cancelreason", "label", "text"), "the running release still uses it"),
        (AlterField("booking", "driver_name", models.CharField(max_length=5)), "shortens the column"),
        (AlterField("booking", "driver_name", models.IntegerField()), "changes the type"),
        (AlterField("booking", "trip_start_time", models.DateTimeField()), "scans the table"),
        (
            AlterField("booking", "driver_name", models.CharField(max_length=500, unique=True)),
            "locks the table",
        ),
        (RunSQL("SELECT 1"), "RunSQL without a reverse"),
    ],
)
def test_operation_that_breaks_the_running_release_is_named(operation: Any, problem: str) -> None:
    (found,) = problems(operation)
    assert problem in found


@pytest.mark.parametrize(
    "operation",
    [
        AddIndexConcurrently("booking", INDEX),
        AddConstraintNotValid("booking", CHECK),
        AddConstraint("cancelreason", CHECK),
        AddField("booking", "weight", models.IntegerField(null=True)),
        AddField("booking", "weight", models.IntegerField(db_default=0)),
        AlterField("booking", "driver_name", models.CharField(max_length=500)),
        RunSQL("SELECT 1", RunSQL.noop),
    ],
)
def test_change_that_the_running_release_does_not_notice_is_allowed(operation: Any) -> None:
    assert problems(operation) == []


def test_column_that_no_code_uses_is_removed_by_a_migration_that_says_since_when() -> None:
    assert problems(RemoveField("cancelreason", "label"), contracts="1.1.0") == []


def test_backfill_is_alone_unless_it_is_outside_a_transaction() -> None:
    fill = RunPython(RunPython.noop, RunPython.noop)
    column = AddField("booking", "weight", models.IntegerField(null=True))
    assert problems(fill) == []
    (found,) = problems(column, fill)
    assert found.startswith("RunPython beside other operations")
    assert problems(column, fill, atomic=False) == []


def test_new_table_may_have_indexes() -> None:
    table = CreateModel("Tip", [("id", models.BigAutoField(primary_key=True))])
    assert problems(table, AddField("tip", "code", models.CharField(db_index=True))) == []


class AddNote(Migration):
    operations: ClassVar = [RunSQL("ALTER TABLE bookings_booking ADD COLUMN note_of_test text", RunSQL.noop)]


@pytest.fixture
def apply(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    monkeypatch.setattr(lock_timeout, "LOCK_SECONDS", 1)
    monkeypatch.setattr(lock_timeout, "ATTEMPTS", 2)
    monkeypatch.setattr(lock_timeout, "PAUSE_SECONDS", 0)

    def run() -> None:
        executor = LockTimeoutExecutor(connection)
        executor.apply_migration(executor.loader.project_state(), AddNote("0099_note", "bookings"))

    return run


def columns() -> set[str]:
    with connection.cursor() as cursor:
        return {
            each.name for each in connection.introspection.get_table_description(cursor, "bookings_booking")
        }


def current_lock_timeout() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        return str(cursor.fetchone()[0])


def other_connection() -> psycopg.Connection:
    return psycopg.connect(**connection.get_connection_params() | {"cursor_factory": psycopg.Cursor})


def test_migrate_uses_the_executor_with_a_time_limit() -> None:
    import_module("apps.core.management.commands.migrate")
    assert vars(migrate)["MigrationExecutor"] is LockTimeoutExecutor


@pytest.mark.django_db(transaction=True)
def test_migration_that_gets_no_lock_gives_up_and_changes_nothing(apply: Callable[[], None]) -> None:
    with other_connection() as other:
        other.execute("SELECT count(*) FROM bookings_booking")
        with pytest.raises(OperationalError, match="lock timeout"):
            apply()
        # A statement behind the migration is served meanwhile.
        assert Booking.objects.count() == 0
    assert "note_of_test" not in columns()
    assert current_lock_timeout() == "0"


@pytest.mark.django_db(transaction=True)
def test_migration_is_repeated_when_the_lock_is_free(
    apply: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = other_connection()
    other.execute("SELECT count(*) FROM bookings_booking")
    monkeypatch.setattr(time, "sleep", lambda seconds: other.close())
    try:
        apply()
        assert "note_of_test" in columns()
    finally:
        other.close()
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE bookings_booking DROP COLUMN IF EXISTS note_of_test")
            cursor.execute("DELETE FROM django_migrations WHERE name = '0099_note'")
    assert current_lock_timeout() == "0"


def test_concurrent_operations_run_outside_a_transaction() -> None:
    alone = (AddIndexConcurrently, ValidateConstraint)
    assert [
        each.name
        for each in migrations()
        if each.atomic and any(isinstance(operation, alone) for operation in each.operations)
    ] == []


def test_every_large_table_is_a_model() -> None:
    assert all(apps.get_model(app, name) for app, names in LARGE.items() for name in names)


@pytest.mark.django_db
def test_every_constraint_has_been_validated() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT conname FROM pg_constraint WHERE NOT convalidated")
        assert cursor.fetchall() == []
        cursor.execute("SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid")
        assert cursor.fetchall() == []

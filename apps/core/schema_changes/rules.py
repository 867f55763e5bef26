"""The rules of migrations: the release before keeps serving, and no large table is locked or scanned.

docs/operations.md, Migrations, says how to write a change that the rules allow.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.db import models
from django.db.migrations import (
    AddConstraint,
    AddField,
    AddIndex,
    AlterField,
    AlterModelTable,
    AlterUniqueTogether,
    CreateModel,
    DeleteModel,
    Migration,
    RemoveField,
    RenameField,
    RenameModel,
    RunPython,
    RunSQL,
)
from django.db.migrations.loader import MigrationLoader
from django.db.models.fields import NOT_PROVIDED

LARGE: Final = {
    "bookings": {"booking", "bookingevent", "offer", "trackingpoint", "dailyearnings"},
    "chat": {"chatmessage"},
    "core": {"auditentry", "numberedevent", "outboxentry"},
    "geo": {"driverposition"},
    "notifications": {"inboxmessage", "delivery"},
    "wallet": {"account", "journalentry", "posting"},
}
"""Tables that grow with every trip."""
CONTRACTS: Final = "contracts"
"""Attribute of a migration that removes what no code uses any more: the version that stopped using it."""
REMOVES: Final = (RemoveField, DeleteModel, RenameField, RenameModel, AlterModelTable)


def violations(loader: MigrationLoader, apps: Iterable[str]) -> Iterator[str]:
    """Yield a sentence for each operation of the apps' migrations that breaks a rule."""
    own = set(apps)
    for (app, name), migration in sorted(loader.disk_migrations.items()):
        if app in own:
            for problem in problems_of(migration, loader):
                yield f"{app} {name}: {problem}"


def problems_of(migration: Migration, loader: MigrationLoader) -> Iterator[str]:
    """Yield what is wrong with one migration."""
    app = migration.app_label
    state = loader.project_state((app, migration.name), at_end=False)
    new: set[str] = set()
    backfills = any(isinstance(operation, RunPython) for operation in migration.operations)
    if backfills and migration.atomic and len(migration.operations) > 1:
        yield "RunPython beside other operations: put the backfill into a migration of its own"
    for operation in migration.operations:
        if isinstance(operation, CreateModel):
            new.add(operation.name.lower())
        elif isinstance(operation, REMOVES) and not getattr(migration, CONTRACTS, ""):
            yield (
                f"{operation.describe()}: the running release still uses it; "
                f"set `{CONTRACTS}` to the version that stopped using it"
            )
        elif isinstance(operation, RunPython | RunSQL) and not operation.reversible:
            yield f"{type(operation).__name__} without a reverse"
        elif getattr(operation, "model_name", "") in new:
            pass
        elif isinstance(operation, AddField):
            yield from _new_field(operation, is_large(app, operation.model_name))
        elif isinstance(operation, AlterField):
            before = state.models[app, operation.model_name_lower].fields[operation.name]
            yield from _changed_field(operation, before)
        elif isinstance(operation, AddConstraint | AddIndex) and type(operation) in (AddConstraint, AddIndex):
            if is_large(app, operation.model_name):
                yield f"{operation.describe()}: locks a large table; use the variant that does not"
        elif isinstance(operation, AlterUniqueTogether) and is_large(app, operation.name):
            yield f"{operation.describe()}: locks a large table; use AddIndexConcurrently"
        operation.state_forwards(app, state)


def is_large(app: str, model: str) -> bool:
    return model.lower() in LARGE.get(app, ())


def _new_field(operation: AddField, large: bool) -> Iterator[str]:
    field: Any = operation.field
    if not field.null and field.db_default is NOT_PROVIDED and not field.many_to_many:
        yield f"{operation.describe()}: inserts of the running release fail; use null=True or db_default"
    if large and (field.db_index or field.unique or _has_constraint(field)):
        yield f"{operation.describe()}: locks a large table; add the index or constraint separately"


def _has_constraint(field: Any) -> bool:
    return isinstance(field, models.ForeignKey) and bool(getattr(field, "db_constraint", True))


def _changed_field(operation: AlterField, before: Any) -> Iterator[str]:
    after = operation.field
    if before.null and not after.null:
        yield f"{operation.describe()}: scans the table and refuses rows of the running release"
    if type(before) is not type(after) and before.get_internal_type() != after.get_internal_type():
        yield f"{operation.describe()}: changes the type, which rewrites the table"
    elif _length(after) < _length(before):
        yield f"{operation.describe()}: shortens the column, which rewrites the table"
    if after.unique and not before.unique:
        yield f"{operation.describe()}: locks the table; use AddIndexConcurrently"


def _length(field: Any) -> float:
    return field.max_length if field.max_length is not None else float("inf")

"""Inserts millions of rows inside PostgreSQL from model defaults and SQL expressions."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection, models
from psycopg.sql import Literal

Fresh = Mapping[str, str]
"""SQL by column over the source's columns; other columns get the model's default."""


class NotPermitted(Exception):
    """The database user may not disable triggers."""


def run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def fetch_value(statement: str) -> Any:
    """Return the single value of a query."""
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()[0]


def insert(model: type[models.Model], fresh: Fresh, source: str) -> None:
    """Insert a row of `model` per row of the source query."""
    columns = {field.column: _value(field, fresh) for field in model._meta.concrete_fields}
    wanted = {name: value for name, value in columns.items() if value is not None}
    unknown = set(fresh) - set(wanted)
    if unknown:
        raise ValueError(f"{model._meta.db_table} has no {', '.join(sorted(unknown))}")
    names = ", ".join(f'"{name}"' for name in wanted)
    run(
        f"INSERT INTO {model._meta.db_table} ({names}) OVERRIDING SYSTEM VALUE "
        f"SELECT {', '.join(wanted.values())} FROM ({source}) source"
    )


def copy(rows: Sequence[models.Model]) -> None:
    """Copy rows of one model with their ids and times.

    Rows without ids get them from the database. Database defaults are not applied.
    """
    if not rows:
        return
    first = rows[0]
    fields = [
        field
        for field in first._meta.concrete_fields
        if not field.generated and not (field.primary_key and first.pk is None)
    ]
    names = ", ".join(f'"{field.column}"' for field in fields)
    statement = f"COPY {first._meta.db_table} ({names}) FROM STDIN"
    with connection.cursor() as cursor, cursor.copy(statement) as stream:
        for row in rows:
            stream.write_row(
                [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
            )


def may_disable_triggers() -> bool:
    return bool(fetch_value(f"SELECT has_parameter_privilege('{_ROLE}', 'SET')"))


def disable_triggers() -> None:
    """Disable triggers until `enable_triggers` or the end of the transaction; they would take an hour.

    Raises NotPermitted.
    """
    if not may_disable_triggers():
        raise NotPermitted(f"GRANT SET ON PARAMETER {_ROLE} TO {connection.settings_dict['USER']};")
    run(f"SET LOCAL {_ROLE} = replica")


def enable_triggers() -> None:
    run(f"SET LOCAL {_ROLE} = origin")


_ROLE = "session_replication_role"


def _value(field: "models.Field[Any, Any]", fresh: Fresh) -> str | None:
    """Return the SQL of a column; None if the database sets it."""
    assert field.column
    if field.column in fresh:
        return fresh[field.column]
    if field.generated or field.has_db_default() or isinstance(field, models.AutoField):
        return None
    if getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False):
        return "now()"
    value = field.get_db_prep_save(field.get_default(), connection)
    connection.ensure_connection()
    return Literal(value).as_string(connection.connection)


def next_id(model: type[models.Model]) -> int:
    """Return an id above all rows of the table."""
    last: int = fetch_value(f"SELECT coalesce(max(id), 0) FROM {model._meta.db_table}")
    return last + 1


def count_on(model: type[models.Model]) -> None:
    """Set the table's sequence after the highest id."""
    table = model._meta.db_table
    run(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")


@contextmanager
def without_indexes(*tables: type[models.Model]) -> Iterator[None]:
    """Drop all indexes but the primary keys and rebuild them at the end, which takes a tenth of the time."""
    dropped = []
    for model in tables:
        table = model._meta.db_table
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint"
                " WHERE conrelid = %s::regclass AND contype = 'u'",
                [table],
            )
            constraints = cursor.fetchall()
            cursor.execute(
                "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = %s"
                " AND indexname NOT IN (SELECT conname FROM pg_constraint WHERE conrelid = %s::regclass)",
                [table, table],
            )
            indexes = cursor.fetchall()
        for name, definition in constraints:
            run(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
            dropped.append(f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {definition}')
        for name, definition in indexes:
            run(f'DROP INDEX "{name}"')
            dropped.append(definition)
    yield
    for statement in dropped:
        run(statement)

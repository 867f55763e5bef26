"""Collects several writes into one statement, so that a transition needs one round trip to read and one to
write.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import connection, models
from django.db.models.sql import UpdateQuery

from apps.core.postgres import prepared_cursor


class WriteBatch:
    """Collect writes and send them as one statement; no two may touch the same row.

    PostgreSQL runs them on one snapshot in an unspecified order and checks constraints as usual.
    """

    def __init__(self) -> None:
        self._statements: list[tuple[str, str, Sequence[Any]]] = []

    def add(self, statement: str, params: Sequence[Any], *, name: str = "") -> None:
        """Add a statement; later ones can read its rows by the name."""
        self._statements.append((name or f"w{len(self._statements)}", statement, params))

    def update(self, rows: models.QuerySet[Any], **values: Any) -> None:
        """Add a deferred `rows.update(**values)`."""
        query = rows.query.chain(UpdateQuery)
        assert isinstance(query, UpdateQuery)
        query.add_update_values(values)
        self.add(*query.get_compiler(connection=connection).as_sql())

    def update_row(self, row: models.Model, values: dict[str, Any]) -> None:
        """Add an update of one row, by attribute name, without Django's compiler."""
        meta = type(row)._meta
        fields = [field for field in meta.concrete_fields if field.attname in values]
        columns = ", ".join(f'"{field.column}" = %s' for field in fields)
        params = [field.get_db_prep_save(values[field.attname], connection) for field in fields]
        statement = f'UPDATE "{meta.db_table}" SET {columns} WHERE "{meta.pk.column}" = %s'  # noqa: S608
        self.add(statement, [*params, row.pk])

    def insert_row(self, row: models.Model) -> None:
        """Add the insert of a row, which gets no primary key."""
        statement, fields = _insertion(type(row))
        self.add(
            statement,
            [field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in fields],
        )

    def run(self) -> None:
        """Send the collected writes."""
        if not self._statements:
            return
        *others, (_, last, _) = self._statements
        parts = ", ".join(f"{name} AS ({text})" for name, text, _ in others)
        params = [param for _, _, values in self._statements for param in values]
        self._statements = []
        with prepared_cursor() as cursor:
            cursor.execute(f"WITH {parts} {last}" if others else last, params)


@cache
def _insertion(model: type[models.Model]) -> tuple[str, "Sequence[models.Field[Any, Any]]"]:
    fields = [field for field in model._meta.local_concrete_fields if not _is_generated(field)]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    places = ", ".join(["%s"] * len(fields))
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({places})', fields  # noqa: S608


def _is_generated(field: "models.Field[Any, Any]") -> bool:
    return isinstance(field, models.AutoField) or field.generated

"""Collects several writes into one statement, so that a transition needs one round trip to read and one to
write.
"""

from collections.abc import Sequence
from typing import Any

from django.db import connection, models
from django.db.models.constants import OnConflict
from django.db.models.sql import InsertQuery, UpdateQuery

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

    def insert(self, rows: Sequence[models.Model], *, ignore_conflicts: bool = False) -> None:
        """Add a deferred `bulk_create(rows, ignore_conflicts=...)`; the rows get no primary keys."""
        if not rows:
            return
        model = type(rows[0])
        fields = [field for field in model._meta.local_concrete_fields if not _is_generated(field)]
        query = InsertQuery(model, on_conflict=OnConflict.IGNORE if ignore_conflicts else None)
        query.insert_values(fields, list(rows))
        for statement, params in query.get_compiler(connection=connection).as_sql():
            self.add(statement, params)

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


def _is_generated(field: "models.Field[Any, Any]") -> bool:
    return isinstance(field, models.AutoField) or field.generated

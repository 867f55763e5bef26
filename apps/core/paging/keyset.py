"""Keyset pagination for any ordering."""

import base64
import binascii
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import BooleanField, F, Func, Model, QuerySet, Value
from django.db.models.lookups import GreaterThan, LessThan

M = TypeVar("M", bound=Model)


class BadCursor(ValueError):
    """The cursor does not belong to this ordering."""


@dataclass(frozen=True, slots=True)
class Ordering:
    """Orders by one field, then by id, in the same direction.

    Fast with an index on (field, id), after the columns that the list always filters by.
    """

    field: str = "id"
    descending: bool = True
    kind: str = ""
    """For an annotation: a column of the same type."""

    @classmethod
    def parse(cls, name: str) -> Self:
        """Parse a query parameter: `trip_date`, `-trip_date`."""
        return cls(name.removeprefix("-"), name.startswith("-"))

    def __str__(self) -> str:
        return f"{'-' if self.descending else ''}{self.field}"

    @property
    def names(self) -> tuple[str, ...]:
        return ("id",) if self.field == "id" else (self.field, "id")

    def sort(self, rows: QuerySet[M]) -> QuerySet[M]:
        sign = "-" if self.descending else ""
        return rows.order_by(*(sign + name for name in self.names))

    def after(self, rows: QuerySet[M], cursor: str) -> QuerySet[M]:
        """Return the rows after the cursor. Raises BadCursor."""
        row, here = _Row(*map(F, self.names)), _Row(*map(Value, self._read(rows.model, cursor)))
        return rows.filter((LessThan if self.descending else GreaterThan)(row, here))

    def cursor(self, row: Model) -> str:
        """Return the cursor of this row."""
        return self.cursor_at([self._text(row, name) for name in self.names])

    def cursor_at(self, place: Sequence[str]) -> str:
        """Return the cursor of a row by the texts of `names`."""
        return base64.urlsafe_b64encode(json.dumps([str(self), *place]).encode()).decode().rstrip("=")

    def _text(self, row: Model, name: str) -> str:
        if self._is_annotation(name):
            return str(getattr(row, name))
        return row._meta.get_field(name).value_to_string(row)  # type: ignore[union-attr]  # a column's name

    def _is_annotation(self, name: str) -> bool:
        return self.kind != "" and name == self.field

    def _read(self, model: type[Model], cursor: str) -> list[Any]:
        try:
            padded = cursor + "=" * (-len(cursor) % 4)
            name, *texts = json.loads(base64.b64decode(padded.encode("ascii"), b"-_", validate=True))
            if name != str(self) or len(texts) != len(self.names):
                raise BadCursor(cursor)
            fields = [
                model._meta.get_field(self.kind if self._is_annotation(name) else name) for name in self.names
            ]
            return [_bounded(field.to_python(text)) for field, text in zip(fields, texts, strict=True)]  # type: ignore[union-attr]  # as above
        except (
            binascii.Error,
            UnicodeError,
            TypeError,
            ValueError,
            RecursionError,
            ValidationError,
        ) as error:
            raise BadCursor(cursor) from error


class _Row(Func):
    """A row value, which PostgreSQL compares from left to right with an index of its columns."""

    template = "ROW(%(expressions)s)"
    # The value is only compared, so its type does not matter.
    output_field = BooleanField()


def _bounded(value: Any) -> Any:
    """Raise BadCursor for numbers beyond bigint."""
    if value is None or (isinstance(value, int) and not -(2**63) <= value < 2**63):
        raise BadCursor(str(value))
    return value


@dataclass(frozen=True, slots=True)
class SortedQuery:
    """A query and its ordering."""

    rows: QuerySet[Any]
    ordering: Ordering

    def after(self, cursor: str) -> QuerySet[Any]:
        """Return the sorted rows after the cursor; all for an empty one."""
        return self.ordering.sort(self.ordering.after(self.rows, cursor) if cursor else self.rows)


def walk(rows: QuerySet[M], ordering: Ordering, *, batch: int) -> Iterator[M]:
    """Yield all rows in this ordering in batches, without a server-side cursor or a transaction."""
    cursor = ""
    while True:
        some = list(SortedQuery(rows, ordering).after(cursor)[:batch])
        yield from some
        if len(some) < batch:
            return
        cursor = ordering.cursor(some[-1])

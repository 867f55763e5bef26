"""Columns with secrets in them, and how they come under a new SECRET_KEY."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import models, transaction

from apps.core.security.encryption import Unreadable


@dataclass(frozen=True, slots=True)
class EncryptedColumn:
    """A column whose values hold what `encrypt_text` made for this purpose."""

    model: str
    """As app_label.Model."""
    field: str
    purpose: bytes
    reencrypt: Callable[[Any], Any]
    """Returns the value under the current key, the same one where it is already. Raises Unreadable."""

    @property
    def name(self) -> str:
        return f"{self.model}.{self.field}"


@dataclass(slots=True)
class Rotation:
    """What became of the rows of a column."""

    rotated: int = 0
    current: int = 0
    unreadable: int = 0


_columns: dict[str, EncryptedColumn] = {}


def register_encrypted_column(column: EncryptedColumn) -> None:
    """Have `rotate_column` know a column; each app names its own."""
    _columns[column.name] = column


def encrypted_columns() -> list[EncryptedColumn]:
    """Every registered column, by name."""
    return [_columns[name] for name in sorted(_columns)]


def rotate_column(column: EncryptedColumn, *, dry_run: bool = False) -> Rotation:
    """Encrypt every value with SECRET_KEY that another key of ours encrypted; safe to run twice and at once.

    A value that no key can read stays as it is and is counted.
    """
    model: type[models.Model] = apps.get_model(column.model)
    rows = model._default_manager
    result = Rotation()
    for pk in list(rows.order_by("pk").values_list("pk", flat=True)):
        # Each row in a transaction of its own: no one waits for the whole table.
        with transaction.atomic():
            row = rows.select_for_update().filter(pk=pk).first()
            if row is None:
                continue
            old = getattr(row, column.field)
            try:
                new = column.reencrypt(old)
            except Unreadable:
                result.unreadable += 1
                continue
            if new == old:
                result.current += 1
                continue
            if not dry_run:
                rows.filter(pk=pk).update(**{column.field: new})
            result.rotated += 1
    return result

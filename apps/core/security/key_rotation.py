"""Re-encrypts columns with secrets after a change of SECRET_KEY."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import models, transaction

from apps.core.security.encryption import Unreadable


@dataclass(frozen=True, slots=True)
class EncryptedColumn:
    """A column with values of `encrypt_text` for one purpose."""

    model: str
    """In the form app_label.Model."""
    field: str
    purpose: bytes
    reencrypt: Callable[[Any], Any]
    """Returns the value encrypted with the current key, unchanged if it already is. Raises Unreadable."""

    @property
    def name(self) -> str:
        return f"{self.model}.{self.field}"


@dataclass(slots=True)
class Rotation:
    """Result counts of one column."""

    rotated: int = 0
    current: int = 0
    unreadable: int = 0


_columns: dict[str, EncryptedColumn] = {}


def register_encrypted_column(column: EncryptedColumn) -> None:
    """Register a column for `rotate_column`; each app registers its own."""
    _columns[column.name] = column


def encrypted_columns() -> list[EncryptedColumn]:
    """Return the registered columns, sorted by name."""
    return [_columns[name] for name in sorted(_columns)]


def rotate_column(column: EncryptedColumn, *, dry_run: bool = False) -> Rotation:
    """Encrypt every value with SECRET_KEY that a fallback key encrypted; safe to repeat and run concurrently.

    A value that no key can decrypt is left unchanged and counted.
    """
    model: type[models.Model] = apps.get_model(column.model)
    rows = model._default_manager
    result = Rotation()
    for pk in list(rows.order_by("pk").values_list("pk", flat=True)):
        # One transaction per row, so that the table is not locked for long.
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

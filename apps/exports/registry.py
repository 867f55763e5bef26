"""What can be exported: each app says so in its AppConfig.ready, and owns columns, filters and scope."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Generic, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.core.errors import BadInput

Cell = str | bool | int | Decimal | datetime | timedelta | None
"""A Decimal is shown with the places it has, a time in the platform's time zone, a timedelta as h:mm:ss."""
Filters = Mapping[str, Any]
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    name: str
    """As in the API."""
    header: str | Promise
    value: Callable[[Row], Cell]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Generic[Row]):
    """What one person gets of a kind under some filters."""

    columns: Sequence[Column[Row]]
    count: Callable[[], int]
    rows: Callable[[], Iterable[Row]]
    """Read in batches: it may be a million."""

    def only(self, names: Sequence[str]) -> "Table[Row]":
        """With these columns, in this order; all where none are named. Raises BadInput for an unknown one."""
        known = {column.name: column for column in self.columns}
        unknown = [name for name in names if name not in known]
        if unknown:
            detail = _("Some values aren't allowed.")
            raise BadInput("invalid", detail, fields={"columns": ", ".join(unknown)})
        chosen = [known[name] for name in dict.fromkeys(names)]
        return Table(columns=chosen or self.columns, count=self.count, rows=self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportKind:
    """A list that can be exported, by the name that the API calls it."""

    name: str
    check: Callable[[User, Filters], dict[str, Any]]
    """The filters that matter, fit for JSON. Raises a refusal for wrong ones, and for who may not export."""
    table: Callable[[User, Filters], Table[Any]]
    """Called with what `check` gave, later and in another process: it looks again at who may see what."""


_kinds: dict[str, ExportKind] = {}


def register_export(kind: ExportKind) -> None:
    if kind.name in _kinds:
        raise RuntimeError(f"two exports named {kind.name}")
    _kinds[kind.name] = kind


def export_kind(name: str) -> ExportKind:
    """Raises BadInput for a name that nothing is registered by."""
    if name not in _kinds:
        detail = _("Some values aren't allowed.")
        raise BadInput("invalid", detail, fields={"kind": _("List not found.")})
    return _kinds[name]

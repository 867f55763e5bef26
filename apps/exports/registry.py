"""The registry of exports; each app registers its lists in AppConfig.ready and owns columns and filters."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import IO, Any, Generic, TypeVar

from django.db.models import Expression, F
from django.db.models.functions import Round
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.core.errors import BadInput
from apps.core.money import round_money
from apps.core.paging.keyset import SortedQuery
from apps.core.platform import platform_settings

Cell = str | bool | int | Decimal | datetime | timedelta | None
"""A Decimal is shown with its own decimals, a time in the platform's time zone, a timedelta as h:mm:ss."""
Filters = Mapping[str, Any]
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    name: str
    """As in the API."""
    header: str | Promise
    value: Callable[[Row], Cell]
    source: Expression | F | None = None
    """The same value as an expression of the list's query, for files written by PostgreSQL."""


def money_column(name: str, header: str | Promise) -> Column[Any]:
    """Return the column of an amount, rounded to the platform's decimals."""
    decimals = platform_settings().decimal

    def rounded(row: Any) -> Cell:
        amount: Decimal | None = getattr(row, name)
        return None if amount is None else round_money(amount, decimals=decimals)

    return Column(name, header, rounded, source=Round(name, precision=decimals))


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Generic[Row]):
    """The data that a user gets of a list under some filters."""

    columns: Sequence[Column[Row]]
    count: Callable[[], int]
    rows: Callable[[], Iterable[Row]]
    """Read in batches, because there can be a million."""
    query: SortedQuery | None = None
    """The query of the rows, if that is all they need."""

    def only(self, names: Sequence[str]) -> "Table[Row]":
        """Return the table with these columns in this order, or all for none. Raises BadInput for unknown
        ones.
        """
        by_name = {column.name: column for column in self.columns}
        unknown = [name for name in names if name not in by_name]
        if unknown:
            detail = _("Some values aren't allowed.")
            raise BadInput("invalid", detail, fields={"columns": ", ".join(unknown)})
        chosen = [by_name[name] for name in dict.fromkeys(names)]
        return replace(self, columns=chosen or self.columns)


PdfWriter = Callable[[Table[Any], Filters, IO[bytes], Callable[[int], None]], int]
"""Writes the rows of a table under its filters as a PDF to print, and returns their number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportKind:
    """A list that can be exported, by its API name."""

    name: str
    check: Callable[[User, Filters], dict[str, Any]]
    """Returns the relevant filters as JSON. Raises for invalid ones and for users who cannot export."""
    table: Callable[[User, Filters], Table[Any]]
    """Called later in another process with the result of `check`; it checks permissions again."""
    pdf: PdfWriter | None = None


_kinds: dict[str, ExportKind] = {}


def register_export(kind: ExportKind) -> None:
    if kind.name in _kinds:
        raise RuntimeError(f"two exports named {kind.name}")
    _kinds[kind.name] = kind


def export_kind(name: str) -> ExportKind:
    """Return the registered list; raises BadInput for an unknown name."""
    if name not in _kinds:
        detail = _("Some values aren't allowed.")
        raise BadInput("invalid", detail, fields={"kind": _("List not found.")})
    return _kinds[name]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileKind:
    """A file that is not a list."""

    name: str
    check: Callable[[User, Filters], dict[str, Any]]
    """As in ExportKind."""
    write: Callable[[User, Filters, IO[bytes], Callable[[int], None]], int]
    """Called later in another process; writes the file and returns the number of rows."""


_file_kinds: dict[str, FileKind] = {}


def register_file_kind(kind: FileKind) -> None:
    _file_kinds[kind.name] = kind


def file_kind(name: str) -> FileKind | None:
    return _file_kinds.get(name)

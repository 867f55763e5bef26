"""Exported rows read with COPY: PostgreSQL evaluates and formats the columns, without model instances.

Each chunk is one statement that continues at the keyset cursor of the previous one. Between chunks the
connection is free for progress updates and no transaction is open, as a pooler in transaction mode requires.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db import connections
from django.db.models import (
    BooleanField,
    CharField,
    DateTimeField,
    DecimalField,
    DurationField,
    F,
    IntegerField,
    QuerySet,
    TextField,
)

from apps.core.paging.keyset import SortedQuery
from apps.exports.cells import FORMULA_STARTS, SPACES, SPLITTERS, yes_or_no
from apps.exports.registry import Table

CSV_ROWS: Final = 10_000
"""The rows of a chunk of CSV: a few megabytes."""
TYPED_ROWS: Final = 1_000
"""The rows of a chunk of values."""
TYPES: Final = (
    (BooleanField, "bool"),
    (IntegerField, "int8"),
    (DecimalField, "numeric"),
    (DateTimeField, "timestamptz"),
    (DurationField, "interval"),
    (CharField, "text"),
    (TextField, "text"),
)
"""The type of a column by the output field of its source."""


def can_copy(table: Table[Any]) -> bool:
    """Return whether PostgreSQL can write the table.

    It writes the empty cell of a single column differently from Python, and keys are read up to a comma.
    """
    return (
        table.query is not None
        and not _is_sorted_by_text(table.query)
        and len(table.columns) > 1
        and all(column.source is not None for column in table.columns)
    )


def _is_sorted_by_text(query: SortedQuery) -> bool:
    ordering = query.ordering
    field = query.rows.model._meta.get_field(ordering.kind or ordering.field)
    return isinstance(field, CharField | TextField)


def copied_csv(table: Table[Any], tz: ZoneInfo) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a CSV file in chunks with their number of rows: the bytes of `csv_blocks`."""
    query = _query_of(table)
    cursor = ""
    while True:
        chunk = _chunk(table, query, cursor, CSV_ROWS)
        statement, params = _csv_statement(chunk, tz)
        keys: list[bytes] = []
        lines: list[bytes] = []
        for line in _copy(chunk, f"COPY ({statement}) TO STDOUT (FORMAT csv)", params):
            *keys, cells = bytes(line).split(b",", len(query.ordering.names))
            lines.append(cells[:-1])
        if lines:
            lines.append(b"")
            yield len(lines) - 1, b"\r\n".join(lines)
        if len(lines) <= CSV_ROWS:
            return
        cursor = query.ordering.cursor_at([key.decode() for key in keys])


def copied_table(table: Table[Any]) -> Table[Any]:
    """Return the table with the same values from plain tuples."""
    columns = [replace(column, value=itemgetter(index)) for index, column in enumerate(table.columns)]
    return replace(table, columns=columns, rows=lambda: _typed_rows(table))


def _typed_rows(table: Table[Any]) -> Iterator[tuple[Any, ...]]:
    query = _query_of(table)
    keys = len(query.ordering.names)
    cursor = ""
    while True:
        chunk = _chunk(table, query, cursor, TYPED_ROWS)
        statement, params = chunk.query.sql_with_params()
        types = [_type_of(chunk, name) for name in chunk.query.annotation_select]
        connection = connections[chunk.db]
        with (
            connection.wrap_database_errors,
            connection.cursor() as db,
            db.copy(f"COPY ({statement}) TO STDOUT", params) as copy,
        ):
            # The cursor consists of the keys' texts.
            copy.set_types(["text"] * keys + types[keys:])
            rows = list(copy.rows())
        for row in rows:
            yield row[keys:]
        if len(rows) < TYPED_ROWS:
            return
        cursor = query.ordering.cursor_at(rows[-1][:keys])


def _query_of(table: Table[Any]) -> SortedQuery:
    if table.query is None:
        raise ValueError("the table has no query")
    return table.query


def _chunk(table: Table[Any], query: SortedQuery, cursor: str, size: int) -> QuerySet[Any, Any]:
    """Return the keys and cells of the rows after the cursor."""
    names: dict[str, Any] = {f"key_{index}": F(name) for index, name in enumerate(query.ordering.names)}
    names |= {f"cell_{index}": column.source for index, column in enumerate(table.columns)}
    return query.after(cursor).values(**names)[:size]


def _copy(chunk: QuerySet[Any, Any], statement: str, params: Sequence[Any]) -> Iterator[Any]:
    connection = connections[chunk.db]
    with connection.wrap_database_errors, connection.cursor() as db, db.copy(statement, params) as copy:
        yield from copy


def _type_of(chunk: QuerySet[Any, Any], name: str) -> str:
    field = chunk.query.annotation_select[name].output_field
    for field_type, type_name in TYPES:
        if isinstance(field, field_type):
            return type_name
    raise TypeError(f"no export of {type(field).__name__}")


def _csv_statement(chunk: QuerySet[Any, Any], tz: ZoneInfo) -> tuple[str, list[Any]]:
    """Return the query of the chunk's keys and of its cells as text."""
    values, value_params = chunk.query.sql_with_params()
    types = {name: _type_of(chunk, name) for name in chunk.query.annotation_select}
    texts = [name for name, kind in types.items() if kind == "text"]
    yes, no = yes_or_no(True), yes_or_no(False)
    cells: list[str] = []
    params: list[Any] = []
    for name, kind in types.items():
        if name.startswith("key_"):
            cells.append(name)
            continue
        cell, *constants = {
            "text": (_text(name),),
            "bool": (f"CASE {name} WHEN true THEN %s WHEN false THEN %s END", yes, no),
            "timestamptz": (f"date_trunc('second', {name} AT TIME ZONE %s)", tz.key),
            "interval": (f"to_char({name}, 'FMHH24:MI:SS')",),
        }.get(kind, (name,))
        cells.append(cell)
        params += constants
    # OFFSET 0 has PostgreSQL evaluate `splits` once a row.
    splits = f"concat({', '.join(texts)}) ~ {_SPLITTER}" if texts else "false"
    checked = f"SELECT *, {splits} AS splits FROM ({values}) AS chunk OFFSET 0"  # noqa: S608
    statement = f"SELECT {', '.join(cells)} FROM ({checked}) AS checked"  # noqa: S608
    return statement, [*params, *value_params]


def _text(name: str) -> str:
    """Return `safe_line` in SQL; NULL for the empty text, which COPY would quote."""
    text = f"CASE WHEN splits THEN regexp_replace({name}, {_LATER}, '\\1''', 'g') ELSE {name} END"
    starts_formula = f"ascii(ltrim({name}, {_SPACES})) IN ({_STARTS})"
    return f"NULLIF(CASE WHEN {starts_formula} THEN '''' || {text} ELSE {text} END, '')"


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


_WHITESPACE: Final = "".join(filter(str.isspace, map(chr, range(0x3001))))
"""What \\s means to Python; to PostgreSQL, it depends on the locale."""
_FORMULA: Final = "".join(start for start in FORMULA_STARTS if start not in f"{SPLITTERS}-") + "-"
"""The hyphen is last, where it is no range."""
_SPACES: Final = _literal(SPACES)
_STARTS: Final = ", ".join(str(ord(start)) for start in FORMULA_STARTS)
_SPLITTER: Final = _literal(f"[{SPLITTERS}]")
_LATER: Final = _literal(f'([{SPLITTERS}][{_WHITESPACE}"]*)(?=[{_FORMULA}])')

"""Compares the files that PostgreSQL writes with those of the columns' values."""

from dataclasses import replace
from typing import Any

from apps.accounts.models import User
from apps.core.platform import platform_settings
from apps.exports.copying import can_copy, copied_table
from apps.exports.files import csv_blocks
from apps.exports.registry import Table, export_kind


def assert_same_files(kind: str, by: User, **filters: Any) -> int:
    """Compare all columns of an export both ways; return its number of rows."""
    table = export_kind(kind).table(by, filters)
    assert can_copy(table), [column.name for column in table.columns if column.source is None]
    lines, expected = csv_lines(table), csv_lines(replace(table, query=None))
    names = [column.name for column in table.columns]
    for line, other in zip(lines, expected, strict=True):
        assert line == other, (names, line, other)
    assert values(copied_table(table)) == values(table)
    return len(values(table))


def csv_lines(table: Table[Any]) -> list[bytes]:
    return b"".join(block for _, block in csv_blocks(table, platform_settings().tz)).split(b"\r\n")


def values(table: Table[Any]) -> list[list[Any]]:
    """Return the cells; spreadsheets have no difference between an empty text and none."""
    return [[column.value(row) or None for column in table.columns] for row in table.rows()]

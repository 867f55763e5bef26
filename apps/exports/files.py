"""Tables as files, written row by row with constant memory."""

import csv
import io
import tempfile
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import islice
from typing import IO, Any, Final
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import get_language_bidi

from apps.exports.cells import csv_formatter, safe_text, yes_or_no
from apps.exports.choices import ExportFormat
from apps.exports.copying import can_copy, copied_csv, copied_table
from apps.exports.registry import Cell, Table

CONTENT_TYPES: Final = {
    ExportFormat.CSV: "text/csv; charset=utf-8",
    ExportFormat.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
FILE_TYPES: Final = tuple(content_type.partition(";")[0] for content_type in CONTENT_TYPES.values())
"""The media types of `?format=` downloads, for the published schema."""
ROWS_PER_SHEET: Final = 1_000_000
"""Excel allows at most 1,048,576."""
MAX_CHARACTERS: Final = 32_767
"""The limit of a cell in Excel."""
PROGRESS_ROWS: Final = 200

ProgressCallback = Callable[[int], None]
"""Called regularly with the number of rows written; an exception stops the writing."""


def file_name(kind: str, format: str, tz: ZoneInfo) -> str:
    """Return the name of a file made today, such as bookings-2026-11-21.csv."""
    return f"{kind}-{timezone.now().astimezone(tz):%Y-%m-%d}.{format}"


def csv_blocks(table: Table[Any], tz: ZoneInfo) -> Iterator[tuple[int, bytes]]:
    """Yield a CSV file in blocks, each with its number of rows, first the header with none.

    The file starts with a byte order mark, by which Excel detects UTF-8.
    """
    yield 0, b"\xef\xbb\xbf" + _csv_block([[safe_text(str(column.header)) for column in table.columns]])
    if can_copy(table):
        yield from copied_csv(table, tz)
        return
    text_of, values = csv_formatter(tz), [column.value for column in table.columns]
    rows = iter(table.rows())
    while block := [[text_of(value(row)) for value in values] for row in islice(rows, PROGRESS_ROWS)]:
        yield len(block), _csv_block(block)


def _csv_block(rows: list[list[str]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


def write_file(
    format: str, table: Table[Any], out: IO[bytes], *, tz: ZoneInfo, on_progress: ProgressCallback
) -> int:
    """Write the whole file and return the number of rows without the header."""
    write = _write_xlsx if format == ExportFormat.XLSX else _write_csv
    written = write(table, out, tz, on_progress)
    on_progress(written)
    return written


def _write_csv(table: Table[Any], out: IO[bytes], tz: ZoneInfo, on_progress: ProgressCallback) -> int:
    written = 0
    for rows, block in csv_blocks(table, tz):
        out.write(block)
        written += rows
        on_progress(written)
    return written


def _write_xlsx(table: Table[Any], out: IO[bytes], tz: ZoneInfo, on_progress: ProgressCallback) -> int:
    # Not at the top: web processes write few spreadsheets.
    import xlsxwriter

    if can_copy(table):
        table = copied_table(table)
    with tempfile.TemporaryDirectory(prefix="hansom-export-") as folder:
        # Rows are written to disk one by one; text is never converted.
        options = {"constant_memory": True, "tmpdir": folder, "strings_to_urls": False}
        book = xlsxwriter.Workbook(out, {**options, "strings_to_formulas": False, "in_memory": False})
        try:
            return _Sheets(book, tz).write(table, on_progress)
        finally:
            book.close()


class _Sheets:
    def __init__(self, book: Any, tz: ZoneInfo) -> None:
        self.book = book
        self.tz = tz
        self.bold = book.add_format({"bold": True})
        self.moment = book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
        self.duration = book.add_format({"num_format": "[h]:mm:ss"})
        self.decimal_formats: dict[int, Any] = {}

    def write(self, table: Table[Any], on_progress: ProgressCallback) -> int:
        sheet, line, written = self._sheet(table), 0, 0
        for row in table.rows():
            if line == ROWS_PER_SHEET:
                sheet, line = self._sheet(table), 0
            line += 1
            written += 1
            for column_index, column in enumerate(table.columns):
                self._write_cell(sheet, line, column_index, column.value(row))
            if written % PROGRESS_ROWS == 0:
                on_progress(written)
        return written

    def _sheet(self, table: Table[Any]) -> Any:
        sheet = self.book.add_worksheet()
        if get_language_bidi():
            sheet.right_to_left()
        sheet.freeze_panes(1, 0)
        sheet.set_column(0, len(table.columns) - 1, 18)
        for column_index, column in enumerate(table.columns):
            sheet.write_string(0, column_index, str(column.header), self.bold)
        return sheet

    def _write_cell(self, sheet: Any, line: int, column_index: int, cell: Cell) -> None:
        match cell:
            case None | "":
                pass
            case bool():
                sheet.write_string(line, column_index, yes_or_no(cell))
            case str():
                sheet.write_string(line, column_index, cell[:MAX_CHARACTERS])
            case datetime():
                local = cell.astimezone(self.tz).replace(tzinfo=None)
                sheet.write_datetime(line, column_index, local, self.moment)
            case timedelta():
                sheet.write_datetime(line, column_index, cell, self.duration)
            case Decimal():
                sheet.write_number(line, column_index, cell, self._decimal_format(cell))
            case _:
                sheet.write_number(line, column_index, cell)

    def _decimal_format(self, amount: Decimal) -> Any:
        exponent = amount.as_tuple().exponent
        decimals = max(0, -exponent) if isinstance(exponent, int) else 0
        if decimals not in self.decimal_formats:
            self.decimal_formats[decimals] = self.book.add_format(
                {"num_format": "0" + "." * (decimals > 0) + "0" * decimals}
            )
        return self.decimal_formats[decimals]

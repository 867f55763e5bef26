"""Tables as files, written row by row: a million rows take no more memory than ten."""

import csv
import tempfile
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from typing import IO, Any, Final
from zoneinfo import ZoneInfo

import xlsxwriter
from django.utils import timezone
from django.utils.translation import get_language_bidi

from apps.exports.cells import csv_text, safe_text, yes_or_no
from apps.exports.choices import ExportFormat
from apps.exports.registry import Cell, Table

CONTENT_TYPES: Final = {
    ExportFormat.CSV: "text/csv; charset=utf-8",
    ExportFormat.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
FILE_TYPES: Final = tuple(content_type.partition(";")[0] for content_type in CONTENT_TYPES.values())
"""For the published schema: what `?format=` downloads are."""
ROWS_A_SHEET: Final = 1_000_000
"""Excel takes 1,048,576 at most."""
MOST_CHARACTERS: Final = 32_767
"""What a cell of Excel holds."""
SEEN_EVERY: Final = 200

Seen = Callable[[int], None]
"""Told how many rows are written, now and then; what it raises ends the writing."""


def file_name(kind: str, format: str, tz: ZoneInfo) -> str:
    """What a file of today is called: bookings-2026-11-21.csv."""
    return f"{kind}-{timezone.now().astimezone(tz):%Y-%m-%d}.{format}"


def csv_lines(table: Table[Any], tz: ZoneInfo) -> Iterator[bytes]:
    """A CSV file, a row at a time; it begins with the mark by which Excel knows UTF-8."""
    writer = csv.writer(_Echo())
    yield b"\xef\xbb\xbf" + writer.writerow([safe_text(str(column.header)) for column in table.columns])
    for row in table.rows():
        yield writer.writerow([csv_text(column.value(row), tz) for column in table.columns])


class _Echo:
    """A file that gives back what is written to it."""

    def write(self, line: str) -> bytes:
        return line.encode()


def write_file(format: str, table: Table[Any], out: IO[bytes], *, tz: ZoneInfo, seen: Seen) -> int:
    """Write the whole file and return how many rows it has, beside the header."""
    write = _write_xlsx if format == ExportFormat.XLSX else _write_csv
    done = write(table, out, tz, seen)
    seen(done)
    return done


def _write_csv(table: Table[Any], out: IO[bytes], tz: ZoneInfo, seen: Seen) -> int:
    done = -1
    for done, line in enumerate(csv_lines(table, tz)):
        out.write(line)
        if done % SEEN_EVERY == 0:
            seen(done)
    return done


def _write_xlsx(table: Table[Any], out: IO[bytes], tz: ZoneInfo, seen: Seen) -> int:
    with tempfile.TemporaryDirectory(prefix="hansom-export-") as folder:
        # A row is on the disk when the next one begins; texts stay texts whatever they look like.
        options = {"constant_memory": True, "tmpdir": folder, "strings_to_urls": False}
        book = xlsxwriter.Workbook(out, {**options, "strings_to_formulas": False, "in_memory": False})
        try:
            return _Sheets(book, tz).write(table, seen)
        finally:
            book.close()


class _Sheets:
    def __init__(self, book: Any, tz: ZoneInfo) -> None:
        self.book = book
        self.tz = tz
        self.bold = book.add_format({"bold": True})
        self.moment = book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
        self.duration = book.add_format({"num_format": "[h]:mm:ss"})
        self.places: dict[int, Any] = {}

    def write(self, table: Table[Any], seen: Seen) -> int:
        sheet, line, done = self._sheet(table), 0, 0
        for row in table.rows():
            if line == ROWS_A_SHEET:
                sheet, line = self._sheet(table), 0
            line += 1
            done += 1
            for place, column in enumerate(table.columns):
                self._put(sheet, line, place, column.value(row))
            if done % SEEN_EVERY == 0:
                seen(done)
        return done

    def _sheet(self, table: Table[Any]) -> Any:
        sheet = self.book.add_worksheet()
        if get_language_bidi():
            sheet.right_to_left()
        sheet.freeze_panes(1, 0)
        sheet.set_column(0, len(table.columns) - 1, 18)
        for place, column in enumerate(table.columns):
            sheet.write_string(0, place, str(column.header), self.bold)
        return sheet

    def _put(self, sheet: Any, line: int, place: int, cell: Cell) -> None:
        match cell:
            case None | "":
                pass
            case bool():
                sheet.write_string(line, place, yes_or_no(cell))
            case str():
                sheet.write_string(line, place, cell[:MOST_CHARACTERS])
            case datetime():
                local = cell.astimezone(self.tz).replace(tzinfo=None)
                sheet.write_datetime(line, place, local, self.moment)
            case timedelta():
                sheet.write_datetime(line, place, cell, self.duration)
            case Decimal():
                sheet.write_number(line, place, cell, self._with_places(cell))
            case _:
                sheet.write_number(line, place, cell)

    def _with_places(self, amount: Decimal) -> Any:
        exponent = amount.as_tuple().exponent
        places = max(0, -exponent) if isinstance(exponent, int) else 0
        if places not in self.places:
            self.places[places] = self.book.add_format(
                {"num_format": "0" + "." * (places > 0) + "0" * places}
            )
        return self.places[places]

"""People in a CSV file: which column is what, and what each row says."""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.core.errors import BadInput

MAX_ROWS: Final = 5000
COMMON: Final = (
    "first_name",
    "last_name",
    "email",
    "mobile",
    "approved",
    "bank_name",
    "bank_code",
    "bank_account",
)
OF_DRIVERS: Final = (
    "vehicle_make",
    "vehicle_model",
    "vehicle_number",
    "other_info",
    "car_type",
    "fleet_admin",
)
REQUIRED: Final = ("first_name", "last_name", "mobile")
"""Files are of riders and drivers, who need no email address."""
ALIASES: Final = {
    "forename": "first_name",
    "given_name": "first_name",
    "surname": "last_name",
    "family_name": "last_name",
    "e_mail": "email",
    "email_address": "email",
    "phone": "mobile",
    "telephone": "mobile",
    "phone_number": "mobile",
    "mobile_number": "mobile",
    "make": "vehicle_make",
    "model": "vehicle_model",
    "plate": "vehicle_number",
    "registration": "vehicle_number",
    "fleetadmin": "fleet_admin",
}
"""What other lists call a column, in the spelling of `_plain`."""
DELIMITERS: Final = ",;\t"


@dataclass(frozen=True, slots=True)
class Column:
    header: str
    field: str
    """Empty: the column is not read."""


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    """As an editor counts the file's lines."""
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Table:
    columns: list[Column]
    lines: list[Line]
    missing: list[str]
    """Required fields that no column maps to."""

    def require_complete(self) -> None:
        """Raises BadInput import_columns_missing."""
        if self.missing:
            detail = _("Columns are missing: %(names)s.") % {"names": ", ".join(self.missing)}
            raise BadInput("import_columns_missing", detail, fields=dict.fromkeys(self.missing, detail))


def fields_of(user_type: UserType) -> tuple[str, ...]:
    return COMMON + OF_DRIVERS if user_type == UserType.DRIVER else COMMON


def read_table(text: str, *, user_type: UserType, mapping: Mapping[str, str]) -> Table:
    """The file's people; `mapping` says by header what a column is, where its name does not.

    Raises BadInput import_unreadable for what is no table, import_too_long.
    """
    rows = _rows(text)
    head = next(rows, (0, []))[1]
    columns = _columns(head, user_type, mapping)
    missing = [name for name in REQUIRED if name not in {column.field for column in columns}]
    lines: list[Line] = []
    for number, cells in rows:
        if len(lines) == MAX_ROWS:
            raise BadInput("import_too_long", _("The file has too many rows. Maximum: 5,000."))
        pairs = zip(columns, cells, strict=False)
        values = {column.field: cell.strip() for column, cell in pairs if column.field}
        lines.append(Line(number, values))
    return Table(columns, lines, missing)


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    text = text.removeprefix("\ufeff")
    first = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield reader.line_num, cells
    except csv.Error as error:
        raise BadInput("import_unreadable", _("We couldn't read this file.")) from error


def _columns(head: list[str], user_type: UserType, mapping: Mapping[str, str]) -> list[Column]:
    """Each field once: of two columns of one name the first counts."""
    known, given = fields_of(user_type), set()
    columns = []
    for header in head:
        field = mapping.get(header.strip())
        if field is None:
            plain = _plain(header)
            field = ALIASES.get(plain, plain)
        if field not in known or field in given:
            field = ""
        given.add(field)
        columns.append(Column(header.strip(), field))
    return columns


def _plain(header: str) -> str:
    """`firstName`, `First name` and `FIRST-NAME` are one."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", header.strip())
    return re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_")

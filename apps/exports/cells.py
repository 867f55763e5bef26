"""Values of cells as text."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from apps.exports.registry import Cell

FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""The characters that start a formula, also after SPACES."""
SPACES: Final = " \u00a0"
SPLITTERS: Final = ";\t\r\n"
"""The characters at which a spreadsheet may split a line."""
_LATER: Final = re.compile(r"([;\t\r\n][\s\"]*)(?=[=+\-@＝＋－＠])")
_SPECIAL: Final = re.compile(r"[=+\-@＝＋－＠;\t\r\n\x00]")
"""Text without any of these is safe as it is."""


def safe_text(text: str) -> str:
    """Return the text so that no spreadsheet runs it as a formula: users choose their own names."""
    clean = text.replace("\x00", "")
    return f"'{clean}" if clean.lstrip(SPACES).startswith(FORMULA_STARTS) else clean


def safe_line(text: str) -> str:
    """Return the text as `safe_text`, also where a spreadsheet may split the line.

    Many European spreadsheets split at a semicolon, even in quotes; a tab or line break splits pasted text.
    """
    if _SPECIAL.search(text) is None:
        return text
    return safe_text(_LATER.sub(r"\1'", text))


def csv_formatter(tz: ZoneInfo) -> Callable[[Cell], str]:
    """Return a function that formats a cell of a CSV file, in the current language.

    It finds the format by the exact type of the cell: a file has tens of millions of cells.
    """
    yes, no = yes_or_no(True), yes_or_no(False)
    formats: dict[type, Callable[[Any], str]] = {
        type(None): lambda cell: "",
        bool: lambda cell: yes if cell else no,
        str: safe_line,
        int: str,
        datetime: lambda cell: _moment(cell, tz),
        Decimal: _plain_decimal,
    }

    def text_of(cell: Cell) -> str:
        known = formats.get(type(cell))
        return known(cell) if known else _text_of_other(cell, tz)

    return text_of


def _moment(cell: datetime, tz: ZoneInfo) -> str:
    # Half the time of strftime.
    return cell.astimezone(tz).isoformat(" ", "seconds")[:19]


def _plain_decimal(cell: Decimal) -> str:
    text = str(cell)
    return f"{cell:f}" if "E" in text else text


def _text_of_other(cell: Cell, tz: ZoneInfo) -> str:
    """Return the text of a cell whose type is a subclass, such as a choice, or a duration."""
    match cell:
        case str():
            return safe_line(cell)
        case datetime():
            return _moment(cell, tz)
        case timedelta():
            minutes, seconds = divmod(int(cell.total_seconds()), 60)
            return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
        case Decimal():
            return _plain_decimal(cell)
        case _:
            return str(cell)


def yes_or_no(value: bool) -> str:
    return _("Yes") if value else _("No")

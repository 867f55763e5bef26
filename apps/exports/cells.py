"""Values of cells as text."""

import re
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from apps.exports.registry import Cell

FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""The characters that start a formula, also after spaces."""
_LATER: Final = re.compile(r"([;\t\r\n][\s\"]*)(?=[=+\-@＝＋－＠])")


def safe_text(text: str) -> str:
    """Return the text so that no spreadsheet runs it as a formula: users choose their own names."""
    clean = text.replace("\x00", "")
    return f"'{clean}" if clean.lstrip(" \u00a0").startswith(FORMULA_STARTS) else clean


def safe_line(text: str) -> str:
    """Return the text as `safe_text`, also where a spreadsheet may split the line.

    Many European spreadsheets split at a semicolon, even in quotes; a tab or line break splits pasted text.
    """
    return safe_text(_LATER.sub(r"\1'", text))


def csv_text(cell: Cell, tz: ZoneInfo) -> str:
    """Return the text of a cell in a CSV file."""
    match cell:
        case None:
            return ""
        case bool():
            return yes_or_no(cell)
        case str():
            return safe_line(cell)
        case datetime():
            return cell.astimezone(tz).strftime("%Y-%m-%d %H:%M:%S")
        case timedelta():
            minutes, seconds = divmod(int(cell.total_seconds()), 60)
            return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
        case Decimal():
            return f"{cell:f}"
        case _:
            return str(cell)


def yes_or_no(value: bool) -> str:
    return _("Yes") if value else _("No")

"""One value as a spreadsheet reads it."""

import re
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from apps.exports.registry import Cell

FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a spreadsheet takes for the beginning of a formula, also behind blanks."""
_LATER: Final = re.compile(r"([;\t\r\n][\s\"]*)(?=[=+\-@＝＋－＠])")


def safe_text(text: str) -> str:
    """A text that no spreadsheet will compute: people choose their own names."""
    clean = text.replace("\x00", "")
    return f"'{clean}" if clean.lstrip(" \u00a0").startswith(FORMULA_STARTS) else clean


def safe_line(text: str) -> str:
    """As `safe_text`, and where a spreadsheet of another country may cut the line in two.

    Half of Europe's take a semicolon for the end of a cell, whatever is quoted; a tab or a new line
    inside a text ends one for who pastes it.
    """
    return safe_text(_LATER.sub(r"\1'", text))


def csv_text(cell: Cell, tz: ZoneInfo) -> str:
    """As it stands in a CSV file."""
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

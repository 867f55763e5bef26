"""One value as a spreadsheet reads it."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from apps.exports.registry import Cell

FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a spreadsheet takes for the beginning of a formula, also behind blanks."""


def safe_text(text: str) -> str:
    """A text that no spreadsheet will compute: people choose their own names."""
    clean = text.replace("\x00", "")
    return f"'{clean}" if clean.lstrip(" \u00a0").startswith(FORMULA_STARTS) else clean


def csv_text(cell: Cell, tz: ZoneInfo) -> str:
    """As it stands in a CSV file."""
    match cell:
        case None:
            return ""
        case bool():
            return yes_or_no(cell)
        case str():
            return safe_text(cell)
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

"""Rounding and limits of money, which is always Decimal."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from babel.numbers import get_currency_precision

ZERO: Final = Decimal(0)
MONEY_DIGITS: Final = 18
MONEY_PLACES: Final = 4
"""Columns have four decimals; no currency in use has more than three."""
MOST_MONEY: Final = Decimal(1_000_000_000)
"""Upper limit against typing errors."""


def round_money(amount: Decimal, *, decimals: int) -> Decimal:
    """Round half up to the number of decimals of the currency, away from zero on a tie."""
    return amount.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)


def minor_units(code: str) -> int:
    """Return the decimals of a currency (ISO 4217): 0 for JPY, 3 for KWD, and 2 for an unknown code."""
    return get_currency_precision(code.upper())

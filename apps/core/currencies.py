"""Currencies as ISO 4217 has them."""

from babel.numbers import get_currency_precision


def minor_units(code: str) -> int:
    """Decimals of a currency: 0 for JPY, 2 for USD, 3 for KWD; 2 where no one knows it."""
    return get_currency_precision(code.upper())

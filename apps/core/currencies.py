"""ISO 4217 currencies."""

from babel.numbers import get_currency_precision


def minor_units(code: str) -> int:
    """Return the decimals of a currency: 0 for JPY, 2 for USD, 3 for KWD; 2 for an unknown one."""
    return get_currency_precision(code.upper())

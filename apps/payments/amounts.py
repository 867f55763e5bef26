"""Amounts in a gateway's units."""

from collections.abc import Mapping
from decimal import Decimal

from babel.numbers import get_currency_precision


def exponent(currency: str, special: Mapping[str, int] | None = None) -> int:
    """Decimals of a currency: the gateway's own where it has any, else those of CLDR."""
    if special and currency in special:
        return special[currency]
    return get_currency_precision(currency)


def to_minor(amount: Decimal, currency: str, special: Mapping[str, int] | None = None) -> int:
    """The amount in the smallest units. Raises ValueError when it is finer: fares are rounded earlier."""
    minor = amount.scaleb(exponent(currency, special))
    if minor != minor.to_integral_value():
        raise ValueError(f"{amount} {currency} is finer than the currency")
    return int(minor)


def from_minor(minor: int | str, currency: str, special: Mapping[str, int] | None = None) -> Decimal:
    """Smallest units as an amount."""
    return Decimal(minor).scaleb(-exponent(currency, special))


def plain(amount: Decimal, *, places: int) -> str:
    """The amount with just so many decimals. Raises ValueError when it is finer."""
    text = amount.quantize(Decimal(1).scaleb(-places))
    if text != amount:
        raise ValueError(f"{amount} is finer than {places} decimals")
    return f"{text:f}"

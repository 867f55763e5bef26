"""Amounts in a gateway's units."""

from collections.abc import Mapping
from decimal import Decimal

from apps.core.money import minor_units
from apps.core.validation.numbers import parse_whole


def exponent(currency: str, special: Mapping[str, int] | None = None) -> int:
    """Decimals of a currency: the gateway's own where it has any, else those of CLDR."""
    if special and currency in special:
        return special[currency]
    return minor_units(currency)


def to_minor(amount: Decimal, currency: str, special: Mapping[str, int] | None = None) -> int:
    """The amount in the smallest units. Raises ValueError when it is finer: fares are rounded earlier."""
    minor = amount.scaleb(exponent(currency, special))
    if minor != minor.to_integral_value():
        raise ValueError(f"{amount} {currency} is finer than the currency")
    return int(minor)


def is_whole(amount: Decimal, currency: str, special: Mapping[str, int] | None = None) -> bool:
    """Whether the amount is a whole number of the currency's smallest units."""
    minor = amount.scaleb(exponent(currency, special))
    return minor == minor.to_integral_value()


def from_minor(minor: int | str, currency: str, special: Mapping[str, int] | None = None) -> Decimal:
    """Smallest units as an amount. Raises ValueError for what is no whole number."""
    return Decimal(parse_whole(minor)).scaleb(-exponent(currency, special))


def plain(amount: Decimal, *, places: int) -> str:
    """The amount with just so many decimals. Raises ValueError when it is finer."""
    text = amount.quantize(Decimal(1).scaleb(-places))
    if text != amount:
        raise ValueError(f"{amount} is finer than {places} decimals")
    return f"{text:f}"


def number(amount: Decimal, *, places: int) -> int | float:
    """The amount as a number of JSON, written with just its own digits. Raises ValueError when finer."""
    exact = Decimal(plain(amount, places=places))
    if exact == exact.to_integral_value():
        return int(exact)
    nearest = float(exact)
    if Decimal(repr(nearest)) != exact:
        raise ValueError(f"{amount} has more digits than a number of JSON")
    return nearest

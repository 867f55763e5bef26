"""Conversions between amounts and gateways' units."""

from collections.abc import Mapping
from decimal import Decimal

from apps.core.money import minor_units
from apps.core.validation.numbers import parse_whole


def exponent(currency: str, special: Mapping[str, int] | None = None) -> int:
    """Return the decimals of a currency: the gateway's if it differs, else those of CLDR."""
    if special and currency in special:
        return special[currency]
    return minor_units(currency)


def to_minor(amount: Decimal, currency: str, special: Mapping[str, int] | None = None) -> int:
    """Return the amount in minor units. Raises ValueError for a fraction of one; fares are rounded before."""
    minor = amount.scaleb(exponent(currency, special))
    if minor != minor.to_integral_value():
        raise ValueError(f"{amount} {currency} has more decimals than the currency")
    return int(minor)


def is_whole(amount: Decimal, currency: str, special: Mapping[str, int] | None = None) -> bool:
    """Return whether the amount is a whole number of minor units."""
    minor = amount.scaleb(exponent(currency, special))
    return minor == minor.to_integral_value()


def from_minor(minor: int | str, currency: str, special: Mapping[str, int] | None = None) -> Decimal:
    """Return minor units as an amount. Raises ValueError if they are not a whole number."""
    return Decimal(parse_whole(minor)).scaleb(-exponent(currency, special))


def plain(amount: Decimal, *, places: int) -> str:
    """Format the amount with `places` decimals. Raises ValueError if it has more."""
    text = amount.quantize(Decimal(1).scaleb(-places))
    if text != amount:
        raise ValueError(f"{amount} has more than {places} decimals")
    return f"{text:f}"


def number(amount: Decimal, *, places: int) -> int | float:
    """Return the amount as a JSON number with its exact digits. Raises ValueError for more decimals."""
    exact = Decimal(plain(amount, places=places))
    if exact == exact.to_integral_value():
        return int(exact)
    nearest = float(exact)
    if Decimal(repr(nearest)) != exact:
        raise ValueError(f"{amount} has more digits than a JSON number")
    return nearest

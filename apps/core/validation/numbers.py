"""The one grammar of numbers that come from outside.

A text is a number where it is ASCII digits with perhaps a minus before them and, for an amount, a point and
digits behind them; space around it does not matter. Python's own `int`, `float` and `Decimal` also take
"1_000", the digits of every script, "1e3", "+1", ".5", "5." and "NaN": what looks like one amount to a
person would be another one to the ledger. A number of JSON has JSON's own grammar and is read exactly.
apps.core.validation.number_fields makes the frameworks' fields keep to it.
"""

import json
import re
from decimal import Decimal
from typing import Any, Final

WHOLE: Final = re.compile(r"-?[0-9]+")
AMOUNT: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?")
MEASURE: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
"""A coordinate or another measured number: JavaScript writes 0.0000001 as 1e-7."""
LONGEST: Final = 1000
"""Characters of a number; longer texts are refused by the fields in a sentence of their own."""

Grammar = re.Pattern[str]


def is_number(text: str, grammar: Grammar) -> bool:
    """Whether a text, space around it left out, is a number of this grammar."""
    return grammar.fullmatch(text.strip()) is not None


def parse_amount(value: object) -> Decimal:
    """An amount as a gateway or a client sends it: text, or an exact number. Raises ValueError."""
    if isinstance(value, str) and len(value) <= LONGEST and is_number(value, AMOUNT):
        return unsigned_zero(Decimal(value.strip()))
    if isinstance(value, int) and not isinstance(value, bool):
        return Decimal(value)
    if isinstance(value, Decimal) and value.is_finite():
        return unsigned_zero(value)
    raise ValueError("not an amount")


def parse_whole(value: object) -> int:
    """A whole number: text, or a number without a fraction. Raises ValueError."""
    if isinstance(value, str) and len(value) <= LONGEST and is_number(value, WHOLE):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, Decimal) and value.is_finite() and value == value.to_integral_value():
        return int(value)
    raise ValueError("not a whole number")


def load_exact_json(text: str | bytes) -> Any:
    """What JSON says, its fractions as Decimal. Raises ValueError for what is no JSON."""
    return json.loads(text, parse_float=Decimal, parse_constant=refuse_constant)


def unsigned_zero(value: Decimal) -> Decimal:
    """The same number; "-0" is 0."""
    return value if value else value.copy_abs()


def refuse_constant(name: str) -> Any:
    """For json.loads: NaN and Infinity are not JSON. Raises ValueError."""
    raise ValueError(f"{name} is no JSON")

"""The grammar of numbers in input.

A number is ASCII digits with an optional minus and, for an amount, a point followed by digits; surrounding
space is ignored. Python's `int`, `float` and `Decimal` also accept "1_000", digits of any script, "1e3",
"+1", ".5", "5." and "NaN", which a user may read as another amount. JSON numbers follow JSON's grammar and
are parsed exactly. apps.core.validation.number_fields applies the grammar to the frameworks' fields.
"""

import json
import re
from decimal import Decimal
from typing import Any, Final

WHOLE: Final = re.compile(r"-?[0-9]+")
AMOUNT: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?")
MEASURE: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
"""A coordinate or measurement; JavaScript writes 0.0000001 as 1e-7."""
LONGEST: Final = 1000
"""Maximum characters; fields report longer texts with their own message."""

Grammar = re.Pattern[str]


def is_number(text: str, grammar: Grammar) -> bool:
    """Return whether the text, stripped, matches the grammar."""
    return grammar.fullmatch(text.strip()) is not None


def parse_amount(value: object) -> Decimal:
    """Parse an amount from text or an exact number. Raises ValueError."""
    if isinstance(value, str) and len(value) <= LONGEST and is_number(value, AMOUNT):
        return unsigned_zero(Decimal(value.strip()))
    if isinstance(value, int) and not isinstance(value, bool):
        return Decimal(value)
    if isinstance(value, Decimal) and value.is_finite():
        return unsigned_zero(value)
    raise ValueError("not an amount")


def parse_whole(value: object) -> int:
    """Parse a whole number from text or a number without a fraction. Raises ValueError."""
    if isinstance(value, str) and len(value) <= LONGEST and is_number(value, WHOLE):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, Decimal) and value.is_finite() and value == value.to_integral_value():
        return int(value)
    raise ValueError("not a whole number")


def load_exact_json(text: str | bytes) -> Any:
    """Parse JSON with fractions as Decimal. Raises ValueError."""
    return json.loads(text, parse_float=Decimal, parse_constant=refuse_constant)


def unsigned_zero(value: Decimal) -> Decimal:
    """Return the same number, with "-0" as 0."""
    return value if value else value.copy_abs()


def refuse_constant(name: str) -> Any:
    """Reject NaN and Infinity in json.loads. Raises ValueError."""
    raise ValueError(f"{name} is no JSON")

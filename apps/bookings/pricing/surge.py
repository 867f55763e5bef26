"""The surge factor that a booking agreed on."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, TypedDict

from apps.fares.surge.current import AgreedSurge, Surge
from apps.fares.surge.engine import NO_SURGE


class SurgeTerms(TypedDict):
    """The surge factor agreed at booking, with the numbers that it follows from."""

    record: int
    factor: str
    zone: str
    waiting: int
    free: int


def agreed_factor(terms: Mapping[str, Any]) -> Decimal:
    """Return the surge factor agreed at booking, whatever is in force at the end."""
    surge = terms.get("surge")
    return NO_SURGE if surge is None else Decimal(surge["factor"])


def agreed_surge(terms: Mapping[str, Any]) -> AgreedSurge:
    """Return the same with its record, for an edit of the booking."""
    surge = terms.get("surge")
    return AgreedSurge(None if surge is None else Surge(Decimal(surge["factor"]), surge["record"]))

"""Discounts of promos: flat or percentage as in document 1, with a cap and a minimum order.

    exact = value if flat, or trip cost x value / 100
    discount = the minimum of exact, the promo's cap if it has one, and the trip cost; rounded half up once

A trip below the minimum order gets no discount.
"""

from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any, Final, Self

from apps.core.money import ZERO, round_money
from apps.fares.choices import DiscountType

PERCENT: Final = Decimal(100)


@dataclass(frozen=True, slots=True, kw_only=True)
class PromoTerms:
    """The terms of a promo; a booking stores those of the time of use."""

    promo_name: str
    promo_discount_type: str
    promo_discount_value: Decimal
    max_promo_discount_value: Decimal | None
    min_order: Decimal

    def as_json(self) -> dict[str, Any]:
        """Return the terms as JSON; amounts are strings, so that every digit is preserved."""
        return {
            name: f"{value:f}" if isinstance(value, Decimal) else value
            for name, value in asdict(self).items()
        }

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        cap = stored["max_promo_discount_value"]
        return cls(
            promo_name=stored["promo_name"],
            promo_discount_type=stored["promo_discount_type"],
            promo_discount_value=Decimal(stored["promo_discount_value"]),
            max_promo_discount_value=None if cap is None else Decimal(cap),
            min_order=Decimal(stored["min_order"]),
        )


def reaches_min_order(terms: PromoTerms, trip_cost: Decimal) -> bool:
    """Return whether the trip cost reaches the minimum order."""
    return trip_cost >= terms.min_order


def discount(terms: PromoTerms, trip_cost: Decimal, *, decimals: int) -> Decimal:
    """Return the discount on a trip cost with `decimals` decimals; at most the trip cost."""
    if not reaches_min_order(terms, trip_cost):
        return ZERO
    exact = terms.promo_discount_value
    if terms.promo_discount_type == DiscountType.PERCENTAGE:
        exact = trip_cost * terms.promo_discount_value / PERCENT
    if terms.max_promo_discount_value is not None:
        exact = min(exact, terms.max_promo_discount_value)
    return round_money(min(exact, trip_cost), decimals=decimals)

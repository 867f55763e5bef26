"""What a promo takes off: document 1's flat or percentage, and the design's cap and least order.

    exact = value when flat, trip cost x value / 100 when a percentage
    discount = the least of exact, the promo's cap where it has one, and the trip cost; rounded half up once

A trip that costs less than the least order gets nothing off.
"""

from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any, Final, Self

from apps.core.money import ZERO, round_money
from apps.fares.choices import DiscountType

PERCENT: Final = Decimal(100)


@dataclass(frozen=True, slots=True, kw_only=True)
class PromoTerms:
    """What a promo promises; a booking keeps the terms of the moment when it was applied."""

    promo_name: str
    promo_discount_type: str
    promo_discount_value: Decimal
    max_promo_discount_value: Decimal | None
    min_order: Decimal

    def as_json(self) -> dict[str, Any]:
        """Amounts as strings, so that JSON keeps every digit."""
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


def is_enough(terms: PromoTerms, trip_cost: Decimal) -> bool:
    """Whether a trip of this price may have the discount."""
    return trip_cost >= terms.min_order


def discount(terms: PromoTerms, trip_cost: Decimal, *, decimals: int) -> Decimal:
    """What is taken off a price that was published with `decimals` decimals; never more than the price."""
    if not is_enough(terms, trip_cost):
        return ZERO
    exact = terms.promo_discount_value
    if terms.promo_discount_type == DiscountType.PERCENTAGE:
        exact = trip_cost * terms.promo_discount_value / PERCENT
    if terms.max_promo_discount_value is not None:
        exact = min(exact, terms.max_promo_discount_value)
    return round_money(min(exact, trip_cost), decimals=decimals)

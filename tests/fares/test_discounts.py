"""Discounts of promos, calculated by hand at each limit."""

from decimal import Decimal as D

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.fares.promos.discounts import PromoTerms, discount

ZEROS = {0: "0", 2: "0.00", 3: "0.000"}


def terms(kind: str, value: str, *, cap: str | None = None, least: str = "0") -> PromoTerms:
    return PromoTerms(
        promo_name="TEN",
        promo_discount_type=kind,
        promo_discount_value=D(value),
        max_promo_discount_value=None if cap is None else D(cap),
        min_order=D(least),
    )


@pytest.mark.parametrize(
    ("promo", "trip_cost", "decimals", "expected"),
    [
        # Flat: the promo's value; its maximum is only a cap.
        (terms("flat", "10"), "61.53", 2, "10"),
        (terms("flat", "10", cap="50"), "61.53", 2, "10"),
        (terms("flat", "10", cap="10"), "61.53", 2, "10"),
        (terms("flat", "10", cap="7.50"), "61.53", 2, "7.50"),
        (terms("flat", "10", cap="0"), "61.53", 2, "0"),
        # Never more than the trip costs.
        (terms("flat", "10"), "10", 2, "10"),
        (terms("flat", "10"), "9.99", 2, "9.99"),
        (terms("percentage", "100"), "61.53", 2, "61.53"),
        # A percentage of the trip cost: 15 % of 61.53 is 9.2295.
        (terms("percentage", "15"), "61.53", 2, "9.23"),
        (terms("percentage", "15"), "61.53", 3, "9.230"),
        (terms("percentage", "15"), "62", 0, "9"),
        (terms("percentage", "50"), "61", 0, "31"),
        (terms("percentage", "50"), "0.01", 2, "0.01"),
        (terms("percentage", "20", cap="12.30"), "61.50", 2, "12.30"),
        (terms("percentage", "20", cap="12.30"), "61.53", 2, "12.30"),
        (terms("percentage", "20", cap="12.30"), "61.49", 2, "12.30"),
        (terms("percentage", "20", cap="12.30"), "61.40", 2, "12.28"),
        (terms("percentage", "0"), "61.53", 2, "0"),
        # The minimum order itself qualifies, one cent less does not.
        (terms("flat", "10", least="61.53"), "61.53", 2, "10"),
        (terms("flat", "10", least="61.54"), "61.53", 2, "0"),
        (terms("percentage", "15", least="61.54"), "61.53", 2, "0"),
    ],
)
def test_discount_amounts(promo: PromoTerms, trip_cost: str, decimals: int, expected: str) -> None:
    assert discount(promo, D(trip_cost), decimals=decimals) == D(expected)


AMOUNTS = st.decimals(0, 10_000, places=2)


@given(
    kind=st.sampled_from(("flat", "percentage")),
    value=st.decimals(0, 100, places=4),
    cap=st.none() | AMOUNTS,
    least=AMOUNTS,
    coins=st.integers(0, 1_000_000),
    decimals=st.sampled_from((0, 2, 3)),
)
def test_discount_is_rounded_and_between_zero_and_the_price(
    kind: str, value: D, cap: D | None, least: D, coins: int, decimals: int
) -> None:
    promo = PromoTerms(
        promo_name="X",
        promo_discount_type=kind,
        promo_discount_value=value,
        max_promo_discount_value=cap,
        min_order=least,
    )
    price = D(coins).scaleb(-decimals)
    off = discount(promo, price, decimals=decimals)
    assert 0 <= off <= price
    assert off == off.quantize(D(ZEROS[decimals]))
    assert PromoTerms.from_json(promo.as_json()) == promo

"""Rounding of money."""

from decimal import Decimal

import pytest

from apps.core.money import round_money


@pytest.mark.parametrize(
    ("amount", "decimals", "rounded"),
    [
        ("2.345", 2, "2.35"),
        ("2.344999", 2, "2.34"),
        ("-2.345", 2, "-2.35"),
        ("0.5", 0, "1"),
        ("1.5", 0, "2"),
        ("2.5", 0, "3"),
        ("1.0005", 3, "1.001"),
        ("10", 2, "10.00"),
        ("123456789012.00005", 4, "123456789012.0001"),
        ("0", 2, "0.00"),
    ],
)
def test_rounds_half_away_from_zero_to_the_decimals_of_the_currency(
    amount: str, decimals: int, rounded: str
) -> None:
    result = round_money(Decimal(amount), decimals=decimals)
    assert str(result) == rounded

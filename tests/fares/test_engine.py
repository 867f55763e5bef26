"""Fares calculated by hand; each calculation is written beside its case."""

from dataclasses import replace
from decimal import Decimal as D
from typing import Any

import pytest

from apps.fares.engine import Fare, Rates, fare

ECONOMY = Rates(
    base_fare=D(10),
    rate_per_unit_distance=D(5),
    rate_per_hour=D(5),
    min_fare=D(10),
    convenience_fees=D(15),
    convenience_fee_type="percentage",
)
EXCLUSIVE = replace(
    ECONOMY, base_fare=D(15), min_fare=D(30), rate_per_hour=D(8), rate_per_unit_distance=D(10)
)


def price(
    rates: Rates = ECONOMY,
    *,
    km: str = "0",
    seconds: int = 0,
    miles: bool = False,
    decimals: int = 2,
    **extras: Any,
) -> Fare:
    return fare(
        rates,
        distance_km=D(km),
        duration_seconds=seconds,
        convert_to_mile=miles,
        decimals=decimals,
        **extras,
    )


def bill(priced: Fare) -> dict[str, str]:
    return {line.key: str(line.amount) for line in priced.breakdown}


def figures(priced: Fare) -> tuple[str, str, str, str]:
    """Return total, fee, trip cost and driver's share."""
    return (
        str(priced.total),
        str(priced.convenience_fees),
        str(priced.trip_cost),
        str(priced.driver_share),
    )


def test_ride_of_ten_kilometres_and_half_an_hour() -> None:
    # 10 + 5 x 10 + 5 x 0.5 = 62.50; 15 % of it = 9.375, half up 9.38; together 71.88
    priced = price(km="10", seconds=1800)
    assert figures(priced) == ("62.50", "9.38", "71.88", "62.50")
    assert bill(priced) == {
        "base_fare": "10.00",
        "distance": "50.00",
        "time": "2.50",
        "convenience_fee": "9.38",
    }


def test_short_ride_is_raised_to_the_minimum_fare() -> None:
    # 15 + 10 x 1.2 + 8 x 180/3600 = 15 + 12 + 0.40 = 27.40, so 2.60 up to 30; 15 % of 30 = 4.50
    priced = price(EXCLUSIVE, km="1.2", seconds=180)
    assert figures(priced) == ("30.00", "4.50", "34.50", "30.00")
    assert bill(priced) == {
        "base_fare": "15.00",
        "distance": "12.00",
        "time": "0.40",
        "minimum": "2.60",
        "convenience_fee": "4.50",
    }


def test_fare_equal_to_the_minimum_has_no_minimum_line() -> None:
    # 15 + 10 x 1.46 + 8 x 180/3600 = 15 + 14.60 + 0.40 = 30
    priced = price(EXCLUSIVE, km="1.46", seconds=180)
    assert priced.total == D("30.00")
    assert "minimum" not in bill(priced)


def test_currency_without_decimals() -> None:
    # 10 + 5 x 3.5 + 5 x 600/3600 = 10 + 17.5 + 0.8333 = 28.3333 -> 28; 15 % of 28 = 4.2 -> 4
    # lines: 17.5 and 0.8333 round to 18 and 1, one more than the total: the larger remainder is kept
    priced = price(km="3.5", seconds=600, decimals=0)
    assert figures(priced) == ("28", "4", "32", "28")
    assert bill(priced) == {"base_fare": "10", "distance": "17", "time": "1", "convenience_fee": "4"}


def test_currency_with_three_decimals() -> None:
    # 10 + 5 x 7.777 + 5 x 1000/3600 = 10 + 38.885 + 1.38888.. = 50.27388.. -> 50.274
    # 15 % of 50.274 = 7.5411 -> 7.541
    priced = price(km="7.777", seconds=1000, decimals=3)
    assert figures(priced) == ("50.274", "7.541", "57.815", "50.274")
    assert bill(priced)["time"] == "1.389"


def test_flat_fee_does_not_depend_on_the_trip() -> None:
    flat = replace(ECONOMY, convenience_fees=D("2.5"), convenience_fee_type="flat")
    # 10 + 5 x 10 + 5 x 0.5 = 62.50, and 2.50
    assert figures(price(flat, km="10", seconds=1800)) == ("62.50", "2.50", "65.00", "62.50")
    # 10 + 5 x 100 + 5 x 2 = 520, and 2.50
    assert figures(price(flat, km="100", seconds=7200)) == ("520.00", "2.50", "522.50", "520.00")


def test_flat_fee_is_rounded_to_the_currency() -> None:
    flat = replace(ECONOMY, convenience_fees=D("2.5"), convenience_fee_type="flat")
    # 10 + 5 x 1 = 15; 2.5 -> 3
    assert figures(price(flat, km="1", decimals=0)) == ("15", "3", "18", "15")


def test_distance_in_miles() -> None:
    # 16.09344 km are 10 miles exactly: 10 + 5 x 10 + 5 x 0.25 = 61.25; 15 % = 9.1875 -> 9.19
    priced = price(km="16.09344", seconds=900, miles=True)
    assert figures(priced) == ("61.25", "9.19", "70.44", "61.25")
    distance = priced.breakdown[1]
    assert (distance.key, distance.quantity, distance.unit) == ("distance", D("10.000"), "mi")


def test_distance_in_fractional_miles() -> None:
    # 10 km = 6.213711.. miles: 5 x 6.213711.. = 31.068559.. -> with base 41.068559.. -> 41.07
    # 15 % of 41.07 = 6.1605 -> 6.16
    priced = price(km="10", miles=True)
    assert figures(priced) == ("41.07", "6.16", "47.23", "41.07")
    assert priced.breakdown[1].quantity == D("6.214")


def test_tie_is_rounded_up() -> None:
    # 10 + 5 x 0.001 = 10.005 -> 10.01; 15 % of 10.01 = 1.5015 -> 1.50
    assert figures(price(km="0.001")) == ("10.01", "1.50", "11.51", "10.01")


def test_two_ties_are_rounded_only_once() -> None:
    # 10 + 5 x 1.001 + 18 x 1/3600 = 10 + 5.005 + 0.005 = 15.01; line by line it would be 15.02
    priced = price(replace(ECONOMY, rate_per_hour=D(18)), km="1.001", seconds=1)
    assert priced.total == D("15.01")
    # 15 % of 15.01 = 2.2515 -> 2.25
    assert bill(priced) == {
        "base_fare": "10.00",
        "distance": "5.01",
        "time": "0.00",
        "convenience_fee": "2.25",
    }


def test_small_remainders_still_add_up() -> None:
    # 10 + 5 x 0.0008 + 4.8 x 3/3600 = 10 + 0.004 + 0.004 = 10.008 -> 10.01, though each line rounds to 0.00
    rates = replace(ECONOMY, rate_per_hour=D("4.8"))
    priced = price(rates, km="0.0008", seconds=3)
    assert priced.total == D("10.01")
    assert sum(line.amount for line in priced.breakdown if line.key != "convenience_fee") == D("10.01")


def test_zero_base_fare_has_no_line() -> None:
    # 0 + 5 x 4 + 5 x 0.2 = 21.00; 15 % = 3.15
    priced = price(replace(ECONOMY, base_fare=D(0)), km="4", seconds=720)
    assert figures(priced) == ("21.00", "3.15", "24.15", "21.00")
    assert "base_fare" not in bill(priced)


def test_trip_without_distance_costs_the_minimum() -> None:
    # 10 + 0 + 0 is the minimum already; 15 % = 1.50
    assert figures(price()) == ("10.00", "1.50", "11.50", "10.00")


def test_parcel_and_option_are_part_of_the_total() -> None:
    # 10 + 5 x 2 + 5 x 360/3600 + 15 + 20 = 55.50; 15 % = 8.325 -> 8.33
    priced = price(km="2", seconds=360, parcel_amount=D(15), option_amount=D(20))
    assert figures(priced) == ("55.50", "8.33", "63.83", "55.50")
    assert (bill(priced)["parcel"], bill(priced)["option"]) == ("15.00", "20.00")


def test_zero_fee_has_no_line() -> None:
    priced = price(replace(ECONOMY, convenience_fees=D(0)), km="2")
    assert figures(priced) == ("20.00", "0.00", "20.00", "20.00")
    assert "convenience_fee" not in bill(priced)


def test_line_as_json_has_plain_numbers() -> None:
    priced = price(replace(ECONOMY, rate_per_unit_distance=D("1E+1")), km="10", seconds=840)
    assert [line.as_json() for line in priced.breakdown[1:3]] == [
        {"key": "distance", "quantity": "10.000", "unit": "km", "rate": "10", "amount": "100.00"},
        # 840 s are 0.23333 h; 5 x 840/3600 = 1.1666.. -> 1.17
        {"key": "time", "quantity": "0.23333", "unit": "h", "rate": "5", "amount": "1.17"},
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"km": "-1"},
        {"seconds": -1},
        {"rates": replace(ECONOMY, min_fare=D(-1))},
        {"rates": replace(ECONOMY, convenience_fees=D(-1))},
        {"parcel_amount": D(-1)},
    ],
)
def test_negative_input_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="never negative"):
        price(wrong.pop("rates", ECONOMY), **wrong)

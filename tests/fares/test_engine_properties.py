"""Properties of every fare, checked against the formula in exact fractions."""

import decimal
from dataclasses import replace
from decimal import Decimal as D
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from apps.fares.engine import Fare, Rates, fare

money = st.decimals(min_value=0, max_value=10_000, places=4)
rates = st.builds(
    Rates,
    base_fare=money,
    rate_per_unit_distance=money,
    rate_per_hour=money,
    min_fare=money,
    convenience_fees=st.decimals(min_value=0, max_value=100, places=4),
    convenience_fee_type=st.sampled_from(["flat", "percentage"]),
)
trips = st.fixed_dictionaries(
    {
        "rates": rates,
        "distance_km": st.decimals(min_value=0, max_value=5_000, places=3),
        "duration_seconds": st.integers(min_value=0, max_value=200_000),
        "convert_to_mile": st.booleans(),
        "decimals": st.integers(min_value=0, max_value=4),
        "parcel_amount": money,
        "option_amount": money,
    }
)


def exact_total(trip: dict[str, Any]) -> Fraction:
    rated: Rates = trip["rates"]
    units = Fraction(trip["distance_km"])
    if trip["convert_to_mile"]:
        units /= Fraction("1.609344")
    return max(
        Fraction(rated.min_fare),
        Fraction(rated.base_fare)
        + Fraction(rated.rate_per_unit_distance) * units
        + Fraction(rated.rate_per_hour) * Fraction(trip["duration_seconds"], 3600)
        + Fraction(trip["parcel_amount"])
        + Fraction(trip["option_amount"]),
    )


def half_up(amount: Fraction, decimals: int) -> Fraction:
    coins = amount * 10**decimals
    return Fraction((2 * coins + 1) // 2, 10**decimals)


def priced(trip: dict[str, Any]) -> Fare:
    return fare(**trip)


@settings(max_examples=400, deadline=None)
@given(trips)
def test_total_and_fee_are_rounded_half_up_once(trip: dict[str, Any]) -> None:
    result, rated = priced(trip), trip["rates"]
    assert Fraction(result.total) == half_up(exact_total(trip), trip["decimals"])
    fee = Fraction(rated.convenience_fees)
    if rated.convenience_fee_type == "percentage":
        fee = Fraction(result.total) * fee / 100
    assert Fraction(result.convenience_fees) == half_up(fee, trip["decimals"])


@settings(max_examples=400, deadline=None)
@given(trips)
def test_published_amounts_add_up_exactly(trip: dict[str, Any]) -> None:
    result = priced(trip)
    assert sum(line.amount for line in result.breakdown) == result.trip_cost
    assert result.driver_share + result.convenience_fees == result.trip_cost
    assert result.driver_share == result.total


@settings(max_examples=400, deadline=None)
@given(trips)
def test_every_line_is_rounded_to_the_currency(trip: dict[str, Any]) -> None:
    result, coin = priced(trip), Fraction(1, 10 ** trip["decimals"])
    exact = {
        "base_fare": Fraction(trip["rates"].base_fare),
        "time": Fraction(trip["rates"].rate_per_hour) * Fraction(trip["duration_seconds"], 3600),
        "parcel": Fraction(trip["parcel_amount"]),
        "option": Fraction(trip["option_amount"]),
    }
    for line in result.breakdown:
        assert line.amount >= 0
        assert (Fraction(line.amount) / coin).denominator == 1
        if line.key in exact:
            assert abs(Fraction(line.amount) - exact[line.key]) < coin
        exponent = line.amount.as_tuple().exponent
        assert exponent == -trip["decimals"]


@settings(max_examples=200, deadline=None)
@given(trips, st.integers(min_value=0, max_value=1_000), st.integers(min_value=0, max_value=10_000))
def test_longer_trip_never_costs_less(trip: dict[str, Any], metres: int, seconds: int) -> None:
    farther = trip | {
        "distance_km": trip["distance_km"] + D(metres) / 1000,
        "duration_seconds": trip["duration_seconds"] + seconds,
    }
    assert priced(farther).trip_cost >= priced(trip).trip_cost


@settings(max_examples=200, deadline=None)
@given(trips)
def test_decimal_context_of_the_caller_does_not_matter(trip: dict[str, Any]) -> None:
    with decimal.localcontext(decimal.Context(prec=4, rounding=decimal.ROUND_DOWN)):
        imprecise = priced(trip)
    assert imprecise == priced(trip)


@settings(max_examples=200, deadline=None)
@given(trips)
def test_minimum_line_is_there_if_the_rest_is_less(trip: dict[str, Any]) -> None:
    free = replace(
        trip["rates"], base_fare=D(0), rate_per_unit_distance=D(0), rate_per_hour=D(0), min_fare=D(7)
    )
    result = priced(trip | {"rates": free, "parcel_amount": D(0), "option_amount": D(0)})
    assert result.total == 7
    assert [line.amount for line in result.breakdown if line.key == "minimum"] == [7]

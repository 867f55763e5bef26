"""What holds for every fare, held against the formula in exact fractions."""

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
def test_total_and_fee_are_the_formula_rounded_half_up_once(trip: dict[str, Any]) -> None:
    found, rated = priced(trip), trip["rates"]
    assert Fraction(found.total) == half_up(exact_total(trip), trip["decimals"])
    fee = Fraction(rated.convenience_fees)
    if rated.convenience_fee_type == "percentage":
        fee = Fraction(found.total) * fee / 100
    assert Fraction(found.convenience_fees) == half_up(fee, trip["decimals"])


@settings(max_examples=400, deadline=None)
@given(trips)
def test_published_figures_add_up_to_the_last_digit(trip: dict[str, Any]) -> None:
    found = priced(trip)
    assert sum(line.amount for line in found.breakdown) == found.trip_cost
    assert found.driver_share + found.convenience_fees == found.trip_cost
    assert found.driver_share == found.total


@settings(max_examples=400, deadline=None)
@given(trips)
def test_every_line_is_in_whole_coins_and_less_than_one_off(trip: dict[str, Any]) -> None:
    found, coin = priced(trip), Fraction(1, 10 ** trip["decimals"])
    exact = {
        "base_fare": Fraction(trip["rates"].base_fare),
        "time": Fraction(trip["rates"].rate_per_hour) * Fraction(trip["duration_seconds"], 3600),
        "parcel": Fraction(trip["parcel_amount"]),
        "option": Fraction(trip["option_amount"]),
    }
    for line in found.breakdown:
        assert line.amount >= 0
        assert (Fraction(line.amount) / coin).denominator == 1
        if line.key in exact:
            assert abs(Fraction(line.amount) - exact[line.key]) < coin
        exponent = line.amount.as_tuple().exponent
        assert exponent == -trip["decimals"]


@settings(max_examples=200, deadline=None)
@given(trips, st.integers(min_value=0, max_value=1_000), st.integers(min_value=0, max_value=10_000))
def test_farther_or_longer_never_costs_less(trip: dict[str, Any], metres: int, seconds: int) -> None:
    farther = trip | {
        "distance_km": trip["distance_km"] + D(metres) / 1000,
        "duration_seconds": trip["duration_seconds"] + seconds,
    }
    assert priced(farther).trip_cost >= priced(trip).trip_cost


@settings(max_examples=200, deadline=None)
@given(trips)
def test_the_callers_decimal_context_changes_nothing(trip: dict[str, Any]) -> None:
    with decimal.localcontext(decimal.Context(prec=4, rounding=decimal.ROUND_DOWN)):
        crippled = priced(trip)
    assert crippled == priced(trip)


@settings(max_examples=200, deadline=None)
@given(trips)
def test_the_minimum_line_is_there_when_the_rest_is_less(trip: dict[str, Any]) -> None:
    free = replace(
        trip["rates"], base_fare=D(0), rate_per_unit_distance=D(0), rate_per_hour=D(0), min_fare=D(7)
    )
    found = priced(trip | {"rates": free, "parcel_amount": D(0), "option_amount": D(0)})
    assert found.total == 7
    assert [line.amount for line in found.breakdown if line.key == "minimum"] == [7]

"""Surge in a price: its own line, before the minimum, and never on the minimum or the fee."""

from decimal import Decimal as D
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from apps.fares.engine import Line, fare
from apps.fares.tariff_engine.compiled import CompiledTariff
from apps.fares.tariff_engine.default import default_tariff
from apps.fares.tariff_engine.facts import Facts, Segment
from apps.fares.tariff_engine.files import tariff_of
from apps.fares.tariff_engine.pricing import Price, price
from apps.fares.tariffs.explanation import explanation_of
from tests.fares.tariffs import document, rates
from tests.fares.test_engine_properties import trips
from tests.fares.test_tariff_default import NOON

factors = st.integers(100, 500).map(lambda number: D(number) / 100)


def by_default_tariff(trip: dict[str, Any], surge: D) -> Price:
    tariff = default_tariff(trip["rates"], convert_to_mile=trip["convert_to_mile"])
    segment = Segment(
        start=NOON, seconds=D(trip["duration_seconds"]), distance_m=D(trip["distance_km"]) * 1000
    )
    charges = {"parcel": trip["parcel_amount"], "option": trip["option_amount"]}
    facts = Facts(start=NOON, segments=(segment,), charges=charges, surge=surge)
    return price(CompiledTariff(tariff), facts, decimals=trip["decimals"])


def by_rules(*rules: dict[str, Any], surge: str) -> dict[str, D]:
    segment = Segment(start=NOON, seconds=D(0), distance_m=D(10_000))
    facts = Facts(start=NOON, segments=(segment,), charges={"toll": D(2)}, surge=D(surge))
    found = price(CompiledTariff(tariff_of(document(*rules))), facts, decimals=2)
    assert sum(line.amount for line in found.lines) == found.trip_cost
    return {line.key: line.amount for line in found.lines}


@given(trips, factors)
@settings(max_examples=200, deadline=None)
def test_lines_add_up_and_the_fee_is_that_without_surge(trip: dict[str, Any], surge: D) -> None:
    usual, surged = fare(**trip), fare(**trip, surge=surge)
    assert sum(line.amount for line in surged.breakdown) == surged.trip_cost
    assert surged.convenience_fees == usual.convenience_fees
    assert surged.total >= usual.total
    assert (surged == usual) == (surge == 1)


@given(trips, factors)
@settings(max_examples=200, deadline=None)
def test_default_tariff_gives_the_same_lines(trip: dict[str, Any], surge: D) -> None:
    expected, priced = fare(**trip, surge=surge), by_default_tariff(trip, surge)
    lines = [Line(line.key, line.quantity, line.unit, line.rate, line.amount) for line in priced.lines]
    assert lines == list(expected.breakdown)
    assert (priced.total, priced.convenience_fees) == (expected.total, expected.convenience_fees)


def test_surge_multiplies_what_the_multipliers_give_and_nothing_after_it() -> None:
    lines = by_rules(
        {"name": "Rates", "then": rates("5.00", "1.00")},
        {"name": "Holiday", "then": {"kind": "multiplier", "factor": "2", "cap": "2"}},
        {"name": "Toll", "then": {"kind": "charge", "charge": "toll"}},
        {"name": "Luggage", "then": {"kind": "extra", "amount": "3.00"}},
        {"name": "Fee", "then": {"kind": "fee", "amount": "10", "percentage": True}},
        surge="1.3",
    )
    # (5 + 10) x 2 = 30 with the holiday; 0.3 of it; 10 % of 35 without surge.
    assert (lines["multiplier"], lines["surge"]) == (D("15.00"), D("9.00"))
    assert (lines["extra"], lines["toll"], lines["convenience_fee"]) == (D("3.00"), D("2.00"), D("3.50"))


def test_minimum_is_not_multiplied() -> None:
    rules = (
        {"name": "Rates", "then": rates("1.00", "0")},
        {"name": "Minimum", "then": {"kind": "minimum", "amount": "8.00"}},
    )
    assert by_rules(*rules, surge="1.5") == {
        "base_fare": D("1.00"),
        "distance": D(0),
        "time": D(0),
        "surge": D("0.50"),
        "minimum": D("6.50"),
    }


def test_line_is_explained_by_either_way_of_pricing() -> None:
    expected = "Fare × 1.3, because many people requested rides"
    assert explanation_of(Line("surge", D(1), "factor", D("1.3"), D("2.40"))) == expected
    stored = {"key": "surge", "quantity": "1", "unit": "factor", "rate": "1.3", "amount": "2.40"}
    by_tariff = {**stored, "rule": "", "message": "surge", "params": {}}
    assert explanation_of(stored) == explanation_of(by_tariff) == expected

"""The default tariff, a car type's six numbers as rules, equals the fare formula of document 1."""

from datetime import UTC, datetime
from decimal import Decimal as D
from typing import Any

from hypothesis import given, settings

from apps.fares.engine import Line, fare
from apps.fares.tariff_engine.compiled import CompiledTariff
from apps.fares.tariff_engine.default import default_tariff
from apps.fares.tariff_engine.facts import Facts, Segment
from apps.fares.tariff_engine.pricing import Price, price
from tests.fares.test_engine_properties import trips

NOON = datetime(2026, 6, 12, 12, tzinfo=UTC)


def by_default_tariff(trip: dict[str, Any]) -> Price:
    tariff = default_tariff(trip["rates"], convert_to_mile=trip["convert_to_mile"])
    segment = Segment(
        start=NOON, seconds=D(trip["duration_seconds"]), distance_m=D(trip["distance_km"]) * 1000
    )
    facts = Facts(
        start=NOON,
        segments=(segment,),
        charges={"parcel": trip["parcel_amount"], "option": trip["option_amount"]},
    )
    return price(CompiledTariff(tariff), facts, decimals=trip["decimals"])


@given(trips)
@settings(max_examples=200, deadline=None)
def test_every_line_and_amount_is_that_of_the_fare_formula(trip: dict[str, Any]) -> None:
    expected = fare(**trip)
    priced = by_default_tariff(trip)
    lines = [Line(line.key, line.quantity, line.unit, line.rate, line.amount) for line in priced.lines]
    assert lines == list(expected.breakdown)
    assert (priced.total, priced.convenience_fees) == (expected.total, expected.convenience_fees)

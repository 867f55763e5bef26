"""Bookings by the hour: what they cost by hand, their lines, and what the format refuses."""

from datetime import UTC, datetime
from decimal import ROUND_HALF_UP
from decimal import Decimal as D
from fractions import Fraction
from typing import Any

import pytest

from apps.fares.tariff_engine.checks import warnings_of
from apps.fares.tariff_engine.compiled import CompiledTariff
from apps.fares.tariff_engine.facts import Facts, Segment
from apps.fares.tariff_engine.files import TariffFileError, read_tariff, tariff_of, write_tariff
from apps.fares.tariff_engine.pricing import NoHire, Price, price
from tests.fares.tariffs import document, rates

DAY = {"name": "Day", "then": rates("3.00", "2.00", "12")}
FEE = {"name": "Fee", "then": {"kind": "fee", "amount": "10", "percentage": True}}
AT = datetime(2026, 10, 5, 12, tzinfo=UTC)
HIRE: dict[str, Any] = {
    "kind": "hire",
    "per_hour": "40",
    "included_per_hour": "20 km",
    "extra_distance": "1.50",
    "extra_half_hour": "22",
}


def hire(name: str = "By the hour", when: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    return {"name": name, "when": when or {}, "then": {**HIRE, **changes}}


def cost(
    *rules: dict[str, Any], booked: int, minutes: str = "0", km: str = "0", start: datetime = AT, **facts: Any
) -> Price:
    drive = Segment(start=start, seconds=D(minutes) * 60, distance_m=D(km) * 1000)
    trip = Facts(start=start, segments=(drive,), hire_minutes=booked, **facts)
    tariff = CompiledTariff(tariff_of(document(*(rules or (hire(),)), DAY)))
    return price(tariff, trip, decimals=2)


def by_hand(booked: int, seconds: int, metres: int) -> D:
    """Return the price in cents, by whole numbers and fractions."""
    half_hours = 0
    while booked * 60 + half_hours * 1800 < seconds:
        half_hours += 1
    included = Fraction(20_000 * (booked + 30 * half_hours), 60)
    above = max(Fraction(0), metres - included)
    exact = Fraction(4000 * booked, 60) + 2200 * half_hours + above * 150 / 1000
    cents = D(exact.numerator) / D(exact.denominator)
    return (cents / 100).quantize(D("0.01"), rounding=ROUND_HALF_UP)


def lines(priced: Price) -> dict[str, tuple[str, str]]:
    return {line.key: (f"{line.quantity:f}", f"{line.amount:f}") for line in priced.lines}


@pytest.mark.parametrize(
    ("minutes", "km", "expected"),
    [
        ("0", "0", "120"),
        # An early end costs the booked hours.
        ("45", "12", "120"),
        ("180", "60", "120"),
        # 4.5 km above 60 km.
        ("180", "64.5", "126.75"),
        # A half-hour counts when it begins.
        ("180.01", "60", "142"),
        ("210", "60", "142"),
        ("210.01", "60", "164"),
        # It brings 10 km more.
        ("200", "70", "142"),
        ("200", "71", "143.50"),
    ],
)
def test_three_hours(minutes: str, km: str, expected: str) -> None:
    assert cost(booked=180, minutes=minutes, km=km).total == D(expected)


@pytest.mark.parametrize("booked", [60, 90, 300, 720])
def test_price_equals_a_calculation_by_hand(booked: int) -> None:
    for late in (-1800, 0, 1, 1799, 1800, 1801, 9000):
        for metres in (0, 19_999, 20_000, 20_001, 133_337, 250_000):
            seconds = booked * 60 + late
            priced = cost(booked=booked, minutes=f"{D(seconds) / 60:.12f}", km=str(D(metres) / 1000))
            assert priced.total == by_hand(booked, seconds, metres), (late, metres)
            assert priced.total >= cost(booked=booked).total
            assert sum(line.amount for line in priced.lines) == priced.trip_cost


def test_lines_name_hours_half_hours_and_distance() -> None:
    priced = cost(booked=150, minutes="185", km="75.25")
    assert lines(priced) == {
        "hire": ("2.50000", "100.00"), "hire_time": ("2", "44.00"), "hire_distance": ("5.250", "7.88"),
    }  # fmt: skip
    assert [line.params.get("included") for line in priced.lines] == ["50 km", "20 km", None]


@pytest.mark.parametrize(
    "start",
    [
        # In London clocks are set forward at 01:00 UTC, and back at 01:00 UTC.
        datetime(2026, 3, 29, 0, tzinfo=UTC),
        datetime(2026, 10, 25, 0, tzinfo=UTC),
    ],
)
def test_hours_are_hours_of_driving_in_a_night_that_changes_the_clocks(start: datetime) -> None:
    assert cost(booked=180, minutes="180", km="60", start=start).total == 120
    assert cost(booked=180, minutes="181", km="60", start=start).total == 142


def test_first_rule_at_the_time_of_the_pickup_prices_the_whole_booking() -> None:
    night = hire("Night", {"hours": "22:00-06:00"}, per_hour="55")
    # 21:30 and 22:30 on a clock in London.
    before, after = datetime(2026, 10, 5, 20, 30, tzinfo=UTC), datetime(2026, 10, 5, 21, 30, tzinfo=UTC)
    assert cost(night, hire(), booked=120, minutes="120", start=before).total == 80
    assert cost(night, hire(), booked=120, minutes="120", start=after).total == 110


def test_miles() -> None:
    miles = hire(distance_unit="mi", included_per_hour="12 mi", extra_distance="2")
    # 24 mi are included; 16.0934400 km above them are 10 mi.
    assert cost(miles, booked=120, minutes="120", km="54.717696").total == 100


def test_multiplier_minimum_rounding_and_fee_apply_as_to_a_ride() -> None:
    rules = (
        hire(),
        {"name": "Holiday", "then": {"kind": "multiplier", "factor": "1.25"}},
        {"name": "Rounded", "then": {"kind": "rounding", "to": "5", "how": "up"}},
        FEE,
    )
    priced = cost(*rules, booked=60, minutes="61")
    # (40 + 22) * 1.25 = 77.50, rounded to 80, and 10 percent.
    assert (priced.total, priced.convenience_fees) == (D(80), D(8))
    least = {"name": "Least", "then": {"kind": "minimum", "amount": "90"}}
    assert cost(hire(), least, booked=60).total == 90


def test_surge_multiplies_a_booking_by_the_hour() -> None:
    assert cost(booked=60, minutes="61", surge=D("1.5")).total == 93


def test_conditions_by_fare_separate_hires_from_rides() -> None:
    metered = {"name": "Extra", "when": {"fare": "metered"}, "then": {"kind": "extra", "amount": "7"}}
    hired = {"name": "Extra", "when": {"fare": "hire"}, "then": {"kind": "extra", "amount": "9"}}
    assert cost(hire(), metered, booked=60).total == 40
    assert cost(hire(), hired, booked=60).total == 49
    # 3 + 30 minutes at 12 an hour + the extra.
    assert cost(hire(), metered, hired, booked=0, minutes="30").total == 16


def test_hire_needs_a_rule_for_the_car_type_and_never_changes_rides() -> None:
    vans = hire(when={"car_types": ["Van"]})
    with pytest.raises(NoHire):
        cost(vans, booked=60, car_type="Economy")
    assert cost(vans, booked=60, car_type="Van").total == 40
    ride: dict[str, Any] = {"booked": 0, "minutes": "30", "km": "10"}
    assert cost(vans, car_type="Van", **ride) == cost({"name": "Day", "then": DAY["then"]}, **ride)


@pytest.mark.parametrize(
    ("rule", "path"),
    [
        (hire(per_hour="-1"), "rules[0].then.per_hour"),
        (hire(included_per_hour="20"), "rules[0].then.included_per_hour"),
        (hire(extra_half_hour=None), "rules[0].then.extra_half_hour"),
        (hire(distance_unit="yd"), "rules[0].then.distance_unit"),
        (hire(when={"drop_zones": ["Port"]}), "rules[0]"),
        (hire(when={"zones": ["Port"]}), "rules[0]"),
        (hire(when={"zone_pairs": [{"pickup": "Port", "drop": "Port"}]}), "rules[0]"),
        (hire(when={"fare": "hire"}), "rules[0]"),
    ],
)
def test_format_refuses(rule: dict[str, Any], path: str) -> None:
    with pytest.raises(TariffFileError) as refused:
        tariff_of(document(rule, DAY, zones={"Port": {"rings": []}}))
    assert list(refused.value.problems) == [path]


def test_rule_survives_its_file() -> None:
    tariff = tariff_of(document(hire(), DAY))
    assert read_tariff(write_tariff(tariff)) == tariff


def test_second_hire_rule_for_the_same_trips_is_named() -> None:
    tariff = tariff_of(document(hire(), hire("Second"), DAY))
    warnings = warnings_of(tariff, from_day=AT.date())
    assert [(one.code, one.rule) for one in warnings] == [("never_applies", 1)]

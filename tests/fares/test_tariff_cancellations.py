"""Rules for cancellations and no-shows: what they cost, their lines, and what the format refuses."""

from datetime import UTC, date, datetime
from decimal import Decimal as D
from typing import Any

import pytest

from apps.fares.tariff_engine.checks import warnings_of
from apps.fares.tariff_engine.compiled import CompiledTariff
from apps.fares.tariff_engine.facts import Facts, Segment, Wait
from apps.fares.tariff_engine.files import TariffFileError, read_tariff, tariff_of, write_tariff
from apps.fares.tariff_engine.messages import explanation
from apps.fares.tariff_engine.pricing import Price, price, price_not_driven
from tests.fares.tariffs import document, rates

DAY = {"name": "Day", "then": rates("3.00", "2.00")}
AT = datetime(2026, 10, 5, 12, tzinfo=UTC)


def rule(name: str, *slabs: dict[str, Any], **when: Any) -> dict[str, Any]:
    return {"name": name, "when": when, "then": {"kind": "cancellation", "slabs": list(slabs)}}


def no_show(amount: str, **more: Any) -> dict[str, Any]:
    return {"name": "Absent", "then": {"kind": "no_show", "amount": amount, **more}}


TIMES = rule("Late", {"after": "2 min", "amount": "4"}, {"after": "5 min", "amount": "7.50"})
WAY = rule("On the way", {"way": 0, "amount": "1"}, {"way": 50, "amount": "3"}, {"way": 100, "amount": "6"})
LATER = rule("Planned", {"before_pickup": "2 h", "amount": "5"}, {"before_pickup": "30 min", "amount": "12"})
WAITING = {
    "name": "Waiting",
    "then": {
        "kind": "waiting", "at": "pickup", "free": "3 min", "amount": "0.50", "every": "1 min", "begun": True,
    },
}  # fmt: skip


def fee(*rules: dict[str, Any], outcome: Any = "cancelled", decimals: int = 2, **facts: Any) -> Price | None:
    trip = Facts(
        start=AT,
        segments=(Segment(start=AT, seconds=D(900), distance_m=D(7500)),),
        outcome=outcome,
        **facts,
    )
    tariff = CompiledTariff(tariff_of(document(*rules, DAY)))
    return price_not_driven(tariff, trip, decimals=decimals)


def amount(*rules: dict[str, Any], **facts: Any) -> D | None:
    priced = fee(*rules, **facts)
    return None if priced is None else priced.total


@pytest.mark.parametrize(
    ("seconds", "expected"), [("0", "0"), ("120", "0"), ("120.000001", "4"), ("300", "4"), ("301", "7.5")]
)
def test_last_slab_whose_time_is_exceeded_is_charged(seconds: str, expected: str) -> None:
    assert amount(TIMES, cancelled_after_seconds=D(seconds)) == D(expected)


@pytest.mark.parametrize(("way", "expected"), [("0", "1"), ("49.9", "1"), ("50", "3"), ("100", "6")])
def test_slab_by_the_drivers_way_is_charged_from_its_share_on(way: str, expected: str) -> None:
    assert amount(WAY, driver_way=D(way)) == D(expected)


@pytest.mark.parametrize(
    ("left", "expected"), [(7200, "0"), (7199, "5"), (1800, "5"), (1799, "12"), (-60, "12")]
)
def test_late_cancellation_of_a_scheduled_trip_is_charged(left: int, expected: str) -> None:
    assert amount(LATER, booked_for_later=True, seconds_to_pickup=D(left)) == D(expected)


def test_slabs_before_the_pickup_leave_bookings_for_now_to_the_next_rule() -> None:
    assert amount(LATER, TIMES, cancelled_after_seconds=D(200)) == 4
    assert amount(LATER) is None


def test_rule_for_an_arrived_driver_applies_only_there() -> None:
    there = rule("There", {"after": "0 s", "amount": "9"}, driver="arrived")
    coming = rule("Coming", {"after": "0 s", "amount": "2"}, driver="on_the_way")
    late = {"cancelled_after_seconds": D(60)}
    assert amount(there, coming, **late) == 2
    assert amount(there, coming, driver="arrived", **late) == 9
    # A rule that does not name the driver's place leaves a waiting driver to the no-show rule.
    assert amount(TIMES, driver="arrived", **late) is None
    # Without a price of no-shows, rules that name no place apply, but not those for the way.
    assert amount(coming, TIMES, driver="", cancelled_after_seconds=D(200)) == 4


def test_conditions_choose_the_rule_as_for_other_rules() -> None:
    vans = rule("Vans", {"after": "0 s", "amount": "20"}, car_types=["Van"])
    night = rule("Night", {"after": "0 s", "amount": "30"}, hours="20:00-06:00")
    phone = rule("Phone", {"after": "0 s", "amount": "40"}, sources=["phone"])
    harbour = rule("Harbour", {"after": "0 s", "amount": "50"}, pickup_zones=["Harbour"])
    tariff = CompiledTariff(
        tariff_of(document(vans, night, phone, harbour, TIMES, DAY, zones={"Harbour": {}}))
    )
    for given, expected in (
        ({}, "4"),
        ({"car_type": "Van"}, "20"),
        ({"start": AT.replace(hour=21)}, "30"),
        ({"source": "phone"}, "40"),
        ({"pickup_zones": frozenset({"Harbour"})}, "50"),
    ):
        facts: dict[str, Any] = {"start": AT, "segments": (), "outcome": "cancelled", **given}
        priced = price_not_driven(tariff, Facts(cancelled_after_seconds=D(200), **facts), decimals=2)
        assert priced is not None
        assert priced.total == D(expected), given


def test_no_show_costs_its_amount_with_waiting_up_to_its_cap() -> None:
    waited: dict[str, Any] = {"outcome": "no_show", "waits": (Wait(at="pickup", seconds=D(600)),)}
    assert amount(no_show("6"), WAITING, **waited) == 6
    priced = fee(no_show("6", waiting=True), WAITING, **waited)
    assert priced is not None
    assert [(line.key, line.amount) for line in priced.lines] == [("no_show", D(6)), ("waiting", D("3.50"))]
    capped = fee(no_show("6", waiting=True, at_most="8"), WAITING, **waited)
    assert capped is not None
    assert (capped.total, capped.lines[-1].key, capped.lines[-1].amount) == (D(8), "no_show_cap", D("-1.50"))
    assert explanation(capped.lines[-1]) == "Absent: at most 8"
    # Without a rule for waiting, the waiting costs nothing.
    assert amount(no_show("6", waiting=True), **waited) == 6


def test_price_without_a_rule_is_zero_but_differs_from_a_free_rule() -> None:
    tariff = CompiledTariff(tariff_of(document(DAY)))
    facts = Facts(start=AT, segments=(), outcome="cancelled")
    assert price(tariff, facts, decimals=2).total == 0
    assert price_not_driven(tariff, facts, decimals=2) is None


def test_explanation_names_what_was_exceeded() -> None:
    for rules, facts, expected in (
        (TIMES, {"cancelled_after_seconds": D(200)}, "Late: cancelled after more than 2 min"),
        (WAY, {"driver_way": D(60)}, "On the way: cancelled after 50 % of the driver's way or more"),
        (
            LATER,
            {"booked_for_later": True, "seconds_to_pickup": D(60)},
            "Planned: cancelled less than 30 min before the pickup",
        ),
    ):
        priced = fee(rules, **facts)
        assert priced is not None
        assert explanation(priced.lines[0]) == expected


@pytest.mark.parametrize(
    ("given", "path", "sentence"),
    [
        (rule("A", {"amount": "1"}), "rules[0].then", "all slabs give after"),
        (rule("A", {"after": "1 min", "way": 5, "amount": "1"}), "rules[0].then", "all slabs give after"),
        (
            rule("A", {"after": "1 min", "amount": "1"}, {"way": 50, "amount": "1"}),
            "rules[0].then",
            "all slabs give after",
        ),
        (rule("A", {"way": 50, "amount": "1"}, {"way": 20, "amount": "1"}), "rules[0].then", "slabs are in"),
        (
            rule("A", {"before_pickup": "5 min", "amount": "1"}, {"before_pickup": "1 h", "amount": "1"}),
            "rules[0].then",
            "slabs are in",
        ),
        (rule("A", {"way": 101, "amount": "1"}), "rules[0].then.slabs[0].way", "Input should be less"),
        (rule("A", {"after": "soon", "amount": "1"}), "rules[0].then.slabs[0].after", "String should match"),
        (no_show("5", at_most="4"), "rules[0].then", "at_most is not below"),
        (no_show("5") | {"when": {"driver": "arrived"}}, "rules[0]", "only cancellation depends"),
        (
            rule("A", {"before_pickup": "5 min", "amount": "1"}, booked_for_later=False),
            "rules[0]",
            "before_pickup is for",
        ),
    ],
)
def test_refused_rule_names_its_path(given: dict[str, Any], path: str, sentence: str) -> None:
    with pytest.raises(TariffFileError) as caught:
        tariff_of(document(given, DAY))
    ((found, text),) = caught.value.problems.items()
    assert (found, text.startswith(sentence)) == (path, True), text


def test_rules_survive_export_and_import() -> None:
    there = rule("There", {"after": "0 s", "amount": "9"}, driver="arrived")
    tariff = tariff_of(document(TIMES, WAY, LATER, there, no_show("6", waiting=True, at_most="8"), DAY))
    assert read_tariff(write_tariff(tariff)) == tariff


def test_rules_of_different_cases_do_not_hide_each_other() -> None:
    there = rule("There", {"after": "0 s", "amount": "9"}, driver="arrived")
    coming = rule("Coming", {"after": "0 s", "amount": "9"}, driver="on_the_way")
    tariff = tariff_of(document(there, coming, LATER, TIMES, WAY, DAY))
    found = warnings_of(tariff, from_day=date(2026, 10, 5))
    assert [(each.code, each.rule) for each in found] == [("never_applies", 4)]

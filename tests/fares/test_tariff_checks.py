"""Warnings about tariffs, explanations of lines, and the command."""

import io
import json
import random
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from apps.fares.tariff_engine.checks import warnings_of
from apps.fares.tariff_engine.compiled import CompiledTariff
from apps.fares.tariff_engine.files import read_tariff, tariff_of
from apps.fares.tariff_engine.messages import MESSAGES, explanation
from apps.fares.tariff_engine.pricing import price
from tests.fares.test_tariff_properties import random_facts, random_tariff

SHEETS = Path(__file__).parent / "tariff_sheets"
FROM = date(2026, 1, 1)
METER = {"kind": "rates", "base": "3.00", "distance": [{"rate": "1.50"}]}


def found(*rules: dict[str, Any]) -> list[tuple[str, int | None]]:
    tariff = tariff_of(
        {
            "format": "hansom-tariff",
            "name": "Checked",
            "time_zone": "Europe/Berlin",
            "zones": {"airport": {}, "centre": {}},
            "rules": [{"name": f"Rule {index}", **rule} for index, rule in enumerate(rules)],
        }
    )
    return [(warning.code, warning.rule) for warning in warnings_of(tariff, from_day=FROM)]


def found_for(car_types: list[str], *rules: dict[str, Any]) -> list[tuple[str, str]]:
    document = {
        "format": "hansom-tariff",
        "name": "Checked",
        "time_zone": "Europe/Berlin",
        "rules": [{"name": f"Rule {index}", **rule} for index, rule in enumerate(rules)],
    }
    warnings = warnings_of(tariff_of(document), from_day=FROM, car_types=car_types)
    return [(warning.code, warning.detail) for warning in warnings]


def at(hours: str, **when: Any) -> dict[str, Any]:
    return {"then": METER, "when": {"hours": hours, **when}}


def test_a_complete_tariff_has_no_warning() -> None:
    assert found({"then": METER}) == []
    assert found(at("06:00-22:00"), at("22:00-06:00")) == []
    assert found(at("22:00-06:00"), {"then": METER}) == []


def test_each_car_type_needs_a_rate() -> None:
    van = {"then": METER, "when": {"car_types": ["Van"]}}
    night = at("22:00-06:00", car_types=["Economy"])
    assert found_for(["Van"], van) == []
    assert found_for(["Economy", "Van"], van) == [("no_rate", "Economy")]
    assert found_for(["Economy", "Van"], van, night) == [("gap", f"Economy, {FROM:%a %Y-%m-%d} 06:00")]
    assert found_for(["Economy", "Van"], van, {"then": METER}) == []


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ([at("06:00-22:00"), at("22:00-05:00")], [("gap", None)]),
        ([at("Mo-Fr 00:00-24:00; PH off"), at("Sa 00:00-24:00")], [("gap", None)]),
        ([{"then": METER, "when": {"pickup_zones": ["airport"]}}], [("no_rate", None)]),
        ([at("06:00-22:00"), at("20:00-06:00")], [("overlap", 1)]),
        ([{"then": METER}, at("22:00-06:00")], [("never_applies", 1)]),
        ([at("06:00-22:00"), at("22:00-06:00"), {"then": METER}], [("never_applies", 2)]),
        ([{"then": METER}, {"then": METER, "when": {"car_types": ["Van"]}}], [("never_applies", 1)]),
        (
            [{"then": METER, "when": {"passengers_from": 5, "passengers_to": 3}}, {"then": METER}],
            [("contradiction", 0)],
        ),
        ([{"then": METER, "when": {"hours": "Feb 30"}}, {"then": METER}], [("contradiction", 0)]),
        (
            [{"then": METER}, {"then": {"kind": "multiplier", "factor": "2", "cap": "0.8"}}],
            [("cap_below_one", 1)],
        ),
        # The clocks skip 02:00 to 03:00 in March and repeat it in October.
        ([at("02:30-06:00"), {"then": METER}], [("clock_change", 0), ("clock_change", 0)]),
        ([at("02:00-03:00"), {"then": METER}], []),
    ],
)  # fmt: skip
def test_a_probable_mistake_is_listed(
    rules: list[dict[str, Any]], expected: list[tuple[str, int | None]]
) -> None:
    assert found(*rules) == expected


def test_rules_of_other_cars_and_zones_are_no_mistake() -> None:
    van, airport = {"car_types": ["Van"]}, {"pickup_zones": ["airport"]}
    rules: list[dict[str, Any]] = [
        {"then": METER, "when": van},
        {"then": METER, "when": airport},
        {"then": METER},
    ]
    assert found(*rules) == []


def test_the_five_sheets_have_a_rate_at_any_time() -> None:
    for sheet in SHEETS.glob("*.json"):
        warnings = warnings_of(read_tariff(sheet.read_text()), from_day=FROM)
        assert {warning.code for warning in warnings} <= {"overlap"}, sheet.stem


def test_every_line_has_an_explanation() -> None:
    rng = random.Random("explained")
    used: set[str] = set()
    for _ in range(300):
        priced = price(CompiledTariff(random_tariff(rng)), random_facts(rng), decimals=2)
        for line in priced.lines:
            assert line.rule in explanation(line)
            used.add(line.message)
    assert used <= set(MESSAGES)
    assert {"base_fare", "distance", "time", "units", "extra_passenger", "extras_cap", "rounding"} <= used


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command("tariff", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_prints_the_lines_of_a_trip() -> None:
    printed = run(
        "price", str(SHEETS / "berlin.json"), "--km", "10", "--minutes", "10", "--at", "2024-06-12T12:00",
        "--luggage", "2", "--passengers", "5",
    )  # fmt: skip
    assert printed.splitlines() == [
        "      4.30  Normal tariff: start of the trip",
        "      8.40  Normal tariff: 3 km at 2.80 per km",
        "     10.40  Normal tariff: 4 km at 2.60 per km",
        "      6.30  Normal tariff: 3 km at 2.10 per km",
        "      5.00  Five to eight passengers",
        "      2.00  Bulky luggage: 2 items of luggage at 1.00",
        "     36.40  Total",
    ]


def test_the_command_lists_mistakes() -> None:
    assert "Berlin: 8 rules, 0 warnings" in run("check", str(SHEETS / "berlin.json"))
    assert "overlap rules[2] Days" in run("check", str(SHEETS / "swindon.json"))


def test_the_command_names_the_path_of_an_error(tmp_path: Path) -> None:
    sheet = json.loads((SHEETS / "berlin.json").read_text())
    sheet["rules"][1]["then"]["per_hour"] = 33
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(sheet))
    out = io.StringIO()
    with pytest.raises(CommandError, match="not a tariff"):
        call_command("tariff", "check", str(file), stdout=out)
    assert out.getvalue().startswith("rules[1].then.per_hour: ")


def test_the_command_refuses_a_trip_without_a_rate(tmp_path: Path) -> None:
    sheet = json.loads((SHEETS / "craven.json").read_text())
    del sheet["rules"][2]
    file = tmp_path / "gap.json"
    file.write_text(json.dumps(sheet))
    with pytest.raises(CommandError, match="no rate at 2024-06-12T03:05"):
        run("price", str(file), "--km", "1", "--minutes", "10", "--at", "2024-06-12T03:00")


def test_the_command_prints_the_schema() -> None:
    assert json.loads(run("schema"))["title"] == "Tariff"

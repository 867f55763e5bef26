"""Reading tariff files: errors with their paths, the schema, and hours."""

import json
from datetime import date, datetime
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from apps.fares.tariff_engine.files import TariffFileError, json_schema, read_tariff
from apps.fares.tariff_engine.hours import HoursError, parse_hours

SHEETS = sorted((Path(__file__).parent / "tariff_sheets").glob("*.json"))
HOLIDAYS = frozenset({date(2026, 5, 4)})


def values() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(SHEETS[0].read_text())
    return loaded


def problems(changed: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(TariffFileError) as caught:
        read_tariff(json.dumps(changed))
    return caught.value.problems


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.stem)
def test_files_match_the_published_schema(sheet: Path) -> None:
    jsonschema.Draft202012Validator(json_schema()).validate(json.loads(sheet.read_text()))


def test_the_schema_rejects_a_number_as_an_amount() -> None:
    changed = values()
    changed["rules"][0]["then"]["amount"] = 6
    assert not jsonschema.Draft202012Validator(json_schema()).is_valid(changed)


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (("rules", 0, "then", "amount"), 6, "rules[0].then.amount"),
        (("rules", 0, "then", "amount"), "-6.00", "rules[0].then.amount"),
        (("rules", 0, "then", "amount"), "6,00", "rules[0].then.amount"),
        (("rules", 0, "then", "up_to"), "2 leagues", "rules[0].then.up_to"),
        (("rules", 0, "then", "kind"), "gift", "rules[0].then"),
        (("rules", 0, "then", "colour"), "red", "rules[0].then.colour"),
        (("rules", 1, "then", "distance", 1, "rate"), "", "rules[1].then.distance[1].rate"),
        (("rules", 1, "then", "distance", 1, "starts_at"), "9 km", "rules[1].then"),
        (("rules", 0, "when", "hours"), "Mo-Fr 25:00-26:00", "rules[0].when.hours"),
        (("rules", 0, "when", "sources"), ["smoke"], "rules[0].when.sources[0]"),
        (("rules",), [], "rules"),
        (("time_zone",), "Europe/Atlantis", "time_zone"),
        (("format_version",), 2, "format_version"),
    ],
)
def test_a_wrong_value_is_reported_with_its_path(path: tuple[Any, ...], value: Any, expected: str) -> None:
    changed = values()
    inner: Any = changed
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    assert list(problems(changed)) == [expected]


def test_a_zone_that_is_not_declared_is_reported() -> None:
    changed = values()
    changed["rules"][0]["when"]["pickup_zones"] = ["moon"]
    assert "rules[0].when: zone 'moon' is not in zones" in problems(changed)[""]


def test_a_text_that_is_not_json_is_reported() -> None:
    for text in ("{", "[" * 100_000, "null", '"tariff"'):
        with pytest.raises(TariffFileError):
            read_tariff(text)


@pytest.mark.parametrize(
    ("hours", "wall", "is_open"),
    [
        ("24/7", "2026-06-12 03:00", True),
        ("Mo-Fr 06:00-18:00", "2026-06-12 06:00", True),
        ("Mo-Fr 06:00-18:00", "2026-06-12 18:00", False),
        ("Mo-Fr 06:00-18:00", "2026-06-13 12:00", False),
        ("Sa-Mo 06:00-18:00", "2026-06-15 12:00", True),
        ("Sa-Mo 06:00-18:00", "2026-06-16 12:00", False),
        ("Mo-Fr 06:00-18:00; PH off", "2026-05-04 12:00", False),
        ("22:00-06:00", "2026-06-13 05:59", True),
        ("Fr 22:00-06:00", "2026-06-13 05:59", True),
        ("Fr 22:00-06:00", "2026-06-12 05:59", False),
        ("PH 00:00-30:00", "2026-05-05 05:59", True),
        ("PH 00:00-30:00", "2026-05-05 06:00", False),
        ("PH -1 day 18:00-24:00", "2026-05-03 18:00", True),
        ("PH -1 day 18:00-24:00", "2026-05-04 18:00", False),
        ("PH +1 day", "2026-05-05 18:00", True),
        ("Su,PH 10:00-11:00", "2026-05-04 10:30", True),
        ("Dec 24 18:00-24:00; Dec 25-26", "2026-12-24 17:59", False),
        ("Dec 24 18:00-24:00; Dec 25-26", "2026-12-26 23:59", True),
        ("Dec 31-Jan 02", "2026-01-02 12:00", True),
        ("Dec 31-Jan 02", "2026-01-03 00:00", False),
        ("Apr-Sep 06:00-07:00,08:00-09:00", "2026-09-30 08:30", True),
        ("Apr-Sep 06:00-07:00,08:00-09:00", "2026-09-30 07:30", False),
        ("May Mo 06:00-07:00", "2026-05-11 06:30", True),
    ],
)
def test_hours(hours: str, wall: str, is_open: bool) -> None:
    assert parse_hours(hours).is_open(datetime.fromisoformat(wall), HOLIDAYS) is is_open


@pytest.mark.parametrize(
    "hours",
    [
        "",
        ";",
        "Mo-",
        "Xx 06:00-07:00",
        "06:00",
        "06:00-07:61",
        "Mo 06:00-07:00 off",
        "Dec 32",
        "Mo SH",
        "a" * 600,
    ],
)
def test_hours_outside_the_syntax_are_rejected(hours: str) -> None:
    with pytest.raises(HoursError):
        parse_hours(hours)

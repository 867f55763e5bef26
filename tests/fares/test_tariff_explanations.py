"""The explanation of each kind of line, in the reader's language."""

from decimal import Decimal as D
from typing import Any

import pytest
from django.utils import translation

from apps.fares.engine import Line
from apps.fares.tariff_engine.messages import MESSAGES
from apps.fares.tariffs.explanation import TEXTS, explanation_of
from apps.fares.tariffs.pricing import TariffLine, stored_line


def line(
    message: str, quantity: str = "1", unit: str = "trip", rate: str = "2.80", **params: str
) -> TariffLine:
    return TariffLine(
        message, D(quantity), unit, D(rate), D("5.00"), rule="Night", message=message, params=params
    )


LINES: list[tuple[TariffLine, str]] = [
    (line("distance", "4.200", "km", hours="23:00-06:00"), "Night, 23:00-06:00: 4.2 km at 2.80 per km"),
    (line("distance", "4.200", "mi", hours="Mo-Fr 23:00-06:00; PH off"), "Night: 4.2 mi at 2.80 per mile"),
    (line("time", "0.25", "h", "33.00"), "Night: 15 mins at 33.00 per hour"),
    (
        line("units", "12", "unit", "0.20", distance="184.4 m", time="39.6 s"),
        "Night: 12 × 184.4 m / 39.6 secs at 0.20",
    ),
    (line("fixed"), "Night: Fixed price"),
    (
        line("hire", "3.5", "h", "40.00", included="70 km"),
        "Night: 3.5 hrs at 40.00 per hour, 70 km included",
    ),
    (line("hire", "1", "h", "40.00", included="0 mi"), "Night: 1 hr at 40.00 per hour"),
    (
        line("hire_time", "2", "half_hour", "22.00", included="20 km"),
        "Night: extra half-hours: 2 at 22.00 each, 20 km more included",
    ),
    (
        line("hire_distance", "4.500", "km", "1.50"),
        "Night: 4.5 km above the included distance at 1.50 per km",
    ),
    (
        line("waiting_pickup", "0.1", "h", "0.50", every="1 min", free="3 min"),
        "Night: 0.50 per 1 min of waiting, after 3 mins free of charge",
    ),
    (line("multiplier", "20", "factor", "1.5", factor="1.50"), "Night: Fare × 1.50"),
    (line("minimum", rate="10"), "Night: Up to the minimum of 10"),
    (line("extra_trip"), "Night"),
    (line("extra_passenger", "2", "passenger", "0.50"), "Night: 2 at 0.50 each"),
    (line("extras_cap", rate="7.00", cap="7.00"), "Night: At most 7.00 together"),
    (line("charge"), "Night"),
    (line("rounding", rate="0.05", to="0.05"), "Night: Rounded to 0.05"),
    (line("cancellation", after="5 min"), "Night: Cancelled after more than 5 mins"),
]


@pytest.mark.parametrize(("explained", "text"), LINES, ids=[each.message + each.unit for each, _ in LINES])
def test_line_is_explained_in_english(explained: TariffLine, text: str) -> None:
    assert explanation_of(explained) == text


@pytest.mark.parametrize(("explained", "text"), LINES, ids=[each.message + each.unit for each, _ in LINES])
def test_stored_line_has_the_same_explanation(explained: TariffLine, text: str) -> None:
    assert explanation_of(explained.as_json()) == text
    assert stored_line(explained.as_json()) == explained


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Night, 23:00-06:00: 4,2 km zu 2,80 pro km"),
        ("fr", "Night, 23:00-06:00: 4,2\u202fkm à 2,80 par km"),
    ],
)
def test_explanation_is_in_the_readers_language(language: str, text: str) -> None:
    with translation.override(language):
        assert explanation_of(LINES[0][0]) == text


def test_every_message_of_the_engine_has_a_text() -> None:
    assert set(TEXTS) == set(MESSAGES)


def test_line_of_a_car_types_numbers_has_no_explanation() -> None:
    plain: Any = Line("distance", D("4.2"), "km", D(2), D("8.40"))
    assert explanation_of(plain) == explanation_of(plain.as_json()) == ""

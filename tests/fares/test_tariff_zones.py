"""Zones of places and routes by polygons."""

import random
from datetime import UTC, datetime
from decimal import Decimal as D
from pathlib import Path
from typing import Any

import pytest

from apps.fares.tariff_engine.compiled import CompiledTariff
from apps.fares.tariff_engine.facts import Facts
from apps.fares.tariff_engine.files import TariffFileError, tariff_of, write_tariff
from apps.fares.tariff_engine.pricing import price
from apps.fares.tariff_engine.rules import Tariff
from apps.fares.tariff_engine.zones import ZoneMap
from tests.fares.test_tariff_checks import run

NOON = datetime(2026, 6, 12, 12, tzinfo=UTC)
METER: dict[str, Any] = {"kind": "rates", "distance": [{"rate": "1.00"}]}


def box(west: float, south: float, east: float, north: float) -> list[list[float]]:
    return [[west, south], [east, south], [east, north], [west, north]]


def tariff(zones: dict[str, list[list[list[float]]]], *rules: dict[str, Any]) -> Tariff:
    return tariff_of(
        {
            "format": "hansom-tariff",
            "name": "Zones",
            "time_zone": "UTC",
            "zones": {name: {"rings": rings} for name, rings in zones.items()},
            "rules": [*rules, {"name": "Meter", "then": METER}],
        }
    )


RINGED = {"ring": [box(0, 0, 1, 1), box(0.4, 0.4, 0.6, 0.6)], "east": [box(0.5, 0, 2, 1)]}


@pytest.mark.parametrize(
    ("lat", "lng", "names"),
    [
        (0.2, 0.2, {"ring"}),
        (0.5, 0.45, set()),
        (0.5, 0.55, {"east"}),
        (0.2, 0.8, {"ring", "east"}),
        (0.2, 1.5, {"east"}),
        (0.2, 2.1, set()),
        (-0.1, 0.5, set()),
        (50.0, 50.0, set()),
    ],
)
def test_places_are_in_the_zones_around_them(lat: float, lng: float, names: set[str]) -> None:
    assert ZoneMap(tariff(RINGED)).at(lat, lng) == names


def test_the_grid_finds_the_zones_that_a_search_of_all_finds() -> None:
    rng = random.Random("grid")
    boxes = {}
    for number in range(200):
        west, south = rng.uniform(0, 3), rng.uniform(0, 3)
        boxes[f"zone {number}"] = (west, south, west + rng.uniform(0.01, 0.5), south + rng.uniform(0.01, 0.5))
    zones = ZoneMap(tariff({name: [box(*edges)] for name, edges in boxes.items()}))
    for _ in range(2000):
        lat, lng = rng.uniform(-0.2, 3.7), rng.uniform(-0.2, 3.7)
        expected = {n for n, (w, s, e, north) in boxes.items() if w <= lng < e and s <= lat < north}
        assert zones.at(lat, lng) == expected


def test_slanted_and_concave_zones_equal_the_even_odd_rule_of_their_edges() -> None:
    rng = random.Random("shapes")
    rings = {f"shape {n}": [[rng.uniform(0, 1), rng.uniform(0, 1)] for _ in range(7)] for n in range(20)}
    zones = ZoneMap(tariff({name: [ring] for name, ring in rings.items()}))
    for _ in range(2000):
        lat, lng = rng.uniform(-0.1, 1.1), rng.uniform(-0.1, 1.1)
        expected = set()
        for name, ring in rings.items():
            edges = zip(ring, ring[1:] + ring[:1], strict=True)
            # Solved for the other axis: a ray to the north.
            above = [
                a[1] + (lng - a[0]) * (b[1] - a[1]) / (b[0] - a[0]) > lat
                for a, b in edges
                if min(a[0], b[0]) <= lng < max(a[0], b[0])
            ]
            if sum(above) % 2:
                expected.add(name)
        assert zones.at(lat, lng) == expected


def test_a_route_is_divided_at_the_boundary_and_adds_up() -> None:
    zones = ZoneMap(tariff({"east": [box(0.05, -1, 1, 1)]}))
    route = [(0.0, 0.0), (0.0, 0.02), (0.0, 0.2)]
    parts = zones.segments(route, start=NOON, distance_m=D("20000"), seconds=D(1000))
    assert [part.zones for part in parts] == [frozenset(), frozenset({"east"})]
    assert sum(part.distance_m for part in parts) == 20_000
    assert sum(part.seconds for part in parts) == 1000
    # A quarter of the way, found within a few metres.
    assert abs(parts[0].distance_m - 5000) < 6
    assert (parts[1].start - NOON).total_seconds() == pytest.approx(250, abs=1)


def test_a_zone_between_two_far_points_is_not_missed() -> None:
    zones = ZoneMap(tariff({"bridge": [box(0.1, -1, 0.105, 1)]}))
    parts = zones.segments([(0.0, 0.0), (0.0, 0.3)], start=NOON, distance_m=D(1), seconds=D(1))
    assert [set(part.zones) for part in parts] == [set(), {"bridge"}, set()]


def test_a_route_without_length_has_the_zones_of_its_place() -> None:
    zones = ZoneMap(tariff(RINGED))
    (part,) = zones.segments([(0.2, 0.2), (0.2, 0.2)], start=NOON, distance_m=D(0), seconds=D(60))
    assert (part.zones, part.seconds) == (frozenset({"ring"}), D(60))


def test_the_part_of_a_trip_in_a_zone_costs_by_its_rate() -> None:
    double = {"name": "East", "when": {"zones": ["east"]}, "then": {**METER, "distance": [{"rate": "2.00"}]}}
    sheet = tariff({"east": [box(0.05, -1, 1, 1)]}, double)
    route = [(0.0, 0.0), (0.0, 0.1)]
    parts = ZoneMap(sheet).segments(route, start=NOON, distance_m=D(10_000), seconds=D(600))
    priced = price(CompiledTariff(sheet), Facts(start=NOON, segments=parts), decimals=1)
    assert [(line.rule, line.amount) for line in priced.lines if line.amount] == [
        ("Meter", D("5.0")),
        ("East", D("10.0")),
    ]


def test_the_command_finds_the_zones_of_a_trip(tmp_path: Path) -> None:
    fixed = {
        "name": "Airport",
        "when": {"drop_zones": ["east"]},
        "then": {"kind": "fixed", "amount": "12.00"},
    }
    file = tmp_path / "zones.json"
    file.write_text(write_tariff(tariff({"east": [box(0.05, -1, 1, 1)]}, fixed)))
    trip = ("price", str(file), "--km", "10", "--minutes", "10", "--at", "2026-06-12T12:00")
    assert "12.00  Total" in run(*trip, "--pickup", "0,0", "--drop", "0,0.1")
    assert "10.00  Total" in run(*trip, "--pickup", "0,0.1", "--drop", "0,0")


def test_a_ring_of_two_points_or_outside_the_world_is_rejected() -> None:
    for ring in ([[0.0, 0.0], [1.0, 1.0]], box(0, 0, 1, 91), box(-181, 0, 1, 1)):
        with pytest.raises(TariffFileError, match=r"zones\.east\.rings"):
            tariff({"east": [ring]})

"""The price of a trip under a tariff of 200 zones and 300 rules, beside the fare formula."""

import random
import time
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Final

from apps.fares.engine import Rates, fare
from apps.fares.tariff_engine.compiled import CompiledTariff
from apps.fares.tariff_engine.facts import Facts
from apps.fares.tariff_engine.files import tariff_of
from apps.fares.tariff_engine.pricing import price
from apps.fares.tariff_engine.rules import Tariff
from apps.fares.tariff_engine.zones import Point, ZoneMap
from tests.bench.report import Spread, print_table

ZONES: Final = 200
RULES: Final = 300
ROUNDS: Final = 7
BATCH: Final = 200
START: Final = datetime(2026, 6, 12, 21, 50, tzinfo=UTC)
DISTANCE_M: Final = Decimal(8421)
SECONDS: Final = 741
RATES: Final = Rates(
    base_fare=Decimal(10),
    rate_per_unit_distance=Decimal(5),
    rate_per_hour=Decimal(5),
    min_fare=Decimal(10),
    convenience_fees=Decimal(15),
    convenience_fee_type="percentage",
)


def large_tariff() -> Tariff:
    """Return a tariff whose zones are a grid of 20 x 10 over a city, with rules of every kind."""
    names = [f"zone {number}" for number in range(ZONES)]
    zones = {}
    for number, name in enumerate(names):
        west, south = -1.6 + 0.03 * (number % 20), 50.55 + 0.03 * (number // 20)
        ring = [[west, south], [west + 0.03, south], [west + 0.03, south + 0.03], [west, south + 0.03]]
        zones[name] = {"rings": [ring]}
    chance = random.Random(7)
    meter = {
        "kind": "rates",
        "base": "4.30",
        "distance": [{"rate": "2.80"}, {"rate": "2.10", "starts_at": "3 km"}],
    }
    rules: list[dict[str, Any]] = [
        {"when": {"hours": "22:00-06:00"}, "then": {**meter, "per_hour": "40"}},
        {"then": {**meter, "per_hour": "30"}},
        {"then": {"kind": "minimum", "amount": "10"}},
        {"then": {"kind": "extras_cap", "amount": "7"}},
        {"then": {"kind": "fee", "amount": "15", "percentage": True}},
    ]
    while len(rules) < RULES:
        first, second = chance.sample(names, 2)
        when: dict[str, Any] = chance.choice(
            (
                {"pickup_zones": [first, second]},
                {"drop_zones": [first]},
                {"zones": [first], "hours": "Mo-Fr 16:00-20:00; PH off"},
                {"zone_pairs": [{"pickup": first, "drop": second, "both_ways": True}]},
            )
        )
        fixed = {"kind": "fixed", "amount": "25"} if "zone_pairs" in when else None
        rules.append({"when": when, "then": fixed or {"kind": "extra", "amount": "0.50"}})
    head = {"format": "hansom-tariff", "name": "Large", "time_zone": "Europe/London", "zones": zones}
    return tariff_of({**head, "rules": [{"name": f"Rule {n}", **rule} for n, rule in enumerate(rules)]})


def long_route() -> list[Point]:
    """Return a winding route of 150 points through several zones."""
    chance = random.Random(5)
    lat, lng = 50.7003, -1.2928
    route = [(lat, lng)]
    for _ in range(149):
        lat, lng = lat + chance.uniform(-0.0002, 0.0009), lng + chance.uniform(-0.0005, 0.0006)
        route.append((lat, lng))
    return route


TARIFF: Final = large_tariff()
ROUTE: Final = long_route()
COMPILED: Final = CompiledTariff(TARIFF)
MAP: Final = ZoneMap(TARIFF)


def price_all(car_types: int) -> None:
    """Find the zones of the route once, and price each car type."""
    segments = MAP.segments(ROUTE, start=START, distance_m=DISTANCE_M, seconds=Decimal(SECONDS))
    for number in range(car_types):
        facts = Facts(
            start=START,
            segments=segments,
            pickup_zones=segments[0].zones,
            drop_zones=segments[-1].zones,
            car_type=f"Car {number}",
        )
        price(COMPILED, facts, decimals=2)


def fare_all(car_types: int) -> None:
    for _ in range(car_types):
        fare(
            RATES,
            distance_km=DISTANCE_M / 1000,
            duration_seconds=SECONDS,
            convert_to_mile=False,
            decimals=2,
        )


def run() -> dict[str, Any]:
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(_cpu_us(lambda: price_all(3)))
        theirs.append(_cpu_us(lambda: fare_all(3)))
    began = time.process_time()
    CompiledTariff(TARIFF)
    ZoneMap(TARIFF)
    compile_ms = 1000 * (time.process_time() - began)
    ratio = Spread.of([one / other for one, other in zip(ours, theirs, strict=True)])
    print_table(
        f"Prices of 3 car types: {ZONES} zones, {RULES} rules, compiled once in {compile_ms:.0f} ms; "
        f"{ratio} times the formula",
        ["", "CPU us"],
        [["tariff", str(Spread.of(ours))], ["fare formula", str(Spread.of(theirs))]],
    )
    return {
        "tariff_us": Spread.of(ours),
        "formula_us": Spread.of(theirs),
        "ratio": ratio,
        "compile_ms": compile_ms,
    }


def _cpu_us(work: Callable[[], None]) -> float:
    work()
    began = time.process_time()
    for _ in range(BATCH):
        work()
    return 1e6 * (time.process_time() - began) / BATCH

"""Properties of every price: random trips under random tariffs, in the nights in which clocks change too."""

import random
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal as D
from typing import Any

import pytest

from apps.fares.tariff_engine.compiled import CompiledTariff
from apps.fares.tariff_engine.facts import Facts, Segment, Wait
from apps.fares.tariff_engine.files import read_tariff, tariff_of, write_tariff
from apps.fares.tariff_engine.pricing import Price, price
from apps.fares.tariff_engine.rules import Tariff

ZONES = ["airport", "centre", "harbour", "east"]
HOURS = [
    "",
    "",
    "00:00-06:00",
    "Mo-Fr 16:00-20:00; PH off",
    "Sa,Su 22:00-30:00",
    "Dec 24-26",
    "PH 00:00-30:00",
]
HOLIDAYS = frozenset({date(2026, 3, 29), date(2026, 12, 25)})


def amount(rng: random.Random, most: int = 1000) -> str:
    return f"{D(rng.randint(1, most)) / 100:f}"


def random_metering(rng: random.Random) -> dict[str, Any]:
    combine = rng.choice(("sum", "larger", "below_speed"))
    below = {"below": "12 mph"} if combine == "below_speed" else {}
    if rng.random() < 0.4:
        bands = [{"rate": amount(rng)}, {"rate": amount(rng), "starts_at": "3 km"}]
        return {
            "kind": "rates", "base": amount(rng), "distance": bands[: rng.randint(1, 2)],
            "per_hour": amount(rng, 5000), "combine": combine, **below,
        }  # fmt: skip
    bands = [{"amount": amount(rng, 60), "distance": f"{rng.randint(80, 400)} m", "time": "31.7 s"}]
    further = rng.choice(({}, {"from_distance": "4 km"}, {"from_fare": "12.35"}))
    if further:
        bands.append({"amount": amount(rng, 60), "distance": "113.3 yd", "per_hour": "28.57", **further})
    first = rng.choice(({}, {"units": 2}, {"distance": "838 yd", "time": "90.1 s"}))
    return {
        "kind": "units", "first": {"amount": amount(rng), **first}, "bands": bands, "combine": combine,
        **below,
    }  # fmt: skip


def random_conditions(rng: random.Random) -> dict[str, Any]:
    when: dict[str, Any] = {}
    if rng.random() < 0.3:
        when[rng.choice(("pickup_zones", "drop_zones", "zones"))] = rng.sample(ZONES, 2)
    if rng.random() < 0.1:
        pair = rng.sample(ZONES, 2)
        when["zone_pairs"] = [{"pickup": pair[0], "drop": pair[1], "both_ways": rng.random() < 0.5}]
    if rng.random() < 0.2:
        when["car_types"] = ["Van"]
    if rng.random() < 0.2:
        when["sources"] = ["street"]
    if hours := rng.choice(HOURS):
        when["hours"] = hours
    return when


def random_tariff(rng: random.Random) -> Tariff:
    rules = [{"then": random_metering(rng), "when": random_conditions(rng)} for _ in range(rng.randint(0, 3))]
    rules.append({"then": random_metering(rng)})
    others: list[dict[str, Any]] = [
        {"kind": "fixed", "amount": amount(rng, 5000), "up_to": "9 km"},
        {"kind": "minimum", "amount": amount(rng)},
        {"kind": "multiplier", "factor": rng.choice(("0.9", "1.3333", "2")), "cap": "2.5"},
        {"kind": "multiplier", "factor": "1.7"},
        {"kind": "extra", "amount": amount(rng), "per": "passenger", "free": 1},
        {"kind": "extra", "amount": amount(rng), "per": "luggage", "group": "a"},
        {"kind": "extra", "amount": amount(rng), "group": "a"},
        {"kind": "extra", "amount": amount(rng), "capped": False},
        {"kind": "extras_cap", "amount": amount(rng)},
        {"kind": "charge", "charge": "toll"},
        {
            "kind": "waiting",
            "at": "pickup",
            "free": "3 min",
            "amount": "0.33",
            "every": "1 min",
            "begun": True,
        },
        {"kind": "rounding", "to": "0.05", "how": rng.choice(("nearest", "up", "down"))},
        {"kind": "fee", "amount": amount(rng, 3000), "percentage": rng.random() < 0.5},
    ]
    rules += [
        {"then": then, "when": random_conditions(rng)} for then in rng.sample(others, rng.randint(0, 9))
    ]
    return tariff_of(
        {
            "format": "hansom-tariff", "format_version": 1, "name": "Random", "time_zone": "Europe/Berlin",
            "zones": {zone: {} for zone in ZONES},
            "rules": [{"name": f"Rule {index}", **rule} for index, rule in enumerate(rules)],
        }
    )  # fmt: skip


def random_facts(rng: random.Random) -> Facts:
    start = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=rng.randint(0, 365 * 86_400))
    if rng.random() < 0.3:
        # Around 01:00 UTC on these days the clocks in Berlin change.
        night = rng.choice((datetime(2026, 3, 29, 1), datetime(2026, 10, 25, 1)))
        start = night.replace(tzinfo=UTC) + timedelta(seconds=rng.randint(-5400, 5400))
    segments, at = [], start
    for _ in range(rng.randint(1, 4)):
        seconds = rng.randint(0, 3000)
        metres = D(rng.randint(0, 300 * max(seconds, 1))) / 10 if seconds else D(0)
        zones = frozenset(rng.sample(ZONES, rng.randint(0, 2)))
        segments.append(Segment(start=at, seconds=D(seconds), distance_m=metres, zones=zones))
        at += timedelta(seconds=seconds)
    return Facts(
        start=start,
        segments=tuple(segments),
        pickup_zones=segments[0].zones,
        drop_zones=segments[-1].zones,
        waits=(Wait(at="pickup", seconds=D(rng.randint(0, 900))),),
        car_type=rng.choice(("Van", "Economy")),
        source=rng.choice(("app", "street")),
        passengers=rng.randint(1, 6),
        luggage=rng.randint(0, 3),
        charges={"toll": D(rng.randint(0, 900)) / 100},
    )


def assert_holds(priced: Price, decimals: int) -> None:
    assert sum((line.amount for line in priced.lines), D(0)) == priced.trip_cost
    assert priced.trip_cost >= 0
    for line in priced.lines:
        assert line.rule
        assert line.amount == round(line.amount, decimals)


def run(count: int, seed: str) -> None:
    rng = random.Random(seed)
    for _ in range(max(1, count // 20)):
        compiled = CompiledTariff(random_tariff(rng), holidays=HOLIDAYS)
        for _ in range(min(count, 20)):
            decimals = rng.choice((0, 2, 3))
            assert_holds(price(compiled, random_facts(rng), decimals=decimals), decimals)


def test_lines_add_up_under_random_tariffs() -> None:
    run(1000, "lines")


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_lines_of_a_million_trips_add_up(part: int) -> None:
    run(100_000, f"million {part}")


def test_a_file_read_back_is_the_same_tariff_and_price() -> None:
    rng = random.Random("files")
    for _ in range(100):
        tariff = random_tariff(rng)
        again = read_tariff(write_tariff(tariff))
        assert again == tariff
        facts = random_facts(rng)
        assert price(CompiledTariff(again), facts, decimals=2) == price(
            CompiledTariff(tariff), facts, decimals=2
        )


def test_order_matters_only_within_a_kind_and_never_between_kinds() -> None:
    rng = random.Random("order")
    for _ in range(100):
        tariff = random_tariff(rng)
        facts = random_facts(rng)
        priced = price(CompiledTariff(tariff, holidays=HOLIDAYS), facts, decimals=2)
        # A stable sort by a random order of kinds keeps the order within each kind; rates and units are one.
        kinds = {rule.then.kind: rng.random() for rule in tariff.rules}
        kinds["units"] = kinds["rates"] = 0.5
        moved = tariff.model_copy(
            update={"rules": sorted(tariff.rules, key=lambda rule: kinds[rule.then.kind])}
        )
        again = price(CompiledTariff(moved, holidays=HOLIDAYS), facts, decimals=2)
        assert (again.total, again.trip_cost) == (priced.total, priced.trip_cost)


def test_extras_without_a_group_apply_in_any_order() -> None:
    rng = random.Random("extras")
    for _ in range(100):
        rules: list[dict[str, Any]] = [{"name": "Meter", "then": random_metering(rng)}]
        extras = [
            {"name": f"Extra {index}", "then": {"kind": "extra", "amount": amount(rng)}} for index in range(4)
        ]
        cap = {"name": "Cap", "then": {"kind": "extras_cap", "amount": amount(rng)}}
        shuffled = rng.sample([*extras, cap], 5)
        head = {"format": "hansom-tariff", "name": "Extras", "time_zone": "UTC"}
        facts = random_facts(rng)
        totals = {
            price(CompiledTariff(tariff_of({**head, "rules": rules + order})), facts, decimals=2).total
            for order in ([*extras, cap], shuffled)
        }
        assert len(totals) == 1


def test_a_split_segment_costs_the_same() -> None:
    rng = random.Random("split")
    for _ in range(100):
        compiled = CompiledTariff(random_tariff(rng), holidays=HOLIDAYS)
        facts = random_facts(rng)
        halves = []
        for segment in facts.segments:
            # Whole microseconds, so that the second half starts where the first ends.
            first = replace(segment, seconds=segment.seconds / 2, distance_m=segment.distance_m / 2)
            later = segment.start + timedelta(microseconds=int(first.seconds * 1_000_000))
            halves += [first, replace(first, start=later)]
        split = replace(facts, segments=tuple(halves))
        assert price(compiled, split, decimals=2).total == price(compiled, facts, decimals=2).total


def night_tariff() -> CompiledTariff:
    def rates(per_hour: str) -> dict[str, Any]:
        return {"kind": "rates", "distance": [{"rate": "0"}], "per_hour": per_hour}

    return CompiledTariff(
        tariff_of(
            {
                "format": "hansom-tariff",
                "name": "Night",
                "time_zone": "Europe/Berlin",
                "rules": [
                    {"name": "Two to three", "when": {"hours": "02:00-03:00"}, "then": rates("100")},
                    {"name": "Else", "then": rates("10")},
                ],
            }
        )
    )


@pytest.mark.parametrize(
    ("start", "total"),
    [
        # Four hours from 00:00 UTC: at most one of them is between two and three on the wall ...
        (datetime(2026, 6, 12, 0, tzinfo=UTC), D("130.00")),
        # ... none when the clocks are set forward, and two when they are set back.
        (datetime(2026, 3, 29, 0, tzinfo=UTC), D("40.00")),
        (datetime(2026, 10, 25, 0, tzinfo=UTC), D("220.00")),
    ],
)
def test_hours_follow_the_clock_on_the_wall(start: datetime, total: D) -> None:
    drive = Segment(start=start, seconds=D(4 * 3600), distance_m=D(0))
    assert price(night_tariff(), Facts(start=start, segments=(drive,)), decimals=2).total == total

"""Five public tariff sheets: the engine equals a second calculation from the text, to the cent."""

import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal as D
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from apps.fares.tariff_engine.compiled import CompiledTariff
from apps.fares.tariff_engine.facts import Facts, Segment, Wait
from apps.fares.tariff_engine.files import read_tariff
from apps.fares.tariff_engine.pricing import Price, price
from tests.fares.tariff_sheets.by_hand import MILE, SHEETS, YARD, ZONES, Leg, Trip, in_utc

FOLDER = Path(__file__).parent / "tariff_sheets"
HOLIDAYS = frozenset({date(2024, 5, 6), date(2024, 8, 26), date(2024, 12, 25), date(2025, 1, 1)})
EXAMPLES = 150
PLACES = {
    "manhattan": {"nyc", "manhattan"},
    "midtown": {"nyc", "manhattan", "manhattan_south"},
    "queens": {"nyc"},
    "jfk": {"nyc", "jfk"},
    "newark": {"newark"},
    "nassau": {"nassau"},
    "westchester": {"westchester"},
    "other": {"other_county"},
}


def compiled(sheet: str, holidays: frozenset[date] = frozenset()) -> CompiledTariff:
    return CompiledTariff(read_tariff((FOLDER / f"{sheet}.json").read_text()), holidays=holidays)


def decimal(fraction: F) -> D:
    return D(fraction.numerator) / D(fraction.denominator)


def facts_of(trip: Trip) -> Facts:
    segments, at = [], F(0)
    for leg in trip.legs:
        segments.append(
            Segment(
                start=trip.start + timedelta(microseconds=int(at * 1_000_000)),
                seconds=decimal(leg.seconds),
                distance_m=decimal(leg.metres),
                zones=leg.zones,
                after_stop=leg.after_stop,
            )
        )
        at += leg.seconds
    return Facts(
        start=trip.start,
        segments=tuple(segments),
        pickup_zones=trip.pickup,
        drop_zones=trip.drop,
        waits=tuple(Wait(at="stop", seconds=decimal(wait)) for wait in trip.waits),
        source=trip.source,  # type: ignore[arg-type]
        booked_for_later=trip.booked_ahead,
        passengers=trip.passengers,
        children=trip.children,
        luggage=trip.luggage,
        pickup_distance_m=decimal(trip.pickup_miles * MILE),
        charges={
            "soiling": decimal(trip.soiling),
            "toll": decimal(trip.tolls),
            "phone_booking": decimal(trip.phone_booking),
        },
    )


def cents(amount: F) -> D:
    return D(int((200 * amount + 1) // 2)).scaleb(-2)


def random_legs(rng: random.Random, sheet: str) -> tuple[Leg, ...]:
    legs = []
    stop = rng.random() < 0.3
    number = rng.randint(1, 6)
    for index in range(number):
        seconds = F(rng.randint(2, 1400), 2)
        metres = F(0) if rng.random() < 0.2 else seconds * F(rng.randint(1, 300), 10)
        zones = PLACES[rng.choice(sorted(PLACES))] if sheet == "new_york" else set()
        legs.append(Leg(seconds, metres, frozenset(zones), stop and index > number // 2))
    return tuple(legs)


def random_start(rng: random.Random, sheet: str) -> datetime:
    zone = ZONES[sheet]
    choice = rng.random()
    if choice < 0.25:
        # Shortly before the hours at which the sheets change.
        hour = rng.choice((0, 4, 5, 6, 15, 17, 19, 20, 21, 23))
        return in_utc(
            zone, 2024, rng.randint(1, 12), rng.randint(1, 28), hour, rng.randint(40, 59), rng.randint(0, 59)
        )
    if choice < 0.45:
        day = rng.choice(((12, 24), (12, 25), (12, 26), (12, 27), (12, 31), (1, 1), (1, 2), (5, 6), (8, 26)))
        return in_utc(zone, 2024, *day, rng.randint(0, 23), rng.randint(0, 59))
    if choice < 0.6:
        # The nights in which the clocks change, in Europe and in New York.
        night = rng.choice(((2024, 3, 31), (2024, 10, 27), (2024, 3, 10), (2024, 11, 3)))
        return datetime(*night, tzinfo=UTC) + timedelta(minutes=rng.randint(-120, 480))
    return datetime(2024, 1, 1, tzinfo=UTC) + timedelta(seconds=rng.randint(0, 365 * 86_400))


def random_trip(rng: random.Random, sheet: str) -> Trip:
    details: dict[str, Any] = {}
    if sheet == "new_york":
        pickup, drop = rng.choice(sorted(PLACES)), rng.choice(sorted(PLACES))
        if rng.random() < 0.4:
            pickup, drop = rng.sample(["jfk", rng.choice(["manhattan", "midtown"])], 2)
        details = {
            "pickup": frozenset(PLACES[pickup]),
            "drop": frozenset(PLACES[drop]),
            "tolls": F(rng.choice((0, 694, 1138)), 100),
        }
    if sheet == "london" and rng.random() < 0.3:
        details = {"pickup": frozenset({"heathrow_rank"})}
    return Trip(
        start=random_start(rng, sheet),
        legs=random_legs(rng, sheet),
        holidays=HOLIDAYS,
        passengers=rng.choice((1, 1, 2, 4, 5, 6, 8)),
        children=rng.choice((0, 0, 1, 2, 3)),
        luggage=rng.choice((0, 0, 1, 3)),
        source=rng.choice(("app", "phone", "street", "street", "account")),
        booked_ahead=rng.random() < 0.3,
        pickup_miles=F(rng.randint(0, 80), 10),
        soiling=F(rng.choice((0, 0, 40, 90))),
        phone_booking=F(rng.choice((0, 1, 3))),
        waits=(F(rng.randint(0, 900)),) if sheet == "berlin" and rng.random() < 0.4 else (),
        **details,
    )


def edges(sheet: str) -> Iterator[Trip]:
    """Yield trips exactly at the end of units and bands, and a hair before and after."""
    lengths = {
        "craven": [838 * YARD, 838 * YARD + F("117.6") * YARD, 838 * YARD + 10 * F("156.9") * YARD],
        "swindon": [F("368.8"), F("368.8") + 38 * F("184.4"), F("368.8") + 61 * F("184.4")],
        "london": [F("234.8"), F("234.8") + F("117.4"), F("9656.1"), F("162.4")],
        "berlin": [F(2000), F(3000), F(7000)],
        "new_york": [MILE / 5, MILE, 12 * MILE],
    }[sheet]
    times = {
        "craven": [F("251.5"), F("251.5") + F("35.3"), F("267"), F("413.1")],
        "swindon": [F("79.3"), F("79.3") + 38 * F("39.6")],
        "london": [F(60), F(120)],
        "berlin": [F(3600)],
        "new_york": [F(60), F(600)],
    }[sheet]
    hair = F(1, 1000)
    noon = in_utc(ZONES[sheet], 2024, 6, 12, 12)
    for source in ("app", "street"):
        for length in lengths:
            for metres in (length - hair, length, length + hair):
                yield Trip(noon, (Leg(metres / 20, metres),), HOLIDAYS, source=source)
        for time in times:
            for seconds in (time - hair, time, time + hair):
                yield Trip(noon, (Leg(seconds, F(0)),), HOLIDAYS, source=source)


def assert_adds_up(priced: Price) -> None:
    assert sum((line.amount for line in priced.lines), D(0)) == priced.trip_cost
    assert all(line.rule and line.message for line in priced.lines)


@pytest.mark.slow
@pytest.mark.parametrize("sheet", sorted(SHEETS))
def test_random_trips_cost_what_the_sheet_says(sheet: str) -> None:
    tariff = compiled(sheet, HOLIDAYS)
    rng = random.Random(f"sheet {sheet}")
    totals = set()
    for _ in range(EXAMPLES):
        trip = random_trip(rng, sheet)
        priced = price(tariff, facts_of(trip), decimals=2)
        assert priced.trip_cost == cents(SHEETS[sheet](trip)), trip
        assert_adds_up(priced)
        totals.add(priced.trip_cost)
    assert len(totals) > EXAMPLES / 2


@pytest.mark.parametrize("sheet", sorted(SHEETS))
def test_trips_at_the_edges_of_units_and_bands(sheet: str) -> None:
    tariff = compiled(sheet, HOLIDAYS)
    for trip in edges(sheet):
        priced = price(tariff, facts_of(trip), decimals=2)
        assert priced.trip_cost == cents(SHEETS[sheet](trip)), trip
        assert_adds_up(priced)


@pytest.mark.parametrize(
    ("sheet", "wall", "metres", "seconds", "total"),
    [
        # Figures worked out by hand.
        ("craven", (2024, 6, 12, 12), "766.2672", "60", "4.50"),
        ("craven", (2024, 6, 12, 12), "766.27", "60", "4.65"),
        ("craven", (2024, 6, 12, 3), "0", "300.9", "4.30"),
        ("craven", (2024, 12, 25, 12), "0", "483.7", "5.26"),
        ("swindon", (2024, 6, 12, 12), "553.2", "60", "3.70"),
        ("swindon", (2024, 6, 16, 12), "368.8", "60", "3.90"),
        ("swindon", (2024, 12, 24, 21), "368.8", "60", "6.50"),
        ("berlin", (2024, 6, 12, 12), "10000", "600", "29.40"),
        ("new_york", (2024, 6, 15, 12), "1609.344", "240", "8.00"),
        ("new_york", (2024, 6, 12, 17), "1609.344", "240", "10.50"),
        ("london", (2024, 6, 12, 12), "234.8", "20", "2.60"),
        ("london", (2024, 6, 12, 23), "243.6", "20", "2.80"),
    ],
)  # fmt: skip
def test_worked_figures(sheet: str, wall: tuple[int, ...], metres: str, seconds: str, total: str) -> None:
    # New York: 3.00, five units of 0.70, 1.00 and 0.50; in rush hours 2.50.
    drop = frozenset({"nyc"}) if sheet == "new_york" else frozenset[str]()
    trip = Trip(in_utc(ZONES[sheet], *wall), (Leg(F(seconds), F(metres)),), drop=drop)
    assert price(compiled(sheet), facts_of(trip), decimals=2).trip_cost == D(total)

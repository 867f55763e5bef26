"""Trips under a tariff as quotes and bookings store them: the price stays, and the lines add up to it."""

import json
import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal as D

import pytest

from apps.fares.parcels import PLAIN
from apps.fares.tariffs.checking import stored
from apps.fares.tariffs.in_force import LoadedTariff, load_document
from apps.fares.tariffs.pricing import fare_of_trip, stored_line
from apps.fares.tariffs.trips import TariffTrip, trip_along
from tests.fares.test_tariff_properties import HOLIDAYS, ZONES, random_tariff


def random_loaded(rng: random.Random) -> LoadedTariff:
    """Return a random tariff whose zones are random rectangles around Berlin."""
    document = stored(random_tariff(rng))
    for name in ZONES:
        west, south = 13.2 + rng.random() / 4, 52.4 + rng.random() / 5
        east, north = west + 0.02 + rng.random() / 5, south + 0.02 + rng.random() / 5
        document["zones"][name] = {"rings": [[[west, south], [east, south], [east, north], [west, north]]]}
    return replace(load_document(document).with_holidays(tuple(HOLIDAYS)), id=1)


def random_trip(rng: random.Random, tariff: LoadedTariff) -> TariffTrip:
    start = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=rng.randint(0, 365 * 86_400))
    if rng.random() < 0.3:
        # Around 01:00 UTC on these days the clocks in Berlin change.
        night = rng.choice((datetime(2026, 3, 29, 1), datetime(2026, 10, 25, 1)))
        start = night.replace(tzinfo=UTC) + timedelta(seconds=rng.randint(-5400, 5400))
    lat, lng = 52.4 + rng.random() / 4, 13.2 + rng.random() / 3
    route = [(lat, lng)]
    for _ in range(rng.randint(0, 30)):
        lat, lng = lat + rng.uniform(-0.01, 0.01), lng + rng.uniform(-0.01, 0.01)
        route.append((lat, lng))
    return trip_along(
        tariff,
        route,
        starts_at=start,
        distance_km=D(rng.randint(0, 40_000)) / 1000,
        duration_seconds=rng.randint(0, 7200),
        source=rng.choice(("app", "phone")),
        booked_for_later=rng.random() < 0.5,
        stops=rng.sample(route, min(len(route), rng.choice((0, 0, 1, 3)))),
    )


def run(count: int, seed: str) -> None:
    rng = random.Random(seed)
    for _ in range(max(1, count // 20)):
        tariff = random_loaded(rng)
        for _ in range(min(count, 20)):
            trip, decimals = random_trip(rng, tariff), rng.choice((0, 2, 3))
            car = rng.choice(("Van", "Economy"))
            fare = fare_of_trip(tariff, trip, car_type=car, parcel=PLAIN, decimals=decimals)
            assert fare is not None
            assert sum((line.amount for line in fare.breakdown), D(0)) == fare.trip_cost
            # Through a quote and back, and through a booking's row and back.
            again = TariffTrip.from_json(json.loads(json.dumps(trip.as_json(tariff))), tariff)
            assert again == trip
            assert fare_of_trip(tariff, again, car_type=car, parcel=PLAIN, decimals=decimals) == fare
            lines = [stored_line(json.loads(json.dumps(line.as_json()))) for line in fare.breakdown]
            assert lines == list(fare.breakdown)


def test_quoted_prices_of_random_trips_are_booked_unchanged() -> None:
    run(200, "trips")


@pytest.mark.soak
@pytest.mark.parametrize("part", range(5))
def test_quoted_prices_of_many_random_trips_are_booked_unchanged(part: int) -> None:
    run(20_000, f"trips {part}")


def test_parts_of_a_route_add_up_to_its_distance_and_time() -> None:
    rng = random.Random("parts")
    for _ in range(200):
        tariff = random_loaded(rng)
        trip = random_trip(rng, tariff)
        facts = trip.facts(car_type="Van", charges={})
        assert facts.distance_m * 1000 == sum(part.millimetres for part in trip.parts)
        assert facts.distance_m % 1 == 0
        assert sum(part.microseconds for part in trip.parts) % 1_000_000 == 0


def test_what_follows_the_first_stop_is_marked() -> None:
    """Half of the way is after the stop in its middle; the stop is nearest to one point of the route."""
    route = [(52.5, 13.3), (52.5, 13.4), (52.5, 13.5)]
    tariff = replace(load_document(stored(random_tariff(random.Random("stop")))), id=1, zone_map=None)

    def trip(*stops: tuple[float, float]) -> TariffTrip:
        start = datetime(2026, 11, 27, 12, tzinfo=UTC)
        return trip_along(
            tariff, route, starts_at=start, distance_km=D(10), duration_seconds=1200, stops=stops
        )

    via, direct = trip((52.5004, 13.4001), (52.5, 13.49)), trip()
    assert via.stops == 2
    assert [(round(part.millimetres / 1e6), part.after_stop) for part in via.parts] == [(5, False), (5, True)]
    assert sum(part.millimetres for part in via.parts) == 10_000_000
    assert (direct.stops, [part.after_stop for part in direct.parts]) == (0, [False])

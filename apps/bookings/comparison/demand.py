"""Who wants to ride and who drives during a simulated period: generated from a seed, or from a file."""

import json
import math
import random
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import numpy as np

from apps.bookings.comparison.cities import EVENING, City
from apps.bookings.comparison.road_times import RoadTimes
from apps.geo.port import LatLng

HOUR: Final = 3600.0
HOT_SHARE: Final = 0.5
"""The share of trips that start in a hot spot."""
TRIP_KM: Final = 4.0
"""The usual length of a trip; the chance of a destination falls with its distance."""
STAGGER: Final = 0.25
"""The share of cars that start or end their shift during the period."""


class DemandError(Exception):
    """The file of trips and shifts cannot be used."""


@dataclass(frozen=True, slots=True)
class Trip:
    number: int
    at: float
    """Seconds after the start."""
    pickup: int
    drop: int


@dataclass(frozen=True, slots=True)
class Shift:
    driver: int
    starts: float
    ends: float
    at: int
    """The place where the driver starts."""


@dataclass(frozen=True, slots=True)
class Period:
    seconds: float
    trips: list[Trip]
    shifts: list[Shift]


def generate(city: City, roads: RoadTimes, *, hours: float, seed: int) -> Period:
    """Return the trips and shifts of a period; the same seed returns the same."""
    chance = random.Random(f"{city.name}:{seed}")
    count, seconds = len(roads.places), hours * HOUR
    hot = chance.sample(range(count), city.hot_spots)
    trips: list[Trip] = []
    at = 0.0
    busiest = max(EVENING)
    while (at := at + chance.expovariate(city.trips_per_hour * busiest / HOUR)) < seconds:
        if chance.random() * busiest > EVENING[int(at // HOUR) % len(EVENING)]:
            continue
        pickup = chance.choice(hot) if chance.random() < HOT_SHARE else chance.randrange(count)
        trips.append(Trip(len(trips) + 1, at, pickup, _destination(chance, roads, pickup)))
    shifts = [_shift(chance, driver, seconds, chance.randrange(count)) for driver in range(1, city.cars + 1)]
    return Period(seconds, trips, shifts)


def _destination(chance: random.Random, roads: RoadTimes, pickup: int) -> int:
    km = roads.km[pickup]
    weights = np.where(km < 0.8, 0.0, km * np.exp(-km / (TRIP_KM / 2)))
    if not weights.any():
        weights = (km > 0).astype(float)
    return int(np.searchsorted(np.cumsum(weights), chance.random() * weights.sum()))


def _shift(chance: random.Random, driver: int, seconds: float, at: int) -> Shift:
    draw, part = chance.random(), chance.uniform(0.1, 0.6)
    starts = part * seconds if draw < STAGGER else 0.0
    ends = (1 - part) * seconds if STAGGER <= draw < 2 * STAGGER else math.inf
    return Shift(driver, starts, ends, at)


def read_period(path: Path, roads: RoadTimes) -> Period:
    """Return the recorded trips and shifts of a file, at the nearest places. Raises DemandError.

        {"trips": [{"at": "2026-11-06T18:00:00Z", "pickup": [50.70, -1.29], "drop": [50.75, -1.30]}],
         "shifts": [{"driver": 7, "from": "2026-11-06T17:00:00Z", "until": null, "at": [50.70, -1.29]}]}

    The period starts with the first trip; `until` is null for a driver who stays.
    """
    try:
        recorded: dict[str, Any] = json.loads(path.read_text())
        start = min(_time(row["at"]) for row in recorded["trips"])
        trips = [
            Trip(
                number,
                _time(row["at"]) - start,
                _place(row["pickup"], roads),
                _place(row["drop"], roads),
            )
            for number, row in enumerate(sorted(recorded["trips"], key=lambda one: _time(one["at"])), start=1)
        ]
        shifts = [
            Shift(
                int(row["driver"]),
                max(0.0, _time(row["from"]) - start),
                math.inf if row.get("until") is None else _time(row["until"]) - start,
                _place(row["at"], roads),
            )
            for row in recorded["shifts"]
        ]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DemandError(f"{path}: {type(error).__name__}: {error}") from error
    drivers = [shift.driver for shift in shifts]
    if len(set(drivers)) != len(drivers):
        raise DemandError(f"{path}: a driver has two shifts; give the second one another number.")
    return Period(trips[-1].at + 1, trips, [shift for shift in shifts if shift.ends > 0])


def _time(text: str) -> float:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(f"{text} has no time zone")
    return moment.timestamp()


def _place(at: list[float], roads: RoadTimes) -> int:
    lat, lng = at
    return roads.nearest_place(LatLng(float(lat), float(lng)))

"""The facts of a trip under a tariff, in a form that a quote can contain."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, Literal

import polyline

from apps.fares.party import ONE_PASSENGER, Party
from apps.fares.tariff_engine.facts import Facts, Segment, Wait
from apps.fares.tariff_engine.zones import Point
from apps.fares.tariffs.in_force import LoadedTariff
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.port import LatLng

Source = Literal["app", "phone", "street"]
MILLI: Final = 1000
MICRO: Final = 1_000_000
CHILD_SEAT: Final = "child_seat"
"""The need of a trip with child seats."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the drive in the same zones, in whole millimetres and microseconds."""

    millimetres: int
    microseconds: int
    zones: frozenset[str]
    after_stop: bool = False
    """After the first stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TariffTrip:
    """A planned trip: when, how it was booked, and the zones of its route."""

    tariff_id: int | None
    starts_at: datetime
    source: Source
    booked_for_later: bool
    parts: tuple[Part, ...]
    pickup_zones: frozenset[str]
    drop_zones: frozenset[str]
    stops: int = 0
    """The number of stops between pickup and drop-off."""
    party: Party = ONE_PASSENGER
    wait_seconds: int = 0
    """Waiting planned at a stop, beside the drive."""
    hire_minutes: int = 0
    """Of a booking by the hour: how long it is booked for."""

    def facts(
        self, *, car_type: str, starts_at: datetime | None = None, charges: Mapping[str, Decimal], **more: Any
    ) -> Facts:
        """Return the facts for a car type; `starts_at` replaces the planned start."""
        at = start = starts_at or self.starts_at
        segments = []
        for part in self.parts:
            segments.append(
                Segment(
                    start=at,
                    seconds=Decimal(part.microseconds) / MICRO,
                    distance_m=Decimal(part.millimetres) / MILLI,
                    zones=part.zones,
                    after_stop=part.after_stop,
                )
            )
            at += timedelta(microseconds=part.microseconds)
        if self.party.child_seats:
            more["needs"] = more.get("needs", frozenset()) | {CHILD_SEAT}
        if self.wait_seconds:
            more["waits"] = (
                *more.get("waits", ()),
                Wait(at="stop", seconds=Decimal(self.wait_seconds)),
            )
        return Facts(
            start=start,
            segments=tuple(segments),
            pickup_zones=self.pickup_zones,
            drop_zones=self.drop_zones,
            car_type=car_type,
            source=self.source,
            booked_for_later=self.booked_for_later,
            charges=charges,
            stops=self.stops,
            passengers=self.party.passengers - self.party.children,
            children=self.party.children,
            luggage=self.party.luggage,
            hire_minutes=self.hire_minutes,
            **more,
        )

    def as_json(self, tariff: LoadedTariff) -> list[Any]:
        """Return the trip for a quote; zones are their numbers in the tariff."""
        numbers = {name: number for number, name in enumerate(tariff.zone_names)}

        def zones(names: frozenset[str]) -> list[int]:
            return sorted(numbers[name] for name in names)

        return [
            self.tariff_id,
            int(self.starts_at.timestamp()),
            self.source,
            int(self.booked_for_later),
            [
                [part.millimetres, part.microseconds, zones(part.zones), int(part.after_stop)]
                for part in self.parts
            ],
            zones(self.pickup_zones),
            zones(self.drop_zones),
            self.stops,
            self.party.passengers,
            self.party.luggage,
            self.party.children,
            self.party.child_seats,
            self.wait_seconds,
            self.hire_minutes,
        ]

    @classmethod
    def from_json(cls, fields: Sequence[Any], tariff: LoadedTariff) -> "TariffTrip":
        (
            tariff_id, starts_at, source, later, parts, pickup, drop, stops, passengers, luggage,
            children, child_seats, wait_seconds, hire_minutes,
        ) = fields  # fmt: skip

        def zones(numbers: Sequence[int]) -> frozenset[str]:
            return frozenset(tariff.zone_names[number] for number in numbers)

        return cls(
            tariff_id=tariff_id,
            starts_at=datetime.fromtimestamp(starts_at, tz=UTC),
            source=source,
            booked_for_later=bool(later),
            parts=tuple(
                Part(distance, time, zones(names), bool(after_stop))
                for distance, time, names, after_stop in parts
            ),
            pickup_zones=zones(pickup),
            drop_zones=zones(drop),
            stops=stops,
            party=Party(passengers, luggage, children, child_seats),
            wait_seconds=wait_seconds,
            hire_minutes=hire_minutes,
        )


def trip_along(
    tariff: LoadedTariff,
    route: Sequence[Point],
    *,
    starts_at: datetime,
    distance_km: Decimal,
    duration_seconds: int,
    source: Source = "app",
    booked_for_later: bool = False,
    stops: Sequence[Point] = (),
    party: Party = ONE_PASSENGER,
) -> TariffTrip:
    """Return the trip along a route; distance and time are shared by length between its zones.

    `stops` are the places between its ends; what follows the first one is marked.
    """
    starts_at = starts_at.replace(microsecond=0)
    drive = _Drive(tuple(route), starts_at, distance_km * 1000, Decimal(duration_seconds))
    pickup = drop = frozenset[str]()
    if tariff.zone_map is not None and route:
        pickup, drop = tariff.zone_map.at(*route[0]), tariff.zone_map.at(*route[-1])
    if stops and route:
        before, after = drive.divided_at(stops[0])
        segments = (
            *before.segments(tariff),
            *(replace(segment, after_stop=True) for segment in after.segments(tariff)),
        )
    else:
        segments = drive.segments(tariff)
    return TariffTrip(
        tariff_id=tariff.id,
        starts_at=starts_at,
        source=source,
        booked_for_later=booked_for_later,
        parts=_whole(segments),
        pickup_zones=pickup,
        drop_zones=drop,
        stops=len(stops),
        party=party,
    )


def hired_trip(
    tariff: LoadedTariff,
    pickup: Point,
    *,
    starts_at: datetime,
    hire_minutes: int,
    distance_km: Decimal = Decimal(0),
    duration_seconds: int | None = None,
    source: Source = "app",
    booked_for_later: bool = False,
    party: Party = ONE_PASSENGER,
) -> TariffTrip:
    """Return a trip by the hour: as booked, or with the distance and time that were driven.

    Its only place is the pickup: rules by the drop-off or by zones on the way do not apply, so that the price
    at the end is never below the price of the booked hours.
    """
    seconds = hire_minutes * 60 if duration_seconds is None else duration_seconds
    drive = Segment(start=starts_at, seconds=Decimal(seconds), distance_m=distance_km * 1000)
    return TariffTrip(
        tariff_id=tariff.id,
        starts_at=starts_at.replace(microsecond=0),
        source=source,
        booked_for_later=booked_for_later,
        parts=_whole((drive,)),
        pickup_zones=frozenset() if tariff.zone_map is None else tariff.zone_map.at(*pickup),
        drop_zones=frozenset(),
        party=party,
        hire_minutes=hire_minutes,
    )


@dataclass(frozen=True, slots=True)
class _Drive:
    route: tuple[Point, ...]
    start: datetime
    metres: Decimal
    seconds: Decimal

    def segments(self, tariff: LoadedTariff) -> tuple[Segment, ...]:
        if tariff.zone_map is None or not self.route:
            return (Segment(start=self.start, seconds=self.seconds, distance_m=self.metres),)
        return tariff.zone_map.segments(
            self.route, start=self.start, distance_m=self.metres, seconds=self.seconds
        )

    def divided_at(self, stop: Point) -> tuple["_Drive", "_Drive"]:
        """Return the drives before and after the point of the route that is nearest to a stop."""
        lengths = [0.0]
        for one, other in pairwise(self.route):
            lengths.append(lengths[-1] + great_circle_km(LatLng(*one), LatLng(*other)))
        at = LatLng(*stop)
        nearest = min(range(len(self.route)), key=lambda n: great_circle_km(LatLng(*self.route[n]), at))
        share = Decimal(lengths[nearest] / lengths[-1]) if lengths[-1] else Decimal(0)
        metres, seconds = self.metres * share, self.seconds * share
        return (
            _Drive(self.route[: nearest + 1], self.start, metres, seconds),
            _Drive(
                self.route[nearest:],
                self.start + timedelta(microseconds=int(seconds * MICRO)),
                self.metres - metres,
                self.seconds - seconds,
            ),
        )


@lru_cache(maxsize=256)
def points_of(encoded: str) -> tuple[Point, ...]:
    """Return the points of an encoded line."""
    return tuple(polyline.decode(encoded))


def _whole(segments: Sequence[Segment]) -> tuple[Part, ...]:
    """Return the segments in whole units that add up to the same distance and time."""
    parts, done_mm, done_us = [], 0, 0
    metres = seconds = Decimal(0)
    for segment in segments:
        metres, seconds = metres + segment.distance_m, seconds + segment.seconds
        until_mm, until_us = round(metres * MILLI), round(seconds * MICRO)
        parts.append(Part(until_mm - done_mm, until_us - done_us, segment.zones, segment.after_stop))
        done_mm, done_us = until_mm, until_us
    return tuple(parts)

"""Prices of trips by any tariff, draft or published: a test trip, and usual runs at several times."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any, Final, Literal

from django.utils.translation import gettext_lazy as _

from apps.core.errors import Unprocessable
from apps.core.platform import Platform, platform_settings
from apps.fares.engine import Fare, fare
from apps.fares.models import CarType, PublicHoliday, Tariff
from apps.fares.selectors import rates_of
from apps.fares.tariff_engine.facts import Facts, Wait
from apps.fares.tariffs.explanation import explanation_of_lines
from apps.fares.tariffs.in_force import LoadedTariff, load_document
from apps.fares.tariffs.pricing import fare_by_tariff, fee_by_tariff
from apps.fares.tariffs.trips import Source, points_of, trip_along
from apps.geo import directions
from apps.geo.port import LatLng

MINUTE: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A trip by distance and time, or by two places, which gives both."""

    name: str = ""
    distance_km: Decimal | None = None
    minutes: Decimal | None = None
    pickup: LatLng | None = None
    drop: LatLng | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Booked:
    """What else a price depends on."""

    source: Source = "app"
    booked_for_later: bool = False
    passengers: int = 1
    children: int = 0
    """Among the passengers."""
    luggage: int = 0
    stops: int = 0
    needs: frozenset[str] = frozenset()
    hire_minutes: int = 0
    """By the hour: how long the car is booked for, while the run is what is driven."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancelled:
    """When a test trip is cancelled, and how long the driver waits for a rider who does not come."""

    after_minutes: Decimal
    way: Decimal = Decimal(0)
    """The percentage of the driver's way to the pickup."""
    minutes_to_pickup: Decimal = Decimal(0)
    waited_minutes: Decimal = Decimal(0)


@dataclass(frozen=True, slots=True)
class CancelledFee:
    """The fee of a test trip that does not take place; None if the tariff has no rule for it."""

    occasion: Literal["on_the_way", "arrived", "no_show"]
    amount: Decimal | None
    explanation: str


@dataclass(frozen=True, slots=True)
class Cell:
    """The price of a run at a time, and under the other tariff; None without a rate."""

    trip_cost: Decimal | None
    other_trip_cost: Decimal | None

    @property
    def difference(self) -> Decimal | None:
        if self.trip_cost is None or self.other_trip_cost is None:
            return None
        return self.trip_cost - self.other_trip_cost


def loaded(tariff: Tariff) -> LoadedTariff:
    """Return a tariff ready to price, with the current public holidays."""
    holidays = tuple(PublicHoliday.objects.values_list("day", flat=True))
    ready = load_document(tariff.document, tariff_id=tariff.pk, name=tariff.name, version=tariff.version)
    return ready.with_holidays(holidays)


def preview(tariff: Tariff, *, car_type: CarType, run: Run, at: datetime, booked: Booked) -> Fare:
    """Return the fare of a test trip. Raises Unprocessable tariff_no_rate and the errors of the map."""
    priced = _price(loaded(tariff), car_type, _routed(run), at, booked, platform_settings())
    if priced is None:
        raise Unprocessable("tariff_no_rate", _("This tariff has no rate for this trip."))
    return priced


def preview_fees(
    tariff: Tariff, *, car_type: CarType, run: Run, at: datetime, booked: Booked, cancelled: Cancelled
) -> list[CancelledFee]:
    """Return the fees of a test trip that is cancelled, by the tariff's own rules."""
    ready, settings = loaded(tariff), platform_settings()
    facts = replace(
        _facts(ready, car_type, _routed(run), at, booked),
        cancelled_after_seconds=cancelled.after_minutes * MINUTE,
        seconds_to_pickup=cancelled.minutes_to_pickup * MINUTE,
        waits=(Wait(at="pickup", seconds=cancelled.waited_minutes * MINUTE),),
    )
    cases: tuple[tuple[Literal["on_the_way", "arrived", "no_show"], Facts], ...] = (
        ("on_the_way", replace(facts, outcome="cancelled", driver_way=cancelled.way)),
        ("arrived", replace(facts, outcome="cancelled", driver_way=Decimal(100), driver="arrived")),
        ("no_show", replace(facts, outcome="no_show")),
    )
    fees = [(name, fee_by_tariff(ready, each, decimals=settings.decimal)) for name, each in cases]
    return [
        CancelledFee(name, None, "") if fee is None
        else CancelledFee(name, fee.trip_cost, explanation_of_lines(fee.breakdown))
        for name, fee in fees
    ]  # fmt: skip


def compare(
    tariff: Tariff,
    other: Tariff | None,
    *,
    car_type: CarType,
    runs: Sequence[Run],
    times: Sequence[datetime],
) -> list[list[Cell]]:
    """Return a row of prices for each run, beside the other tariff or the car type's numbers."""
    settings, booked = platform_settings(), Booked()
    ours = loaded(tariff)
    theirs = None if other is None else loaded(other)
    rows = []
    for run in runs:
        routed = _routed(run)
        by_numbers: Decimal | None = _by_numbers(car_type, routed, settings).trip_cost
        row = []
        for at in times:
            mine = _cost(ours, car_type, routed, at, booked, settings)
            beside = by_numbers
            if theirs is not None:
                beside = _cost(theirs, car_type, routed, at, booked, settings)
            row.append(Cell(mine, beside))
        rows.append(row)
    return rows


@dataclass(frozen=True, slots=True)
class _Routed:
    points: Sequence[Any]
    distance_km: Decimal
    seconds: int


def _routed(run: Run) -> _Routed:
    """Return the run with its distance and time; a distance or time of its own replaces the road's."""
    points: Sequence[Any] = ()
    distance_km, seconds = Decimal(0), 0
    if run.pickup is not None and run.drop is not None:
        route = directions.route_between(run.pickup, run.drop)
        points = points_of(route.polyline)
        distance_km, seconds = route.distance_km, route.duration_seconds
    if run.distance_km is not None:
        distance_km = run.distance_km
    if run.minutes is not None:
        seconds = int(run.minutes * 60)
    return _Routed(points, distance_km, seconds)


def _price(
    tariff: LoadedTariff, car_type: CarType, run: _Routed, at: datetime, booked: Booked, settings: Platform
) -> Fare | None:
    facts = _facts(tariff, car_type, run, at, booked)
    return fare_by_tariff(tariff, facts, decimals=settings.decimal)


def _facts(tariff: LoadedTariff, car_type: CarType, run: _Routed, at: datetime, booked: Booked) -> Facts:
    # By the hour, only the place of the pickup counts.
    points = () if booked.hire_minutes else run.points
    trip = trip_along(
        tariff,
        points,
        starts_at=at,
        distance_km=run.distance_km,
        duration_seconds=run.seconds,
        source=booked.source,
        booked_for_later=booked.booked_for_later,
    )
    facts = trip.facts(car_type=car_type.name, charges={})
    if booked.hire_minutes and run.points and tariff.zone_map is not None:
        facts = replace(facts, pickup_zones=tariff.zone_map.at(*run.points[0]))
    return replace(
        facts,
        hire_minutes=booked.hire_minutes,
        passengers=booked.passengers - booked.children,
        children=booked.children,
        luggage=booked.luggage,
        stops=booked.stops,
        needs=booked.needs,
    )


def _cost(
    tariff: LoadedTariff, car_type: CarType, run: _Routed, at: datetime, booked: Booked, settings: Platform
) -> Decimal | None:
    priced = _price(tariff, car_type, run, at, booked, settings)
    return None if priced is None else priced.trip_cost


def _by_numbers(car_type: CarType, run: _Routed, settings: Platform) -> Fare:
    return fare(
        rates_of(car_type),
        distance_km=run.distance_km,
        duration_seconds=run.seconds,
        convert_to_mile=settings.convert_to_mile,
        decimals=settings.decimal,
    )

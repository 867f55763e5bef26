"""Prices of a route for each car type, by the tariff in force or, without one, by the car types' rates."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from apps.core.platform import Platform
from apps.fares.engine import Fare, fare
from apps.fares.models import CarType
from apps.fares.parcels import Parcel
from apps.fares.party import ONE_PASSENGER, Party
from apps.fares.selectors import rates_of
from apps.fares.surge.current import AgreedSurge, Surge, is_surge_on, surge_at
from apps.fares.surge.engine import NO_SURGE
from apps.fares.tariff_engine.pricing import prices_waiting
from apps.fares.tariffs.in_force import LoadedTariff, tariff_at
from apps.fares.tariffs.pricing import fare_by_tariff, fare_of_trip
from apps.fares.tariffs.trips import Source, TariffTrip, hired_trip, points_of, trip_along
from apps.geo.port import LatLng, Route


@dataclass(frozen=True, slots=True)
class RoutePrices:
    """The prices of a route at one time."""

    route: Route
    settings: Platform
    tariff: LoadedTariff | None
    trip: TariffTrip | None
    """The facts of the trip under the tariff."""
    is_surged: bool
    """Whether the current surge factors apply."""
    agreed: AgreedSurge | None = None
    """The surge agreed at booking, used instead of the current factors."""
    wait_seconds: int = 0
    """The planned wait at the last stop, in addition to the route."""
    with_wait: TariffTrip | None = None
    """The trip with the wait counted as driving time, for car types without a rule for waiting at stops."""

    def is_hired(self, car_type: CarType) -> bool:
        """Return whether the tariff has a price for booking this car type by the hour."""
        if self.tariff is None or self.trip is None:
            return False
        facts = self.trip.facts(car_type=car_type.name, charges={})
        return (
            fare_by_tariff(self.tariff, facts, decimals=self.settings.decimal, with_lines=False) is not None
        )

    @property
    def duration_seconds(self) -> int:
        """Return the duration with the planned wait."""
        return self.route.duration_seconds + self.wait_seconds

    def surge_of(self, car_type: CarType) -> Surge | None:
        """Return the surge factor in the prices of a car type; None without surge."""
        if self.agreed is not None:
            return self.agreed.surge
        if not self.is_surged:
            return None
        return surge_at(self.trip.pickup_zones if self.trip else (), car_type.pk, self.settings)

    def of(self, car_type: CarType, parcel: Parcel) -> Fare:
        """Return the fare by the tariff or, if it has no rate for the trip, by the car type's rates."""
        surge = self.surge_of(car_type)
        factor = NO_SURGE if surge is None else surge.factor
        trip = self.trip_of(car_type)
        if self.tariff is not None and trip is not None:
            priced = fare_of_trip(
                self.tariff,
                trip,
                car_type=car_type.name,
                parcel=parcel,
                decimals=self.settings.decimal,
                surge=factor,
            )
            if priced is not None:
                return priced
        return fare(
            rates_of(car_type),
            distance_km=self.route.distance_km,
            duration_seconds=self.duration_seconds,
            convert_to_mile=self.settings.convert_to_mile,
            decimals=self.settings.decimal,
            parcel_amount=parcel.parcel_amount,
            option_amount=parcel.option_amount,
            surge=factor,
        )

    def trip_of(self, car_type: CarType) -> TariffTrip | None:
        """Return the trip under the tariff; without a rule for the wait, it counts as driving time."""
        if self.with_wait is None or self.tariff is None or self.trip is None:
            return self.trip
        facts = self.trip.facts(car_type=car_type.name, charges={})
        return self.trip if prices_waiting(self.tariff.compiled, facts, at="stop") else self.with_wait

    def quoted_trips(self, car_types: Sequence[CarType]) -> dict[int, list[Any] | None]:
        """Return the facts for the quotes by car type; None without a tariff."""
        if self.tariff is None or self.trip is None:
            return dict.fromkeys((car_type.pk for car_type in car_types), None)
        if self.with_wait is None:
            return dict.fromkeys((car_type.pk for car_type in car_types), self.trip.as_json(self.tariff))
        return {
            car_type.pk: None if (trip := self.trip_of(car_type)) is None else trip.as_json(self.tariff)
            for car_type in car_types
        }


def route_prices(
    route: Route,
    settings: Platform,
    *,
    trip_date: datetime | None,
    source: Source,
    agreed: AgreedSurge | None = None,
    stops: Sequence[LatLng] = (),
    party: Party = ONE_PASSENGER,
    wait_seconds: int = 0,
    hire: tuple[LatLng, int] | None = None,
) -> RoutePrices:
    """Return the prices of a route now, or for a booking at `trip_date`, which has no surge.

    `wait_seconds` is the planned wait at the last stop, and `hire` the pickup and minutes of a booking by the
    hour.
    """
    at = trip_date or timezone.now()
    tariff = tariff_at(at)
    is_surged = trip_date is None and is_surge_on(settings)
    if trip_date is not None:
        agreed = None
    if tariff is None:
        return RoutePrices(route, settings, None, None, is_surged, agreed, wait_seconds)

    if hire is not None:
        pickup, minutes = hire
        hired = hired_trip(
            tariff,
            pickup,
            starts_at=at,
            hire_minutes=minutes,
            source=source,
            booked_for_later=trip_date is not None,
            party=party,
        )
        return RoutePrices(route, settings, tariff, hired, is_surged, agreed)

    def trip_of_duration(seconds: int) -> TariffTrip:
        return trip_along(
            tariff,
            points_of(route.polyline) if tariff.zone_map is not None or stops else (),
            starts_at=at,
            distance_km=route.distance_km,
            duration_seconds=seconds,
            source=source,
            booked_for_later=trip_date is not None,
            stops=stops,
            party=party,
        )

    trip, with_wait = trip_of_duration(route.duration_seconds), None
    if wait_seconds:
        with_wait = trip_of_duration(route.duration_seconds + wait_seconds)
        trip = replace(trip, wait_seconds=wait_seconds)
    return RoutePrices(route, settings, tariff, trip, is_surged, agreed, wait_seconds, with_wait)

"""Prices of one route for each car type: by the tariff in force, otherwise by the car types' numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
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
from apps.fares.surge.engine import USUAL
from apps.fares.tariffs.in_force import LoadedTariff, tariff_at
from apps.fares.tariffs.pricing import fare_of_trip
from apps.fares.tariffs.trips import Source, TariffTrip, points_of, trip_along
from apps.geo.port import LatLng, Route


@dataclass(frozen=True, slots=True)
class RoutePrices:
    """Prices of a route at a time."""

    route: Route
    settings: Platform
    tariff: LoadedTariff | None
    trip: TariffTrip | None
    """The facts of the trip under the tariff."""
    is_surged: bool
    """Surge applies to a trip at this time."""
    agreed: AgreedSurge | None = None
    """Instead of the current factors."""

    def surge_of(self, car_type: CarType) -> Surge | None:
        """Return the surge factor in the prices of a car type; None at the usual price."""
        if self.agreed is not None:
            return self.agreed.surge
        if not self.is_surged:
            return None
        return surge_at(self.trip.pickup_zones if self.trip else (), car_type.pk, self.settings)

    def of(self, car_type: CarType, parcel: Parcel) -> Fare:
        """Return the fare; if the tariff has no rate for the trip, by the car type's numbers."""
        surge = self.surge_of(car_type)
        factor = USUAL if surge is None else surge.factor
        if self.tariff is not None and self.trip is not None:
            priced = fare_of_trip(
                self.tariff,
                self.trip,
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
            duration_seconds=self.route.duration_seconds,
            convert_to_mile=self.settings.convert_to_mile,
            decimals=self.settings.decimal,
            parcel_amount=parcel.parcel_amount,
            option_amount=parcel.option_amount,
            surge=factor,
        )

    def quoted_trip(self) -> list[Any] | None:
        """Return the facts for a quote; None without a tariff."""
        if self.tariff is None or self.trip is None:
            return None
        return self.trip.as_json(self.tariff)


def route_prices(
    route: Route,
    settings: Platform,
    *,
    trip_date: datetime | None,
    source: Source,
    agreed: AgreedSurge | None = None,
    stops: Sequence[LatLng] = (),
    party: Party = ONE_PASSENGER,
) -> RoutePrices:
    """Return the prices of a route now, or for a booking at `trip_date`, which has no surge."""
    at = trip_date or timezone.now()
    tariff = tariff_at(at)
    is_surged = trip_date is None and is_surge_on(settings)
    if trip_date is not None:
        agreed = None
    if tariff is None:
        return RoutePrices(route, settings, None, None, is_surged, agreed)
    trip = trip_along(
        tariff,
        points_of(route.polyline) if tariff.zone_map is not None or stops else (),
        starts_at=at,
        distance_km=route.distance_km,
        duration_seconds=route.duration_seconds,
        source=source,
        booked_for_later=trip_date is not None,
        stops=stops,
        party=party,
    )
    return RoutePrices(route, settings, tariff, trip, is_surged, agreed)

"""Counts what surge depends on: waiting requests and free cars, by zone and car type."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import connection
from django.db.models import Q

from apps.accounts.models import DriverProfile
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.core.platform import Platform
from apps.fares.eligibility.rules import FRESH_SECONDS, cash_minimum
from apps.fares.models import CarType
from apps.fares.surge.current import EVERYWHERE
from apps.fares.surge.recording import SurgeKey
from apps.fares.tariffs.in_force import LoadedTariff, tariff_at

_FREE_CARS: Final = """
SELECT p.car_type_id, p.lat, p.lng, w.balance
FROM geo_driverposition p LEFT JOIN wallet_account w ON w.user_id = p.driver_id
WHERE p.free AND p.car_type_id IS NOT NULL AND p.at > %s AND (p.fit_until IS NULL OR p.fit_until > %s)
"""

_OF_FLEET: Final = f"""
AND p.driver_id IN (SELECT user_id FROM {DriverProfile._meta.db_table} WHERE fleet_admin_id = %s)
"""  # noqa: S608  # only the name of a table


@dataclass(frozen=True, slots=True)
class Demand:
    waiting: Counter[SurgeKey]
    free: Counter[SurgeKey]
    zones: tuple[str, ...]
    """The zones with an outline in the tariff in force, and the rest of the city."""


def count_demand(car_types: Collection[CarType], settings: Platform, *, now: datetime) -> Demand:
    """Count the waiting requests for now and the cars that can get them, by two queries.

    A position in two zones counts in both.
    """
    tariff = tariff_at(now)
    return Demand(
        waiting=_count_by_key(tariff, _requests(now)),
        free=_count_by_key(tariff, free_cars(car_types, settings, now)),
        zones=(EVERYWHERE, *_zone_names(tariff)),
    )


def waiting_for_now(now: datetime) -> Q:
    """Return the condition of the bookings for now that need a driver; bookings on hold do not count."""
    return Q(trip_date__lte=now, status=Status.NEW, book_later=False, car_type__isnull=False, held_until=None)


def _requests(now: datetime) -> Iterable[tuple[int, float, float]]:
    waiting = Booking.objects.filter(waiting_for_now(now))
    return waiting.values_list("car_type_id", "pickup_lat", "pickup_lng")


def free_cars(
    car_types: Collection[CarType], settings: Platform, now: datetime, *, fleet_admin_id: int | None = None
) -> Iterable[tuple[int, float, float]]:
    """Yield the car type and the position of each car whose driver may get a short cash trip.

    Only those of a fleet, if given.
    """
    minimum = {car_type.pk: cash_minimum(car_type, settings) for car_type in car_types}
    with connection.cursor() as cursor:
        fresh = [now - timedelta(seconds=FRESH_SECONDS), now]
        if fleet_admin_id is None:
            cursor.execute(_FREE_CARS, fresh)
        else:
            cursor.execute(_FREE_CARS + _OF_FLEET, [*fresh, fleet_admin_id])
        rows = cursor.fetchall()
    for car_type_id, lat, lng, balance in rows:
        least = minimum.get(car_type_id)
        if settings.prepaid or least is None or (balance or 0) >= least:
            yield car_type_id, lat, lng


def _count_by_key(tariff: LoadedTariff | None, rows: Iterable[tuple[int, float, float]]) -> Counter[SurgeKey]:
    zone_map = tariff.zone_map if tariff else None
    counter: Counter[SurgeKey] = Counter()
    for car_type_id, lat, lng in rows:
        zones = zone_map.at(lat, lng) if zone_map else None
        for zone in zones or (EVERYWHERE,):
            counter[SurgeKey(zone, car_type_id)] += 1
    return counter


def _zone_names(tariff: LoadedTariff | None) -> tuple[str, ...]:
    if tariff is None or tariff.zone_map is None:
        return ()
    return tuple(name for name, zone in tariff.compiled.source.zones.items() if zone.rings)

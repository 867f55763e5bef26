"""The number of drivers of each car type near a pickup, and the first arrival time."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from apps.core.errors import DomainError
from apps.core.money import ZERO
from apps.core.platform import Platform
from apps.fares.eligibility.rules import cash_minimum, eligible_drivers_of_each
from apps.fares.models import CarType
from apps.fares.party import ONE_PASSENGER, Party
from apps.fares.prepayment import will_be_prepaid
from apps.geo import directions
from apps.geo.port import LatLng
from apps.geo.positions.nearest import NearbyDriver, Provided

MAX_COUNTED: Final = 50
"""The maximum count, which bounds the cost in a large city."""
MAX_SHOWN: Final = 8
"""The most cars on a rider's map."""
DECIMALS: Final = 3
"""Decimals of the cars' coordinates: about a hundred metres."""
MAX_ROUTED: Final = 3
"""The nearest drivers by great-circle distance whose drive is calculated: one may be across a river."""


@dataclass(frozen=True, slots=True)
class Nearby:
    drivers: int
    eta_seconds: int | None


def nearby_by_car_type(
    *,
    at: LatLng,
    fees: Mapping[int, Decimal],
    prepaid: bool,
    settings: Platform,
    party: Party = ONE_PASSENGER,
    provided: Provided | None = None,
) -> Mapping[int, Nearby]:
    """Return the drivers near a pickup by car type; `fees` has the convenience fee of each.

    Runs one query and one matrix request for all. Raises NotProvided.
    """
    candidates = eligible_drivers_of_each(
        fees,
        at=at,
        prepaid=prepaid,
        settings=settings,
        limit=MAX_COUNTED,
        returned=MAX_ROUTED,
        party=party,
        provided=provided,
    )
    etas = _etas([driver for drivers in candidates.values() for driver in drivers.nearest], at)
    return {
        car_type_id: Nearby(
            drivers=drivers.found,
            eta_seconds=min(
                (etas[driver.driver_id] for driver in drivers.nearest if driver.driver_id in etas),
                default=None,
            ),
        )
        for car_type_id, drivers in candidates.items()
    }


@dataclass(frozen=True, slots=True)
class FreeCar:
    """A car on a rider's map, anonymous and at an approximate position."""

    lat: float
    lng: float
    icon: str


def free_cars(*, at: LatLng, car_types: Iterable[CarType], settings: Platform) -> list[FreeCar]:
    """Return the nearest free cars at rounded coordinates, sorted by coordinates."""
    by_id = {car_type.pk: car_type for car_type in car_types}
    found = eligible_drivers_of_each(
        # The lowest fee of any trip, because the destination is not known yet.
        {pk: cash_minimum(car_type, settings) or ZERO for pk, car_type in by_id.items()},
        at=at,
        prepaid=will_be_prepaid(settings, by_staff=False),
        settings=settings,
        limit=MAX_SHOWN,
        returned=MAX_SHOWN,
    )
    candidates = [(driver, by_id[pk]) for pk, drivers in found.items() for driver in drivers.nearest]
    nearest = sorted(candidates, key=lambda pair: pair[0].distance_km)[:MAX_SHOWN]
    cars = [
        FreeCar(
            round(driver.at.lat, DECIMALS),
            round(driver.at.lng, DECIMALS),
            car_type.icon,
        )
        for driver, car_type in nearest
    ]
    return sorted(cars, key=lambda car: (car.lat, car.lng, car.icon))


def _etas(drivers: Sequence[NearbyDriver], pickup: LatLng) -> dict[int, int]:
    """Return the seconds to the pickup by driver; empty if the routing service fails."""
    if not drivers:
        return {}
    try:
        matrix = directions.matrix_between([driver.at for driver in drivers], [pickup])
    except DomainError:
        return {}
    return {
        driver.driver_id: seconds
        for driver, (seconds,) in zip(drivers, matrix.durations_seconds, strict=True)
        if seconds is not None
    }

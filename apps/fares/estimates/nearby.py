"""How many cars of each type are near a pickup, and how soon the first could be there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from apps.core.errors import DomainError
from apps.core.money import ZERO
from apps.core.platform import Platform
from apps.fares.eligibility.rules import cash_minimum, eligible_drivers
from apps.fares.models import CarType
from apps.fares.prepayment import will_be_prepaid
from apps.geo import directions
from apps.geo.port import LatLng
from apps.geo.positions.nearest import NearbyDriver

MOST_COUNTED: Final = 50
"""More drivers than this are told as this many: counting a whole city would cost as much as it."""
MOST_SHOWN: Final = 8
"""Cars on the map of who looks for a ride."""
PLACES: Final = 3
"""Decimals of their places: about a hundred metres."""
DRIVEN: Final = 3
"""The nearest few as the crow flies, whose way by road is looked up: one may be across the river."""


@dataclass(frozen=True, slots=True)
class Nearby:
    drivers: int
    eta_seconds: int | None


def nearby_by_car_type(
    *, at: LatLng, fees: Mapping[int, Decimal], prepaid: bool, settings: Platform
) -> Mapping[int, Nearby]:
    """The drivers who may be offered such a booking, in one search for each car type and one call for
    all their ways by road; `fees` has each car type's convenience fee."""
    found = {
        car_type_id: eligible_drivers(
            at=at,
            car_type_id=car_type_id,
            convenience_fees=fee,
            prepaid=prepaid,
            settings=settings,
            limit=MOST_COUNTED,
        )
        for car_type_id, fee in fees.items()
    }
    etas = _etas([driver for drivers in found.values() for driver in drivers[:DRIVEN]], at)
    return {
        car_type_id: Nearby(
            drivers=len(drivers),
            eta_seconds=min(
                (etas[driver.driver_id] for driver in drivers[:DRIVEN] if driver.driver_id in etas),
                default=None,
            ),
        )
        for car_type_id, drivers in found.items()
    }


@dataclass(frozen=True, slots=True)
class FreeCar:
    """A car on the map of who looks for a ride: nobody's in particular, and only about here."""

    lat: float
    lng: float
    icon: str


def free_cars(*, at: LatLng, car_types: Iterable[CarType], settings: Platform) -> list[FreeCar]:
    """The nearest few cars that could take a ride from here, at rounded places and ordered by them."""
    prepaid = will_be_prepaid(settings, by_staff=False)
    found = [
        (driver, car_type)
        for car_type in car_types
        for driver in eligible_drivers(
            at=at,
            car_type_id=car_type.pk,
            # The least fee of any trip: nobody has said yet where to.
            convenience_fees=cash_minimum(car_type, settings) or ZERO,
            prepaid=prepaid,
            settings=settings,
            limit=MOST_SHOWN,
        )
    ]
    nearest = sorted(found, key=lambda pair: pair[0].distance_km)[:MOST_SHOWN]
    cars = [
        FreeCar(round(driver.at.lat, PLACES), round(driver.at.lng, PLACES), car_type.icon)
        for driver, car_type in nearest
    ]
    return sorted(cars, key=lambda car: (car.lat, car.lng, car.icon))


def _etas(drivers: Sequence[NearbyDriver], pickup: LatLng) -> dict[int, int]:
    """Seconds to the pickup by driver; empty when the map service does not answer."""
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

"""How many cars of each type are near a pickup, and how soon the first could be there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from apps.core.errors import DomainError
from apps.core.platform import Platform
from apps.fares.engine import KM_A_MILE
from apps.geo import directions
from apps.geo.nearest import NearbyDriver, nearest_drivers
from apps.geo.port import LatLng

FRESH_SECONDS: Final = 60.0
"""A driver seen longer ago is not counted; the same as for being offered a booking."""
MOST_COUNTED: Final = 50
"""More drivers than this are told as this many: counting a whole city would cost as much as it."""
DRIVEN: Final = 3
"""The nearest few as the crow flies, whose way by road is looked up: one may be across the river."""


@dataclass(frozen=True, slots=True)
class Nearby:
    drivers: int
    eta_seconds: int | None


def radius_km(settings: Platform) -> float:
    """The driver radius, whichever unit it was entered in."""
    return float(settings.radius * (KM_A_MILE if settings.convert_to_mile else 1))


def nearby_by_car_type(
    *, at: LatLng, car_type_ids: Sequence[int], settings: Platform
) -> Mapping[int, Nearby]:
    """What is near for each car type, in one search each and one call for all their ways by road.

    The drivers' wallets are not looked at: a price is asked for by people who may not even book.
    """
    found = {
        car_type_id: nearest_drivers(
            at=at,
            radius_km=radius_km(settings),
            car_type_id=car_type_id,
            fresh_seconds=FRESH_SECONDS,
            limit=MOST_COUNTED,
        )
        for car_type_id in car_type_ids
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

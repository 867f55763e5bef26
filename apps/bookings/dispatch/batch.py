"""Batch policy: matches waiting bookings and free drivers every few seconds at the least total driving
time.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from apps.bookings.dispatch.search import NO_ROUTE, Drive, Plan, drivers_near, drives_in, pickup_of
from apps.bookings.models import Booking
from apps.bookings.selectors import open_offers
from apps.bookings.state_machine.transitions import Candidate
from apps.bookings.timing import offer_time
from apps.core.platform import Platform
from apps.geo.port import LatLng, MapsError
from apps.geo.positions.nearest import NearbyDriver
from apps.geo.providers.maps import maps

NEAREST: Final = 40
"""Nearest drivers considered for a booking at first: the optimum of 1,000 bookings and 1,500 drivers."""
PLACES: Final = 90
"""Pickups and drivers in one matrix request; an OSRM server accepts 100."""
GREAT_CIRCLE_KM_PER_HOUR: Final = 25.0
"""The speed over the great-circle distance if the routing service fails."""

Near = dict[int, NearbyDriver]


def plans(bookings: Sequence[Booking], settings: Platform) -> dict[int, Plan]:
    """Return a plan with one driver by booking id; drivers with an open offer are skipped.

    No booking is left without a plan while an eligible driver in its range is free.
    """
    # SciPy takes 45 MB; only the process that matches loads it.
    from apps.bookings.dispatch.matching import match_widening

    offered = set(open_offers().values_list("driver_id", flat=True))
    by_id = {booking.pk: booking for booking in bookings}
    near: dict[int, Near] = {booking_id: {} for booking_id in by_id}
    by_road: dict[tuple[int, int], Drive] = {}

    def next_nearest(wanted: Mapping[int, Collection[int]]) -> dict[int, dict[int, float]]:
        more = {
            booking_id: {
                driver.driver_id: driver
                for driver in drivers_near(
                    by_id[booking_id], settings, beside=offered.union(others), limit=NEAREST
                )
            }
            for booking_id, others in wanted.items()
        }
        by_road.update(_by_road([by_id[booking_id] for booking_id in more if more[booking_id]], more))
        for booking_id, drivers in more.items():
            near[booking_id] |= drivers
        return {
            booking_id: {
                driver_id: _seconds(by_road.get((booking_id, driver_id)), driver)
                for driver_id, driver in drivers.items()
            }
            for booking_id, drivers in more.items()
        }

    return {
        booking_id: Plan([_candidate(near[booking_id], by_road, booking_id, driver_id)], offer_time(settings))
        for booking_id, driver_id in match_widening(list(by_id), next_nearest).items()
    }


def _candidate(
    near: Near, by_road: dict[tuple[int, int], Drive], booking_id: int, driver_id: int
) -> Candidate:
    """Return the candidate, ranked by distance among the booking's nearest drivers.

    A rank above 1 shows that a nearer driver was assigned to another booking.
    """
    drive = by_road.get((booking_id, driver_id), NO_ROUTE)
    distance_km = near[driver_id].distance_km
    return Candidate(
        driver_id=driver_id,
        rank=1 + sum(driver.distance_km < distance_km for driver in near.values()),
        distance_km=distance_km,
        road_distance_km=drive.km,
        eta_seconds=drive.seconds,
    )


def _seconds(by_road: Drive | None, driver: NearbyDriver) -> float:
    """Return the driving time, estimated if the routing service failed; infinite if there is no route."""
    if by_road is None:
        return driver.distance_km / GREAT_CIRCLE_KM_PER_HOUR * 3600
    return math.inf if by_road.seconds is None else by_road.seconds


def _by_road(bookings: Sequence[Booking], near: dict[int, Near]) -> dict[tuple[int, int], Drive]:
    """Return the drive by booking and driver: NO_ROUTE if there is none, no entry if the request failed."""
    drives: dict[tuple[int, int], Drive] = {}
    for block in _blocks(bookings, near):
        nearby = {driver_id: driver.at for booking in block for driver_id, driver in near[booking.pk].items()}
        pickups = [pickup_of(booking) for booking in block]
        for positions in _tiles(list(nearby.items()), PLACES - len(block)):
            try:
                matrix = maps().routing.matrix([at for _, at in positions], pickups)
            except MapsError:
                continue
            for (driver_id, _), row in zip(positions, drives_in(matrix), strict=True):
                for booking, drive in zip(block, row, strict=True):
                    drives[booking.pk, driver_id] = drive
    return drives


def _blocks(bookings: Sequence[Booking], near: dict[int, Near]) -> list[list[Booking]]:
    """Group neighbouring bookings that share drivers: all of a block's drives are requested."""
    blocks: list[list[Booking]] = []
    drivers: set[int] = set()
    for booking in sorted(bookings, key=lambda one: (round(one.pickup_lat, 2), one.pickup_lng)):
        own = near[booking.pk].keys()
        # In a hot spot, the drivers of many bookings are nearly the same.
        is_shared = 2 * len(drivers & own) >= len(own)
        if blocks and (
            (is_shared and len(blocks[-1]) < PLACES // 2) or len(drivers | own) + len(blocks[-1]) < PLACES
        ):
            blocks[-1].append(booking)
            drivers |= own
        else:
            blocks.append([booking])
            drivers = set(own)
    return blocks


def _tiles(drivers: list[tuple[int, LatLng]], size: int) -> list[list[tuple[int, LatLng]]]:
    return [drivers[start : start + size] for start in range(0, len(drivers), size)]

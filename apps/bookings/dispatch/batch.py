"""Batch policy: matches waiting bookings and free drivers every few seconds at the least total driving
time.
"""

from collections.abc import Sequence
from typing import Final

from apps.bookings.dispatch.matching import NEAREST, match
from apps.bookings.dispatch.search import NO_ROUTE, Drive, Plan, drivers_near, drives_in, pickup_of
from apps.bookings.models import Booking
from apps.bookings.selectors import open_offers
from apps.bookings.state_machine.transitions import Candidate
from apps.bookings.timing import offer_time
from apps.core.platform import Platform
from apps.geo.port import LatLng, MapsError
from apps.geo.positions.nearest import NearbyDriver
from apps.geo.providers.maps import maps

PLACES: Final = 90
"""Pickups and drivers in one matrix request; an OSRM server accepts 100."""
GREAT_CIRCLE_KM_PER_HOUR: Final = 25.0
"""The speed over the great-circle distance if the routing service fails."""

Near = dict[int, NearbyDriver]


def plans(bookings: Sequence[Booking], settings: Platform) -> dict[int, Plan]:
    """Return a plan with one driver by booking id; drivers with an open offer are skipped."""
    offered = set(open_offers().values_list("driver_id", flat=True))
    near = {
        booking.pk: {
            driver.driver_id: driver
            for driver in drivers_near(booking, settings, beside=offered, limit=NEAREST)
        }
        for booking in bookings
    }
    waiting = [booking for booking in bookings if near[booking.pk]]
    by_road = _by_road(waiting, near)
    costs = {
        booking.pk: {
            driver_id: seconds
            for driver_id, driver in near[booking.pk].items()
            if (seconds := _seconds(by_road.get((booking.pk, driver_id)), driver)) is not None
        }
        for booking in waiting
    }
    return {
        booking_id: Plan([_candidate(near[booking_id], by_road, booking_id, driver_id)], offer_time(settings))
        for booking_id, driver_id in match(costs).items()
    }


def _candidate(
    near: Near, by_road: dict[tuple[int, int], Drive], booking_id: int, driver_id: int
) -> Candidate:
    """Return the candidate, ranked by distance among the booking's nearest drivers.

    A rank above 1 shows that a nearer driver was assigned to another booking.
    """
    drive = by_road.get((booking_id, driver_id), NO_ROUTE)
    return Candidate(
        driver_id=driver_id,
        rank=list(near).index(driver_id) + 1,
        distance_km=near[driver_id].distance_km,
        road_distance_km=drive.km,
        eta_seconds=drive.seconds,
    )


def _seconds(by_road: Drive | None, driver: NearbyDriver) -> float | None:
    """Return the driving time, estimated if the routing service failed; None if there is no route."""
    return driver.distance_km / GREAT_CIRCLE_KM_PER_HOUR * 3600 if by_road is None else by_road.seconds


def _by_road(bookings: Sequence[Booking], near: dict[int, Near]) -> dict[tuple[int, int], Drive]:
    """Return the drive by booking and driver: NO_ROUTE if there is none, no entry if the request failed."""
    drives: dict[tuple[int, int], Drive] = {}
    for block in _blocks(bookings, near):
        positions: dict[int, LatLng] = {
            driver_id: driver.at for booking in block for driver_id, driver in near[booking.pk].items()
        }
        try:
            matrix = maps().routing.matrix(
                list(positions.values()), [pickup_of(booking) for booking in block]
            )
        except MapsError:
            continue
        for driver_id, row in zip(positions, drives_in(matrix), strict=True):
            for booking, drive in zip(block, row, strict=True):
                drives[booking.pk, driver_id] = drive
    return drives


def _blocks(bookings: Sequence[Booking], near: dict[int, Near]) -> list[list[Booking]]:
    """Group neighbouring bookings, which share drivers, into blocks of one matrix request each."""
    blocks: list[list[Booking]] = []
    places: set[int] = set()
    for booking in sorted(bookings, key=lambda one: (round(one.pickup_lat, 2), one.pickup_lng)):
        more = places | near[booking.pk].keys()
        if blocks and len(more) + len(blocks[-1]) < PLACES:
            blocks[-1].append(booking)
            places = more
        else:
            blocks.append([booking])
            places = set(near[booking.pk])
    return blocks

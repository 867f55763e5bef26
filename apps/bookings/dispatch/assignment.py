"""One round of a policy that assigns all waiting bookings together: candidates, their drives, the match."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from apps.bookings.dispatch.ports import (
    NO_ROUTE,
    Candidates,
    Drive,
    Nearby,
    RankedDriver,
    SoonFree,
    WaitingBooking,
)
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.port import LatLng

NEAREST: Final = 40
"""Nearest drivers considered for a booking at first: the optimum of 1,000 bookings and 1,500 drivers."""
PLACES: Final = 90
"""Pickups and drivers in one matrix request; an OSRM server accepts 100."""
GREAT_CIRCLE_KM_PER_HOUR: Final = 25.0
"""The speed over the great-circle distance if the routing service fails."""

Near = dict[int, Nearby]
Extra = Callable[[Mapping[int, Collection[int]]], Mapping[tuple[int, int], float]]
"""Returns the seconds that count in addition to the drive, by booking and driver, for drivers by booking."""


def _nothing(drivers: Mapping[int, Collection[int]]) -> dict[tuple[int, int], float]:
    return {}


@dataclass(frozen=True, slots=True)
class NearDrop:
    """A driver who will be free at the end of a trip, `distance_km` from a pickup."""

    driver_id: int
    at: LatLng
    distance_km: float


class Assignment:
    """The match of waiting bookings and drivers at the least total time until the cars arrive.

    `soon` are the drivers who can be waited for, by booking id; `extra` are seconds on top of drives, such as
    the time until one of them is free.
    """

    def __init__(
        self,
        bookings: Sequence[WaitingBooking],
        candidates: Candidates,
        *,
        soon: Mapping[int, Sequence[SoonFree]] | None = None,
        extra: Extra = _nothing,
    ) -> None:
        self._bookings = {booking.booking_id: booking for booking in bookings}
        self._candidates = candidates
        self._soon = soon or {}
        self._extra = extra
        self._near: dict[int, Near] = {booking_id: {} for booking_id in self._bookings}
        self._by_road: dict[tuple[int, int], Drive] = {}

    def match(self) -> dict[int, int]:
        """Return a driver by booking id, each driver once."""
        # SciPy takes 45 MB; only the process that matches loads it.
        from apps.bookings.dispatch.matching import match_widening

        self._offered = self._candidates.with_open_offer()
        return match_widening(list(self._bookings), self._next_nearest)

    def ranked(self, booking_id: int, driver_id: int) -> RankedDriver:
        """Return the driver, ranked by distance among the booking's nearest drivers.

        A rank above 1 shows that a nearer driver was assigned to another booking.
        """
        near = self._near[booking_id]
        distance_km = near[driver_id].distance_km
        rank = 1 + sum(driver.distance_km < distance_km for driver in near.values())
        return RankedDriver(
            driver_id, rank, distance_km, self._by_road.get((booking_id, driver_id), NO_ROUTE)
        )

    def waits_for(self, booking_id: int, driver_id: int) -> bool:
        """Return whether this driver is still on a trip."""
        return isinstance(self._near[booking_id][driver_id], NearDrop)

    def _next_nearest(self, wanted: Mapping[int, Collection[int]]) -> dict[int, dict[int, float]]:
        more: dict[int, Near] = {}
        for booking_id, others in wanted.items():
            booking = self._bookings[booking_id]
            nearby = self._candidates.near(booking, beside=self._offered.union(others), limit=NEAREST)
            more[booking_id] = {driver.driver_id: driver for driver in nearby}
            if not self._near[booking_id] and self._soon:
                more[booking_id] = self._with_soon_free(booking, more[booking_id], others)
        with_drivers = [self._bookings[booking_id] for booking_id in more if more[booking_id]]
        self._by_road.update(_by_road(with_drivers, more, self._candidates))
        for booking_id, drivers in more.items():
            self._near[booking_id] |= drivers
        extra = self._extra(more)
        return {
            booking_id: {
                driver_id: _seconds(self._by_road.get((booking_id, driver_id)), driver)
                + extra.get((booking_id, driver_id), 0.0)
                for driver_id, driver in drivers.items()
            }
            for booking_id, drivers in more.items()
        }

    def _with_soon_free(self, booking: WaitingBooking, near: Near, others: Collection[int]) -> Near:
        """Return free and soon-free drivers together, nearest first."""
        soon: list[Nearby] = [
            NearDrop(driver.driver_id, driver.at, great_circle_km(driver.at, booking.pickup))
            for driver in self._soon.get(booking.booking_id, ())
            if driver.driver_id not in near and driver.driver_id not in others
        ]
        both = sorted([*near.values(), *soon], key=lambda driver: driver.distance_km)
        return {driver.driver_id: driver for driver in both}


def _seconds(by_road: Drive | None, driver: Nearby) -> float:
    """Return the driving time, estimated if the routing service failed; infinite if there is no route."""
    if by_road is None:
        return driver.distance_km / GREAT_CIRCLE_KM_PER_HOUR * 3600
    return math.inf if by_road.seconds is None else by_road.seconds


def _by_road(
    bookings: Sequence[WaitingBooking], near: Mapping[int, Near], candidates: Candidates
) -> dict[tuple[int, int], Drive]:
    """Return the drive by booking and driver: NO_ROUTE if there is none, no entry if the request failed."""
    drives: dict[tuple[int, int], Drive] = {}
    for block in _blocks(bookings, near):
        places = {
            driver_id: driver.at
            for booking in block
            for driver_id, driver in near[booking.booking_id].items()
        }
        pickups = [booking.pickup for booking in block]
        for tile in _tiles(list(places.items()), PLACES - len(block)):
            rows = candidates.drives([at for _, at in tile], pickups)
            if rows is None:
                continue
            for (driver_id, _), row in zip(tile, rows, strict=True):
                for booking, drive in zip(block, row, strict=True):
                    drives[booking.booking_id, driver_id] = drive
    return drives


def _blocks(bookings: Sequence[WaitingBooking], near: Mapping[int, Near]) -> list[list[WaitingBooking]]:
    """Group neighbouring bookings that share drivers: all of a block's drives are requested."""
    blocks: list[list[WaitingBooking]] = []
    drivers: set[int] = set()
    for booking in sorted(bookings, key=lambda one: (round(one.pickup.lat, 2), one.pickup.lng)):
        own = near[booking.booking_id].keys()
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


def _tiles(places: list[tuple[int, LatLng]], size: int) -> list[list[tuple[int, LatLng]]]:
    return [places[start : start + size] for start in range(0, len(places), size)]

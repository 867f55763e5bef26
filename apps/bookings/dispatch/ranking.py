"""The order of drivers by driving time."""

import math
from collections.abc import Iterable, Sequence

from apps.bookings.dispatch.ports import NO_ROUTE, Candidates, Drive, Nearby, RankedDriver
from apps.geo.port import LatLng


def drives_to(pickup: LatLng, nearby: Sequence[Nearby], candidates: Candidates) -> list[Drive]:
    """Return the drive of each driver to the pickup; empty if the routing service fails."""
    if not nearby:
        return []
    return [row[0] for row in candidates.drives([driver.at for driver in nearby], [pickup]) or ()]


def ranked_by_road(nearby: Sequence[Nearby], drives: Sequence[Drive]) -> list[tuple[Nearby, Drive]]:
    """Return the drivers with their drives, by driving time; without a drive last, in their given order.

    `drives` are those of the first drivers, none if the routing service failed.
    """
    timed = [*zip(nearby, drives, strict=False), *((driver, NO_ROUTE) for driver in nearby[len(drives) :])]
    return sorted(timed, key=lambda one: math.inf if one[1].seconds is None else one[1].seconds)


def numbered(ranked: Iterable[tuple[Nearby, Drive]]) -> list[RankedDriver]:
    """Return the drivers with their ranks, from 1."""
    return [
        RankedDriver(driver.driver_id, rank, driver.distance_km, drive)
        for rank, (driver, drive) in enumerate(ranked, start=1)
    ]

"""Batch: all waiting bookings and free drivers together, every few seconds, at the least total road time."""

from collections.abc import Sequence
from typing import Final

from apps.bookings.dispatch.matching import NEAREST, match
from apps.bookings.dispatch.search import NO_WAY, Plan, WayByRoad, drivers_near, pickup_of, ways_of
from apps.bookings.models import Booking
from apps.bookings.selectors import open_offers
from apps.bookings.state_machine.transitions import Candidate
from apps.bookings.timing import offer_time
from apps.core.platform import Platform
from apps.geo.port import LatLng, MapsError
from apps.geo.positions.nearest import NearbyDriver
from apps.geo.providers.maps import maps

PLACES: Final = 90
"""Pickups and cars of one matrix call; an OSRM server takes 100."""
CROW_KM_PER_HOUR: Final = 25.0
"""The pace along the great circle where the routing service does not answer."""

Near = dict[int, NearbyDriver]


def plans(bookings: Sequence[Booking], settings: Platform) -> dict[int, Plan]:
    """By booking id, the one driver to ask; who has an offer open is not given another one."""
    asked = set(open_offers().values_list("driver_id", flat=True))
    near = {
        booking.pk: {
            driver.driver_id: driver
            for driver in drivers_near(booking, settings, beside=asked, limit=NEAREST)
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
    near: Near, by_road: dict[tuple[int, int], WayByRoad], booking_id: int, driver_id: int
) -> Candidate:
    """Ranked by where the driver stands among the nearest: it shows who had to give way to the whole."""
    way = by_road.get((booking_id, driver_id), NO_WAY)
    return Candidate(
        driver_id=driver_id,
        rank=list(near).index(driver_id) + 1,
        distance_km=near[driver_id].distance_km,
        road_distance_km=way.km,
        eta_seconds=way.seconds,
    )


def _seconds(by_road: WayByRoad | None, driver: NearbyDriver) -> float | None:
    """None where no road leads."""
    return driver.distance_km / CROW_KM_PER_HOUR * 3600 if by_road is None else by_road.seconds


def _by_road(bookings: Sequence[Booking], near: dict[int, Near]) -> dict[tuple[int, int], WayByRoad]:
    """The drive by booking and driver; empty in itself where no road leads, absent without an answer."""
    found: dict[tuple[int, int], WayByRoad] = {}
    for block in _blocks(bookings, near):
        cars: dict[int, LatLng] = {
            driver_id: driver.at for booking in block for driver_id, driver in near[booking.pk].items()
        }
        try:
            matrix = maps().routing.matrix(list(cars.values()), [pickup_of(booking) for booking in block])
        except MapsError:
            continue
        for driver_id, row in zip(cars, ways_of(matrix), strict=True):
            for booking, way in zip(block, row, strict=True):
                found[booking.pk, driver_id] = way
    return found


def _blocks(bookings: Sequence[Booking], near: dict[int, Near]) -> list[list[Booking]]:
    """Neighbours together, for they share their drivers, as many as one matrix call takes."""
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

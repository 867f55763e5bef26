"""The state of a simulated city, as the clock and the candidates that the dispatch policies read."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Final, NamedTuple

from apps.bookings.comparison.cities import City
from apps.bookings.comparison.demand import Shift, Trip
from apps.bookings.comparison.road_times import RoadTimes
from apps.bookings.dispatch.ending import CLOSING
from apps.bookings.dispatch.ports import Drive, Nearby, SoonFree, WaitingBooking
from apps.geo.port import LatLng

START: Final = datetime(2026, 11, 6, 15, tzinfo=UTC)


class Car(Enum):
    OFFLINE = "offline"
    FREE = "free"
    TO_PICKUP = "to pickup"
    DRIVING = "driving"
    CLOSING = "closing"
    """At the drop-off: the rider pays and gets out."""


class NearCar(NamedTuple):
    """A free car near a pickup."""

    distance_km: float
    driver_id: int
    at: LatLng


@dataclass(slots=True)
class Driver:
    shift: Shift
    place: int
    car: Car = Car.OFFLINE
    last_trip_ended: float | None = None
    drive_ends: float = 0.0
    """When the trip's drive ends, if the car is driving."""
    slower: float = 1.0
    """How much longer than the road time this drive takes."""
    offers: set[int] = field(default_factory=set)
    """The bookings of which the driver has an open offer."""
    income: float = 0.0
    trips: int = 0


@dataclass(slots=True)
class Booking:
    trip: Trip
    search_until: float
    dispatch_after: float
    waits: bool = True
    """No driver has accepted it, and its rider has not cancelled."""
    open: dict[int, float] = field(default_factory=dict)
    """When the open offer of each driver expires."""
    refused: set[int] = field(default_factory=set)
    closed: set[int] = field(default_factory=set)
    """Drivers whose offer expired or was withdrawn."""
    offers_of: dict[int, int] = field(default_factory=dict)
    """How many offers each driver has had."""
    driver: int | None = None
    accepted_at: float | None = None
    picked_up_at: float | None = None
    drive_seconds: float | None = None
    """The actual drive to the pickup."""


class World:
    """Implements the ports `Clock` and `Candidates` in memory."""

    def __init__(self, city: City, roads: RoadTimes, shifts: Sequence[Shift]) -> None:
        self.second = 0.0
        self.drivers = {shift.driver: Driver(shift, shift.at) for shift in shifts}
        self.bookings: dict[int, Booking] = {}
        self.waiting: dict[int, Booking] = {}
        self._radius_km = city.driver_radius_km
        self._at = roads.places
        self._place = {at: place for place, at in enumerate(roads.places)}
        # Lists of numbers are quicker to read one by one than arrays.
        self._seconds: list[list[int]] = roads.seconds.tolist()
        self._km: list[list[float]] = roads.km.tolist()
        self._straight_km: list[list[float]] = roads.straight_km.tolist()

    def seconds(self, start: int, end: int) -> int:
        return self._seconds[start][end]

    def km(self, start: int, end: int) -> float:
        return self._km[start][end]

    def as_waiting(self, booking: Booking, *, search_seconds: float) -> WaitingBooking:
        since = START + timedelta(seconds=booking.search_until - search_seconds)
        return WaitingBooking(booking.trip.number, self._at[booking.trip.pickup], since)

    # -- the ports -----------------------------------------------------------------------------

    def now(self) -> datetime:
        return START + timedelta(seconds=self.second)

    def near(
        self,
        booking: WaitingBooking,
        *,
        beside: Iterable[int] = (),
        within: float = 1.0,
        limit: int | None = None,
    ) -> Sequence[Nearby]:
        straight_km = self._straight_km[self._place[booking.pickup]]
        out = self.bookings[booking.booking_id].refused.union(beside)
        reach_km = self._radius_km * within
        near = sorted(
            NearCar(km, number, self._at[driver.place])
            for number, driver in self.drivers.items()
            if driver.car is Car.FREE and (km := straight_km[driver.place]) <= reach_km and number not in out
        )
        return near[:limit]

    def soon_free(
        self, bookings: Sequence[WaitingBooking], *, within: timedelta
    ) -> dict[int, list[SoonFree]]:
        ending = list(self._ending(within.total_seconds()))
        soon: dict[int, list[SoonFree]] = {}
        for booking in bookings:
            straight_km = self._straight_km[self._place[booking.pickup]]
            refused = self.bookings[booking.booking_id].refused
            soon[booking.booking_id] = [
                driver
                for place, driver in ending
                if driver.driver_id not in refused and straight_km[place] <= self._radius_km
            ]
        return soon

    def drives(self, starts: Sequence[LatLng], ends: Sequence[LatLng]) -> list[list[Drive]]:
        columns = [self._place[at] for at in ends]
        return [
            [Drive(self._seconds[row][column], self._km[row][column]) for column in columns]
            for row in map(self._place.__getitem__, starts)
        ]

    def offered_before(self, booking_ids: Collection[int]) -> dict[int, set[int]]:
        return {booking_id: set(self.bookings[booking_id].closed) for booking_id in booking_ids}

    def idle_seconds(self, driver_ids: Collection[int]) -> dict[int, float]:
        ended = {number: self.drivers[number].last_trip_ended for number in driver_ids}
        return {number: self.second - at for number, at in ended.items() if at is not None}

    def with_open_offer(self) -> set[int]:
        return {number for number, driver in self.drivers.items() if driver.offers}

    def _ending(self, within_seconds: float) -> Iterator[tuple[int, SoonFree]]:
        """Return what production knows: the remaining drive by the roads, without the traffic."""
        closing = CLOSING.total_seconds()
        for number, driver in self.drivers.items():
            if driver.car is Car.CLOSING:
                remaining = closing
            elif driver.car is Car.DRIVING:
                remaining = (driver.drive_ends - self.second) / driver.slower + closing
            else:
                continue
            if remaining <= within_seconds:
                yield driver.place, SoonFree(number, self._at[driver.place], remaining)

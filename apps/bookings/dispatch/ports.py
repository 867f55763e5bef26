"""What a dispatch policy reads and decides, without a database: a clock, candidates, rules and decisions.

Production implements `Clock` and `Candidates` in database.py, the policy comparison in
apps/bookings/comparison/world.py. The policies are the same code for both.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from apps.geo.port import LatLng


class Drive(NamedTuple):
    """Duration and length of the drive to a pickup; None if there is no route."""

    seconds: int | None = None
    km: float | None = None


NO_ROUTE = Drive()


@dataclass(frozen=True, slots=True)
class WaitingBooking:
    """A booking without a driver."""

    booking_id: int
    pickup: LatLng
    since: datetime
    """When its present driver search started."""


class Nearby(Protocol):
    """A driver near a pickup."""

    @property
    def driver_id(self) -> int: ...

    @property
    def at(self) -> LatLng: ...

    @property
    def distance_km(self) -> float:
        """Return the great-circle distance to the pickup."""
        ...


@dataclass(frozen=True, slots=True)
class SoonFree:
    """A driver on the last part of a trip."""

    driver_id: int
    at: LatLng
    """The place where the trip ends."""
    free_in_seconds: float


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings that policies read."""

    offer_time: timedelta
    may_hold: bool = True
    """Whether a booking may wait for a driver; without later rounds it may not."""


@dataclass(frozen=True, slots=True)
class RankedDriver:
    """A driver who gets an offer."""

    driver_id: int
    rank: int
    distance_km: float
    """Great-circle distance."""
    drive: Drive


@dataclass(frozen=True, slots=True)
class Decision:
    """The drivers who get an offer of a booking now, and how long the offers are open."""

    drivers: list[RankedDriver]
    offer_time: timedelta
    holds: bool = False
    """There is no offer now, because a driver who is soon free arrives first."""


class Clock(Protocol):
    def now(self) -> datetime: ...


class Candidates(Protocol):
    """The drivers of the present moment."""

    def near(
        self,
        booking: WaitingBooking,
        *,
        beside: Iterable[int] = (),
        within: float = 1.0,
        limit: int | None = None,
    ) -> Sequence[Nearby]:
        """Return eligible free drivers who have not declined or been removed, nearest first.

        Excludes the drivers in `beside`. `within` is the fraction of the driver radius that is searched.
        """
        ...

    def soon_free(
        self, bookings: Sequence[WaitingBooking], *, within: timedelta
    ) -> Mapping[int, Sequence[SoonFree]]:
        """Return, by booking id, the drivers who will be able to take it when their trip ends."""
        ...

    def drives(self, starts: Sequence[LatLng], ends: Sequence[LatLng]) -> list[list[Drive]] | None:
        """Return the drives, one row per start; None if the routing service fails."""
        ...

    def offered_before(self, booking_ids: Collection[int]) -> Mapping[int, set[int]]:
        """Return, by booking id, the drivers whose offer expired or was withdrawn."""
        ...

    def idle_seconds(self, driver_ids: Collection[int]) -> Mapping[int, float]:
        """Return the seconds since each driver's last paid trip ended; drivers without one are left out."""
        ...

    def with_open_offer(self) -> set[int]:
        """Return the drivers who have an offer of any booking."""
        ...

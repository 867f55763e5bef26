"""What a price depends on: the facts of one trip."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from types import MappingProxyType
from typing import Final, Literal

_NO_CHARGES: Final[Mapping[str, Decimal]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A part of the trip at a steady speed and in the same zones."""

    start: datetime
    """With a time zone."""
    seconds: Decimal
    distance_m: Decimal
    zones: frozenset[str] = frozenset()
    after_stop: bool = False
    """After the first stop between pickup and drop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """Waiting outside the segments."""

    at: Literal["pickup", "stop"]
    seconds: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """A trip; distances in metres, times in seconds."""

    start: datetime
    """The pickup, with a time zone."""
    segments: tuple[Segment, ...]
    pickup_zones: frozenset[str] = frozenset()
    drop_zones: frozenset[str] = frozenset()
    waits: tuple[Wait, ...] = ()
    car_type: str = ""
    source: Literal["app", "phone", "street", "account"] = "app"
    booked_for_later: bool = False
    passengers: int = 1
    """Without children that count differently, and without infants."""
    children: int = 0
    luggage: int = 0
    stops: int = 0
    needs: frozenset[str] = frozenset()
    pickup_distance_m: Decimal = Decimal(0)
    """The drive to the pickup, as far as its charge was agreed before."""
    charges: Mapping[str, Decimal] = field(default_factory=lambda: _NO_CHARGES)
    """Amounts by key, such as toll, soiling, parcel and option."""
    surge: Decimal = Decimal(1)
    """The surge factor agreed at booking, 1 or more."""
    hire_minutes: int = 0
    """Of a booking by the hour: how long it is booked for; 0 of a trip to a destination."""
    outcome: Literal["trip", "no_show", "cancelled"] = "trip"
    cancelled_after_seconds: Decimal = Decimal(0)
    """Since a driver accepted."""
    driver: Literal["on_the_way", "arrived", ""] = "on_the_way"
    """Where the driver is when the trip is cancelled; empty for the rules that do not depend on it."""
    driver_way: Decimal = Decimal(0)
    """The percentage of the way to the pickup that the driver has come; 0 if it is not known."""
    seconds_to_pickup: Decimal = Decimal(0)
    """Until the time of the booking when the trip is cancelled; below 0 after it."""

    def __post_init__(self) -> None:
        numbers: list[Decimal | int] = [
            self.passengers, self.children, self.luggage, self.stops, self.pickup_distance_m,
            self.cancelled_after_seconds, self.driver_way, self.surge - 1, self.hire_minutes,
            *self.charges.values(), *(wait.seconds for wait in self.waits),
        ]  # fmt: skip
        numbers += [number for part in self.segments for number in (part.seconds, part.distance_m)]
        if any(not number >= 0 for number in numbers):
            raise ValueError("distance, time, amounts and numbers are never negative")
        if any(part.tzinfo is None for part in (self.start, *(part.start for part in self.segments))):
            raise ValueError("times have a time zone")

    @property
    def party(self) -> int:
        """Return the number of passengers with children."""
        return self.passengers + self.children

    @property
    def duration_seconds(self) -> Decimal:
        return sum((part.seconds for part in self.segments), Decimal(0))

    @property
    def distance_m(self) -> Decimal:
        return sum((part.distance_m for part in self.segments), Decimal(0))

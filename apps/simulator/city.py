"""The shared state of a simulation: area, probabilities and counters."""

import math
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from apps.simulator.api import Api, Refused
from apps.simulator.roads import Position

METRES_PER_DEGREE = 111_195.0


@dataclass
class City:
    """Probabilities are between 0 and 1, distances in metres; `speed` accelerates cars and users."""

    center: Position
    spread_m: float = 1_800.0
    trip_m: float = 1_300.0
    speed: float = 1.0
    pause_seconds: float = 20.0
    decline_share: float = 0.1
    cancel_share: float = 0.02
    wallet_share: float = 0.3
    tally: Counter[str] = field(default_factory=Counter)
    codes: dict[int, str] = field(default_factory=dict)
    """Trip codes that riders have given to drivers, by booking."""
    bookings_left: int | None = None
    """How many bookings riders still make; None for any number."""

    def count(self, what: str) -> None:
        self.tally[what] += 1

    @property
    def takes_bookings(self) -> bool:
        return self.bookings_left is None or self.bookings_left > 0

    @contextmanager
    def one_booking(self) -> Iterator[None]:
        """Count a booking that is being made; a refused one does not count."""
        if self.bookings_left is None:
            yield
            return
        self.bookings_left -= 1
        try:
            yield
        except Refused:
            self.bookings_left += 1
            raise

    def code_of(self, booking_id: int) -> dict[str, str]:
        """Return the driver's input at the start, if the platform requires a code."""
        return {"otp": self.codes[booking_id]} if booking_id in self.codes else {}

    async def random_position(self, api: Api, rng: random.Random) -> Position:
        """Return a position with an address, so that it is on land and near a road."""
        address = await self.address(api, rng)
        return Position(address["lat"], address["lng"])

    async def address(
        self, api: Api, rng: random.Random, *, near: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """Return {lat, lng, add} of a real address, near the centre or about a trip away from `near`."""
        center = Position(near["lat"], near["lng"]) if near else self.center
        for _ in range(20):
            spread = self.trip_m if near else self.spread_m
            north, east = rng.gauss(0, spread), rng.gauss(0, spread)
            lat = center.lat + north / METRES_PER_DEGREE
            lng = center.lng + east / (METRES_PER_DEGREE * math.cos(math.radians(center.lat)))
            try:
                place = await api.get("places/reverse/", lat=round(lat, 6), lng=round(lng, 6))
            except Refused:
                continue
            if place["place_id"] is not None:
                return {"lat": place["lat"], "lng": place["lng"], "add": place["description"]}
        raise Refused(404, "no_place", "no address found near the centre of the map")

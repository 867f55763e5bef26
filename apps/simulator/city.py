"""What the people of a simulated city share: its ground, its habits, and a tally."""

import math
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from apps.simulator.api import Api, Refused
from apps.simulator.roads import Position

METRES_A_DEGREE = 111_195.0


@dataclass
class City:
    """Habits are shares of one; distances are metres; `speed` makes cars and people faster."""

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
    """Trip codes that riders have told their drivers, by booking."""

    def count(self, what: str) -> None:
        self.tally[what] += 1

    def code_of(self, booking_id: int) -> dict[str, str]:
        """What the driver types in at the start, where the platform asks for a code."""
        return {"otp": self.codes[booking_id]} if booking_id in self.codes else {}

    async def somewhere(self, api: Api, chance: random.Random) -> Position:
        """A place that has a name, so that it is on land and near a road."""
        address = await self.address(api, chance)
        return Position(address["lat"], address["lng"])

    async def address(
        self, api: Api, chance: random.Random, *, near: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """{lat, lng, add} of a real address, around the centre or about a trip away from another."""
        middle = Position(near["lat"], near["lng"]) if near else self.center
        for _ in range(20):
            spread = self.trip_m if near else self.spread_m
            north, east = chance.gauss(0, spread), chance.gauss(0, spread)
            lat = middle.lat + north / METRES_A_DEGREE
            lng = middle.lng + east / (METRES_A_DEGREE * math.cos(math.radians(middle.lat)))
            try:
                place = await api.get("places/reverse/", lat=round(lat, 6), lng=round(lng, 6))
            except Refused:
                continue
            if place["place_id"] is not None:
                return {"lat": place["lat"], "lng": place["lng"], "add": place["description"]}
        raise Refused(404, "no_place", "no address found near the centre of the map")

"""How riders and drivers behave; the same person reacts to the same thing alike under every policy."""

import math
from dataclasses import dataclass
from typing import Final

from apps.bookings.comparison.chance import lognormal, uniform

ANSWER_SECONDS: Final = (3.0, 15.0)
NO_ANSWER: Final = 0.08
ACCEPTS_NEAR: Final = 0.95
"""How often a driver who answers accepts a pickup next door."""
NEAR_SECONDS, FALLS_BY_SECONDS = 180.0, 900.0
"""From this drive on, the chance falls, to a third with each of the other."""
SEARCH_LIMIT: Final = (300.0, 0.4)
"""Median and spread of the seconds after which a rider without a driver cancels."""
WAIT_LIMIT: Final = (1500.0, 0.3)
"""The same for the whole wait: a rider who learns at the acceptance that it is longer cancels."""
TRAFFIC_SPREAD: Final = 0.12
BOARDING_SECONDS: Final = (20.0, 90.0)
CLOSING_SECONDS: Final = (20.0, 90.0)


@dataclass(frozen=True, slots=True)
class Answer:
    after_seconds: float
    accepts: bool | None
    """None without an answer."""


@dataclass(frozen=True, slots=True)
class Behaviour:
    seed: int

    def answer(self, trip: int, driver: int, offer_number: int, drive_seconds: float) -> Answer:
        """Return the driver's answer to the n-th offer of a trip with this drive to the pickup."""
        key = self.seed, trip, driver, offer_number
        after = self._between(ANSWER_SECONDS, "answer", *key)
        if uniform("silent", *key) < NO_ANSWER:
            return Answer(after, None)
        too_far = max(0.0, drive_seconds - NEAR_SECONDS) / FALLS_BY_SECONDS
        return Answer(after, uniform("accept", *key) < ACCEPTS_NEAR * math.exp(-too_far))

    def search_limit(self, trip: int) -> float:
        return lognormal(*SEARCH_LIMIT, "search", self.seed, trip)

    def wait_limit(self, trip: int) -> float:
        return lognormal(*WAIT_LIMIT, "total", self.seed, trip)

    def traffic(self, trip: int, leg: str) -> float:
        """Return how much longer than the road time a drive takes, as a factor."""
        return lognormal(1.0, TRAFFIC_SPREAD, "traffic", leg, self.seed, trip)

    def boarding(self, trip: int) -> float:
        return self._between(BOARDING_SECONDS, "boarding", self.seed, trip)

    def closing(self, trip: int) -> float:
        return self._between(CLOSING_SECONDS, "closing", self.seed, trip)

    def _between(self, limits: tuple[float, float], *names: object) -> float:
        low, high = limits
        return low + (high - low) * uniform(*names)

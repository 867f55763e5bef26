"""When a car will be there by road: asked beside the stream of positions, never in its way."""

import asyncio
import time
from dataclasses import dataclass
from typing import Final

from apps.geo.port import LatLng, MapsError
from apps.geo.providers.maps import maps
from apps.realtime.positions.position_store import DriverPosition, Trip
from apps.realtime.sockets.threads import Threads

FRESH_SECONDS: Final = 5.0
"""A trip's road time is asked for at most this often."""
STALE_SECONDS: Final = 60.0
"""Older answers are not told any more."""


@dataclass(frozen=True, slots=True)
class _Answer:
    goal: LatLng
    seconds: int | None
    """None when the router did not know, which is not asked again at once either."""
    asked_at: float


class EtaBook:
    """The newest answer a trip; counts down between two."""

    def __init__(self) -> None:
        self._answers: dict[int, _Answer] = {}
        self._threads = Threads(1, "eta")
        self._asking: asyncio.Task[None] | None = None

    def seconds(self, trip: Trip) -> int | None:
        """Until the trip's present goal, if known."""
        answer = self._answers.get(trip.booking_id)
        if answer is None or answer.goal != trip.goal or answer.seconds is None:
            return None
        elapsed = time.monotonic() - answer.asked_at
        return max(0, answer.seconds - round(elapsed)) if elapsed < STALE_SECONDS else None

    def refresh(self, position: DriverPosition) -> None:
        """Ask anew if it is time and the router has none of our questions; else the next position asks."""
        trip = position.trip
        if trip is None or trip.goal is None or (self._asking is not None and not self._asking.done()):
            return
        answer = self._answers.get(trip.booking_id)
        is_fresh = answer is not None and time.monotonic() - answer.asked_at < FRESH_SECONDS
        if answer is not None and is_fresh and answer.goal == trip.goal:
            return
        start = LatLng(position.report.lat, position.report.lng)
        self._asking = asyncio.create_task(self._ask(trip.booking_id, start, trip.goal))

    async def _ask(self, booking_id: int, start: LatLng, goal: LatLng) -> None:
        asked_at = time.monotonic()
        try:
            seconds = (await self._threads.run(maps().routing.drive_time, start, goal)).duration_seconds
        except MapsError:
            seconds = None
        self._answers.pop(booking_id, None)
        self._answers[booking_id] = _Answer(goal, seconds, asked_at)
        self._forget_old(asked_at)

    def _forget_old(self, now: float) -> None:
        # The oldest come first: an answer that is renewed goes to the end.
        for booking_id, answer in list(self._answers.items())[:2]:
            if now - answer.asked_at > STALE_SECONDS:
                del self._answers[booking_id]

    async def stop(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
        await asyncio.to_thread(self._threads.stop)

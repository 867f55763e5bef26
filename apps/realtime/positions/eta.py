"""Arrival times by road, requested in the background so that positions are not delayed."""

import asyncio
import time
from dataclasses import dataclass
from typing import Final

from apps.geo.port import LatLng, MapsError
from apps.geo.providers.maps import maps
from apps.realtime.positions.position_store import DriverPosition, Trip
from apps.realtime.sockets.threads import Threads

FRESH_SECONDS: Final = 5.0
"""The minimum interval of requests for a trip."""
STALE_SECONDS: Final = 60.0
"""Older results are not used."""


@dataclass(frozen=True, slots=True)
class _Result:
    ahead: tuple[LatLng, ...]
    seconds: int | None
    """None if the routing service failed; not requested again at once either."""
    requested_at: float


class EtaCache:
    """The latest result per trip, counted down between requests."""

    def __init__(self) -> None:
        self._results: dict[int, _Result] = {}
        self._threads = Threads(1, "eta")
        self._request: asyncio.Task[None] | None = None

    def seconds(self, trip: Trip) -> int | None:
        """Return the seconds to the last place ahead of the trip's car, or None if unknown."""
        result = self._results.get(trip.booking_id)
        if result is None or result.ahead != trip.ahead or result.seconds is None:
            return None
        elapsed = time.monotonic() - result.requested_at
        return max(0, result.seconds - round(elapsed)) if elapsed < STALE_SECONDS else None

    def refresh(self, position: DriverPosition) -> None:
        """Request a new result if it is due and no request is running; otherwise the next position does."""
        trip = position.trip
        if trip is None or not trip.ahead or (self._request is not None and not self._request.done()):
            return
        result = self._results.get(trip.booking_id)
        is_fresh = result is not None and time.monotonic() - result.requested_at < FRESH_SECONDS
        if result is not None and is_fresh and result.ahead == trip.ahead:
            return
        start = LatLng(position.report.lat, position.report.lng)
        self._request = asyncio.create_task(self._fetch(trip.booking_id, start, trip.ahead))

    async def _fetch(self, booking_id: int, start: LatLng, ahead: tuple[LatLng, ...]) -> None:
        requested_at = time.monotonic()
        try:
            seconds = await self._threads.run(_drive_seconds, start, ahead)
        except MapsError:
            seconds = None
        self._results.pop(booking_id, None)
        self._results[booking_id] = _Result(ahead, seconds, requested_at)
        self._drop_old(requested_at)

    def _drop_old(self, now: float) -> None:
        # The oldest come first, because a renewed result is inserted at the end.
        for booking_id, result in list(self._results.items())[:2]:
            if now - result.requested_at > STALE_SECONDS:
                del self._results[booking_id]

    async def stop(self) -> None:
        if self._request is not None:
            self._request.cancel()
        await asyncio.to_thread(self._threads.stop)


def _drive_seconds(start: LatLng, ahead: tuple[LatLng, ...]) -> int:
    routing = maps().routing
    if len(ahead) > 1:
        return routing.route_through((start, *ahead)).duration_seconds
    return routing.drive_time(start, *ahead).duration_seconds

"""Positions received by sockets, stored in batches of many drivers and in each driver's order."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Final

from django.db import DatabaseError
from django.utils import timezone

from apps.core.monitoring import metrics
from apps.geo.positions.store import PositionReport, record_positions
from apps.realtime.positions.points import read_points
from apps.realtime.positions.position_store import DriverPosition, store_positions
from apps.realtime.sockets.threads import Threads

log = logging.getLogger(__name__)

LANES: Final = 2
"""The number of storing threads; each driver always uses the same one, which keeps the order."""
BATCH_SECONDS: Final = 0.02
"""A short delay, so that more positions share one statement and commit."""
MAX_BUNDLE: Final = 200
RECORD_SECONDS: Final = 1.0
"""How long a free driver's latest position may be stored only in memory."""

Batch = tuple[list[PositionReport], "asyncio.Future[None]"]


class PositionInbox:
    def __init__(self, *, broadcast: Callable[[DriverPosition], None]) -> None:
        self._broadcast = broadcast
        self._threads = Threads(LANES, "position_inbox")
        self._waiting: list[deque[Batch]] = [deque() for _ in range(LANES)]
        self._due = [asyncio.Event() for _ in range(LANES)]
        self._unrecorded: dict[int, PositionReport] = {}

    async def accept(self, driver_id: int, points: object) -> tuple[int, int]:
        """Store a driver's points and return the number of accepted and rejected ones.

        On return the points of a trip are committed. Raises BadInput, DatabaseError.
        """
        reports, rejected = read_points(driver_id, points, now=timezone.now())
        if reports:
            lane = driver_id % LANES
            stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting[lane].append((reports, stored))
            self._due[lane].set()
            await stored
        return len(reports), rejected

    async def store_lane(self, lane: int) -> None:
        """Store batches forever; those that arrive during a write form the next bundle."""
        waiting, due = self._waiting[lane], self._due[lane]
        while True:
            await due.wait()
            due.clear()
            await asyncio.sleep(BATCH_SECONDS)
            while waiting:
                await self._store([waiting.popleft() for _ in range(min(len(waiting), MAX_BUNDLE))])

    async def _store(self, bundle: list[Batch]) -> None:
        try:
            positions = await self._threads.run(store_positions, [reports for reports, _ in bundle])
        except Exception as error:
            if len(bundle) > 1:
                # One driver's error must not affect the others.
                for batch in bundle:
                    await self._store([batch])
            elif not bundle[0][1].done():
                bundle[0][1].set_exception(error)
            return
        for _, stored in bundle:
            # The driver may have disconnected meanwhile.
            if not stored.done():
                stored.set_result(None)
        stored_at = timezone.now()
        for (reports, _), position in zip(bundle, positions, strict=True):
            lag = (stored_at - reports[-1].at).total_seconds()
            # A phone's clock may be ahead.
            metrics.POSITION_LAG.observe(max(0.0, lag))
            if position is None or position.trip is None:
                self._unrecorded[reports[-1].driver_id] = reports[-1]
            if position is not None:
                self._broadcast(position)

    async def record(self) -> None:
        """Store the latest position of every free driver every RECORD_SECONDS."""
        while True:
            await asyncio.sleep(RECORD_SECONDS)
            await self.record_now()

    async def record_now(self) -> None:
        if not self._unrecorded:
            return
        reports, self._unrecorded = self._unrecorded, {}
        try:
            await self._threads.run(record_positions, reports.values())
        except DatabaseError as error:
            log.warning("positions not recorded yet drivers=%s error=%r", len(reports), error)
            self._unrecorded = reports | self._unrecorded

    async def stop(self) -> None:
        await self.record_now()
        await asyncio.to_thread(self._threads.stop)

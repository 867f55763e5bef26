"""Positions received over sockets: stored in batches of many drivers, in each driver's order."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Final

from django.db import DatabaseError
from django.utils import timezone

from apps.geo.positions.store import PositionReport, record_positions
from apps.realtime.positions.points import read_points
from apps.realtime.positions.position_store import DriverPosition, store_positions
from apps.realtime.sockets.threads import Threads

log = logging.getLogger(__name__)

LANES: Final = 2
"""Batches are stored in so many threads; a driver's always in the same, hence in order."""
GATHER_SECONDS: Final = 0.02
"""Nobody sees this wait, and what comes within it shares its statements and its commit."""
MAX_TOGETHER: Final = 200
RECORD_SECONDS: Final = 1.0
"""How long a free driver's newest position may be known to this process alone."""

Batch = tuple[list[PositionReport], "asyncio.Future[None]"]


class PositionInbox:
    def __init__(self, *, show: Callable[[DriverPosition], None]) -> None:
        self._show = show
        self._threads = Threads(LANES, "position_inbox")
        self._waiting: list[deque[Batch]] = [deque() for _ in range(LANES)]
        self._due = [asyncio.Event() for _ in range(LANES)]
        self._unrecorded: dict[int, PositionReport] = {}

    async def accept(self, driver_id: int, points: object) -> tuple[int, int]:
        """Store what a driver sent; returns how many points were accepted and how many rejected.

        On return the points of a trip are durable. Raises BadInput, DatabaseError.
        """
        reports, rejected = read_points(driver_id, points, now=timezone.now())
        if reports:
            lane = driver_id % LANES
            stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting[lane].append((reports, stored))
            self._due[lane].set()
            await stored
        return len(reports), rejected

    async def work(self, lane: int) -> None:
        """Store forever: what arrives while one bundle is written makes up the next."""
        waiting, due = self._waiting[lane], self._due[lane]
        while True:
            await due.wait()
            due.clear()
            await asyncio.sleep(GATHER_SECONDS)
            while waiting:
                await self._store([waiting.popleft() for _ in range(min(len(waiting), MAX_TOGETHER))])

    async def _store(self, bundle: list[Batch]) -> None:
        try:
            sightings = await self._threads.run(store_positions, [reports for reports, _ in bundle])
        except Exception as error:
            if len(bundle) > 1:
                # One driver's trouble is not everybody's.
                for batch in bundle:
                    await self._store([batch])
            elif not bundle[0][1].done():
                bundle[0][1].set_exception(error)
            return
        for _, stored in bundle:
            # A driver who hung up meanwhile waits no more.
            if not stored.done():
                stored.set_result(None)
        for (reports, _), position in zip(bundle, sightings, strict=True):
            if position is None or position.trip is None:
                self._unrecorded[reports[-1].driver_id] = reports[-1]
            if position is not None:
                self._show(position)

    async def record(self) -> None:
        """Write the newest position of every free driver, once in RECORD_SECONDS."""
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
            log.warning("positions: not recorded yet drivers=%s error=%r", len(reports), error)
            self._unrecorded = reports | self._unrecorded

    async def stop(self) -> None:
        await self.record_now()
        await asyncio.to_thread(self._threads.stop)

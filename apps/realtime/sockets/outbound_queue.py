"""The bounded queue of messages to one socket, so that a slow client costs little and delays no other."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from apps.realtime.frames import fleet_text

MAX_WAITING: Final = 1_000

Send = Callable[[dict[str, Any]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class FleetBatch:
    """The latest positions of some drivers, serialized once for all receivers."""

    items: dict[int, str]
    text: str

    @classmethod
    def of(cls, items: dict[int, str]) -> "FleetBatch":
        return cls(items, fleet_text(items.values()))

    def merged_with(self, later: "FleetBatch") -> "FleetBatch":
        return FleetBatch.of(self.items | later.items)


class OutboundQueue:
    """Events are queued in order and never dropped; of positions only the latest is kept."""

    def __init__(self, send: Send, *, on_full: Callable[[], None]) -> None:
        self._send = send
        self._on_full = on_full
        self._frames: deque[str] = deque()
        self._positions: dict[str, str] = {}
        self._fleet: FleetBatch | None = None
        self._wake = asyncio.Event()
        self._is_ending = False

    @property
    def spare(self) -> int:
        return MAX_WAITING - len(self._frames)

    def put(self, text: str) -> None:
        if len(self._frames) >= MAX_WAITING:
            self._on_full()
            return
        self._frames.append(text)
        self._wake.set()

    def put_position(self, topic: str, text: str) -> None:
        """Queue a position in place of an unsent one of the same topic."""
        self._positions[topic] = text
        self._wake.set()

    def put_fleet(self, batch: FleetBatch) -> None:
        self._fleet = batch if self._fleet is None else self._fleet.merged_with(batch)
        self._wake.set()

    def drop_positions(self, topic: str) -> None:
        """Drop unsent positions of a topic that was left."""
        self._positions.pop(topic, None)
        if topic == "fleet":
            self._fleet = None

    def clear(self) -> None:
        """Drop everything in the queue."""
        self._frames.clear()
        self._positions.clear()
        self._fleet = None

    def end(self) -> None:
        """Let `write` return after everything was sent."""
        self._is_ending = True
        self._wake.set()

    async def write(self) -> None:
        """Send queued messages until the socket fails or `end` is called."""
        while True:
            text = self._next()
            if text is not None:
                await self._send({"type": "websocket.send", "text": text})
            elif self._is_ending:
                return
            else:
                self._wake.clear()
                await self._wake.wait()

    def _next(self) -> str | None:
        if self._frames:
            return self._frames.popleft()
        if self._positions:
            return self._positions.pop(next(iter(self._positions)))
        if self._fleet is not None:
            batch, self._fleet = self._fleet, None
            return batch.text
        return None

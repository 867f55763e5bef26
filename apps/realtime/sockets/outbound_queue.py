"""The bounded queue of messages to one socket, so that a slow client costs little and delays no one."""

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
    """The newest position of some drivers; one object, and one text, for all its receivers."""

    items: dict[int, str]
    text: str

    @classmethod
    def of(cls, items: dict[int, str]) -> "FleetBatch":
        return cls(items, fleet_text(items.values()))

    def and_then(self, later: "FleetBatch") -> "FleetBatch":
        return FleetBatch.of(self.items | later.items)


class OutboundQueue:
    """Events wait in order and are never dropped; of positions only the newest waits."""

    def __init__(self, send: Send, *, on_full: Callable[[], None]) -> None:
        self._send = send
        self._on_full = on_full
        self._frames: deque[str] = deque()
        self._positions: dict[str, str] = {}
        self._fleet: FleetBatch | None = None
        self._wake = asyncio.Event()
        self._last = False

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
        """Replaces a position of the topic that nobody had time to send."""
        self._positions[topic] = text
        self._wake.set()

    def put_fleet(self, batch: FleetBatch) -> None:
        self._fleet = batch if self._fleet is None else self._fleet.and_then(batch)
        self._wake.set()

    def forget_positions(self, topic: str) -> None:
        """After leaving a topic: what was not sent must not be seen any more."""
        self._positions.pop(topic, None)
        if topic == "fleet":
            self._fleet = None

    def clear(self) -> None:
        """Forget all that waits."""
        self._frames.clear()
        self._positions.clear()
        self._fleet = None

    def end(self) -> None:
        """Have `write` return once everything was sent."""
        self._last = True
        self._wake.set()

    async def write(self) -> None:
        """Send what comes, for as long as the socket takes it."""
        while True:
            text = self._next()
            if text is not None:
                await self._send({"type": "websocket.send", "text": text})
            elif self._last:
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

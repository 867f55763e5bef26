"""A client of the socket: subscribes, catches up after a gap, sends positions."""

import asyncio
import contextlib
import itertools
import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from apps.simulator.api import Api, Refused
from apps.simulator.roads import Position

Listener = Callable[[dict[str, Any]], Awaitable[None]]
ACK_SECONDS = 5.0
MAX_PAUSE_SECONDS = 8.0


class Live:
    """Maintains one connection. The listener gets each event once, in the order of its topic."""

    def __init__(self, api: Api, listener: Listener) -> None:
        self._api = api
        self._listener = listener
        self._seen: dict[str, int | None] = {}
        self._connection: ClientConnection | None = None
        self._acks: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._ids = itertools.count(1)
        self.positions_sent = 0
        self.reconnects = 0

    async def run(self) -> None:
        """Connect and reconnect until cancelled."""
        pause = 0.5
        while True:
            try:
                ticket = (await self._api.post("realtime/ticket/"))["ticket"]
                address = self._api.base_url.replace("http", "ws", 1) + f"/ws/v1/?ticket={ticket}"
                async with connect(address, open_timeout=10, max_queue=256) as connection:
                    pause = 0.5
                    await self._serve(connection)
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, Refused):
                pass
            finally:
                self._connection = None
            self.reconnects += 1
            await asyncio.sleep(pause)
            pause = min(pause * 2, MAX_PAUSE_SECONDS)

    async def subscribe(self, topic: str) -> None:
        """Subscribe to a topic, also after reconnects."""
        if topic not in self._seen:
            self._seen[topic] = None
            await self._send({"op": "subscribe", "topic": topic})

    async def unsubscribe(self, topic: str) -> None:
        self._seen.pop(topic, None)
        await self._send({"op": "unsubscribe", "topic": topic})

    async def send_position(self, position: Position, *, durable: bool = False) -> bool:
        """Send the driver's position; with `durable`, return whether the platform has acknowledged it."""
        frame_id = str(next(self._ids))
        point = {
            "lat": round(position.lat, 6),
            "lng": round(position.lng, 6),
            "heading": round(position.heading, 1),
            "speed": round(position.speed, 1),
            "at": datetime.now(UTC).isoformat(),
        }
        if durable:
            self._acks[frame_id] = asyncio.get_running_loop().create_future()
        try:
            sent = await self._send({"op": "positions", "id": frame_id, "points": [point]})
            self.positions_sent += sent
            if not durable or not sent:
                return sent
            await asyncio.wait_for(self._acks[frame_id], ACK_SECONDS)
        except TimeoutError:
            return False
        finally:
            self._acks.pop(frame_id, None)
        return True

    async def _serve(self, connection: ClientConnection) -> None:
        self._connection = connection
        for topic, seen in self._seen.items():
            await self._send(
                {"op": "subscribe", "topic": topic} | ({} if seen is None else {"last_seq": seen})
            )
        async for message in connection:
            await self._receive(json.loads(message))

    async def _receive(self, frame: dict[str, Any]) -> None:
        topic = frame.get("topic", "")
        match frame.get("op"):
            case "subscribed":
                if topic in self._seen and self._seen[topic] is None:
                    self._seen[topic] = frame["seq"]
            case "event":
                last = self._seen.get(topic)
                if topic in self._seen and (last is None or frame["seq"] > last):
                    self._seen[topic] = frame["seq"]
                    await self._listener(frame)
            case "refetch":
                if topic in self._seen:
                    self._seen[topic] = frame["seq"]
                    await self._listener(frame)
            case "ack":
                waiting = self._acks.get(str(frame.get("id")))
                if waiting is not None and not waiting.done():
                    waiting.set_result(frame)

    async def _send(self, frame: dict[str, Any]) -> bool:
        if self._connection is None:
            return False
        with contextlib.suppress(ConnectionClosed):
            await self._connection.send(json.dumps(frame))
            return True
        return False

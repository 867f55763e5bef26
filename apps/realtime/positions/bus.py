"""Exchanges positions between processes with sockets by one Redis subscription each; nothing is stored.

There is a channel for each trip with local listeners and one for the fleet. A process receives its own
messages too and skips them by their first line; it sends none while it is the only process.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol
from uuid import uuid4

from redis import Redis, RedisError
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from apps.core.redis_clients import waiting_redis_client

PRESENCE: Final = "hansom.sockets"
"""Each process with sockets subscribes, so that the others can count it."""
TRIP: Final = "hansom.position."
FLEET: Final = "hansom.fleet"
SILENCE_SECONDS: Final = 5.0
COUNT_SECONDS: Final = 1.0
MAX_OUTGOING: Final = 10_000
CONNECTIONS: Final = 8

FleetItem = tuple[int, int | None, str]
"""Driver, fleet admin, and the position as text."""


class PositionReceiver(Protocol):
    """Receives positions from other processes."""

    def send_trip_frame(self, topic: str, text: str) -> None: ...

    def add_remote_positions(self, items: Iterable[FleetItem]) -> None: ...


class PositionBus:
    def __init__(self, url: str, *, on_connect: Callable[[], None]) -> None:
        # No retries in the client: a lost connection must be noticed here, because messages were lost too.
        # Many reconnecting sockets wait for a connection instead of getting an error.
        self.redis = waiting_redis_client(
            url,
            max_connections=CONNECTIONS,
            timeout=5,
            retry=Retry(NoBackoff(), 0),
            socket_connect_timeout=2,
            socket_keepalive=True,
        )
        self._origin = uuid4().hex
        self._on_connect = on_connect
        self._channels: set[str] = set()
        self._pubsub: PubSub | None = None
        self._outgoing: list[tuple[str, str]] = []
        self._due = asyncio.Event()
        self.peers = 0
        """The number of other processes with sockets."""

    async def set_subscribed(self, channel: str, *, subscribed: bool) -> None:
        """Subscribe to a channel or unsubscribe; if Redis is unavailable, this happens after reconnecting."""
        if subscribed == (channel in self._channels):
            return
        (self._channels.add if subscribed else self._channels.discard)(channel)
        if self._pubsub is not None:
            change = self._pubsub.subscribe if subscribed else self._pubsub.unsubscribe
            with contextlib.suppress(RedisError, OSError):
                await change(channel)

    def send_trip(self, topic: str, text: str) -> None:
        self._send(TRIP + topic, text)

    def send_fleet(self, items: Iterable[FleetItem]) -> None:
        self._send(FLEET, json.dumps(list(items)))

    def _send(self, channel: str, text: str) -> None:
        # A position that Redis does not accept in time is outdated: a newer one follows.
        if self.peers and len(self._outgoing) < MAX_OUTGOING:
            self._outgoing.append((channel, f"{self._origin}\n{text}"))
            self._due.set()

    async def receive(self, broadcaster: PositionReceiver) -> None:
        """Receive messages until the connection breaks, then raise RedisError."""
        async with self.redis.pubsub() as pubsub:
            await pubsub.subscribe(PRESENCE, *self._channels)
            self._pubsub = pubsub
            try:
                ping_sent = False
                while True:
                    message = await pubsub.get_message(timeout=SILENCE_SECONDS)
                    if message is not None:
                        ping_sent = False
                        self._handle(message, broadcaster)
                    elif ping_sent:
                        raise TimeoutError("Redis does not answer")
                    else:
                        # A broken connection does not answer the ping; an idle one does.
                        ping_sent = True
                        await pubsub.ping()
            finally:
                self._pubsub = None

    def _handle(self, message: dict[str, Any], broadcaster: PositionReceiver) -> None:
        channel, data = _text(message["channel"]), message["data"]
        if message["type"] == "subscribe" and channel == PRESENCE:
            self._on_connect()
        if message["type"] != "message":
            return
        origin, _, text = _text(data).partition("\n")
        if origin == self._origin:
            return
        if channel == FLEET:
            broadcaster.add_remote_positions(json.loads(text))
        elif channel.startswith(TRIP):
            broadcaster.send_trip_frame(channel.removeprefix(TRIP), text)

    async def publish(self) -> None:
        """Publish the waiting messages in batches; raises RedisError."""
        while True:
            await self._due.wait()
            self._due.clear()
            outgoing, self._outgoing = self._outgoing, []
            pipeline = self.redis.pipeline(transaction=False)
            for channel, payload in outgoing:
                pipeline.publish(channel, payload)
            await pipeline.execute()

    async def count_peers(self) -> None:
        """Update `peers` every second."""
        while True:
            started = time.monotonic()
            try:
                [(_, processes)] = await self.redis.pubsub_numsub(PRESENCE)
                self.peers = max(0, int(processes) - 1)
            except (RedisError, OSError):
                self.peers = 0
            await asyncio.sleep(COUNT_SECONDS - min(COUNT_SECONDS, time.monotonic() - started))

    async def stop(self) -> None:
        await self.redis.aclose()


def send_from_thread(redis: Redis, *, trips: Iterable[tuple[str, str]], fleet: Iterable[FleetItem]) -> None:
    """Publish positions from a request's thread; every process with sockets receives them."""
    pipeline = redis.pipeline(transaction=False)
    for topic, text in trips:
        pipeline.publish(TRIP + topic, f"\n{text}")
    pipeline.publish(FLEET, "\n" + json.dumps(list(fleet)))
    pipeline.execute()


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)

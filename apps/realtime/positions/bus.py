"""Positions between the processes that hold sockets: one Redis subscription a process, nothing kept.

A channel for each trip that somebody here watches, one for the fleet. A process hears its own messages
too and knows them by their first line; while it is alone it sends none.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol
from uuid import uuid4

from redis import Redis, RedisError
from redis import asyncio as aioredis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

PRESENCE: Final = "hansom.sockets"
"""Every process with sockets subscribes, so that the others can count it."""
TRIP: Final = "hansom.position."
FLEET: Final = "hansom.fleet"
SILENCE_SECONDS: Final = 5.0
RECONNECT_SECONDS: Final = 0.2
COUNT_SECONDS: Final = 1.0
MAX_OUTGOING: Final = 10_000
CONNECTIONS: Final = 8

FleetItem = tuple[int, int | None, str]
"""A driver, its fleet admin, and its position as text."""


class Screens(Protocol):
    """Where positions from other processes go."""

    def hand_out_trip(self, topic: str, text: str) -> None: ...

    def note_fleet(self, items: Iterable[FleetItem]) -> None: ...


class PositionBus:
    def __init__(self, url: str, *, on_connect: Callable[[], None]) -> None:
        # No retries inside the client: a lost connection is to be seen here, for messages were lost too.
        # A thousand sockets that come back at once wait for a connection instead of being refused one.
        pool = aioredis.BlockingConnectionPool.from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=5,
            retry=Retry(NoBackoff(), 0),
            socket_connect_timeout=2,
            socket_keepalive=True,
        )
        self.redis = aioredis.Redis.from_pool(pool)
        self._origin = uuid4().hex
        self._on_connect = on_connect
        self._wanted: set[str] = set()
        self._pubsub: PubSub | None = None
        self._outgoing: list[tuple[str, str]] = []
        self._due = asyncio.Event()
        self.peers = 0
        """How many other processes hold sockets."""

    async def want(self, channel: str, *, wanted: bool) -> None:
        """Hear a channel from now on, or no longer; what Redis does not take now it gets when it is back."""
        if wanted == (channel in self._wanted):
            return
        (self._wanted.add if wanted else self._wanted.discard)(channel)
        if self._pubsub is not None:
            change = self._pubsub.subscribe if wanted else self._pubsub.unsubscribe
            with contextlib.suppress(RedisError, OSError):
                await change(channel)

    def send_trip(self, topic: str, text: str) -> None:
        self._send(TRIP + topic, text)

    def send_fleet(self, items: Iterable[FleetItem]) -> None:
        self._send(FLEET, json.dumps(list(items)))

    def _send(self, channel: str, text: str) -> None:
        # What Redis does not take in time is old anyway: the next position is on its way.
        if self.peers and len(self._outgoing) < MAX_OUTGOING:
            self._outgoing.append((channel, f"{self._origin}\n{text}"))
            self._due.set()

    async def listen(self, broadcaster: Screens) -> None:
        """Hand on what comes, for as long as the connection lasts; raises RedisError when it breaks."""
        async with self.redis.pubsub() as pubsub:
            await pubsub.subscribe(PRESENCE, *self._wanted)
            self._pubsub = pubsub
            try:
                asked = False
                while True:
                    message = await pubsub.get_message(timeout=SILENCE_SECONDS)
                    if message is not None:
                        asked = False
                        self._take(message, broadcaster)
                    elif asked:
                        raise TimeoutError("Redis does not answer")
                    else:
                        # A dead peer says nothing; a quiet one answers.
                        asked = True
                        await pubsub.ping()
            finally:
                self._pubsub = None

    def _take(self, message: dict[str, Any], broadcaster: Screens) -> None:
        channel, data = _text(message["channel"]), message["data"]
        if message["type"] == "subscribe" and channel == PRESENCE:
            self._on_connect()
        if message["type"] != "message":
            return
        origin, _, text = _text(data).partition("\n")
        if origin == self._origin:
            return
        if channel == FLEET:
            broadcaster.note_fleet(json.loads(text))
        elif channel.startswith(TRIP):
            broadcaster.hand_out_trip(channel.removeprefix(TRIP), text)

    async def send(self) -> None:
        """Pass on what waits, many messages in one go; raises RedisError."""
        while True:
            await self._due.wait()
            self._due.clear()
            outgoing, self._outgoing = self._outgoing, []
            pipeline = self.redis.pipeline(transaction=False)
            for channel, payload in outgoing:
                pipeline.publish(channel, payload)
            await pipeline.execute()

    async def count(self) -> None:
        """Keep `peers` true to a second."""
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
    """The same from a thread that serves requests: every process with sockets hears it."""
    pipeline = redis.pipeline(transaction=False)
    for topic, text in trips:
        pipeline.publish(TRIP + topic, f"\n{text}")
    pipeline.publish(FLEET, "\n" + json.dumps(list(fleet)))
    pipeline.execute()


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)

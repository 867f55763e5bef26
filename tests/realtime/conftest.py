"""Sockets in the test process: the real consumer, hub and relay, with PostgreSQL and Redis."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeVar

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import connection, transaction

from apps.accounts.models import User
from apps.core.outbox import events
from apps.core.outbox.relay import Relay
from apps.realtime.routing import sockets
from apps.realtime.sockets.hub import get_hub, stop_hub
from apps.realtime.tickets import PREFIX
from tests.personas import family_of

T = TypeVar("T")
Frame = dict[str, Any]


async def in_db(work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """Run database work of a test that runs on the event loop, and close its connection."""

    def call() -> T:
        try:
            return work(*args, **kwargs)
        finally:
            connection.close()

    return await sync_to_async(call)()


def _publish(topic: str, *types: str, **data: Any) -> None:
    with transaction.atomic():
        for type_ in types:
            events.publish(topic, type_, data)


async def publish(topic: str, *types: str, **data: Any) -> None:
    await in_db(_publish, topic, *types, **data)


TIMEOUT_SECONDS = 60.0
"""Long enough for a busy machine; no test waits longer than needed."""


async def until(condition: Callable[[], Awaitable[Any]], *, seconds: float = TIMEOUT_SECONDS) -> None:
    """Wait until the condition is true."""
    async with asyncio.timeout(seconds):
        while not await condition():
            await asyncio.sleep(0.02)


class Client:
    """The socket of a page."""

    def __init__(self, wire: WebsocketCommunicator) -> None:
        self.wire = wire

    async def send(self, op: str, **fields: Any) -> None:
        await self.wire.send_to(text_data=json.dumps({"op": op, **fields}))

    async def receive(self, *, seconds: float = TIMEOUT_SECONDS) -> Frame:
        """Return the next frame, or the close as a frame."""
        output = await self.wire.receive_output(timeout=seconds)
        if output["type"] == "websocket.close":
            return {"op": "closed", "code": output["code"]}
        frame: Frame = json.loads(output["text"])
        return frame

    async def receive_until(self, op: str, *, seconds: float = TIMEOUT_SECONDS) -> list[Frame]:
        """Return all frames up to the first with `op`."""
        frames: list[Frame] = []
        async with asyncio.timeout(seconds):
            while not frames or frames[-1]["op"] != op:
                frames.append(await self.receive(seconds=seconds))
        return frames

    async def receive_events(self, count: int, *, seconds: float = TIMEOUT_SECONDS) -> list[tuple[int, str]]:
        """Return numbers and types of the next events; other frames are skipped."""
        received: list[tuple[int, str]] = []
        async with asyncio.timeout(seconds):
            while len(received) < count:
                frame = await self.receive(seconds=seconds)
                assert frame["op"] != "closed", frame
                if frame["op"] == "event":
                    received.append((frame["seq"], frame["type"]))
        return received

    async def is_quiet(self, seconds: float = 0.3) -> bool:
        return bool(await self.wire.receive_nothing(timeout=seconds, interval=0.02))

    async def join(self, topic: str, **fields: Any) -> Frame:
        await self.send("subscribe", topic=topic, **fields)
        return await self.receive()

    async def leave(self) -> None:
        await self.wire.disconnect()


class Live:
    """The parts between a commit and a page."""

    def __init__(self) -> None:
        self.relay = Relay()
        self._work: asyncio.Task[None] | None = None
        self._clients: list[Client] = []

    async def start_relay(self) -> None:
        self._work = asyncio.create_task(self.relay.run())
        await asyncio.wait_for(self.relay.leads.wait(), 10)

    async def stop_relay(self) -> None:
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)
            self._work = None

    async def ticket(self, user: User) -> str:
        ticket = f"ticket-{user.pk}-{len(self._clients)}"
        family = await in_db(family_of, user)
        await get_hub().bus.redis.set(PREFIX + ticket, f"{user.pk}:{family}", ex=30)
        return ticket

    def dial(self, query: str, *, headers: dict[str, str] | None = None) -> Client:
        wire = WebsocketCommunicator(
            sockets,
            f"/ws/v1/{query}",
            headers=[(name.encode(), value.encode()) for name, value in (headers or {}).items()],
        )
        client = Client(wire)
        self._clients.append(client)
        return client

    async def connect(self, user: User) -> Client:
        """Return a logged-in client that has received its hello."""
        client = self.dial(f"?ticket={await self.ticket(user)}")
        assert (await client.wire.connect(timeout=5))[0]
        hello = await client.receive()
        assert hello["op"] == "hello"
        assert hello["user_id"] == user.pk
        return client

    async def stop(self) -> None:
        for client in self._clients:
            await client.leave()
        await stop_hub()
        await self.stop_relay()


@pytest.fixture
async def live(transactional_db: None) -> AsyncIterator[Live]:
    live = Live()
    await live.start_relay()
    yield live
    await live.stop()

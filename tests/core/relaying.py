"""Single stages of the relay, and a Redis that a test can kill."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from channels.layers import get_channel_layer
from django.db import connection, transaction

from apps.core import postgres
from apps.core.outbox import events, numbering, publisher
from apps.core.outbox.events import group_name
from apps.core.outbox.relay import Relay
from apps.core.postgres import Connection
from embedded.ports import free_port
from embedded.redis import Redis


def published(topic: str, *types: str) -> None:
    with transaction.atomic():
        for type_ in types:
            events.publish(topic, type_, {"n": type_})


def with_relay(work: Callable[[Connection], Awaitable[Any]]) -> Any:
    """Run one stage of the relay."""

    async def main() -> Any:
        async with await postgres.connect("tests") as own:
            return await work(own)

    return asyncio.run(main())


def published_together(*given: tuple[str, str, dict[str, Any]]) -> None:
    """Publish events in one block, which makes one row of them."""
    with transaction.atomic(), events.batched():
        for topic, type_, data in given:
            events.publish(topic, type_, data)


async def number_events(connection: Connection, *, limit: int = publisher.BATCH) -> int:
    """Number events and return how many."""
    return len((await numbering.number_events(connection, limit=limit)).events)


async def publish_events(connection: Connection) -> int:
    """Publish numbered events and return how many."""
    return len(await publisher.publish_events(connection))


@asynccontextmanager
async def subscribed(topic: str) -> AsyncIterator[Callable[[], Awaitable[list[tuple[int, str]]]]]:
    """Subscribe to a topic; the returned function gives all events since its last call."""
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(group_name(topic), channel)

    async def received() -> list[tuple[int, str]]:
        messages: list[tuple[int, str]] = []
        while True:
            try:
                message = await asyncio.wait_for(asyncio.shield(pending[0]), 0.3)
            except TimeoutError:
                return messages
            pending[0] = asyncio.ensure_future(layer.receive(channel))
            messages.append((message["seq"], message["name"]))

    pending = [asyncio.ensure_future(layer.receive(channel))]
    yield received
    pending[0].cancel()
    await layer.flush()


@pytest.fixture
def redis(settings: Any, tmp_path: Path) -> Iterator[Redis]:
    """A Redis that a test can kill, used as channel layer and broker."""
    redis = Redis(tmp_path, port=free_port(), log=tmp_path / "log")
    redis.start()
    layer = settings.CHANNEL_LAYERS["default"]
    settings.CHANNEL_LAYERS = {"default": layer | {"CONFIG": {"hosts": [redis.url]}}}
    broker = current_app.conf.broker_url
    settings.BROKER_URL = redis.url
    use_broker(redis.url)
    yield redis
    use_broker(broker)
    redis.stop()


def use_broker(url: str) -> None:
    """Switch Celery to this broker; it keeps connections for the life of the process."""
    current_app.conf.broker_url = url
    current_app.conf.broker_write_url = current_app.conf.broker_read_url = url
    current_app._pool = current_app.amqp._producer_pool = None


async def until(condition: Callable[[], Awaitable[bool]], *, seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not await condition():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def relaying() -> AsyncIterator[Relay]:
    relay = Relay()
    work = asyncio.create_task(relay.run())
    try:
        yield relay
    finally:
        work.cancel()
        # A relay that ignores the cancellation fails the test instead of stalling the run.
        async with asyncio.timeout(60):
            await asyncio.gather(work, return_exceptions=True)


async def is_true(fact: bool) -> bool:
    return fact


def in_thread(work: Callable[[], None]) -> None:
    try:
        work()
    finally:
        connection.close()


def together() -> None:
    published_together(
        ("booking:1", "booking.accepted", {"id": 1}),
        ("user:5", "booking.accepted", {"id": 1}),
        ("tasks:7", "booking.accepted", {"id": 1}),
        ("bookings", "booking.changed", {"id": 1}),
        ("tasks:7", "offer.closed", {"offer_id": 3}),
    )

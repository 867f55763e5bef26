"""Parts of the relay by themselves, and a Redis to be killed."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from channels.layers import get_channel_layer
from django.db import transaction

from apps.core import postgres
from apps.core.outbox import events
from apps.core.outbox.relay import Connection, group_name
from embedded.ports import free_port
from embedded.redis import Redis


def published(topic: str, *types: str) -> None:
    with transaction.atomic():
        for type_ in types:
            events.publish(topic, type_, {"n": type_})


def with_relay(work: Callable[[Connection], Awaitable[Any]]) -> Any:
    """Run one stage of the relay by itself."""

    async def main() -> Any:
        async with await postgres.connect("tests") as own:
            return await work(own)

    return asyncio.run(main())


@asynccontextmanager
async def listening(topic: str) -> AsyncIterator[Callable[[], Awaitable[list[tuple[int, str]]]]]:
    """What a web process hears on a topic; the call gives all that came since the last one."""
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(group_name(topic), channel)

    async def heard() -> list[tuple[int, str]]:
        messages: list[tuple[int, str]] = []
        while True:
            try:
                message = await asyncio.wait_for(asyncio.shield(pending[0]), 0.3)
            except TimeoutError:
                return messages
            pending[0] = asyncio.ensure_future(layer.receive(channel))
            messages.append((message["seq"], message["name"]))

    pending = [asyncio.ensure_future(layer.receive(channel))]
    yield heard
    pending[0].cancel()
    await layer.flush()


@pytest.fixture
def redis(settings: Any, tmp_path: Path) -> Iterator[Redis]:
    """A Redis to be killed: the channel layer's and the broker's."""
    redis = Redis(tmp_path, port=free_port(), log=tmp_path / "log")
    redis.start()
    layer = settings.CHANNEL_LAYERS["default"]
    settings.CHANNEL_LAYERS = {"default": layer | {"CONFIG": {"hosts": [redis.url]}}}
    broker = current_app.conf.broker_url
    use_broker(redis.url)
    yield redis
    use_broker(broker)
    redis.stop()


def use_broker(url: str) -> None:
    """Celery keeps its connections for as long as the process lives; tests change their minds."""
    current_app.conf.broker_url = url
    current_app.conf.broker_write_url = current_app.conf.broker_read_url = url
    current_app._pool = current_app.amqp._producer_pool = None

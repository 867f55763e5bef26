"""The process's Redis subscriptions: exactly the topics with a listener here."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

from channels.layers import get_channel_layer

from apps.core.outbox.relay import group_name
from apps.realtime.events.topic_listeners import TopicListeners
from apps.realtime.events.topics import booking_of
from apps.realtime.positions.broadcaster import is_fleet
from apps.realtime.positions.bus import FLEET, TRIP, PositionBus

log = logging.getLogger(__name__)

WAIT_SECONDS: Final = 0.5
"""A Redis that is away must not keep a client from the log."""


class Subscriptions:
    """One channel of the channel layer for the whole process; its groups are the topics in use."""

    def __init__(self, topics: Mapping[str, TopicListeners], bus: PositionBus) -> None:
        self._topics = topics
        self._bus = bus
        self._layer = get_channel_layer()
        self._channel: str | None = None
        self._groups: set[str] = set()
        self._turn = asyncio.Lock()

    async def hear(self, take: Callable[[dict[str, Any]], None], *, on_open: Callable[[], None]) -> None:
        """Hand on every message; raises what the layer raises while the channel cannot be opened."""
        if self._channel is None:
            self._channel = await self._layer.new_channel()
        on_open()
        while True:
            take(await self._layer.receive(self._channel))

    async def tune(self, topic: str) -> None:
        """Join or leave the groups of a topic as its listeners require; retries for a short while only."""
        task = asyncio.ensure_future(self._tune(topic))
        await asyncio.wait({task}, timeout=WAIT_SECONDS)

    async def tune_all(self) -> None:
        """Make good what could not be done when it was due."""
        for topic in self._groups.symmetric_difference(self._topics):
            await self._tune(topic)

    async def _tune(self, topic: str) -> None:
        async with self._turn:
            if is_fleet(topic):
                await self._bus.want(FLEET, wanted=any(is_fleet(name) for name in self._topics))
            elif booking_of(topic):
                await self._bus.want(TRIP + topic, wanted=topic in self._topics)
            if self._channel is None:
                return
            try:
                if topic in self._topics and topic not in self._groups:
                    await self._layer.group_add(group_name(topic), self._channel)
                    self._groups.add(topic)
                elif topic not in self._topics and topic in self._groups:
                    self._groups.discard(topic)
                    await self._layer.group_discard(group_name(topic), self._channel)
            except Exception as error:
                # Whatever a broken connection raises: the log is read meanwhile, and this tried again.
                log.warning("not tuned in yet topic=%s error=%r", topic, error)

    async def stop(self) -> None:
        await self._layer.flush()

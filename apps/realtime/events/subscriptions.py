"""The process's Redis subscriptions: exactly the topics with local listeners."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

from channels.layers import get_channel_layer

from apps.core.outbox.events import group_name
from apps.realtime.events.topic_listeners import TopicListeners
from apps.realtime.events.topics import booking_of
from apps.realtime.positions.broadcaster import is_fleet
from apps.realtime.positions.bus import FLEET, TRIP, PositionBus

log = logging.getLogger(__name__)

WAIT_SECONDS: Final = 0.5
"""The timeout of a subscription: without Redis, clients must still get events from the log."""


class Subscriptions:
    """One channel of the channel layer per process, in the groups of the topics in use."""

    def __init__(self, topics: Mapping[str, TopicListeners], bus: PositionBus) -> None:
        self._topics = topics
        self._bus = bus
        self._layer = get_channel_layer()
        self._channel: str | None = None
        self._groups: set[str] = set()
        self._lock = asyncio.Lock()

    async def receive_events(
        self, handle: Callable[[dict[str, Any]], None], *, on_open: Callable[[], None]
    ) -> None:
        """Pass on every message; raises the layer's error if the channel cannot be opened."""
        if self._channel is None:
            self._channel = await self._layer.new_channel()
        on_open()
        while True:
            handle(await self._layer.receive(self._channel))

    async def sync_topic(self, topic: str) -> None:
        """Join or leave the groups of a topic as its listeners require; waits only a short time."""
        task = asyncio.ensure_future(self._sync(topic))
        await asyncio.wait({task}, timeout=WAIT_SECONDS)

    async def sync_all(self) -> None:
        """Retry joining and leaving that failed."""
        for topic in self._groups.symmetric_difference(self._topics):
            await self._sync(topic)

    async def _sync(self, topic: str) -> None:
        async with self._lock:
            if is_fleet(topic):
                await self._bus.set_subscribed(FLEET, subscribed=any(is_fleet(name) for name in self._topics))
            elif booking_of(topic):
                await self._bus.set_subscribed(TRIP + topic, subscribed=topic in self._topics)
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
                # Any error of a broken connection: the log is read meanwhile, and this is retried.
                log.warning("not subscribed yet topic=%s error=%r", topic, error)

    async def stop(self) -> None:
        await self._layer.flush()

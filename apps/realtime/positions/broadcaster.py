"""Broadcasts positions: serialized once, sent to local sockets and published to other processes."""

import asyncio
from collections.abc import Iterable, Mapping, Set
from typing import Final

from apps.realtime import frames
from apps.realtime.events.topic_listeners import TopicListeners
from apps.realtime.positions.bus import FleetItem, PositionBus
from apps.realtime.positions.eta import EtaCache
from apps.realtime.positions.position_store import DriverPosition, Trip
from apps.realtime.sockets.outbound_queue import FleetBatch

FLEET_SECONDS: Final = 1.0
"""The interval of fleet positions: at most one per driver."""

PositionTexts = dict[int, tuple[int | None, str]]


class Broadcaster:
    """Sends positions to the listeners of the hub's topics and, by the bus, to other processes."""

    def __init__(self, topics: Mapping[str, TopicListeners], fleets: Set[str], bus: PositionBus) -> None:
        self._topics = topics
        self._fleets = fleets
        """The fleet topics among them: a position must not cost a walk through the topics of all sockets."""
        self._bus = bus
        self._eta = EtaCache()
        self._local: PositionTexts = {}
        self._remote: PositionTexts = {}

    def broadcast(self, position: DriverPosition) -> None:
        """Send a position to the trip's listeners now, and to the fleet's with the next batch."""
        if position.trip is not None:
            self._send_trip(position, position.trip)
        if self._bus.peers or self._fleets:
            text = frames.text_of(position.for_fleet())
            self._local[position.report.driver_id] = (position.fleet_admin_id, text)

    def _send_trip(self, position: DriverPosition, trip: Trip) -> None:
        topic = trip_topic(trip)
        if topic not in self._topics and not self._bus.peers:
            return
        self._eta.refresh(position)
        text = trip_frame(position, topic, eta_seconds=self._eta.seconds(trip))
        self.send_trip_frame(topic, text)
        self._bus.send_trip(topic, text)

    def send_trip_frame(self, topic: str, text: str) -> None:
        """Send a frame to the trip's listeners in this process."""
        listeners = self._topics.get(topic)
        if listeners is not None:
            for socket in listeners.subscriptions:
                socket.put_position(topic, text)

    def add_remote_positions(self, items: Iterable[FleetItem]) -> None:
        """Store positions of drivers that are connected to other processes."""
        for driver_id, fleet_admin_id, text in items:
            self._remote[driver_id] = (fleet_admin_id, text)

    async def refresh_fleets(self) -> None:
        """Send the new positions to each fleet's listeners every FLEET_SECONDS."""
        while True:
            await asyncio.sleep(FLEET_SECONDS)
            local, self._local, remote, self._remote = self._local, {}, self._remote, {}
            if local:
                self._bus.send_fleet((driver, fleet, text) for driver, (fleet, text) in local.items())
            if local or remote:
                self._send_fleet(remote | local)

    def _send_fleet(self, positions: PositionTexts) -> None:
        for topic in self._fleets:
            _, _, only = topic.partition(":")
            items = {
                driver: text for driver, (fleet, text) in positions.items() if not only or only == str(fleet)
            }
            if items:
                batch = FleetBatch.of(items)
                for socket in self._topics[topic].subscriptions:
                    socket.put_fleet(batch)

    async def stop(self) -> None:
        await self._eta.stop()


def is_fleet(topic: str) -> bool:
    return topic == "fleet" or topic.startswith("fleet:")


def trip_topic(trip: Trip) -> str:
    return f"booking:{trip.booking_id}"


def trip_frame(position: DriverPosition, topic: str, *, eta_seconds: int | None = None) -> str:
    """Return the frame for a trip's listeners as text."""
    data = position.for_trip()
    if eta_seconds is not None:
        data["eta_seconds"] = eta_seconds
    return frames.text_of({"op": "position", "topic": topic, "data": data})

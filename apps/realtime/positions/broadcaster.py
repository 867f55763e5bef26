"""Broadcasts positions: serialized once, sent to the sockets here, and published to other processes."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Final

from apps.realtime import frames
from apps.realtime.events.topic_listeners import TopicListeners
from apps.realtime.positions.bus import FleetItem, PositionBus
from apps.realtime.positions.eta import EtaBook
from apps.realtime.positions.position_store import DriverPosition, Trip
from apps.realtime.sockets.outbound_queue import FleetBatch

FLEET_SECONDS: Final = 1.0
"""A fleet's watchers see each driver at most once in this time."""

News = dict[int, tuple[int | None, str]]


class Broadcaster:
    """Reads the hub's topics; the bus knows the other processes."""

    def __init__(self, topics: Mapping[str, TopicListeners], bus: PositionBus) -> None:
        self._topics = topics
        self._bus = bus
        self._eta = EtaBook()
        self._own: News = {}
        self._foreign: News = {}

    def show(self, position: DriverPosition) -> None:
        """Show a position to the trip's watchers now, to the fleet's with the next batch."""
        if position.trip is not None:
            self._show_trip(position, position.trip)
        if self._bus.peers or any(is_fleet(topic) for topic in self._topics):
            text = frames.text_of(position.for_fleet())
            self._own[position.report.driver_id] = (position.fleet_admin_id, text)

    def _show_trip(self, position: DriverPosition, trip: Trip) -> None:
        topic = trip_topic(trip)
        if topic not in self._topics and not self._bus.peers:
            return
        self._eta.refresh(position)
        text = trip_frame(position, topic, eta_seconds=self._eta.seconds(trip))
        self.hand_out_trip(topic, text)
        self._bus.send_trip(topic, text)

    def hand_out_trip(self, topic: str, text: str) -> None:
        """Give a frame to those who watch the trip in this process."""
        listeners = self._topics.get(topic)
        if listeners is not None:
            for socket in listeners.subscriptions:
                socket.put_position(topic, text)

    def note_fleet(self, items: Iterable[FleetItem]) -> None:
        """Positions of drivers whose sockets another process holds."""
        for driver_id, fleet_admin_id, text in items:
            self._foreign[driver_id] = (fleet_admin_id, text)

    async def refresh_fleets(self) -> None:
        """Once in FLEET_SECONDS, tell each fleet's watchers who moved."""
        while True:
            await asyncio.sleep(FLEET_SECONDS)
            own, self._own, foreign, self._foreign = self._own, {}, self._foreign, {}
            if own:
                self._bus.send_fleet((driver, fleet, text) for driver, (fleet, text) in own.items())
            if own or foreign:
                self._hand_out_fleet(foreign | own)

    def _hand_out_fleet(self, news: News) -> None:
        for topic, listeners in self._topics.items():
            if not is_fleet(topic):
                continue
            _, _, only = topic.partition(":")
            items = {driver: text for driver, (fleet, text) in news.items() if not only or only == str(fleet)}
            if items:
                batch = FleetBatch.of(items)
                for socket in listeners.subscriptions:
                    socket.put_fleet(batch)

    async def stop(self) -> None:
        await self._eta.stop()


def is_fleet(topic: str) -> bool:
    return topic == "fleet" or topic.startswith("fleet:")


def trip_topic(trip: Trip) -> str:
    return f"booking:{trip.booking_id}"


def trip_frame(position: DriverPosition, topic: str, *, eta_seconds: int | None = None) -> str:
    """The frame that a trip's watchers get, as text."""
    data = position.for_trip()
    if eta_seconds is not None:
        data["eta_seconds"] = eta_seconds
    return frames.text_of({"op": "position", "topic": topic, "data": data})

"""A slow reader costs little, does not block others, and loses no event unnoticed."""

import asyncio
import json
from typing import Any

from apps.realtime.sockets.outbound_queue import MAX_WAITING, FleetBatch, OutboundQueue


class Wire:
    """A connection that accepts frames only while `flows` is set."""

    def __init__(self) -> None:
        self.flows = asyncio.Event()
        self.flows.set()
        self.sent: list[Any] = []

    async def __call__(self, message: dict[str, Any]) -> None:
        await self.flows.wait()
        self.sent.append(json.loads(message["text"]))


def fleet(**items: int) -> FleetBatch:
    return FleetBatch.of({int(driver[1:]): json.dumps([driver, n]) for driver, n in items.items()})


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_events_are_sent_in_order() -> None:
    wire = Wire()
    queue = OutboundQueue(wire, on_full=lambda: None)
    writer = asyncio.create_task(queue.write())
    for n in range(5):
        queue.put(str(n))
    await settle()
    assert wire.sent == [0, 1, 2, 3, 4]
    writer.cancel()


async def test_only_the_newest_position_waits() -> None:
    wire = Wire()
    queue = OutboundQueue(wire, on_full=lambda: None)
    writer = asyncio.create_task(queue.write())
    wire.flows.clear()
    queue.put('"taken"')
    await settle()
    for n in range(1000):
        queue.put_position("booking:1", json.dumps([1, n]))
        queue.put_position("booking:2", json.dumps([2, n]))
    wire.flows.set()
    await settle()
    assert wire.sent == ["taken", [1, 999], [2, 999]]
    writer.cancel()


async def test_fleet_batches_are_merged_with_the_newest_of_each_driver() -> None:
    wire = Wire()
    queue = OutboundQueue(wire, on_full=lambda: None)
    queue.put_fleet(fleet(d1=1, d2=1))
    queue.put_fleet(fleet(d2=2, d3=2))
    writer = asyncio.create_task(queue.write())
    await settle()
    assert wire.sent == [{"op": "positions", "topic": "fleet", "data": [["d1", 1], ["d2", 2], ["d3", 2]]}]
    writer.cancel()


async def test_events_are_sent_before_positions() -> None:
    wire = Wire()
    queue = OutboundQueue(wire, on_full=lambda: None)
    queue.put_position("booking:1", '"position"')
    queue.put('"event"')
    writer = asyncio.create_task(queue.write())
    await settle()
    assert wire.sent == ["event", "position"]
    writer.cancel()


async def test_too_many_waiting_events_end_the_connection() -> None:
    full: list[bool] = []
    queue = OutboundQueue(Wire(), on_full=lambda: full.append(True))
    for n in range(MAX_WAITING):
        queue.put(str(n))
    assert full == []
    assert queue.spare == 0
    queue.put("one too many")
    assert full == [True]


async def test_queued_frames_are_sent_before_the_end() -> None:
    wire = Wire()
    queue = OutboundQueue(wire, on_full=lambda: None)
    queue.put('"last frame"')
    queue.end()
    await asyncio.wait_for(queue.write(), 1)
    assert wire.sent == ["last frame"]


async def test_positions_of_an_unsubscribed_topic_are_not_sent() -> None:
    wire = Wire()
    queue = OutboundQueue(wire, on_full=lambda: None)
    queue.put_position("booking:1", '"position"')
    queue.put_fleet(fleet(d1=1))
    queue.drop_positions("booking:1")
    queue.drop_positions("fleet")
    queue.end()
    await asyncio.wait_for(queue.write(), 1)
    assert wire.sent == []

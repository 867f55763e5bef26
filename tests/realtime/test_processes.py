"""Real processes on real ports, killed without warning: nothing lost, nothing twice."""

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import websockets
from django.db import connection, transaction

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.core import events
from apps.core.models import OutboxEntry, PlatformSettings
from apps.fares.models import CarType
from embedded.child import wait_until
from tests.bookings.making import make_booking
from tests.realtime.house import House, running_house
from tests.realtime.test_positions import point

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def house(tmp_path: Path, transactional_db: None) -> Iterator[House]:
    with running_house(tmp_path) as house:
        yield house


def enqueue(name: str, **options: Any) -> None:
    with transaction.atomic():
        events.enqueue(name, **options)


def test_a_worker_killed_in_the_middle_of_a_job_leaves_it_to_be_done_once(house: House) -> None:
    house.relay()
    worker = house.worker()
    enqueue("tests.slow_rename", suffix="x")
    assert wait_until((house.folder / "started").exists, seconds=30), worker.last_lines(30)
    worker.kill()
    assert not PlatformSettings.objects.exists()
    (house.folder / "finish").touch()
    house.worker()
    assert wait_until(lambda: OutboxEntry.objects.filter(done_at__isnull=False).exists(), seconds=30)
    time.sleep(6)
    assert PlatformSettings.objects.get().app_name == "x"


def test_jobs_that_lay_in_a_redis_that_died_are_sent_again(house: House) -> None:
    house.relay()
    for n in range(20):
        enqueue("tests.slow_rename", suffix=f"[{n}]")
    assert wait_until(lambda: not OutboxEntry.objects.filter(sends=0).exists(), seconds=20)
    house.redis.kill()
    house.redis.start()
    (house.folder / "finish").touch()
    started = time.monotonic()
    house.worker()
    assert wait_until(lambda: not OutboxEntry.objects.filter(done_at__isnull=True).exists(), seconds=30)
    assert time.monotonic() - started < 15
    name = PlatformSettings.objects.get().app_name
    assert sorted(name.strip("[]").split("][")) == sorted(str(n) for n in range(20))


async def _listen(address: str, topic: str, heard: list[tuple[int, str]], ready: threading.Event) -> None:
    async with websockets.connect(address) as socket:
        await socket.send(json.dumps({"op": "subscribe", "topic": topic}))
        async for text in socket:
            frame = json.loads(text)
            if frame["op"] == "subscribed":
                ready.set()
            if frame["op"] == "event":
                heard.append((frame["seq"], frame["type"]))
                if frame["type"] == "end":
                    return


@contextlib.contextmanager
def in_background(work: Callable[[], Any]) -> Iterator[None]:
    """Done at the same time as the block; must end soon after it."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    yield
    thread.join(60)
    assert not thread.is_alive()


def _delivered_more_than(count: int) -> bool:
    return OutboxEntry.objects.filter(done_at__isnull=False).count() > count


@pytest.mark.slow
def test_a_relay_killed_again_and_again_delivers_every_event_once_and_in_order(
    house: House, ada: User
) -> None:
    address = house.web() + house.ticket(ada)
    relay = house.relay()
    heard: list[tuple[int, str]] = []
    ready = threading.Event()
    with in_background(lambda: asyncio.run(_listen(address, "me", heard, ready))):
        assert ready.wait(10)
        count = 0
        for _ in range(4):
            for _ in range(100):
                with transaction.atomic():
                    for _ in range(5):
                        events.publish(f"user:{ada.pk}", f"e{count}", {})
                        count += 1
            # In the middle of it: some are delivered, others not.
            assert wait_until(partial(_delivered_more_than, count - 490), seconds=30)
            relay.kill()
            relay = house.relay()
        with transaction.atomic():
            events.publish(f"user:{ada.pk}", "end", {})
    assert heard == [*((n + 1, f"e{n}") for n in range(count)), (count + 1, "end")]
    assert relay.alive


def test_a_second_relay_takes_over_from_a_killed_one(house: House) -> None:
    first, second = house.relay(), house.relay()
    assert wait_until(lambda: "leads" in _said(house), seconds=20)
    with transaction.atomic():
        events.publish("settings", "a", {})
    assert wait_until(lambda: OutboxEntry.objects.filter(done_at__isnull=False).count() == 1, seconds=5)
    # Which of the two leads is theirs to know: kill one, and if it was the idle one, nothing is lost either.
    first.kill()
    with transaction.atomic():
        events.publish("settings", "b", {})
    assert wait_until(lambda: OutboxEntry.objects.filter(done_at__isnull=False).count() == 2, seconds=5)
    second.stop()
    assert second.returncode == 0


def _said(house: House) -> str:
    return (house.folder / "relay.log").read_text()


async def _speak(socket: Any, **frame: Any) -> dict[str, Any]:
    await socket.send(json.dumps(frame))
    reply: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 10))
    return reply


def test_rider_and_driver_of_two_processes_see_each_other(
    house: House, ada: User, bob: User, dora: User, economy: CarType
) -> None:
    trip = make_booking(ada, economy, Status.STARTED, driver=bob)
    here, there = house.web(), house.web()

    async def main() -> None:
        async with (
            websockets.connect(here + house.ticket(ada)) as rider,
            websockets.connect(here + house.ticket(dora)) as admin,
            websockets.connect(there + house.ticket(bob)) as driver,
        ):
            for socket in (rider, admin, driver):
                assert json.loads(await socket.recv())["op"] == "hello"
            await _speak(rider, op="subscribe", topic=f"booking:{trip.pk}")
            await _speak(admin, op="subscribe", topic="fleet")
            # The processes count each other once a second.
            await asyncio.sleep(1.5)
            assert (await _speak(driver, op="positions", id="1", points=[point(10)]))["accepted"] == 1
            frame = json.loads(await asyncio.wait_for(rider.recv(), 5))
            assert (frame["op"], frame["data"]["driver_id"]) == ("position", bob.pk)
            frame = json.loads(await asyncio.wait_for(admin.recv(), 5))
            assert (frame["op"], frame["data"][0]["driver_id"]) == ("positions", bob.pk)

    asyncio.run(main())


@pytest.mark.slow
def test_a_reader_that_does_not_read_is_ended_and_holds_up_nobody(
    house: House, ada: User, cleo: User
) -> None:
    address = house.web()
    house.relay()

    async def main() -> int | None:
        async with (
            asyncio.timeout(90),
            websockets.connect(
                address + house.ticket(ada), max_queue=1, ping_interval=None, compression=None
            ) as deaf,
            websockets.connect(address + house.ticket(cleo), compression=None) as alert,
        ):
            await deaf.send(json.dumps({"op": "subscribe", "topic": "settings"}))
            assert json.loads(await alert.recv())["op"] == "hello"
            await _speak(alert, op="subscribe", topic="settings")
            for start in range(1, 4001, 400):
                await asyncio.to_thread(pour)
                for seq in range(start, start + 400):
                    assert json.loads(await asyncio.wait_for(alert.recv(), 20))["seq"] == seq
            with contextlib.suppress(websockets.ConnectionClosed):
                async for _ in deaf:
                    pass
            return deaf.close_code

    def pour() -> None:
        # More than the kernel's buffers take for somebody who does not read.
        OutboxEntry.objects.bulk_create(
            OutboxEntry(kind="event", topic="settings", name="e", payload={"x": "x" * 8000})
            for _ in range(400)
        )
        connection.close()

    assert asyncio.run(main()) == 4408

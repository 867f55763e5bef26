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
from redis import Redis as RedisClient

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.core.models import OutboxEntry, PlatformSettings
from apps.core.outbox import events
from apps.fares.models import CarType
from embedded.child import wait_until
from tests.bookings.making import make_booking
from tests.realtime.conftest import TIMEOUT_SECONDS
from tests.realtime.house import House, running_house
from tests.realtime.test_positions import point

pytestmark = pytest.mark.django_db(transaction=True)

OUTAGE_SECONDS = 21.0
RECOVERY_SECONDS = 5.0


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
    assert wait_until((house.folder / "started").exists, seconds=TIMEOUT_SECONDS), worker.last_lines(30)
    worker.kill()
    assert not PlatformSettings.objects.exists()
    (house.folder / "finish").touch()
    house.worker()
    assert wait_until(
        lambda: OutboxEntry.objects.filter(done_at__isnull=False).exists(), seconds=TIMEOUT_SECONDS
    )
    time.sleep(6)
    assert PlatformSettings.objects.get().app_name == "x"


def test_jobs_that_lay_in_a_redis_that_died_are_sent_again(house: House) -> None:
    house.relay()
    for n in range(20):
        enqueue("tests.slow_rename", suffix=f"[{n}]")
    assert wait_until(lambda: not OutboxEntry.objects.filter(sends=0).exists(), seconds=TIMEOUT_SECONDS)
    house.redis.kill()
    house.redis.start()
    (house.folder / "finish").touch()
    house.worker()
    assert wait_until(
        lambda: not OutboxEntry.objects.filter(done_at__isnull=True).exists(), seconds=TIMEOUT_SECONDS
    )
    name = PlatformSettings.objects.get().app_name
    assert sorted(name.strip("[]").split("][")) == sorted(str(n) for n in range(20))


@pytest.mark.slow
def test_after_a_long_outage_of_redis_jobs_run_within_five_seconds(house: House) -> None:
    """Worker, relay and beat have tried in vain for a while; beat's queue is one that no worker reads."""
    (house.folder / "finish").touch()
    house.relay()
    house.worker()
    schedule = str(house.folder / "schedule")
    house.start(
        "beat", "celery", "-A", "config", "beat", "-s", schedule, REDIS_URL=f"{house.redis.url[:-1]}1"
    )
    beats = RedisClient.from_url(f"{house.redis.url[:-1]}1")
    enqueue("tests.slow_rename", suffix="a")
    assert wait_until(lambda: _all_done() and bool(beats.llen("celery")), seconds=TIMEOUT_SECONDS)
    house.redis.kill()
    enqueue("tests.slow_rename", suffix="b")
    # Kombu's own pace would be at waits of ten seconds by now, and at thirty after some minutes.
    time.sleep(OUTAGE_SECONDS)
    house.redis.start()
    began = time.monotonic()
    assert wait_until(_all_done, seconds=RECOVERY_SECONDS), house.children[1].last_lines(30)
    left = RECOVERY_SECONDS - (time.monotonic() - began)
    assert wait_until(lambda: bool(beats.llen("celery")), seconds=left), house.children[2].last_lines(30)
    assert PlatformSettings.objects.get().app_name == "ab"
    beats.close()


def _all_done() -> bool:
    return not OutboxEntry.objects.filter(done_at__isnull=True).exists()


@pytest.mark.slow
def test_an_outage_is_one_line_a_process_and_a_minute(house: House, ada: User) -> None:
    """Of Redis and of cut database connections, with every loop of every process at work."""
    (house.folder / "finish").touch()
    address = house.web()
    house.relay()
    house.worker()
    house.start("beat", "celery", "-A", "config", "beat", "-s", str(house.folder / "schedule"))
    enqueue("tests.slow_rename", suffix="a")
    assert wait_until(_all_done, seconds=TIMEOUT_SECONDS)

    async def main() -> None:
        async with websockets.connect(address + house.ticket(ada)) as socket:
            assert json.loads(await socket.recv())["op"] == "hello"
            house.redis.kill()
            for _ in range(4):
                await asyncio.sleep(2)
                await asyncio.to_thread(_cut_connections)

    asyncio.run(main())
    house.redis.start()
    # It was cut as well.
    connection.close()
    enqueue("tests.slow_rename", suffix="b")
    assert wait_until(_all_done, seconds=TIMEOUT_SECONDS)
    for child in house.children:
        said = (house.folder / f"{child.name}.log").read_text()
        assert child.alive
        assert "Traceback" not in said
        for server in ("Redis", "PostgreSQL"):
            assert said.count(f"{server} does not answer") <= 1
        # Beside these a start and a reconnection say so.
        assert len(said.splitlines()) <= 25, said
    assert "Redis does not answer" in (house.folder / "beat.log").read_text()


def _cut_connections() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
    connection.close()


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
        assert ready.wait(TIMEOUT_SECONDS)
        count = 0
        for _ in range(4):
            for _ in range(100):
                with transaction.atomic():
                    for _ in range(5):
                        events.publish(f"user:{ada.pk}", f"e{count}", {})
                        count += 1
            # In the middle of it: some are delivered, others not.
            assert wait_until(partial(_delivered_more_than, count - 490), seconds=TIMEOUT_SECONDS)
            relay.kill()
            relay = house.relay()
        with transaction.atomic():
            events.publish(f"user:{ada.pk}", "end", {})
    assert heard == [*((n + 1, f"e{n}") for n in range(count)), (count + 1, "end")]
    assert relay.alive


def test_a_second_relay_takes_over_from_a_killed_one(house: House) -> None:
    first, second = house.relay(), house.relay()
    assert wait_until(lambda: "leads" in _said(house), seconds=TIMEOUT_SECONDS)
    with transaction.atomic():
        events.publish("settings", "a", {})
    assert wait_until(
        lambda: OutboxEntry.objects.filter(done_at__isnull=False).count() == 1, seconds=TIMEOUT_SECONDS
    )
    # Which of the two leads is theirs to know: kill one, and if it was the idle one, nothing is lost either.
    first.kill()
    with transaction.atomic():
        events.publish("settings", "b", {})
    assert wait_until(
        lambda: OutboxEntry.objects.filter(done_at__isnull=False).count() == 2, seconds=TIMEOUT_SECONDS
    )
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

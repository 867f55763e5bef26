"""Real processes on real ports, killed without warning: nothing is lost and nothing is done twice."""

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
from tests.bookings.builders import make_booking
from tests.realtime.conftest import TIMEOUT_SECONDS
from tests.realtime.processes import Platform, running_platform
from tests.realtime.test_positions import point

pytestmark = pytest.mark.django_db(transaction=True)

OUTAGE_SECONDS = 21.0
RECOVERY_SECONDS = 5.0


@pytest.fixture
def platform(tmp_path: Path, transactional_db: None) -> Iterator[Platform]:
    with running_platform(tmp_path) as platform:
        yield platform


def enqueue(name: str, **options: Any) -> None:
    with transaction.atomic():
        events.enqueue(name, **options)


def test_job_of_a_killed_worker_is_done_once(platform: Platform) -> None:
    platform.relay()
    worker = platform.worker()
    enqueue("tests.slow_rename", suffix="x")
    assert wait_until((platform.folder / "started").exists, seconds=TIMEOUT_SECONDS), worker.last_lines(30)
    worker.kill()
    assert not PlatformSettings.objects.exists()
    (platform.folder / "finish").touch()
    platform.worker()
    assert wait_until(
        lambda: OutboxEntry.objects.filter(done_at__isnull=False).exists(), seconds=TIMEOUT_SECONDS
    )
    time.sleep(6)
    assert PlatformSettings.objects.get().app_name == "x"


def test_jobs_lost_with_redis_are_sent_again(platform: Platform) -> None:
    platform.relay()
    for n in range(20):
        enqueue("tests.slow_rename", suffix=f"[{n}]")
    assert wait_until(lambda: not OutboxEntry.objects.filter(sends=0).exists(), seconds=TIMEOUT_SECONDS)
    platform.redis.kill()
    platform.redis.start()
    (platform.folder / "finish").touch()
    platform.worker()
    assert wait_until(
        lambda: not OutboxEntry.objects.filter(done_at__isnull=True).exists(), seconds=TIMEOUT_SECONDS
    )
    name = PlatformSettings.objects.get().app_name
    assert sorted(name.strip("[]").split("][")) == sorted(str(n) for n in range(20))


@pytest.mark.slow
def test_jobs_run_within_five_seconds_after_a_long_redis_outage(platform: Platform) -> None:
    """Worker, relay and beat have retried for a while; no worker reads beat's queue."""
    (platform.folder / "finish").touch()
    platform.relay()
    platform.worker()
    schedule = str(platform.folder / "schedule")
    platform.start(
        "beat", "celery", "-A", "config", "beat", "-s", schedule, REDIS_URL=f"{platform.redis.url[:-1]}1"
    )
    beats = RedisClient.from_url(f"{platform.redis.url[:-1]}1")
    enqueue("tests.slow_rename", suffix="a")
    assert wait_until(lambda: _all_done() and bool(beats.llen("celery")), seconds=TIMEOUT_SECONDS)
    platform.redis.kill()
    enqueue("tests.slow_rename", suffix="b")
    # Kombu's own retries would wait ten seconds by now, and thirty after some minutes.
    time.sleep(OUTAGE_SECONDS)
    platform.redis.start()
    began = time.monotonic()
    assert wait_until(_all_done, seconds=RECOVERY_SECONDS), platform.children[1].last_lines(30)
    left = RECOVERY_SECONDS - (time.monotonic() - began)
    assert wait_until(lambda: bool(beats.llen("celery")), seconds=left), platform.children[2].last_lines(30)
    assert PlatformSettings.objects.get().app_name == "ab"
    beats.close()


def _all_done() -> bool:
    return not OutboxEntry.objects.filter(done_at__isnull=True).exists()


@pytest.mark.slow
def test_outage_is_one_log_line_a_process_and_a_minute(platform: Platform, ada: User) -> None:
    """An outage of Redis and cut database connections, with every loop of every process running."""
    (platform.folder / "finish").touch()
    address = platform.web()
    platform.relay()
    platform.worker()
    platform.start("beat", "celery", "-A", "config", "beat", "-s", str(platform.folder / "schedule"))
    enqueue("tests.slow_rename", suffix="a")
    assert wait_until(_all_done, seconds=TIMEOUT_SECONDS)

    async def main() -> None:
        async with websockets.connect(address + platform.ticket(ada)) as socket:
            assert json.loads(await socket.recv())["op"] == "hello"
            platform.redis.kill()
            for _ in range(4):
                await asyncio.sleep(2)
                await asyncio.to_thread(_cut_connections)

    asyncio.run(main())
    platform.redis.start()
    # It was cut as well.
    connection.close()
    enqueue("tests.slow_rename", suffix="b")
    assert wait_until(_all_done, seconds=TIMEOUT_SECONDS)
    for child in platform.children:
        log = (platform.folder / f"{child.name}.log").read_text()
        assert child.alive
        assert "Traceback" not in log
        for server in ("Redis", "PostgreSQL"):
            assert log.count(f"{server} does not answer") <= 1
        # Other lines are about the start and the reconnection.
        assert len(log.splitlines()) <= 25, log
    assert "Redis does not answer" in (platform.folder / "beat.log").read_text()


def _cut_connections() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
    connection.close()


async def _listen(address: str, topic: str, received: list[tuple[int, str]], ready: threading.Event) -> None:
    async with websockets.connect(address) as socket:
        await socket.send(json.dumps({"op": "subscribe", "topic": topic}))
        async for text in socket:
            frame = json.loads(text)
            if frame["op"] == "subscribed":
                ready.set()
            if frame["op"] == "event":
                received.append((frame["seq"], frame["type"]))
                if frame["type"] == "end":
                    return


@contextlib.contextmanager
def in_background(work: Callable[[], Any]) -> Iterator[None]:
    """Run the work beside the block; it must end soon after it."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    yield
    thread.join(60)
    assert not thread.is_alive()


def _delivered_more_than(count: int) -> bool:
    return OutboxEntry.objects.filter(done_at__isnull=False).count() > count


@pytest.mark.slow
def test_relay_killed_repeatedly_delivers_every_event_once_and_in_order(
    platform: Platform, ada: User
) -> None:
    address = platform.web() + platform.ticket(ada)
    relay = platform.relay()
    received: list[tuple[int, str]] = []
    ready = threading.Event()
    with in_background(lambda: asyncio.run(_listen(address, "me", received, ready))):
        assert ready.wait(TIMEOUT_SECONDS)
        count = 0
        for _ in range(4):
            for _ in range(100):
                with transaction.atomic():
                    for _ in range(5):
                        events.publish(f"user:{ada.pk}", f"e{count}", {})
                        count += 1
            # In the middle: some are delivered, others not.
            assert wait_until(partial(_delivered_more_than, count - 490), seconds=TIMEOUT_SECONDS)
            relay.kill()
            relay = platform.relay()
        with transaction.atomic():
            events.publish(f"user:{ada.pk}", "end", {})
    assert received == [*((n + 1, f"e{n}") for n in range(count)), (count + 1, "end")]
    assert relay.alive


def test_second_relay_takes_over_from_a_killed_one(platform: Platform) -> None:
    first, second = platform.relay(), platform.relay()
    assert wait_until(lambda: "delivers shards" in _relay_log(platform), seconds=TIMEOUT_SECONDS)
    with transaction.atomic():
        events.publish("settings", "a", {})
    assert wait_until(
        lambda: OutboxEntry.objects.filter(done_at__isnull=False).count() == 1, seconds=TIMEOUT_SECONDS
    )
    # Either may be the leader; killing the idle one loses nothing either.
    first.kill()
    with transaction.atomic():
        events.publish("settings", "b", {})
    assert wait_until(
        lambda: OutboxEntry.objects.filter(done_at__isnull=False).count() == 2, seconds=TIMEOUT_SECONDS
    )
    second.stop()
    assert second.returncode == 0


def _relay_log(platform: Platform) -> str:
    return (platform.folder / "relay.log").read_text()


async def _request(socket: Any, **frame: Any) -> dict[str, Any]:
    await socket.send(json.dumps(frame))
    reply: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 10))
    return reply


def test_rider_and_driver_on_two_processes_see_each_other(
    platform: Platform, ada: User, bob: User, dora: User, economy: CarType
) -> None:
    trip = make_booking(ada, economy, Status.STARTED, driver=bob)
    here, there = platform.web(), platform.web()

    async def main() -> None:
        async with (
            websockets.connect(here + platform.ticket(ada)) as rider,
            websockets.connect(here + platform.ticket(dora)) as admin,
            websockets.connect(there + platform.ticket(bob)) as driver,
        ):
            for socket in (rider, admin, driver):
                assert json.loads(await socket.recv())["op"] == "hello"
            await _request(rider, op="subscribe", topic=f"booking:{trip.pk}")
            await _request(admin, op="subscribe", topic="fleet")
            # The processes announce themselves once a second.
            await asyncio.sleep(1.5)
            assert (await _request(driver, op="positions", id="1", points=[point(10)]))["accepted"] == 1
            frame = json.loads(await asyncio.wait_for(rider.recv(), 5))
            assert (frame["op"], frame["data"]["driver_id"]) == ("position", bob.pk)
            frame = json.loads(await asyncio.wait_for(admin.recv(), 5))
            assert (frame["op"], frame["data"][0]["driver_id"]) == ("positions", bob.pk)

    asyncio.run(main())


@pytest.mark.slow
def test_reader_that_stops_reading_is_closed_and_blocks_no_one(
    platform: Platform, ada: User, cleo: User
) -> None:
    address = platform.web()
    platform.relay()

    async def main() -> int | None:
        async with (
            asyncio.timeout(90),
            websockets.connect(
                address + platform.ticket(ada), max_queue=1, ping_interval=None, compression=None
            ) as stalled,
            websockets.connect(address + platform.ticket(cleo), compression=None) as reader,
        ):
            await stalled.send(json.dumps({"op": "subscribe", "topic": "settings"}))
            assert json.loads(await reader.recv())["op"] == "hello"
            await _request(reader, op="subscribe", topic="settings")
            for start in range(1, 4001, 400):
                await asyncio.to_thread(pour)
                for seq in range(start, start + 400):
                    assert json.loads(await asyncio.wait_for(reader.recv(), 20))["seq"] == seq
            with contextlib.suppress(websockets.ConnectionClosed):
                async for _ in stalled:
                    pass
            return stalled.close_code

    def pour() -> None:
        # More than the kernel buffers for a client that does not read.
        OutboxEntry.objects.bulk_create(
            OutboxEntry(kind="event", topic="settings", name="e", payload={"x": "x" * 8000})
            for _ in range(400)
        )
        connection.close()

    assert asyncio.run(main()) == 4408

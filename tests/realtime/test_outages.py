"""Redis or PostgreSQL fail and return: every client ends with every event, once and in order."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.fares.models import CarType
from apps.realtime import frames
from apps.realtime.sockets.hub import RESYNC_SECONDS
from embedded.ports import free_port
from embedded.redis import Redis
from tests.bookings.builders import make_booking
from tests.realtime.conftest import TIMEOUT_SECONDS, Live, in_db, publish, until
from tests.realtime.test_positions import point, sent, stored, watching

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def redis(settings: Any, tmp_path: Path) -> Iterator[Redis]:
    """A Redis that tests kill."""
    redis = Redis(tmp_path, port=free_port(), log=tmp_path / "log")
    redis.start()
    settings.REDIS_URL = redis.url
    layer = settings.CHANNEL_LAYERS["default"]
    settings.CHANNEL_LAYERS = {"default": layer | {"CONFIG": {"hosts": [redis.url], "prefix": "hansom"}}}
    yield redis
    redis.stop()


@pytest.fixture
async def unstable(redis: Redis, transactional_db: None) -> AsyncIterator[Live]:
    """All live parts, on the Redis that tests kill."""
    live = Live()
    await live.start_relay()
    yield live
    await live.stop()


async def test_three_redis_restarts_lose_nothing(unstable: Live, redis: Redis, ada: User, cleo: User) -> None:
    clients = {user: await unstable.connect(user) for user in (ada, cleo)}
    for client in clients.values():
        await client.join("me")
        await client.join("settings")
    expected = 0
    for n in range(3):
        await publish("settings", f"before{n}")
        redis.kill()
        await publish("settings", f"during{n}")
        await asyncio.sleep(0.5)
        redis.start()
        await publish("settings", f"after{n}")
        expected += 3
    for client in clients.values():
        received = await client.receive_events(expected)
        assert [seq for seq, _ in received] == list(range(1, expected + 1))
        assert [name for _, name in received][:3] == ["before0", "during0", "after0"]
        assert await client.is_quiet(2.5)


async def test_open_sockets_receive_events_without_redis(unstable: Live, redis: Redis, ada: User) -> None:
    client = await unstable.connect(ada)
    await client.join("me")
    redis.kill()
    await publish(f"user:{ada.pk}", "a", "b")
    assert await client.receive_events(2) == [(1, "a"), (2, "b")]
    # Subscribing to another topic works too.
    assert (await client.join("settings"))["op"] == "subscribed"
    await publish("settings", "c")
    assert await client.receive_events(1) == [(1, "c")]


async def test_new_socket_without_redis_is_closed_with_a_retry_code(
    unstable: Live, redis: Redis, ada: User
) -> None:
    await unstable.connect(ada)
    redis.kill()
    client = unstable.dial("?ticket=any")
    await client.wire.connect(timeout=TIMEOUT_SECONDS)
    assert await client.receive() == {"op": "closed", "code": frames.TRY_AGAIN}


async def test_events_are_live_again_after_redis_returned(unstable: Live, redis: Redis, ada: User) -> None:
    client = await unstable.connect(ada)
    await client.join("me")
    redis.kill()
    await asyncio.sleep(1)
    redis.start()
    await publish(f"user:{ada.pk}", "a")
    await client.receive_events(1)
    # From here on by pub/sub, without a resync.
    await asyncio.sleep(2)
    waits = []
    for _ in range(5):
        started = asyncio.get_running_loop().time()
        await publish(f"user:{ada.pk}", "b")
        await client.receive_events(1)
        waits.append(asyncio.get_running_loop().time() - started)
    assert sorted(waits)[2] < RESYNC_SECONDS / 2


async def test_trip_continues_without_redis_and_is_live_again_with_it(
    unstable: Live, redis: Redis, ada: User, bob: User, economy: CarType
) -> None:
    trip = await in_db(make_booking, ada, economy, Status.STARTED, driver=bob)
    rider, driver = await watching(unstable, ada, f"booking:{trip.pk}"), await unstable.connect(bob)
    redis.kill()
    assert (await sent(driver, point(100)))["accepted"] == 1
    assert await in_db(stored, trip) == [100]
    # Both sockets are in one process, which needs no broker to pass a position on.
    assert (await rider.receive())["op"] == "position"
    redis.start()
    assert (await sent(driver, point(200)))["accepted"] == 1
    assert (await rider.receive())["op"] == "position"


@pytest.fixture
def cut_off(transactional_db: None) -> Iterator[None]:
    """Close the test's own connection, which is cut as well."""
    yield
    connection.close()


async def test_cut_database_connections_are_reopened(live: Live, cut_off: None, ada: User) -> None:
    client = await live.connect(ada)
    await client.join("me")
    await in_db(cut_all_connections)
    await until(lambda: _is(not live.relay.leads.is_set()))
    await publish(f"user:{ada.pk}", "a", "b")
    assert await client.receive_events(2) == [(1, "a"), (2, "b")]
    await client.join("settings")
    await publish("settings", "c")
    assert await client.receive_events(1) == [(1, "c")]


def cut_all_connections() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )


async def _is(fact: bool) -> bool:
    return fact

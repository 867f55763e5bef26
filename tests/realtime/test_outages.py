"""What sockets stand on goes away and comes back: everybody ends with every event, once and in order."""

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
from tests.bookings.making import make_booking
from tests.realtime.conftest import TIMEOUT_SECONDS, Live, in_db, publish, until
from tests.realtime.test_positions import point, sent, stored, watching

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def redis(settings: Any, tmp_path: Path) -> Iterator[Redis]:
    """A Redis to be killed."""
    redis = Redis(tmp_path, port=free_port(), log=tmp_path / "log")
    redis.start()
    settings.REDIS_URL = redis.url
    layer = settings.CHANNEL_LAYERS["default"]
    settings.CHANNEL_LAYERS = {"default": layer | {"CONFIG": {"hosts": [redis.url], "prefix": "hansom"}}}
    yield redis
    redis.stop()


@pytest.fixture
async def shaky(redis: Redis, transactional_db: None) -> AsyncIterator[Live]:
    """Everything live, on the Redis to be killed."""
    live = Live()
    await live.start_relay()
    yield live
    await live.stop()


async def test_redis_restarted_three_times_loses_nothing(
    shaky: Live, redis: Redis, ada: User, cleo: User
) -> None:
    clients = {user: await shaky.connect(user) for user in (ada, cleo)}
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
        heard = await client.hear_events(expected)
        assert [seq for seq, _ in heard] == list(range(1, expected + 1))
        assert [name for _, name in heard][:3] == ["before0", "during0", "after0"]
        assert await client.is_quiet(2.5)


async def test_while_redis_is_away_open_sockets_still_get_their_events(
    shaky: Live, redis: Redis, ada: User
) -> None:
    client = await shaky.connect(ada)
    await client.join("me")
    redis.kill()
    await publish(f"user:{ada.pk}", "a", "b")
    assert await client.hear_events(2) == [(1, "a"), (2, "b")]
    # Another topic can be joined, too.
    assert (await client.join("settings"))["op"] == "subscribed"
    await publish("settings", "c")
    assert await client.hear_events(1) == [(1, "c")]


async def test_who_comes_while_redis_is_away_is_asked_to_come_again(
    shaky: Live, redis: Redis, ada: User
) -> None:
    await shaky.connect(ada)
    redis.kill()
    client = shaky.dial("?ticket=any")
    await client.wire.connect(timeout=TIMEOUT_SECONDS)
    assert await client.hear() == {"op": "closed", "code": frames.TRY_AGAIN}


async def test_after_redis_is_back_events_are_live_again(shaky: Live, redis: Redis, ada: User) -> None:
    client = await shaky.connect(ada)
    await client.join("me")
    redis.kill()
    await asyncio.sleep(1)
    redis.start()
    await publish(f"user:{ada.pk}", "a")
    await client.hear_events(1)
    # From here on by pub/sub, which waits for no resync.
    await asyncio.sleep(2)
    waits = []
    for _ in range(5):
        started = asyncio.get_running_loop().time()
        await publish(f"user:{ada.pk}", "b")
        await client.hear_events(1)
        waits.append(asyncio.get_running_loop().time() - started)
    assert sorted(waits)[2] < RESYNC_SECONDS / 2


async def test_a_trip_goes_on_without_redis_and_is_seen_again_with_it(
    shaky: Live, redis: Redis, ada: User, bob: User, economy: CarType
) -> None:
    trip = await in_db(make_booking, ada, economy, Status.STARTED, driver=bob)
    rider, driver = await watching(shaky, ada, f"booking:{trip.pk}"), await shaky.connect(bob)
    redis.kill()
    assert (await sent(driver, point(100)))["accepted"] == 1
    assert await in_db(stored, trip) == [100]
    # Both sockets hang on one process, which needs nobody to pass a position on.
    assert (await rider.hear())["op"] == "position"
    redis.start()
    assert (await sent(driver, point(200)))["accepted"] == 1
    assert (await rider.hear())["op"] == "position"


@pytest.fixture
def cut_off(transactional_db: None) -> Iterator[None]:
    """The test's own connection is cut as well."""
    yield
    connection.close()


async def test_a_database_that_cut_every_connection_is_forgiven(live: Live, cut_off: None, ada: User) -> None:
    client = await live.connect(ada)
    await client.join("me")
    await in_db(cut_all_connections)
    await until(lambda: _is(not live.relay.leads.is_set()))
    await publish(f"user:{ada.pk}", "a", "b")
    assert await client.hear_events(2) == [(1, "a"), (2, "b")]
    await client.join("settings")
    await publish("settings", "c")
    assert await client.hear_events(1) == [(1, "c")]


def cut_all_connections() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )


async def _is(fact: bool) -> bool:
    return fact

"""The limit of open sockets a user, over all processes."""

import asyncio
import time

import pytest

from apps.accounts.models import User
from apps.core.platform import update_platform_settings
from apps.realtime import frames
from apps.realtime.sockets.hub import get_hub
from apps.realtime.sockets.open_sockets import LIFETIME_SECONDS, PREFIX, OpenSockets
from tests.realtime.conftest import Live, in_db, until

pytestmark = pytest.mark.django_db(transaction=True)


async def refused(live: Live, user: User) -> bool:
    client = live.dial(f"?ticket={await live.ticket(user)}")
    await client.wire.connect(timeout=5)
    return await client.receive() == {"op": "closed", "code": frames.TOO_MANY_SOCKETS}


async def test_socket_over_the_limit_is_closed_and_the_others_stay(live: Live, ada: User, cleo: User) -> None:
    await in_db(update_platform_settings, max_sockets=2)
    first, second = await live.connect(ada), await live.connect(ada)
    assert await refused(live, ada)
    assert get_hub().closes.total == {"too_many_sockets": 1}
    for client in (first, second):
        await client.send("ping")
        assert await client.receive() == {"op": "pong"}
    await live.connect(cleo)

    await first.leave()
    await until(lambda: _is_room(ada, most=2))
    await live.connect(ada)
    assert await refused(live, ada)


async def test_concurrent_sockets_stop_at_the_limit(live: Live, ada: User) -> None:
    redis = get_hub().bus.redis
    # Like two processes.
    here, there = OpenSockets(redis), OpenSockets(redis)
    places = await asyncio.gather(*(part.enter(ada.pk, most=3) for part in (here, there) * 10))
    assert len([place for place in places if place]) == 3


async def test_place_that_is_not_renewed_expires(live: Live, ada: User) -> None:
    redis = get_hub().bus.redis
    killed, other = OpenSockets(redis), OpenSockets(redis)
    place = await killed.enter(ada.pk, most=1)
    assert await other.enter(ada.pk, most=1) == ""
    await redis.zadd(f"{PREFIX}{ada.pk}", {place: time.time() - 1})
    assert await other.enter(ada.pk, most=1)


async def test_renewed_place_stays_and_a_released_one_does_not_return(live: Live, ada: User) -> None:
    redis = get_hub().bus.redis
    sockets = OpenSockets(redis)
    kept, left = await sockets.enter(ada.pk, most=2), await sockets.enter(ada.pk, most=2)
    await redis.zadd(f"{PREFIX}{ada.pk}", {kept: time.time() + 1})
    await sockets.leave(left)
    await sockets.renew()
    runs_out = await redis.zscore(f"{PREFIX}{ada.pk}", kept)
    assert runs_out is not None
    assert runs_out > time.time() + LIFETIME_SECONDS / 2
    assert await redis.zcard(f"{PREFIX}{ada.pk}") == 1


async def _is_room(user: User, *, most: int) -> bool:
    return bool(await get_hub().bus.redis.zcard(f"{PREFIX}{user.pk}") < most)

"""How many sockets each user has open, counted in Redis for all web processes together.

The sockets that are open stay; one more than the limit is refused. An entry that its process does not renew
runs out, so a process that was killed holds nobody's place for long.
"""

import time
from typing import Final
from uuid import uuid4

from redis import asyncio as aioredis

PREFIX: Final = "hansom.sockets."
LIVES_SECONDS: Final = 60.0
RENEW_SECONDS: Final = 20.0

# ARGV: the limit, now, when this entry runs out, its name. Returns whether the limit allowed it.
_ENTER: Final = """
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[4])
redis.call('EXPIRE', KEYS[1], 120)
return 1
"""


class OpenSockets:
    """The places that sockets of this process hold."""

    def __init__(self, redis: "aioredis.Redis") -> None:
        self._redis = redis
        self._enter = redis.register_script(_ENTER)
        self._held: dict[str, str] = {}
        """The key of its user, by a place's name."""

    async def enter(self, user_id: int, *, most: int) -> str:
        """The name of a place for one socket more of this user; "" where there is none. Raises RedisError."""
        key, name, now = f"{PREFIX}{user_id}", uuid4().hex, time.time()
        self._held[name] = key
        if await self._enter(keys=[key], args=[most, now, now + LIVES_SECONDS, name]):
            return name
        del self._held[name]
        return ""

    async def leave(self, name: str) -> None:
        """Free a place. Raises RedisError; then it runs out."""
        key = self._held.pop(name, None)
        if key is not None:
            await self._redis.zrem(key, name)

    async def renew(self) -> None:
        """Have the places of this process run out later. Raises RedisError."""
        held = dict(self._held)
        if not held:
            return
        until = time.time() + LIVES_SECONDS
        pipeline = self._redis.pipeline(transaction=False)
        for name, key in held.items():
            pipeline.zadd(key, {name: until})
            pipeline.expire(key, 120)
        # Closed while this was on its way.
        await pipeline.execute()
        for name in held.keys() - self._held.keys():
            await self._redis.zrem(held[name], name)

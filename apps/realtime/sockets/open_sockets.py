"""The number of open sockets per user, counted in Redis for all web processes.

A new socket above the limit is refused; open ones stay. An entry that is not renewed expires, so a killed
process does not use up the limit for long.
"""

import time
from typing import Final
from uuid import uuid4

from redis import asyncio as aioredis

PREFIX: Final = "hansom.sockets."
LIFETIME_SECONDS: Final = 60.0
RENEW_SECONDS: Final = 20.0

# ARGV: the limit, now, the expiry of the entry, its name. Returns whether the limit allowed it.
_ENTER: Final = """
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[4])
redis.call('EXPIRE', KEYS[1], 120)
return 1
"""


class OpenSockets:
    """The entries of this process."""

    def __init__(self, redis: "aioredis.Redis") -> None:
        self._redis = redis
        self._enter = redis.register_script(_ENTER)
        self._entries: dict[str, str] = {}
        """The user's key by entry name."""

    async def enter(self, user_id: int, *, most: int) -> str:
        """Add an entry for a user's socket and return its name, or "" above the limit. Raises RedisError."""
        key, name, now = f"{PREFIX}{user_id}", uuid4().hex, time.time()
        self._entries[name] = key
        if await self._enter(keys=[key], args=[most, now, now + LIFETIME_SECONDS, name]):
            return name
        del self._entries[name]
        return ""

    async def leave(self, name: str) -> None:
        """Delete an entry. Raises RedisError; then the entry expires."""
        key = self._entries.pop(name, None)
        if key is not None:
            await self._redis.zrem(key, name)

    async def renew(self) -> None:
        """Extend the expiry of this process's entries. Raises RedisError."""
        entries = dict(self._entries)
        if not entries:
            return
        until = time.time() + LIFETIME_SECONDS
        pipeline = self._redis.pipeline(transaction=False)
        for name, key in entries.items():
            pipeline.zadd(key, {name: until})
            pipeline.expire(key, 120)
        # Entries of sockets that were closed meanwhile.
        await pipeline.execute()
        for name in entries.keys() - self._entries.keys():
            await self._redis.zrem(entries[name], name)

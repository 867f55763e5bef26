"""Clients of Redis by URL, also of a primary that the Sentinels name.

A connection to Sentinels' primary finds the new one whenever it is opened, and closes when its server was
demoted.
"""

from typing import Any, Final, Self

from django.conf import settings
from redis import Redis
from redis import asyncio as aioredis
from redis.asyncio import sentinel as async_sentinel
from redis.sentinel import Sentinel, SentinelConnectionPool

from config.redis_urls import SentinelUrl, parse_sentinel

URLS: Final = ("REDIS_URL", "BROKER_URL", "CACHE_URL", "CHANNEL_URL")


def redis_servers() -> dict[str, list[str]]:
    """Return the servers by URL, each with the settings that name it."""
    servers: dict[str, list[str]] = {}
    for name in URLS:
        servers.setdefault(getattr(settings, name), []).append(name)
    return servers


def redis_client(url: str, **options: Any) -> Redis:
    """Return a client whose options are those of `Redis.from_url`."""
    parsed = parse_sentinel(url)
    if parsed is None:
        client: Redis = Redis.from_url(url, **options)
        return client
    return Redis.from_pool(_pool(parsed, **options))


def async_redis_client(url: str, **options: Any) -> aioredis.Redis:
    """Return a client for an event loop."""
    parsed = parse_sentinel(url)
    if parsed is None:
        client: aioredis.Redis = aioredis.Redis.from_url(url, **options)
        return client
    pool = async_sentinel.SentinelConnectionPool(  # type: ignore[no-untyped-call]
        parsed.service, _async_sentinel(parsed), **parsed.login, **options
    )
    return aioredis.Redis.from_pool(pool)


def waiting_redis_client(url: str, **options: Any) -> aioredis.Redis:
    """Return a client for an event loop whose callers wait for a free connection."""
    parsed = parse_sentinel(url)
    if parsed is None:
        return aioredis.Redis.from_pool(aioredis.BlockingConnectionPool.from_url(url, **options))
    pool = _WaitingSentinelPool(parsed.service, _async_sentinel(parsed), **parsed.login, **options)  # type: ignore[no-untyped-call]
    return aioredis.Redis.from_pool(pool)


class CachePool(SentinelConnectionPool):
    """The pool of Django's cache, which creates it from CACHE_URL."""

    @classmethod
    def from_url(cls, url: str, **options: Any) -> Self:
        parsed = parse_sentinel(url)
        assert parsed is not None
        return cls(parsed.service, _sentinel(parsed), **parsed.login, **options)


class _WaitingSentinelPool(async_sentinel.SentinelConnectionPool, aioredis.BlockingConnectionPool):
    pass


def _pool(parsed: SentinelUrl, **options: Any) -> SentinelConnectionPool:
    return SentinelConnectionPool(parsed.service, _sentinel(parsed), **parsed.login, **options)  # type: ignore[no-untyped-call]


def _sentinel(parsed: SentinelUrl) -> Sentinel:
    return Sentinel(list(parsed.sentinels), sentinel_kwargs=parsed.sentinel_options)  # type: ignore[no-untyped-call]


def _async_sentinel(parsed: SentinelUrl) -> async_sentinel.Sentinel:
    return async_sentinel.Sentinel(list(parsed.sentinels), sentinel_kwargs=parsed.sentinel_options)  # type: ignore[no-untyped-call]

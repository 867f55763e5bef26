"""redis+sentinel:// names the Sentinels that know the primary; clients follow it to another server."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.core.cache import caches
from django.test import override_settings
from redis import Redis, RedisError

from apps.core.redis_clients import async_redis_client, redis_client, waiting_redis_client
from config.redis_urls import broker_settings, cache_settings, channel_host, parse_sentinel
from embedded.child import Child, wait_until
from embedded.ports import LOOPBACK, free_port
from embedded.redis import binary

URL = "redis+sentinel://:p%40ss@one:26379,two,[::1]:26380/hansom/3?sentinel_password=other"


def test_parts_of_a_url_with_sentinels() -> None:
    parsed = parse_sentinel(URL)
    assert parsed is not None
    assert parsed.sentinels == (("one", 26379), ("two", 26379), ("::1", 26380))
    assert (parsed.service, parsed.login) == ("hansom", {"db": 3, "password": "p@ss"})
    assert parsed.sentinel_options["password"] == "other"
    assert parse_sentinel("redis://one:6379/0") is None


@pytest.mark.parametrize("url", ["redis+sentinel://one:26379/", "redis+sentinel://one/x/y", f"{URL}&port=1"])
def test_incomplete_url_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r"redis\+sentinel|invalid"):
        parse_sentinel(url)


def test_celery_gets_the_sentinels_in_its_own_form() -> None:
    url, options = broker_settings(URL)
    assert url.split(";")[0] == "sentinel://:p%40ss@one:26379/3"
    assert url.count("sentinel://") == 3
    assert options["master_name"] == "hansom"
    assert broker_settings("redis://one/0") == ("redis://one/0", {})


def test_other_urls_are_passed_on() -> None:
    assert channel_host("redis://one/0") == "redis://one/0"
    assert cache_settings("redis://one/0")["LOCATION"] == "redis://one/0"


class Servers:
    """A primary, a replica and a Sentinel."""

    def __init__(self, folder: Path) -> None:
        self.ports = [free_port(), free_port()]
        self.sentinel_port = free_port()
        first = [str(binary()), "--bind", LOOPBACK, "--save", "", "--dir", str(folder)]
        self.primary = Child("primary", [*first, "--port", str(self.ports[0])], log=folder / "primary.log")
        replica = [*first, "--port", str(self.ports[1]), "--replicaof", LOOPBACK, str(self.ports[0])]
        self.replica = Child("replica", replica, log=folder / "replica.log")
        config = folder / "sentinel.conf"
        config.write_text(
            f"port {self.sentinel_port}\nbind {LOOPBACK}\n"
            f"sentinel monitor hansom {LOOPBACK} {self.ports[0]} 1\n"
            "sentinel down-after-milliseconds hansom 1000\nsentinel failover-timeout hansom 5000\n"
        )
        sentinel = [str(binary()), str(config), "--sentinel"]
        self.sentinel = Child("sentinel", sentinel, log=folder / "sentinel.log")

    @property
    def url(self) -> str:
        # The first Sentinel does not answer.
        return f"redis+sentinel://{LOOPBACK}:{free_port()},{LOOPBACK}:{self.sentinel_port}/hansom/0"

    def start(self) -> None:
        for child in (self.primary, self.replica, self.sentinel):
            child.start()
        assert wait_until(self.is_ready, seconds=30), self.sentinel.last_lines(20)

    def is_ready(self) -> bool:
        with suppress(RedisError), Redis(LOOPBACK, self.sentinel_port) as sentinel:
            state: Any = sentinel.sentinel_master("hansom")
            return int(state["num-slaves"]) == 1
        return False

    def stop(self) -> None:
        for child in (self.sentinel, self.replica, self.primary):
            child.stop()


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    servers = Servers(tmp_path)
    try:
        servers.start()
        yield servers
    finally:
        servers.stop()


@pytest.mark.slow
def test_clients_continue_at_the_replica_when_the_primary_is_killed(servers: Servers) -> None:
    url = servers.url
    client = redis_client(url, socket_timeout=1, socket_connect_timeout=1)
    with override_settings(CACHES={"default": cache_settings(url)}):
        cache = caches["default"]
        client.set("a", "1")
        cache.set("b", "2")
        time.sleep(0.5)
        servers.primary.kill()

        def continues() -> bool:
            with suppress(RedisError):
                client.set("c", "3")
                cache.set("d", "4")
                return True
            return False

        assert wait_until(continues, seconds=20), servers.sentinel.last_lines(20)
        assert (client.get("a"), cache.get("b"), cache.get("d")) == (b"1", "2", "4")
    info: Any = client.info("server")
    assert info["tcp_port"] == servers.ports[1]


@pytest.mark.slow
async def test_event_loop_continues_at_the_replica(servers: Servers) -> None:
    url = servers.url
    layer = RedisPubSubChannelLayer(hosts=[channel_host(url)], prefix="tests")
    clients = [async_redis_client(url), waiting_redis_client(url, max_connections=1, timeout=5)]
    channel = await layer.new_channel()
    await layer.group_add("group", channel)
    for client in clients:
        await client.set("a", "1")
    servers.primary.kill()

    received = asyncio.create_task(layer.receive(channel))
    async with asyncio.timeout(25):
        while not received.done():
            with suppress(RedisError, OSError):
                for client in clients:
                    await client.set("b", "2")
                # The subscription follows as well.
                await layer.group_send("group", {"type": "again"})
            await asyncio.sleep(0.2)
    assert (await received)["type"] == "again"
    await layer.flush()
    for client in clients:
        await client.aclose()

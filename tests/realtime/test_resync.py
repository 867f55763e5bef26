"""Sockets that drop all the time and a Redis that dies: every client ends at the database's state."""

import asyncio
import json
import random
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import websockets
from django.db import connection, transaction
from redis.exceptions import RedisError

from apps.accounts.models import User
from apps.core.models import Topic
from apps.core.outbox import events
from tests.personas import make_user
from tests.realtime.processes import Platform, running_platform

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

CLIENTS = 100
PEOPLE = 10
SECONDS = 20
QUIET_SECONDS = 3
TIMEOUT_SECONDS = 120
"""Long enough for the last page to catch up on a busy machine."""


@pytest.fixture
def platform(tmp_path: Path, transactional_db: None) -> Iterator[Platform]:
    with running_platform(tmp_path) as platform:
        yield platform


@dataclass
class Page:
    """Remembers the last number of each topic over lost connections, and records gaps and duplicates."""

    user: User
    seen: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    connections: int = 0

    def take(self, text: str | bytes) -> None:
        frame = json.loads(text)
        topic = frame.get("topic")
        if frame["op"] == "subscribed" and self.seen.setdefault(topic, frame["seq"]) != frame["seq"]:
            self.wrong.append(f"began at {frame['seq']} instead of {self.seen[topic]}")
        elif frame["op"] == "refetch":
            self.seen[topic] = frame["seq"]
        elif frame["op"] == "event":
            if frame["seq"] != self.seen[topic] + 1:
                self.wrong.append(f"{topic}: {frame['seq']} after {self.seen[topic]}")
            self.seen[topic] = frame["seq"]

    async def live(self, platform: Platform, address: str, until: asyncio.Event) -> None:
        """Stay connected whenever possible, and drop the connection about once in ten seconds."""
        while not until.is_set():
            try:
                ticket = await asyncio.to_thread(platform.ticket, self.user)
                async with websockets.connect(address + ticket) as socket:
                    self.connections += 1
                    for topic in ("me", "settings"):
                        last = {"last_seq": self.seen[topic]} if topic in self.seen else {}
                        await socket.send(json.dumps({"op": "subscribe", "topic": topic, **last}))
                    await self._read(socket, until)
            except (OSError, RedisError, websockets.WebSocketException):
                await asyncio.sleep(random.uniform(0.1, 0.5))

    async def _read(self, socket: websockets.ClientConnection, until: asyncio.Event) -> None:
        drops_at = time.monotonic() + random.expovariate(1 / 10)
        while True:
            is_over = until.is_set()
            if not is_over and time.monotonic() > drops_at:
                socket.transport.abort()
                return
            try:
                self.take(await asyncio.wait_for(socket.recv(), 0.2))
            except TimeoutError:
                if is_over:
                    return


def heads() -> dict[str, int]:
    """Return the last number of each topic in the database."""
    try:
        return dict(Topic.objects.values_list("name", "last_seq"))
    finally:
        connection.close()


def has_caught_up(page: Page, last: dict[str, int]) -> bool:
    return page.seen == {"settings": last["settings"], "me": last.get(f"user:{page.user.pk}", 0)}


def publish_for(seconds: float, people: list[User]) -> None:
    """Commit fifty transactions a second, each with an event for all and one for a single user."""
    ends_at = time.monotonic() + seconds
    while time.monotonic() < ends_at:
        with transaction.atomic():
            events.publish("settings", "settings.changed", {"changed": []})
            events.publish(f"user:{random.choice(people).pk}", "profile.changed", {})
        time.sleep(0.02)
    connection.close()


def restart_redis_thrice(platform: Platform, ended: threading.Event) -> None:
    for _ in range(3):
        time.sleep(SECONDS / 5)
        platform.redis.kill()
        time.sleep(1)
        platform.redis.start()
    ended.set()


def test_dropping_pages_and_a_dying_redis_end_at_the_databases_state(platform: Platform) -> None:
    people = [make_user("Page") for _ in range(PEOPLE)]
    addresses = [platform.web(), platform.web()]
    platform.relay()
    pages = [Page(people[n % PEOPLE]) for n in range(CLIENTS)]

    async def main() -> None:
        over = asyncio.Event()
        lives = [
            asyncio.create_task(page.live(platform, addresses[n % 2], over)) for n, page in enumerate(pages)
        ]
        redis = asyncio.create_task(asyncio.to_thread(restart_redis_thrice, platform, threading.Event()))
        await asyncio.to_thread(publish_for, SECONDS, people)
        await redis
        last = await asyncio.to_thread(heads)
        end = time.monotonic() + TIMEOUT_SECONDS
        while time.monotonic() < end and not all(has_caught_up(page, last) for page in pages):
            await asyncio.sleep(0.2)
        # Time for anything that would arrive twice.
        await asyncio.sleep(QUIET_SECONDS)
        over.set()
        await asyncio.gather(*lives)

    asyncio.run(main())
    last = heads()
    assert last["settings"] > 100
    assert [page.wrong for page in pages if page.wrong] == []
    assert sum(page.connections for page in pages) > CLIENTS
    for page in pages:
        assert has_caught_up(page, last), (page.seen, last)

"""Sockets that drop all the time and a Redis that dies: everybody ends where the database is."""

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
from tests.realtime.house import House, running_house

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

CLIENTS = 100
PEOPLE = 10
SECONDS = 20
QUIET_SECONDS = 3
TIMEOUT_SECONDS = 120
"""Seconds for the last page to be where the database is, also on a busy machine."""


@pytest.fixture
def house(tmp_path: Path, transactional_db: None) -> Iterator[House]:
    with running_house(tmp_path) as house:
        yield house


@dataclass
class Page:
    """Keeps the last number of each topic over lost connections, and complains of gaps and repetitions."""

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

    async def live(self, house: House, address: str, until: asyncio.Event) -> None:
        """Connected whenever that is possible; hangs up once in ten seconds, in the middle of anything."""
        while not until.is_set():
            try:
                ticket = await asyncio.to_thread(house.ticket, self.user)
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
    """Where the database is, by topic."""
    try:
        return dict(Topic.objects.values_list("name", "last_seq"))
    finally:
        connection.close()


def is_there(page: Page, last: dict[str, int]) -> bool:
    return page.seen == {"settings": last["settings"], "me": last.get(f"user:{page.user.pk}", 0)}


def publish_for(seconds: float, people: list[User]) -> None:
    """Fifty transactions a second, to everybody and to one."""
    ends_at = time.monotonic() + seconds
    while time.monotonic() < ends_at:
        with transaction.atomic():
            events.publish("settings", "settings.changed", {"changed": []})
            events.publish(f"user:{random.choice(people).pk}", "profile.changed", {})
        time.sleep(0.02)
    connection.close()


def restart_redis_thrice(house: House, ended: threading.Event) -> None:
    for _ in range(3):
        time.sleep(SECONDS / 5)
        house.redis.kill()
        time.sleep(1)
        house.redis.start()
    ended.set()


def test_pages_that_drop_and_a_redis_that_dies_end_equal_to_the_database(house: House) -> None:
    people = [make_user("Page") for _ in range(PEOPLE)]
    addresses = [house.web(), house.web()]
    house.relay()
    pages = [Page(people[n % PEOPLE]) for n in range(CLIENTS)]

    async def main() -> None:
        over = asyncio.Event()
        lives = [
            asyncio.create_task(page.live(house, addresses[n % 2], over)) for n, page in enumerate(pages)
        ]
        redis = asyncio.create_task(asyncio.to_thread(restart_redis_thrice, house, threading.Event()))
        await asyncio.to_thread(publish_for, SECONDS, people)
        await redis
        last = await asyncio.to_thread(heads)
        end = time.monotonic() + TIMEOUT_SECONDS
        while time.monotonic() < end and not all(is_there(page, last) for page in pages):
            await asyncio.sleep(0.2)
        # Whatever would come once more has the time to.
        await asyncio.sleep(QUIET_SECONDS)
        over.set()
        await asyncio.gather(*lives)

    asyncio.run(main())
    last = heads()
    assert last["settings"] > 100
    assert [page.wrong for page in pages if page.wrong] == []
    assert sum(page.connections for page in pages) > CLIENTS
    for page in pages:
        assert is_there(page, last), (page.seen, last)

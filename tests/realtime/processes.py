"""Real processes on the test's database and their own Redis, which tests kill."""

import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.db import connection
from redis import Redis as RedisClient

from apps.accounts.models import User
from apps.realtime.tickets import PREFIX
from embedded.child import Child, wait_until
from embedded.ports import answers, free_port
from embedded.redis import Redis
from tests.personas import family_of

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Platform:
    """The processes of a platform on the test's database, with their own Redis."""

    folder: Path
    redis: Redis
    children: list[Child]

    def start(self, name: str, *argv: str, **env: str) -> Child:
        url = connection.settings_dict
        database = f"postgresql://{url['USER']}@{url['HOST']}:{url['PORT']}/{url['NAME']}"
        environ = os.environ | {
            "DATABASE_URL": database,
            "REDIS_URL": self.redis.url,
            "FOLDER": str(self.folder),
            "PYTHONPATH": str(ROOT),
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        child = Child(
            name, [sys.executable, "-m", *argv], env=environ | env, cwd=ROOT, log=self.folder / f"{name}.log"
        )
        child.start()
        self.children.append(child)
        return child

    def relay(self) -> Child:
        return self.start("relay", "manage", "relay_outbox")

    def worker(self) -> Child:
        options = ("--pool", "solo", "--loglevel", "warning", "--without-gossip", "--without-mingle")
        return self.start("worker", "celery", "-A", "tests.realtime.slow_worker", "worker", *options)

    def web(self) -> str:
        """Start a web process and return the address of its sockets."""
        port = free_port()
        child = self.start(
            f"web-{port}", "uvicorn", "config.asgi:application", "--port", str(port), "--no-access-log"
        )
        assert wait_until(lambda: answers(port), seconds=90, child=child), child.last_lines(30)
        return f"ws://127.0.0.1:{port}/ws/v1/"

    def ticket(self, user: User) -> str:
        name = f"t{user.pk}-{time.monotonic_ns()}"
        with RedisClient.from_url(self.redis.url) as client:
            client.set(PREFIX + name, f"{user.pk}:{_family_of(user)}", ex=30)
        return f"?ticket={name}"


def _family_of(user: User) -> str:
    """Start a session in its own thread, because tests on the event loop need tickets too."""

    def begin() -> str:
        try:
            return family_of(user)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(begin).result()


@contextmanager
def running_platform(folder: Path) -> Iterator[Platform]:
    """A platform with a Redis; tests start the other processes."""
    redis = Redis(folder / "redis", port=free_port(), log=folder / "redis.log")
    redis.start()
    platform = Platform(folder, redis, [])
    yield platform
    for child in platform.children:
        child.stop()
    redis.stop()
    for log in sorted(folder.glob("*.log")):
        # Shown if the test fails.
        print(f"-- {log.name}\n{log.read_text(errors='replace')[-3000:]}")

"""Faults of an installation on two servers, each undone by what a supervisor or an operator would do."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Final

from tests.failover.platform import PROCESSES, TwoServers
from tests.failover.servers import NODES

RESTART_SECONDS: Final = 2.0
"""After that, systemd starts an ended process again."""
DATABASE: Final = frozenset(
    {"PostgreSQL killed", "PostgreSQL and Patroni killed", "standby killed", "switchover", "server lost"}
)
"""Faults with the limit of a failover of PostgreSQL."""


class Faults:
    """Each fault by name; a function that returns what restores the installation."""

    def __init__(self, platform: TwoServers, rng: random.Random) -> None:
        self._platform = platform
        self._cluster = platform.cluster
        self._rng = rng
        self.all: dict[str, Callable[[], Callable[[], None]]] = {
            "PostgreSQL killed": self._kill_postgres,
            "PostgreSQL and Patroni killed": self._kill_patroni,
            "standby killed": self._kill_standby,
            "switchover": self._switch_over,
            "Redis killed": self._kill_redis,
            "Sentinel failover": self._fail_over_redis,
            "server lost": self._lose_server,
            "web killed": lambda: self._kill("web"),
            "worker killed": lambda: self._kill("worker"),
            "relay killed": lambda: self._kill("relay"),
            "beat killed": lambda: self._kill("beat"),
            "proxy killed": self._kill_proxy,
            "OSRM away": self._stop_osrm,
        }

    def draw(self, count: int) -> Iterator[str]:
        """Yield names: every fault once in random order, then again."""
        drawn: list[str] = []
        while len(drawn) < count:
            drawn += self._rng.sample(sorted(self.all), len(self.all))
        yield from drawn[:count]

    def _kill_postgres(self) -> Callable[[], None]:
        self._cluster.kill_postgres(self._primary())
        return lambda: None

    def _kill_patroni(self) -> Callable[[], None]:
        node = self._primary()
        self._kill_database(node)
        return self._later(20, self._cluster.patroni[node].start)

    def _kill_standby(self) -> Callable[[], None]:
        node = self._cluster.other(self._primary())
        self._kill_database(node)
        return self._later(10, self._cluster.patroni[node].start)

    def _switch_over(self) -> Callable[[], None]:
        self._cluster.switch_over()
        return lambda: None

    def _kill_redis(self) -> Callable[[], None]:
        child = self._cluster.redis[self._cluster.redis_primary() or "a"]
        child.kill()
        return self._later(10, child.start)

    def _fail_over_redis(self) -> Callable[[], None]:
        self._cluster.fail_over_redis()
        return lambda: None

    def _lose_server(self) -> Callable[[], None]:
        """Kill everything on the machine of the primary."""
        node = self._primary()
        children = [self._cluster.redis[node], self._cluster.sentinels[node], self._cluster.patroni[node]]
        children += [self._platform.processes[f"{name}-{node}"] for name in PROCESSES]
        self._kill_database(node)
        for child in children:
            child.kill()
            child.sweep()

        def restart() -> None:
            for child in children:
                child.start()

        return self._later(20, restart)

    def _kill(self, name: str) -> Callable[[], None]:
        child = self._platform.processes[f"{name}-{self._rng.choice(NODES)}"]
        child.kill()
        child.sweep()
        return self._later(RESTART_SECONDS, child.start)

    def _kill_proxy(self) -> Callable[[], None]:
        self._platform.proxy.kill()
        return self._later(RESTART_SECONDS, self._platform.proxy.start)

    def _stop_osrm(self) -> Callable[[], None]:
        self._platform.osrm.kill()
        return self._later(5, self._platform.osrm.start)

    def _kill_database(self, node: str) -> None:
        self._cluster.patroni[node].kill()
        self._cluster.kill_postgres(node)

    def _primary(self) -> str:
        primary = self._cluster.primary()
        assert primary
        return primary

    @staticmethod
    def _later(seconds: float, restore: Callable[[], object]) -> Callable[[], None]:
        def wait_and_restore() -> None:
            time.sleep(seconds)
            restore()

        return wait_and_restore

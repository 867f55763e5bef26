"""Faults of an installation on two servers, each undone by what a supervisor or an operator would do."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from embedded.child import wait_until
from tests.failover.platform import PROCESSES, TwoServers
from tests.failover.servers import NODES

RESTART_SECONDS: Final = 2.0
"""After that, systemd starts an ended process again."""
FROZEN_SECONDS: Final = 8.0
"""How long a process stands still: a stalled disk, a paused virtual machine."""
DATABASE: Final = frozenset(
    {
        "PostgreSQL killed",
        "PostgreSQL and Patroni killed",
        "standby killed",
        "standby frozen",
        "switchover",
        "server lost",
    }
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
            "standby frozen": self._freeze_standby,
            "switchover": self._switch_over,
            "Redis killed": self._kill_redis,
            "Sentinel failover": self._fail_over_redis,
            "Redis full": self._fill_redis,
            "server lost": self._lose_server,
            "web killed": lambda: self._kill("web"),
            "worker killed": lambda: self._kill("worker"),
            "relay killed": lambda: self._kill("relay"),
            "beat killed": lambda: self._kill("beat"),
            "web frozen": lambda: self._freeze("web"),
            "worker frozen": lambda: self._freeze("worker"),
            "relay frozen": lambda: self._freeze("relay"),
            "connections cut": self._cut_connections,
            "rolling restart": self._restart_all,
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

    def _freeze(self, name: str) -> Callable[[], None]:
        return self._freeze_group(self._platform.processes[f"{name}-{self._rng.choice(NODES)}"].pid)

    def _freeze_standby(self) -> Callable[[], None]:
        """Stop the server's processes, but not its Patroni, which still says that it is alive."""
        return self._freeze_group(self._cluster.postgres_pid(self._cluster.other(self._primary())))

    def _freeze_group(self, pid: int) -> Callable[[], None]:
        stopped = tree_of(pid)
        for each in stopped:
            os.kill(each, signal.SIGSTOP)

        def thaw() -> None:
            for each in stopped:
                with suppress(ProcessLookupError):
                    os.kill(each, signal.SIGCONT)

        return self._later(FROZEN_SECONDS, thaw)

    def _cut_connections(self) -> Callable[[], None]:
        for node in NODES:
            self._platform.cut_connections(node)
        return lambda: None

    def _restart_all(self) -> Callable[[], None]:
        """Restart one process after the other, as for a new release."""

        def restart() -> None:
            for node in NODES:
                for name in PROCESSES:
                    self._platform.processes[f"{name}-{node}"].restart()
                wait_until(self._platform.is_ready, seconds=60)

        return restart

    def _fill_redis(self) -> Callable[[], None]:
        """Leave no memory, so that every write of Redis is refused."""
        server = self._cluster.redis_client(self._cluster.redis_primary() or "a")
        server.config_set("maxmemory", "1mb")

        def make_room() -> None:
            server.config_set("maxmemory", "0")
            server.close()

        return self._later(FROZEN_SECONDS, make_room)

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


def tree_of(pid: int) -> list[int]:
    """Return a process and all its descendants."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in children for each in tree_of(int(child)))]

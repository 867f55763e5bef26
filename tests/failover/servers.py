"""PostgreSQL under Patroni and Redis under Sentinel, by the files in deploy/, on ports of this machine."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import psycopg
import yaml
from redis import Redis
from redis.exceptions import RedisError

from embedded.child import Child, wait_until

ROOT: Final = Path(__file__).resolve().parents[2]
PROGRAMS: Final = ("patroni", "etcd", "redis-server", "redis-sentinel", "haproxy")
NODES: Final = ("a", "b")
LOOPBACK: Final = "127.0.0.1"
ETCD_PORT: Final = 27379
POSTGRES_PORTS: Final = {"a": 27432, "b": 27433}
PATRONI_PORTS: Final = {"a": 27008, "b": 27009}
REDIS_PORTS: Final = {"a": 27637, "b": 27638}
SENTINEL_PORTS: Final = {"a": 27901, "b": 27902, "witness": 27903}
PASSWORD: Final = "failover"  # of servers that end with the test
START_SECONDS: Final = 90


def missing() -> list[str]:
    """Return what this machine lacks, as a sentence's parts."""
    lacking = [name for name in PROGRAMS if shutil.which(name) is None]
    if not _binaries():
        lacking.append("postgresql")
    with suppress(KeyError):
        pwd.getpwnam("postgres")
        return lacking if os.geteuid() == 0 else [*lacking, "root's rights"]
    return [*lacking, "the user postgres"]


def _binaries() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return found[-1] if found else None


class Cluster:
    """One etcd, two PostgreSQL under Patroni, two Redis and three Sentinels."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.logs = folder / "logs"
        self.user = pwd.getpwnam("postgres")
        # Patroni moves a data directory that it replaces.
        os.chown(folder, self.user.pw_uid, self.user.pw_gid)
        self.etcd = self._child(
            "etcd",
            *("etcd", "--name", "etcd", "--data-dir", str(folder / "etcd")),
            *("--listen-client-urls", f"http://{LOOPBACK}:{ETCD_PORT}"),
            *("--advertise-client-urls", f"http://{LOOPBACK}:{ETCD_PORT}"),
            *("--listen-peer-urls", f"http://{LOOPBACK}:{ETCD_PORT + 1}"),
            *("--initial-advertise-peer-urls", f"http://{LOOPBACK}:{ETCD_PORT + 1}"),
            *("--initial-cluster", f"etcd=http://{LOOPBACK}:{ETCD_PORT + 1}"),
        )
        self.patroni = {node: self._patroni(node) for node in NODES}
        self.redis = {node: self._redis(node) for node in NODES}
        self.sentinels = {name: self._sentinel(name) for name in SENTINEL_PORTS}

    # -- addresses -------------------------------------------------------------------------------
    @property
    def database_url(self) -> str:
        hosts = ",".join(f"{LOOPBACK}:{port}" for port in POSTGRES_PORTS.values())
        return f"postgresql://hansom:{PASSWORD}@{hosts}/hansom"

    @property
    def primary_url(self) -> str:
        """Return the address for clients other than the platform, which finds the primary by itself."""
        return f"{self.database_url}?target_session_attrs=read-write"

    @property
    def redis_url(self) -> str:
        hosts = ",".join(f"{LOOPBACK}:{port}" for port in SENTINEL_PORTS.values())
        return f"redis+sentinel://:{PASSWORD}@{hosts}/hansom/0"

    # -- life ------------------------------------------------------------------------------------
    def start(self) -> None:
        self.etcd.start()
        self._wait(lambda: _answers(ETCD_PORT), self.etcd)
        for node in NODES:
            self.patroni[node].start()
            self._wait(lambda: self.primary() is not None, self.patroni[node])
        self._wait(self.is_synchronous, self.patroni["b"])
        with psycopg.connect(self._dsn(self.primary() or "a", "postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE ROLE hansom LOGIN PASSWORD '{PASSWORD}'")
            connection.execute("CREATE DATABASE hansom OWNER hansom")
        for child in (*self.redis.values(), *self.sentinels.values()):
            child.start()
        self._wait(self.redis_is_redundant, self.sentinels["a"])

    def stop(self) -> None:
        for child in (*self.sentinels.values(), *self.redis.values(), *self.patroni.values()):
            child.stop()
        for node in NODES:
            self.kill_postgres(node)
        self.etcd.stop()

    # -- PostgreSQL ------------------------------------------------------------------------------
    def members(self) -> dict[str, dict[str, Any]]:
        """Return what Patroni says of its nodes; empty while none answers."""
        for port in PATRONI_PORTS.values():
            with suppress(OSError, ValueError):
                reply = urlopen(f"http://{LOOPBACK}:{port}/cluster", timeout=2)
                return {member["name"]: member for member in json.load(reply)["members"]}
        return {}

    def primary(self) -> str | None:
        """Return the node whose PostgreSQL accepts writes."""
        for node in NODES:
            with suppress(psycopg.Error), psycopg.connect(self._dsn(node, "postgres")) as connection:
                row = connection.execute("SELECT pg_is_in_recovery()").fetchone()
                if row and not row[0]:
                    return node
        return None

    def is_synchronous(self) -> bool:
        """Return whether the primary has a synchronous standby, so that it may be lost."""
        primary = self.primary()
        if primary is None:
            return False
        with suppress(psycopg.Error), psycopg.connect(self._dsn(primary, "postgres")) as connection:
            query = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
            row = connection.execute(query).fetchone()
            roles = [member["role"] for member in self.members().values()]
            return bool(row and row[0] == 1 and "sync_standby" in roles and "leader" in roles)
        return False

    def postgres_pid(self, node: str) -> int:
        return int((self.folder / f"postgres-{node}" / "postmaster.pid").read_text().split("\n", 1)[0])

    def kill_postgres(self, node: str) -> None:
        """Kill the server, whose processes end with it."""
        with suppress(FileNotFoundError, ProcessLookupError, ValueError):
            pid = self.postgres_pid(node)
            if str(self.folder).encode() in Path(f"/proc/{pid}/cmdline").read_bytes():
                os.kill(pid, signal.SIGKILL)

    def switch_over(self) -> None:
        """Let Patroni move the primary to the other node, as for maintenance."""
        leader = self.primary() or "a"
        body = {"leader": leader, "candidate": self.other(leader)}
        url = f"http://{LOOPBACK}:{PATRONI_PORTS[leader]}/switchover"
        request = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
        try:
            urlopen(request, timeout=60).read()
        except HTTPError as error:
            raise AssertionError(f"switchover: {error.read().decode()}") from error

    # -- Redis -----------------------------------------------------------------------------------
    def redis_primary(self) -> str | None:
        """Return the node that a Sentinel names."""
        for port in SENTINEL_PORTS.values():
            with suppress(RedisError), Redis(LOOPBACK, port, socket_timeout=1) as sentinel:
                address: Any = sentinel.sentinel_get_master_addr_by_name("hansom")
                if address:
                    return next(node for node, port in REDIS_PORTS.items() if port == int(address[1]))
        return None

    def redis_is_redundant(self) -> bool:
        """Return whether the primary has a replica and all Sentinels agree."""
        names = set()
        for port in SENTINEL_PORTS.values():
            with suppress(RedisError), Redis(LOOPBACK, port, socket_timeout=1) as sentinel:
                state: Any = sentinel.sentinel_master("hansom")
                if state["flags"] != {"master"} and state["flags"] != "master":
                    return False
                names.add((state["port"], state["num-other-sentinels"]))
        if len(names) != 1 or names.pop()[1] != len(SENTINEL_PORTS) - 1:
            return False
        primary = self.redis_primary()
        with suppress(RedisError):
            info: Any = self.redis_client(primary or "a").info("replication")
            return bool(info["role"] == "master" and info.get("slave0", {}).get("state") == "online")
        return False

    @staticmethod
    def redis_client(node: str) -> Redis:
        return Redis(LOOPBACK, REDIS_PORTS[node], password=PASSWORD, socket_timeout=1)

    def fail_over_redis(self) -> None:
        """Let a Sentinel move the primary to the replica."""
        with Redis(LOOPBACK, SENTINEL_PORTS["witness"], socket_timeout=2) as sentinel:
            sentinel.execute_command("SENTINEL", "FAILOVER", "hansom")

    @staticmethod
    def other(node: str) -> str:
        return next(name for name in NODES if name != node)

    # -- files -----------------------------------------------------------------------------------
    def _patroni(self, node: str) -> Child:
        """Write deploy/patroni/patroni.yaml for a node, with addresses and folders of this machine."""
        config = yaml.safe_load((ROOT / "deploy/patroni/patroni.yaml").read_text())
        folder = self.folder / f"postgres-{node}"
        config["name"] = node
        config["etcd3"] = {"hosts": f"{LOOPBACK}:{ETCD_PORT}"}
        address = f"{LOOPBACK}:{PATRONI_PORTS[node]}"
        config["restapi"] = {"listen": address, "connect_address": address}
        # The watchdog would stop this machine.
        config["watchdog"] = {"mode": "off"}
        config["bootstrap"]["dcs"]["postgresql"]["parameters"]["shared_buffers"] = "128MB"
        address = f"{LOOPBACK}:{POSTGRES_PORTS[node]}"
        server = config["postgresql"]
        server |= {"listen": address, "connect_address": address, "bin_dir": str(_binaries())}
        server |= {"data_dir": str(folder), "pgpass": str(self.folder / f"pgpass-{node}")}
        server["parameters"]["unix_socket_directories"] = ""
        server["pg_hba"] = [line.replace("10.0.0.0/24", f"{LOOPBACK}/32") for line in server["pg_hba"]]
        for login in server["authentication"].values():
            login["password"] = PASSWORD
        path = self.folder / f"patroni-{node}.yaml"
        path.write_text(yaml.safe_dump(config))
        path.chmod(0o600)
        os.chown(path, self.user.pw_uid, self.user.pw_gid)
        environ = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LC_ALL": "C.UTF-8"}
        return self._child(f"patroni-{node}", "patroni", str(path), user=self.user.pw_uid, env=environ)

    def _redis(self, node: str) -> Child:
        text = (ROOT / "deploy/sentinel/redis.conf").read_text().replace("10.0.0.1", LOOPBACK)
        text = text.replace("port 6379", f"port {REDIS_PORTS[node]}").replace("change-me", PASSWORD)
        if node != "a":
            text += f"\nreplicaof {LOOPBACK} {REDIS_PORTS['a']}\n"
        path = self.folder / f"redis-{node}.conf"
        path.write_text(f"{text}\ndir {self.folder}\n")
        return self._child(f"redis-{node}", "redis-server", str(path))

    def _sentinel(self, name: str) -> Child:
        text = (ROOT / "deploy/sentinel/sentinel.conf").read_text().replace("10.0.0.1", LOOPBACK)
        text = text.replace("port 26379", f"port {SENTINEL_PORTS[name]}").replace("change-me", PASSWORD)
        text = text.replace(f"hansom {LOOPBACK} 6379", f"hansom {LOOPBACK} {REDIS_PORTS['a']}")
        path = self.folder / f"sentinel-{name}.conf"
        path.write_text(f"{text}\ndir {self.folder}\n")
        return self._child(f"sentinel-{name}", "redis-sentinel", str(path))

    def _child(
        self, name: str, *argv: str, user: int | None = None, env: dict[str, str] | None = None
    ) -> Child:
        log = self.logs / f"{name}.log"
        return Child(name, argv, log=log, cwd=self.folder, user_id=user, env=env, stop_seconds=30)

    def _dsn(self, node: str, database: str) -> str:
        address = f"host={LOOPBACK} port={POSTGRES_PORTS[node]} dbname={database}"
        return f"{address} user=postgres password={PASSWORD} connect_timeout=2"

    def _wait(self, ready: Callable[[], bool], child: Child) -> None:
        assert wait_until(ready, seconds=START_SECONDS, child=child), child.last_lines(30)


def _answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection((LOOPBACK, port), timeout=1):
        return True
    return False


def run(command: list[str], *, env: dict[str, str]) -> str:
    """Run a command of the platform and return its output; fail the test when it fails."""
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout

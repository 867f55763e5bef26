"""The platform twice, on the servers of a cluster: one of each process on A and on B, behind HAProxy."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import Final

from embedded import demo_extract
from embedded.child import Child, stop_together, wait_until
from embedded.osrm import Osrm
from embedded.procfile import read_procfile, shell_command
from embedded.stack import Stack
from tests.failover.servers import LOOPBACK, NODES, ROOT, Cluster, _answers, run
from tests.platform import OURS
from tests.servers import DEMO_MAP, HOME

PROXY_PORT: Final = 27800
WEB_PORTS: Final = {"a": 27801, "b": 27802}
OSRM_PORT: Final = 27550
PROCESSES: Final = ("web", "worker", "relay", "beat")
HAPROXY: Final = f"""
global
    maxconn 2000
    stats socket @socket level admin
defaults
    mode http
    timeout connect 1s
    timeout client 1m
    timeout server 1m
    timeout tunnel 1h
    retries 2
    option redispatch
frontend public
    bind {LOOPBACK}:{PROXY_PORT}
    default_backend web
backend web
    balance leastconn
    option httpchk GET /healthz
    http-check send hdr Host localhost
    default-server check inter 500ms fall 1 rise 1 on-marked-down shutdown-sessions
""" + "".join(f"    server {node} {LOOPBACK}:{port}\n" for node, port in WEB_PORTS.items())


class TwoServers:
    """Processes by name: "web-a", "relay-b"."""

    def __init__(self, folder: Path, cluster: Cluster, *, pairs: int) -> None:
        self.cluster = cluster
        self.pairs = pairs
        self.logs = folder / "logs"
        environ = {name: value for name, value in os.environ.items() if name not in OURS}
        self.stacks = {}
        for node in NODES:
            state = folder / f"state-{node}"
            (state / "static").mkdir(parents=True)
            environ |= {
                "DATABASE_URL": cluster.database_url,
                "REDIS_URL": cluster.redis_url,
                "OSRM_URL": f"http://{LOOPBACK}:{OSRM_PORT}",
                "MAP_DIR": str(DEMO_MAP),
                "MEDIA_ROOT": str(folder / "media"),
                "PAYMENTS_SANDBOX_URL": "",
                "PUBLIC_URL": self.url,
                "WORKER_CONCURRENCY": "1",
            }
            stack = Stack(ROOT, home=HOME, state_dir=state, port=WEB_PORTS[node], environ=environ)
            # Both machines have the same secrets.
            environ["SECRET_KEY"] = stack.env["SECRET_KEY"]
            self.stacks[node] = stack
        commands = read_procfile(ROOT / "Procfile")
        self.processes = {
            f"{name}-{node}": Child(
                f"{name}-{node}",
                shell_command(commands[name]),
                env=self.stacks[node].env,
                cwd=ROOT,
                log=self.logs / f"{name}-{node}.log",
            )
            for name in PROCESSES
            for node in NODES
        }
        self.osrm = Osrm(HOME, DEMO_MAP, port=OSRM_PORT, log=self.logs / "osrm.log")
        self.proxy_socket = folder / "haproxy.socket"
        config = folder / "haproxy.cfg"
        config.write_text(HAPROXY.replace("@socket", str(self.proxy_socket)))
        self.proxy = Child("haproxy", ["haproxy", "-db", "-f", str(config)], log=self.logs / "haproxy.log")

    @property
    def url(self) -> str:
        return f"http://{LOOPBACK}:{PROXY_PORT}"

    def start(self) -> None:
        extract = demo_extract.ensure_extract(HOME)
        env = self.stacks["a"].env
        prepare = ["-m", "scripts.prepare_database", str(extract), demo_extract.NAME]
        run([sys.executable, *prepare], env=env | {"HANSOM_EMPTY": "1"})
        self.manage("seed_demo", "--drivers", str(self.pairs), "--riders", str(self.pairs))
        self.osrm.start()
        for child in (*self.processes.values(), self.proxy):
            child.start()
        assert wait_until(self.is_ready, seconds=120), self.last_lines()

    def stop(self) -> None:
        stop_together([self.proxy, *self.processes.values()])
        self.osrm.stop()

    def is_ready(self) -> bool:
        """Return whether both web processes serve and every process runs."""
        alive = all(child.alive for child in (*self.processes.values(), self.proxy))
        return alive and _answers(PROXY_PORT) and all(stack.is_ready() for stack in self.stacks.values())

    def manage(self, *arguments: str) -> str:
        stack = self.stacks["a"]
        return run(stack.manage(*arguments), env=stack.env)

    def cut_connections(self, node: str) -> None:
        """Close every connection of clients to one web process, sockets included."""
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(self.proxy_socket))
            client.sendall(f"shutdown sessions server web/{node}\n".encode())
            assert not client.recv(1000).strip()

    def last_lines(self) -> str:
        """Return the end of every log, for the report of a failure."""
        logs = sorted(self.logs.glob("*.log"))
        return "\n".join(
            f"-- {log.name}\n" + "\n".join(log.read_text(errors="replace").splitlines()[-12:]) for log in logs
        )

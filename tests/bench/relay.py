"""How many events relays deliver: a backlog of transitions, with one shard and with several.

Each relay is a process of its own. With fewer free cores than relays, compare the CPU of an event.
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

from tests.bench.cpu import cpu_of_tree
from tests.bench.report import Spread, print_table

ROUNDS: Final = 3
SETTLE_SECONDS: Final = 3
"""What relays that have just started need until each holds its shards."""
ROOT: Final = Path(__file__).resolve().parents[2]
EVENTS: Final = 5
"""Of a transition: one for each of its topics."""


def run(*, transitions: int, shards: list[int], postgres_pid: int, redis_pid: int) -> list[dict[str, Any]]:
    results: dict[int, list[tuple[float, float, float]]] = {n: [] for n in shards}
    for _ in range(ROUNDS):
        for n in shards:
            _fill(transitions, n)
            results[n].append(_drain(transitions, n, {"postgres": postgres_pid, "redis": redis_pid}))
    report = []
    for n, rounds in results.items():
        rates, relays, servers = (Spread.of(list(values)) for values in zip(*rounds, strict=True))
        report.append({"shards": n, "events_a_second": rates, "relay_us": relays, "servers_us": servers})
    print_table(
        f"Delivering {transitions * EVENTS} events, {ROUNDS} rounds",
        ["shards", "events/s", "CPU of relays, µs an event", "of PostgreSQL and Redis"],
        [[str(value) for value in row.values()] for row in report],
    )
    return report


def _fill(transitions: int, shards: int) -> None:
    from django.conf import settings
    from django.db import connection, transaction

    from apps.core.outbox import events

    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE core_outboxentry, core_numberedevent, core_topic")
    settings.RELAY_SHARDS = shards
    for n in range(transitions):
        data = {"id": n, "reference": f"A{n}", "status": "ACCEPTED", "version": 3}
        with transaction.atomic(), events.batched():
            for topic in (f"booking:{n % 500}", f"user:{n % 500}", f"tasks:{n % 200}", f"bookings:{n % 20}"):
                events.publish(topic, "booking.accepted", data)
            events.publish("bookings", "booking.changed", {"id": n, "status": "ACCEPTED"})
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE core_outboxentry")


def _ready() -> int:
    """Return how many relays work; one without shards has no connection for jobs yet."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'hansom-relay-jobs'")
        (count,) = cursor.fetchone()
    return int(count)


def _drain(transitions: int, shards: int, servers: dict[str, int]) -> tuple[float, float, float]:
    """Return events a second, and the CPU of an event in µs: of the relays and of the servers."""
    from django.db import connection

    command = [sys.executable, "manage.py", "relay_outbox"]
    environ = os.environ | {"RELAY_SHARDS": str(shards), "LOG_LEVEL": "WARNING"}
    with connection.cursor() as cursor:
        # The relays start before there is work for them: their start is not measured.
        cursor.execute("UPDATE core_outboxentry SET seq = -id, done_at = now()")
        relays = [subprocess.Popen(command, cwd=ROOT, env=environ) for _ in range(shards)]
        try:
            while _ready() < shards:
                time.sleep(0.2)
            time.sleep(SETTLE_SECONDS)
            before = {pid: cpu_of_tree(pid) for pid in [*servers.values(), *(relay.pid for relay in relays)]}
            began = time.monotonic()
            cursor.execute("UPDATE core_outboxentry SET seq = NULL, done_at = NULL")
            cursor.execute("NOTIFY hansom_outbox")
            while True:
                cursor.execute("SELECT EXISTS (SELECT FROM core_outboxentry WHERE done_at IS NULL)")
                if not cursor.fetchone()[0]:
                    break
                time.sleep(0.1)
            seconds = time.monotonic() - began
            spent = {pid: cpu_of_tree(pid) - value for pid, value in before.items()}
        finally:
            for relay in relays:
                relay.terminate()
            for relay in relays:
                relay.wait()
    count = transitions * EVENTS
    of_relays = sum(spent[relay.pid] for relay in relays)
    of_servers = sum(spent[pid] for pid in servers.values())
    return count / seconds, 1e6 * of_relays / count, 1e6 * of_servers / count

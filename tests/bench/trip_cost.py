"""What one trip costs: CPU of each process, statements, commits, outbox rows and Redis commands.

CPU is measured first. Then a few trips run with every statement logged, to count them by client and to
name the most frequent ones; logging costs CPU itself.
"""

import asyncio
import re
from collections import Counter
from typing import Any

from tests.bench.cpu import cpu_of_tree
from tests.bench.pairs import Pair, make_pairs
from tests.bench.report import Spread, print_table
from tests.bench.trips import PAIRS, pids_of, ride
from tests.platform import Platform, running_platform

ROUNDS = 3
COUNTED = 12
"""Trips with every statement logged."""
LOG_SETTINGS = {
    "log_line_prefix": "'@%p %a@'",
    "log_statement": "'all'",
    "log_min_duration_statement": "-1",
}
STATEMENT = re.compile(r"^@(\d+) (\S*)@LOG:  (?:statement|execute [^:]*): (.*)")
COUNTERS = {
    "commits": "SELECT sum(xact_commit) FROM pg_stat_database",
    "fsyncs": "SELECT sum(fsyncs) FROM pg_stat_io WHERE object = 'wal'",
    "events, one a topic": "SELECT sum(last_seq) FROM core_topic",
    "outbox rows of events": "SELECT count(*) FROM core_outboxentry WHERE kind <> 'job'",
    "outbox jobs": "SELECT count(*) FROM core_outboxentry WHERE kind = 'job'",
    "inbox messages": "SELECT count(*) FROM notifications_inboxmessage",
}


def run(*, trips_a_round: int) -> dict[str, Any]:
    print("  starting a platform ...", flush=True)
    with running_platform(durable=True) as platform:
        platform.sql("UPDATE core_platformsettings SET driver_radius = 1, negative_balance = true")
        platform.manage("seed_demo", "--drivers", str(PAIRS), "--riders", str(PAIRS))
        result = asyncio.run(_measure(platform, trips_a_round))
        platform.manage("verify_ledger")
    print_table(
        f"CPU of a trip, {PAIRS} at once, {ROUNDS} rounds of {trips_a_round}",
        ["process", "ms a trip"],
        [[name, str(spread)] for name, spread in result["cpu_ms"].items()],
    )
    print_table("Counted", ["", "a trip"], [[name, f"{n:.1f}"] for name, n in result["counts"].items()])
    print_table(
        "Statements by client",
        ["client", "a trip"],
        [[name, f"{n:.1f}"] for name, n in result["statements"].items()],
    )
    print_table(
        "The most frequent", ["a trip", "statement"], [[f"{n:.1f}", text] for text, n in result["frequent"]]
    )
    return result


async def _measure(platform: Platform, trips: int) -> dict[str, Any]:
    names = [*pids_of(platform), "all"]
    cpu: dict[str, list[float]] = {name: [] for name in names}
    counts: dict[str, float] = {}
    async with make_pairs(platform.url, PAIRS) as pairs:
        await ride(pairs, 2 * PAIRS)
        for _ in range(ROUNDS):
            counted = await asyncio.to_thread(_count, platform)
            before = {name: cpu_of_tree(pid) for name, pid in pids_of(platform).items()}
            await ride(pairs, trips)
            # Relay and worker finish what the last trips queued.
            await asyncio.sleep(1)
            spent = {name: cpu_of_tree(pid) - before[name] for name, pid in pids_of(platform).items()}
            for name, seconds in (spent | {"all": sum(spent.values())}).items():
                cpu[name].append(1000 * seconds / trips)
            after = await asyncio.to_thread(_count, platform)
            counts = {name: (after[name] - counted[name]) / trips for name in counted}
        statements, frequent = await _logged(platform, pairs)
    return {
        "trips_a_round": trips,
        "rounds": ROUNDS,
        "cpu_ms": {name: Spread.of(values) for name, values in cpu.items()},
        "counts": counts,
        "statements": statements,
        "frequent": frequent,
    }


def _count(platform: Platform) -> dict[str, int]:
    return {name: int(platform.sql(query)) for name, query in COUNTERS.items()}


async def _logged(platform: Platform, pairs: list[Pair]) -> tuple[dict[str, float], list[tuple[str, float]]]:
    """Return the number of statements of a trip by client, and the most frequent statements."""
    assert platform.stack.postgres
    log = platform.stack.postgres.log
    for name, value in LOG_SETTINGS.items():
        platform.sql(f"ALTER SYSTEM SET {name} = {value}")
    platform.sql("SELECT pg_reload_conf()")
    await asyncio.sleep(1)
    start = log.stat().st_size
    await ride(pairs, COUNTED)
    await asyncio.sleep(1)
    with log.open(errors="replace") as file:
        file.seek(start)
        found = [match.groups() for match in map(STATEMENT.match, file) if match]
    clients = Counter(client or "web, worker" for _, client, _ in found)
    texts = Counter(f"{client or 'web, worker'}: {_shape(text)}" for _, client, text in found)
    return (
        {name: n / COUNTED for name, n in clients.most_common()},
        [(text, n / COUNTED) for text, n in texts.most_common(60)],
    )


def _shape(text: str) -> str:
    """Return a statement without its values, shortened to its verb and tables."""
    text = re.sub(r"'(?:[^']|'')*'|\b\d+(?:\.\d+)?\b", "?", text)
    text = re.sub(r'^SELECT .*? FROM "', 'SELECT ... FROM "', text)
    return text[:150]

"""Whole trips through the API of a running platform, beside pgbench writing the same rows (goal A4).

A trip is an estimate, a booking, its dispatch to a driver through relay and worker, accept, arrive,
start, one tracked position, reach, cash, and the rating: nine requests and eight commits that wait for
the disk. pgbench does a trip's reads and writes, with the locks, on copies of the same tables in the
same server, and nothing else: no HTTP, no rules, no routing, no dispatch, no notices.
"""

import asyncio
import re
import subprocess
import time
from pathlib import Path
from typing import Any

from embedded.postgres import binaries
from embedded.stack import DATABASE
from tests.bench.cpu import cpu_of_tree, own_cpu
from tests.bench.pairs import Pair, make_pairs
from tests.bench.report import Spread, print_table
from tests.bench.rows import make_tables, write_script
from tests.platform import Platform, running_platform

PAIRS = 6
"""Riders and drivers at the same time, each pair out of reach of the others."""
ROUNDS = 5


def run(*, trips_a_round: int) -> dict[str, Any]:
    print("  starting a platform ...", flush=True)
    with running_platform(durable=True) as platform:
        platform.sql("UPDATE core_platformsettings SET driver_radius = 1, negative_balance = true")
        platform.manage("seed_demo", "--drivers", str(PAIRS), "--riders", str(PAIRS))
        result = asyncio.run(_measure(platform, trips_a_round))
        print(platform.manage("verify_ledger"))
    print_table(
        f"Whole trips through the API, {PAIRS} at once, beside pgbench writing the same rows",
        ["", "trips /s", "CPU ms a trip"],
        [
            ["hansom (all processes)", str(result["trips_per_second"]), str(result["cpu_ms"])],
            ["pgbench", str(result["pgbench_per_second"]), str(result["pgbench_cpu_ms"])],
            ["ratio", f"{result['wall_ratio']} of pgbench", f"{result['cpu_ratio']} times"],
        ],
    )
    print_table(
        "Where a trip's CPU goes",
        ["process", "ms a trip"],
        [[name, str(spread)] for name, spread in result["cpu_ms_by_process"].items()],
    )
    return result


async def _measure(platform: Platform, trips: int) -> dict[str, Any]:
    figures: dict[str, list[float]] = {
        name: [] for name in ("rate", "cpu", "pg_rate", "pg_cpu", "wall_ratio", "cpu_ratio")
    }
    by_process: dict[str, list[float]] = {name: [] for name in pids_of(platform)}
    async with make_pairs(platform.url, PAIRS) as pairs:
        await ride(pairs, PAIRS)
        make_tables(platform)
        script = platform.logs / "trip_writes.sql"
        script.write_text(write_script(platform))
        for _ in range(ROUNDS):
            before = {name: cpu_of_tree(pid) for name, pid in pids_of(platform).items()}
            wall = await ride(pairs, trips)
            spent = {name: cpu_of_tree(pid) - before[name] for name, pid in pids_of(platform).items()}
            pg_wall, pg_cpu = await asyncio.to_thread(_pgbench, platform, script, trips)
            cpu = sum(spent.values())
            for name, seconds in spent.items():
                by_process[name].append(1000 * seconds / trips)
            figures["rate"].append(trips / wall)
            figures["cpu"].append(1000 * cpu / trips)
            figures["pg_rate"].append(trips / pg_wall)
            figures["pg_cpu"].append(1000 * pg_cpu / trips)
            figures["wall_ratio"].append(pg_wall / wall)
            figures["cpu_ratio"].append(cpu / max(pg_cpu, 0.01))
    return {
        "trips_a_round": trips,
        "rounds": ROUNDS,
        "at_once": PAIRS,
        "trips_per_second": Spread.of(figures["rate"]),
        "cpu_ms": Spread.of(figures["cpu"]),
        "pgbench_per_second": Spread.of(figures["pg_rate"]),
        "pgbench_cpu_ms": Spread.of(figures["pg_cpu"]),
        "wall_ratio": Spread.of(figures["wall_ratio"]),
        "cpu_ratio": Spread.of(figures["cpu_ratio"]),
        "cpu_ms_by_process": {name: Spread.of(values) for name, values in by_process.items()},
    }


async def ride(pairs: list[Pair], trips: int) -> float:
    """Run so many trips and return the seconds. Any refusal fails the run."""
    left = iter(range(trips))

    async def work(pair: Pair) -> None:
        for _ in left:
            await pair.ride()

    began = time.perf_counter()
    await asyncio.gather(*(work(pair) for pair in pairs))
    return time.perf_counter() - began


def pids_of(platform: Platform) -> dict[str, int]:
    parts = {**{name: server.child for name, server in platform.servers.items()}, **platform.processes}
    return {name: child.pid for name, child in parts.items()}


def _pgbench(platform: Platform, script: Path, trips: int) -> tuple[float, float]:
    """Return wall and CPU seconds of the same number of trips' rows, by as many clients."""
    assert platform.stack.postgres
    postgres = platform.stack.postgres
    cpu = cpu_of_tree(postgres.child.pid) + own_cpu()
    done = subprocess.run(
        [
            str(binaries() / "pgbench"),
            *("-h", "127.0.0.1", "-p", str(postgres.port), "-U", "app", "--no-vacuum"),
            *("--client", str(PAIRS), "--jobs", "2", "--transactions", str(max(1, trips // PAIRS))),
            *("--protocol", "simple", "--file", str(script), DATABASE),
        ],
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(f"pgbench: {done.stderr.strip()[-500:]}")
    spent = cpu_of_tree(postgres.child.pid) + own_cpu() - cpu
    match = re.search(r"tps = ([\d.]+)", done.stdout)
    assert match, done.stdout
    return trips / float(match[1]), spent

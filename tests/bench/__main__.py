"""`make bench [ARGS="--sizes 1000,100000 --trips 200"]`: runs the benchmarks, prints ratios, writes JSON."""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from embedded.ports import free_port
from embedded.postgres import Postgres
from embedded.redis import Redis as RedisServer
from tests.bench.report import write_json

ROOT = Path(__file__).resolve().parent.parent.parent
REPORT = ROOT / ".hansom/bench/latest.json"
SIZES = "1000,100000,1000000"
BOOKINGS = "1000,1000000"
POSTINGS = "100000,1000000"
ON_OWN_SERVERS = (
    "dispatch",
    "nearest",
    "estimates",
    "replay",
    "lists",
    "export",
    "export-cpu",
    "ledger",
    "relay",
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    names = ["dispatch", "nearest", "estimates", "lists", "export", "export-cpu", "ledger", "matching"]
    names += ["trips", "trip-cost", "positions", "memory", "tariffs", "replay", "board", "relay"]
    parser.add_argument("--only", choices=names, help="one bench instead of all")
    parser.add_argument("--sizes", default=SIZES, help="drivers online, for the nearest bench")
    parser.add_argument("--bookings", default=BOOKINGS, help="few and many, for lists and exports")
    parser.add_argument("--lists", default="", help="only the lists' requests with this in their names")
    parser.add_argument("--list-rounds", type=int, default=5, help="rounds of each of the lists' requests")
    parser.add_argument("--keep", type=Path, help="a folder whose databases are used again, made at first")
    parser.add_argument("--postings", default=POSTINGS, help="for the ledger bench")
    parser.add_argument(
        "--trips", type=int, default=150, help="whole trips a round, for the benches of trips"
    )
    parser.add_argument("--rate", type=int, default=2000, help="positions a second, for the positions bench")
    parser.add_argument("--replayed", type=int, default=100_000, help="past trips, for the replay bench")
    parser.add_argument("--rounds", type=int, default=3, help="hours a policy, for the dispatch bench")
    parser.add_argument("--minutes", type=float, default=10, help="of traffic, for memory and board")
    parser.add_argument("--jobs", type=int, default=2000, help="open jobs, for the board bench")
    parser.add_argument("--cars", type=int, default=500, help="cars online, for the board bench")
    parser.add_argument("--changes", type=float, default=5, help="of jobs a second, for the board bench")
    parser.add_argument("--shards", default="1,2", help="numbers of shards, for the relay bench")
    parser.add_argument("--transitions", type=int, default=4000, help="of bookings, for the relay bench")
    parser.add_argument("--json", type=Path, default=REPORT)
    options = parser.parse_args()

    benches: dict[str, Any] = {}
    if options.only in (None, *ON_OWN_SERVERS):
        with _servers(options.keep) as (postgres, redis_server):
            if options.only in (None, "dispatch"):
                benches["dispatch"] = _dispatch(options.rounds)
            if options.only in (None, "nearest"):
                benches["nearest"] = _nearest(_numbers(options.sizes), postgres, redis_server)
            if options.only in (None, "estimates"):
                benches["estimates"] = _estimates(postgres, redis_server)
            if options.only in (None, "relay"):
                benches["relay"] = _relay(options, postgres, redis_server)
            if options.only in (None, "replay"):
                from tests.bench.replay import run as run_replay

                benches["replay"] = run_replay(options.replayed)
            if options.only in (None, "lists", "export", "export-cpu"):
                benches |= _scale(postgres, options)
            if options.only in (None, "ledger"):
                from tests.bench.ledger import run as run_ledger

                benches["ledger"] = run_ledger(_numbers(options.postings), postgres)
    if options.only in (None, "tariffs"):
        from tests.bench.tariffs import run as run_tariffs

        benches["tariffs"] = run_tariffs()
    if options.only in (None, "matching"):
        from tests.bench.matching import run as run_matching

        benches["matching"] = run_matching()
    if options.only in (None, "trips"):
        from tests.bench.trips import run as run_trips

        benches["trips"] = run_trips(trips_a_round=options.trips)
    if options.only in (None, "trip-cost"):
        from tests.bench.trip_cost import run as run_trip_cost

        benches["trip_cost"] = run_trip_cost(trips_a_round=options.trips)
    if options.only in (None, "positions"):
        from tests.bench.positions import run as run_positions

        benches["positions"] = run_positions(rate=options.rate)
    if options.only in (None, "memory"):
        from tests.bench.memory import run as run_memory

        benches["memory"] = run_memory(minutes=options.minutes)
    if options.only in (None, "board"):
        from tests.bench.board import run as run_board

        benches["board"] = run_board(
            jobs=options.jobs, cars=options.cars, changes=options.changes, minutes=options.minutes
        )
    write_json(options.json, benches)
    print(f"\nWritten to {options.json}")
    return 0


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


@contextmanager
def _servers(keep: Path | None) -> Iterator[tuple[Postgres, RedisServer]]:
    """Start PostgreSQL and Redis with Django on them: these benchmarks empty their databases."""
    with tempfile.TemporaryDirectory(prefix="hansom-bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        home = keep or folder
        home.mkdir(parents=True, exist_ok=True)
        postgres = Postgres(home / "postgres", port=free_port(), log=home / "postgres.log", throwaway=True)
        redis_server = RedisServer(folder / "redis", port=free_port(), log=folder / "redis.log")
        postgres.start()
        redis_server.start()
        try:
            postgres.create_database("bench")
            os.environ |= {
                "SECRET_KEY": "bench-only-bench-only-bench-only-bench-only",
                "DATABASE_URL": postgres.database_url("bench"),
                "REDIS_URL": redis_server.url,
                "STATE_DIR": str(folder / "state"),
                "MEDIA_ROOT": str(folder / "media"),
                "DJANGO_SETTINGS_MODULE": "config.settings",
            }
            import django

            django.setup()
            yield postgres, redis_server
        finally:
            redis_server.stop()
            postgres.stop()


def _dispatch(rounds: int) -> dict[str, Any]:
    from django.core.management import call_command

    from apps.geo.adapters.osrm.routing import OsrmRouting
    from embedded.osrm import Osrm
    from tests.bench import dispatch
    from tests.servers import DEMO_MAP, HOME, build_demo_map

    call_command("migrate", verbosity=0)
    build_demo_map()
    with tempfile.TemporaryDirectory(prefix="hansom-bench-") as name:
        osrm = Osrm(HOME, DEMO_MAP, port=free_port(), log=Path(name) / "osrm.log")
        osrm.start()
        try:
            return dispatch.run(OsrmRouting(osrm.url), rounds=rounds)
        finally:
            osrm.stop()


def _nearest(sizes: list[int], postgres: Postgres, redis_server: RedisServer) -> list[dict[str, Any]]:
    from django.core.management import call_command
    from redis import Redis

    from tests.bench import nearest

    call_command("migrate", verbosity=0)
    with Redis.from_url(redis_server.url, decode_responses=True) as client:
        return nearest.run(
            sizes, redis=client, postgres_pid=postgres.child.pid, redis_pid=redis_server.child.pid
        )


def _estimates(postgres: Postgres, redis_server: RedisServer) -> dict[str, Any]:
    from django.core.management import call_command

    from tests.bench import estimates

    call_command("migrate", verbosity=0)
    return estimates.run(postgres_pid=postgres.child.pid, redis_pid=redis_server.child.pid)


def _relay(
    options: argparse.Namespace, postgres: Postgres, redis_server: RedisServer
) -> list[dict[str, Any]]:
    from django.core.management import call_command

    from tests.bench import relay

    call_command("migrate", verbosity=0)
    return relay.run(
        transitions=options.transitions,
        shards=_numbers(options.shards),
        postgres_pid=postgres.child.pid,
        redis_pid=redis_server.child.pid,
    )


def _scale(postgres: Postgres, options: argparse.Namespace) -> dict[str, Any]:
    """Lists and export share the database of the larger size: filling it takes longer than measuring."""
    from tests.bench import export, export_cpu, lists
    from tests.bench.sides import Side

    small, large = (Side(f"bookings_{size}", size) for size in _numbers(options.bookings))
    benches: dict[str, Any] = {}
    large.make(postgres, keep=options.keep)
    if options.only in (None, "lists"):
        small.make(postgres, keep=options.keep)
        benches["lists"] = lists.run(small, large, postgres, some=options.lists, rounds=options.list_rounds)
    if options.only in (None, "export"):
        benches["export"] = export.run(large)
    if options.only in (None, "export-cpu"):
        benches["export_cpu"] = export_cpu.run(large, postgres.child.pid)
    return benches


if __name__ == "__main__":
    sys.exit(main())

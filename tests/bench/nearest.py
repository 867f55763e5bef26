"""The k nearest eligible drivers, beside Redis GEOSEARCH over the same drivers (goal A2).

Both sides get the same requests in turn, A B A B. Redis has the easier task: its set contains
only eligible drivers, while PostgreSQL's table also contains busy ones and filters them. Before a round
counts, both results of every request are compared, distance by distance.

All drivers have a `fit_until`. The same requests also run without the condition on it, request by request in
turn: what the fitness of drivers costs the search.
"""

import random
import time
from collections.abc import Callable, Iterable
from typing import Any

from django.db import connection
from psycopg import Cursor, sql
from redis import Redis

from apps.accounts.models import User
from apps.backoffice.scale.rows import insert
from apps.core.postgres import prepares
from apps.geo.port import LatLng
from apps.geo.positions.nearest import Search, nearest_drivers, nearest_drivers_sql
from tests.bench.cpu import cpu_of_tree, own_cpu
from tests.bench.report import Spread, print_table

CENTER = LatLng(lat=50.70, lng=-1.29)
HALF_HEIGHT, HALF_WIDTH = 0.099, 0.255
"""Degrees: 22 by 36 km, the size of the demo city."""
RADIUS_KM = 5.0
K = 10
FRESH_SECONDS = 86_400.0
ROUNDING = 0.001
"""Redis stores positions to 0.6 m, and its earth is 0.03 percent larger."""
CAR_TYPE = 1
ROUNDS = 7
BATCH = 20_000
KEY = "bench:drivers"
FITNESS = "AND (p.fit_until IS NULL OR p.fit_until > now()) "
"""The condition of the statement, as its text has it."""
TURNS = 6
"""Times that each request runs a round, with and without it; the fastest counts, as other work only adds."""

Answer = list[float]
"""Kilometres to each driver found, nearest first."""


def run(sizes: Iterable[int], *, redis: Redis, postgres_pid: int, redis_pid: int) -> list[dict[str, Any]]:
    results = [_one_size(size, redis=redis, postgres_pid=postgres_pid, redis_pid=redis_pid) for size in sizes]
    print_table(
        f"Nearest {K} eligible drivers within {RADIUS_KM:g} km, beside Redis GEOSEARCH",
        [
            "drivers online",
            "eligible",
            "hansom /s",
            "GEOSEARCH /s",
            "wall ratio",
            "CPU ratio",
            "same answers",
        ],
        [
            [
                f"{result['online']:,}",
                f"{result['eligible']:,}",
                str(result["hansom_per_second"]),
                str(result["geosearch_per_second"]),
                f"{result['wall_ratio']}x faster",
                f"{result['cpu_ratio']}x less",
                f"{result['same']}/{result['requests']}",
            ]
            for result in results
        ],
    )
    print_table(
        f"The same search without the condition on fit_until; of each request, the fastest of {TURNS} counts",
        ["drivers online", "with, us", "without, us", "wall ratio", "same answers"],
        [
            [
                f"{result['online']:,}",
                str(result["with_fitness_us"]),
                str(result["without_fitness_us"]),
                str(result["fitness_ratio"]),
                f"{result['same_without_fitness']}/{result['requests']}",
            ]
            for result in results
        ],
    )
    return results


def _one_size(online: int, *, redis: Redis, postgres_pid: int, redis_pid: int) -> dict[str, Any]:
    print(f"  loading {online:,} drivers ...", flush=True)
    eligible = _load(online, redis)
    chance = random.Random(online)
    requests = [_somewhere(chance) for _ in range(50 if online >= 1_000_000 else 200)]
    same = sum(_agree(_hansom(request), _geosearch(redis, request)) for request in requests)

    rates: dict[str, list[float]] = {"hansom": [], "geosearch": []}
    wall_ratios, cpu_ratios = [], []
    for _ in range(ROUNDS):
        wall_a, cpu_a = _timed(_hansom, requests, postgres_pid)
        wall_b, cpu_b = _timed(lambda request: _geosearch(redis, request), requests, redis_pid)
        rates["hansom"].append(len(requests) / wall_a)
        rates["geosearch"].append(len(requests) / wall_b)
        wall_ratios.append(wall_b / wall_a)
        cpu_ratios.append(cpu_b / max(cpu_a, 0.01))
    return {
        **_fitness(requests),
        "online": online,
        "eligible": eligible,
        "requests": len(requests),
        "same": same,
        "hansom_per_second": Spread.of(rates["hansom"]),
        "geosearch_per_second": Spread.of(rates["geosearch"]),
        "wall_ratio": Spread.of(wall_ratios),
        "cpu_ratio": Spread.of(cpu_ratios),
        "settings": {
            "k": K,
            "radius_km": RADIUS_KM,
            "rounds": ROUNDS,
            "center": {"lat": CENTER.lat, "lng": CENTER.lng},
        },
    }


def _fitness(requests: list[LatLng]) -> dict[str, Any]:
    """Run each request with and without the condition in turn, and return microseconds and their ratio."""
    same = sum(_search(request) == _search(request, fitness=False) for request in requests)
    took: dict[bool, list[float]] = {True: [], False: []}
    for _ in range(ROUNDS):
        totals = {True: 0.0, False: 0.0}
        for request in requests:
            fastest = {True: float("inf"), False: float("inf")}
            for turn in range(TURNS):
                # Each goes first as often as second.
                for fitness in (True, False) if turn % 2 else (False, True):
                    began = time.perf_counter()
                    _search(request, fitness=fitness)
                    fastest[fitness] = min(fastest[fitness], time.perf_counter() - began)
            for fitness, seconds in fastest.items():
                totals[fitness] += seconds
        for fitness, total in totals.items():
            took[fitness].append(1e6 * total / len(requests))
    return {
        "with_fitness_us": Spread.of(took[True]),
        "without_fitness_us": Spread.of(took[False]),
        "fitness_ratio": Spread.of([a / b for a, b in zip(took[True], took[False], strict=True)]),
        "same_without_fitness": same,
    }


def _search(at: LatLng, *, fitness: bool = True) -> list[tuple[Any, ...]]:
    statement, values = nearest_drivers_sql(
        Search(at, RADIUS_KM, FRESH_SECONDS), car_type_id=CAR_TYPE, limit=K
    )
    text = statement.as_string(None)
    without = text.replace(FITNESS, "")
    assert without != text
    raw = connection.connection
    with Cursor(raw) as cursor:
        # The replacement is made for both, so that they differ in the statement only.
        cursor.execute(sql.SQL(text if fitness else without), values, prepare=prepares(raw), binary=True)
        return cursor.fetchall()


def _timed(
    search: Callable[[LatLng], Answer], requests: list[LatLng], server_pid: int
) -> tuple[float, float]:
    """Return wall and CPU seconds (server and client) of one pass over all requests."""
    cpu = cpu_of_tree(server_pid) + own_cpu()
    began = time.perf_counter()
    for request in requests:
        search(request)
    wall = time.perf_counter() - began
    return wall, cpu_of_tree(server_pid) + own_cpu() - cpu


def _hansom(at: LatLng) -> Answer:
    found = nearest_drivers(Search(at, RADIUS_KM, FRESH_SECONDS), car_type_id=CAR_TYPE, limit=K)
    return [driver.distance_km for driver in found]


def _geosearch(redis: Redis, at: LatLng) -> Answer:
    found = redis.geosearch(
        KEY,
        longitude=at.lng,
        latitude=at.lat,
        radius=RADIUS_KM,
        unit="km",
        sort="ASC",
        count=K,
        withdist=True,
    )
    return [float(str(row[1])) for row in found if isinstance(row, list)]


def _agree(ours: Answer, theirs: Answer) -> bool:
    return len(ours) == len(theirs) and all(
        abs(a - b) <= ROUNDING + b * ROUNDING for a, b in zip(ours, theirs, strict=True)
    )


def _somewhere(chance: random.Random) -> LatLng:
    return LatLng(
        lat=CENTER.lat + chance.uniform(-0.8, 0.8) * HALF_HEIGHT,
        lng=CENTER.lng + chance.uniform(-0.8, 0.8) * HALF_WIDTH,
    )


def _load(online: int, redis: Redis) -> int:
    """Fill both stores: every third driver is busy, which only PostgreSQL knows."""
    redis.delete(KEY)
    # By the model's defaults, so that a new column needs no change here.
    insert(
        User,
        {"id": "n", "first_name": "'Bench'", "last_name": "n::text", "user_type": "'driver'"},
        f"SELECT n FROM generate_series(1, {online}) n WHERE n NOT IN (SELECT id FROM accounts_user)",
    )
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE geo_driverposition")
        cursor.execute("SELECT setseed(0.5)")
        cursor.execute(
            """
            INSERT INTO geo_driverposition (driver_id, car_type_id, lat, lng, at, online, free,
                fit_until)
            SELECT n, %s, %s + (random() - 0.5) * 2 * %s, %s + (random() - 0.5) * 2 * %s, now(), true,
                n %% 3 > 0, now() + interval '1 day' * (1 + 300 * random())
            FROM generate_series(1, %s) n
            """,
            [CAR_TYPE, CENTER.lat, HALF_HEIGHT, CENTER.lng, HALF_WIDTH, online],
        )
        cursor.execute("VACUUM ANALYZE geo_driverposition")
        cursor.execute("SELECT driver_id, lng, lat FROM geo_driverposition WHERE free")
        eligible = 0
        while rows := cursor.fetchmany(BATCH):
            pipe = redis.pipeline(transaction=False)
            for driver_id, lng, lat in rows:
                pipe.geoadd(KEY, (lng, lat, driver_id))
            pipe.execute()
            eligible += len(rows)
    return eligible

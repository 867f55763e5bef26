"""Every list and report with a thousand and with a million bookings: response times must not grow with size.

The same requests go to two databases of one server in turn, through the whole API: authentication, filters,
statements, rows, JSON. Users, references and search terms vary between the repetitions of a request.
"""

import random
import statistics
import time
from typing import Any

from embedded.postgres import Postgres
from tests.bench.cpu import cpu_of_tree, own_cpu
from tests.bench.endpoints import endpoints
from tests.bench.list_requests import ListRequest, list_requests
from tests.bench.report import Spread, print_table
from tests.bench.sides import Side

TIMES = 3
"""Requests of a kind in a round."""
PAGE = 8
DEEP, STEP = 8, 100
"""Pages before the deep one, of so many rows."""
LIMIT = 2.0
"""A larger factor is more than noise."""
AGAIN = 5
"""More rounds for a slow result, because other processes may have caused it. All count."""


def run(small: Side, large: Side, postgres: Postgres, *, some: str = "", rounds: int) -> list[dict[str, Any]]:
    """Compare all requests whose names contain `some`, with so many rounds each."""
    requests = [
        request for endpoint in endpoints() for request in list_requests(endpoint) if some in request.name
    ]
    results = []
    began = time.perf_counter()
    for request in requests:
        results.append(_compare(request, small, large, postgres.child.pid, rounds))
        print(f"    {request.name}: {results[-1]['wall_ratio']}", flush=True)
    print(f"  {len(requests)} requests in {time.perf_counter() - began:,.0f} s", flush=True)
    print_table(
        f"Lists and reports at {small.size:,} and at {large.size:,} bookings, through the API",
        ["list", f"ms at {small.size:,}", f"ms at {large.size:,}", "times slower", "CPU"],
        [
            [str(result[name]) for name in ("list", "small_ms", "large_ms", "wall_ratio", "cpu_ratio")]
            for result in results
        ],
    )
    slow = [result["list"] for result in results if result["wall_ratio"].median > LIMIT]
    print(f"\n  slower than {LIMIT:g} times: {'; '.join(slow) or 'none'}")
    return results


def _compare(
    request: ListRequest, small: Side, large: Side, postgres_pid: int, wanted: int
) -> dict[str, Any]:
    rounds: list[tuple[tuple[float, float], tuple[float, float]]] = []

    def more(count: int) -> None:
        for _ in range(count):
            seed = len(rounds) + 1
            few = time_round(request, small, postgres_pid, seed=seed)
            rounds.append((few, time_round(request, large, postgres_pid, seed=seed)))

    for side in (small, large):
        # Fills caches.
        time_round(request, side, postgres_pid, seed=0)
    more(wanted)
    if statistics.median(many / few for (few, _), (many, _) in rounds) > LIMIT:
        more(AGAIN)
    return {
        "list": request.name,
        "rounds": len(rounds),
        "small_ms": Spread.of([few for (few, _), _ in rounds]),
        "large_ms": Spread.of([many for _, (many, _) in rounds]),
        "wall_ratio": Spread.of([many / few for (few, _), (many, _) in rounds]),
        "cpu_ratio": Spread.of([many / few for (_, few), (_, many) in rounds]),
    }


def time_round(
    request: ListRequest, side: Side, postgres_pid: int, *, seed: int, times: int = TIMES
) -> tuple[float, float]:
    """Return the milliseconds of a round's median request, and the CPU seconds of all, server and client."""
    side.open()
    chance = random.Random(seed)
    calls = [
        (request.person(side, chance), request.path(side, chance), dict(request.query(side, chance)))
        for _ in range(times)
    ]
    for person, path, query in calls:
        side.client(person)
        if request.deep:
            query |= {"page_size": PAGE, "cursor": _deep_cursor(side, person, path)}
    took = []
    cpu = cpu_of_tree(postgres_pid) + own_cpu()
    for person, path, query in calls:
        began = time.perf_counter()
        answer = side.get(person, path, {name: value for name, value in query.items() if value != ""})
        took.append((time.perf_counter() - began) * 1000)
        assert not request.found or answer.get("results", True), request.name
    cpu = cpu_of_tree(postgres_pid) + own_cpu() - cpu
    return statistics.median(took), max(cpu, 0.01)


def _deep_cursor(side: Side, person: int, path: str) -> str:
    """Return the cursor of the last page, or of the one after DEEP pages."""
    place = (person, path)
    if place not in side.cursors:
        side.cursors[place] = ""
        for _ in range(DEEP):
            query = {"page_size": STEP, **({"cursor": side.cursors[place]} if side.cursors[place] else {})}
            following = side.get(person, path, query)["next"]
            if following is None:
                break
            side.cursors[place] = following
    return side.cursors[place]

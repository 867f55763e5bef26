"""The history of bookings at a thousand and at a million: no list may be slower for the platform's size.

Two databases of one server answer the same questions in turn, through the whole API: signing, filters,
statements, rows, JSON. Each question asks for other people, references and words of its kind each time.
"""

import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.accounts.services.sessions import start_session
from tests.bench import history_rows as rows
from tests.bench.cpu import cpu_of_tree, own_cpu
from tests.bench.report import Spread, print_table

ROUNDS = 5
TIMES = 4
"""Questions of a kind in a round."""
PAGE = 8
DEEP = 100
LIMIT = 2.0
"""More times slower than this is more than noise."""

Query = dict[str, Any]


@dataclass
class Side:
    """One database: who asks there, and where its hundredth page begins."""

    name: str
    size: int
    clients: dict[int, APIClient] = field(default_factory=dict)
    deep: str = ""

    def open(self) -> None:
        connection.close()
        connection.settings_dict["NAME"] = self.name
        # Access tokens live for ten minutes, and to make a million bookings takes longer.
        self.clients.clear()

    def client(self, person: int) -> APIClient:
        if person not in self.clients:
            client = APIClient(SERVER_NAME="localhost")
            client.credentials(HTTP_AUTHORIZATION=f"Bearer {start_session(user_id=person).access}")
            self.clients[person] = client
        return self.clients[person]

    def ask(self, person: int, query: Query) -> Any:
        response = self.client(person).get("/api/v1/bookings/", query)
        assert response.status_code == 200, response.content
        return response.json()


@dataclass(frozen=True)
class Question:
    name: str
    query: Callable[[Side, random.Random], Query]
    person: Callable[[Side, random.Random], int] = lambda side, chance: rows.ADMIN
    found: bool = True
    """Whether the answer must hold rows."""


def a_rider(side: Side, chance: random.Random) -> int:
    return rows.FIRST_RIDER + chance.randrange(rows.riders(side.size))


def a_driver(side: Side, chance: random.Random) -> int:
    return rows.FIRST_DRIVER + chance.randrange(rows.drivers(side.size))


def a_fleet(side: Side, chance: random.Random) -> int:
    return rows.FLEET


def a_reference(side: Side, chance: random.Random) -> str:
    return f"{chance.randrange(1, side.size + 1):06X}"


def fixed(**query: Any) -> Callable[[Side, random.Random], Query]:
    return lambda side, chance: query


QUESTIONS = (
    Question("all, by an admin", fixed()),
    Question("all, with every column", fixed(fields="all")),
    Question("a fleet's", fixed(), a_fleet),
    Question("a driver's", fixed(), a_driver),
    Question("a rider's", fixed(), a_rider),
    Question(f"page {DEEP}", lambda side, chance: {"page_size": PAGE, "cursor": side.deep}),
    Question("by cost", fixed(ordering="-trip_cost")),
    Question("a fleet's by cost", fixed(ordering="trip_cost"), a_fleet),
    Question("by date", fixed(ordering="trip_date")),
    Question("status, common", fixed(status="CANCELLED")),
    Question("status, rare", fixed(status="NEW")),
    Question("status, several", fixed(status="NEW,ACCEPTED,ARRIVED")),
    Question("status, none such", fixed(status="PENDING"), found=False),
    Question("active", fixed(active="true")),
    Question("payment, none such", fixed(payment_mode="card"), found=False),
    Question("car type", fixed(car_type=2)),
    Question("driver", lambda side, chance: {"driver": a_driver(side, chance)}),
    Question("rider", lambda side, chance: {"rider": a_rider(side, chance)}),
    Question("a month, long ago", lambda side, chance: {"from": day(side, 600), "to": day(side, 570)}),
    Question("a fleet's month", lambda side, chance: {"from": day(side, 600), "to": day(side, 570)}, a_fleet),
    Question("word, rare", fixed(search=rows.RARE)),
    Question("word, medium", fixed(search=rows.MEDIUM)),
    Question("word, common", fixed(search=rows.COMMON)),
    Question("word, none such", fixed(search="Xanadu"), found=False),
    Question("two words", fixed(search=f"{rows.MEDIUM} {rows.COMMON[:4]}")),
    Question("reference", lambda side, chance: {"search": a_reference(side, chance)}),
    Question("telephone", lambda side, chance: {"search": f"079{a_rider(side, chance):08d}"}),
    Question("a fleet's word", fixed(search=rows.RARE), a_fleet, found=False),
    Question("a rider's word", fixed(search=rows.COMMON), a_rider, found=False),
    Question("word and status", fixed(search=rows.MEDIUM, status="CANCELLED"), found=False),
)


def day(side: Side, ago: int) -> str:
    return (timezone.now() - timedelta(days=ago)).date().isoformat()


def run(small: Side, large: Side, *, postgres_pid: int) -> list[dict[str, Any]]:
    """Both databases are migrated; they are filled here."""
    for side in (small, large):
        print(f"  making {side.size:,} bookings ...", flush=True)
        side.open()
        began = time.perf_counter()
        if not User.objects.exists():
            rows.fill(side.size)
        side.deep = _cursor_of_page(side, DEEP)
        print(f"  ... in {time.perf_counter() - began:,.0f} s", flush=True)
    results = []
    for question in QUESTIONS:
        results.append(_compare(question, small, large, postgres_pid))
        print(f"    {question.name}: {results[-1]['wall_ratio']}", flush=True)
    print_table(
        f"The history at {small.size:,} and at {large.size:,} bookings, through the API",
        ["list", f"ms at {small.size:,}", f"ms at {large.size:,}", "times slower", "CPU"],
        [
            [str(result[name]) for name in ("list", "small_ms", "large_ms", "wall_ratio", "cpu_ratio")]
            for result in results
        ],
    )
    slow = [result["list"] for result in results if result["wall_ratio"].median > LIMIT]
    print(f"\n  slower than {LIMIT:g} times: {', '.join(slow) or 'none'}")
    return results


def _cursor_of_page(side: Side, number: int) -> str:
    cursor = ""
    for _ in range(number - 1):
        cursor = side.ask(rows.ADMIN, {"page_size": PAGE, **({"cursor": cursor} if cursor else {})})["next"]
    return cursor


def _compare(question: Question, small: Side, large: Side, postgres_pid: int) -> dict[str, Any]:
    rounds: dict[str, list[tuple[float, float]]] = {small.name: [], large.name: []}
    for number in range(ROUNDS + 1):
        for side in (small, large):
            took = _round(question, side, postgres_pid, seed=number)
            # The first round fills caches.
            if number:
                rounds[side.name].append(took)
    pairs = list(zip(rounds[small.name], rounds[large.name], strict=True))
    return {
        "list": question.name,
        "small_ms": Spread.of([wall for wall, _ in rounds[small.name]]),
        "large_ms": Spread.of([wall for wall, _ in rounds[large.name]]),
        "wall_ratio": Spread.of([many / few for (few, _), (many, _) in pairs]),
        "cpu_ratio": Spread.of([many / few for (_, few), (_, many) in pairs]),
    }


def _round(question: Question, side: Side, postgres_pid: int, *, seed: int) -> tuple[float, float]:
    """Milliseconds of a round's median question, and CPU seconds of all of them, server and client."""
    side.open()
    chance = random.Random(seed)
    asked = [(question.person(side, chance), question.query(side, chance)) for _ in range(TIMES)]
    for person, _ in asked:
        side.client(person)
    took = []
    cpu = cpu_of_tree(postgres_pid) + own_cpu()
    for person, query in asked:
        began = time.perf_counter()
        answer = side.ask(person, query)
        took.append((time.perf_counter() - began) * 1000)
        assert answer["results"] or not question.found, question.name
    cpu = cpu_of_tree(postgres_pid) + own_cpu() - cpu
    return statistics.median(took), max(cpu, 0.01)

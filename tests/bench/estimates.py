"""CPU and statements of an estimate of all car types, beside a minimal DRF view and a bare ASGI echo.

All sides are in one web process, which is the production server with the platform's ASGI application
(tests.bench.estimate_server), and get requests in turn over HTTP. CPU is that of the web process, PostgreSQL
and Redis; the client's is not counted. An estimate is measured as it is served, and by Django alone. The same
requests are measured under a published tariff of 200 zones and 300 rules.
"""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final

from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.services.sessions import start_session
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType, Tariff
from apps.fares.tariffs.checking import stored
from apps.fares.tariffs.edits import create_draft
from apps.fares.tariffs.publishing import publish_tariff, use_car_types
from apps.geo.models import DriverPosition
from embedded.ports import free_port
from tests.bench.cpu import spent_between, thread_times
from tests.bench.report import Spread, print_table
from tests.bench.tariffs import TARIFF

CAR_TYPES = ("Economy", "Comfort", "Exclusive")
DRIVERS = 60
"""Of each car type, within the driver radius."""
RIDERS = 40
CONNECTIONS = 4
"""Clients at once."""
ROUNDS = 7
BATCH = 400
"""Requests of one side before the next."""
PICKUP: Final = (50.7003, -1.2928)
DROP: Final = (50.7595, -1.2984)

SERVED: Final = "hansom"
WITH_TARIFF: Final = "hansom with tariff"
BY_DJANGO: Final = "hansom by Django alone"
MINIMAL: Final = "minimal DRF view"
ECHO: Final = "bare ASGI echo"
SIDES: Final = {
    SERVED: "/api/v1/estimates/",
    WITH_TARIFF: "/api/v1/estimates/",
    BY_DJANGO: "/django/",
    MINIMAL: "/minimal/",
    ECHO: "/echo/",
}
PROCESSES: Final = ("web", "postgres", "redis")


def run(*, postgres_pid: int, redis_pid: int) -> dict[str, Any]:
    tokens = _seed()
    admin = User.objects.create(user_type=UserType.ADMIN, approved=True, password="!", email="a@example.org")
    tariff = create_draft(by=admin, document=stored(TARIFF))
    spent: dict[str, dict[str, list[float]]] = {
        side: {process: [] for process in PROCESSES} for side in SIDES
    }
    with _web() as (port, web_pid):
        pids = {"web": web_pid, "postgres": postgres_pid, "redis": redis_pid}
        requests = {side: _requests(path, tokens) for side, path in SIDES.items()}
        for sent in requests.values():
            _send(port, sent, 60)
        statements = {side: _statements(port, requests[side]) for side in (SERVED, BY_DJANGO)}
        for _ in range(ROUNDS):
            for side, sent in requests.items():
                _price_by(tariff if side == WITH_TARIFF else None, admin)
                # The web process reads the tariff in force once a second.
                time.sleep(1.1)
                _send(port, sent, 40)
                before = {name: thread_times(pid) for name, pid in pids.items()}
                _send(port, sent, BATCH)
                for name, pid in pids.items():
                    cpu = spent_between(before[name], thread_times(pid))
                    spent[side][name].append(1e6 * cpu / BATCH)
    whole = {side: [sum(each) for each in zip(*known.values(), strict=True)] for side, known in spent.items()}
    ratios = {
        "served_to_minimal": _ratio(whole[SERVED], whole[MINIMAL]),
        "served_to_echo": _ratio(whole[SERVED], whole[ECHO]),
        "django_to_minimal": _ratio(whole[BY_DJANGO], whole[MINIMAL]),
        "with_tariff_to_served": _ratio(whole[WITH_TARIFF], whole[SERVED]),
    }
    print_table(
        f"An estimate of {len(CAR_TYPES)} car types: {ratios['served_to_minimal']} times the minimal view "
        f"(by Django alone {ratios['django_to_minimal']}), {ratios['served_to_echo']} times the echo; "
        f"with a tariff of 200 zones and 300 rules {ratios['with_tariff_to_served']} times as much",
        ["", *(f"{name} CPU us" for name in PROCESSES), "statements"],
        [
            [side, *(str(Spread.of(spent[side][name])) for name in PROCESSES), str(statements.get(side, ""))]
            for side in SIDES
        ],
    )
    return {
        "car_types": len(CAR_TYPES),
        "load": os.getloadavg(),
        "statements": statements,
        "cpu_us": {
            side: {name: Spread.of(values) for name, values in known.items()} for side, known in spent.items()
        },
        "ratios": ratios,
    }


def _ratio(one: list[float], other: list[float]) -> Spread:
    return Spread.of([ours / theirs for ours, theirs in zip(one, other, strict=True)])


def _price_by(tariff: Tariff | None, admin: User) -> None:
    if tariff is None:
        use_car_types(by=admin)
    else:
        publish_tariff(by=admin, tariff_id=tariff.pk, revision=1, accept_warnings=True)


@contextmanager
def _web() -> Iterator[tuple[int, int]]:
    """Run the web process with the options of the Procfile; yields its port and process id."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "tests.bench.estimate_server:application"]
    command += ["--port", str(port), "--log-level", "warning", "--no-access-log"]
    process = subprocess.Popen(command, env=os.environ | {"LOG_LEVEL": "WARNING"})
    try:
        deadline = time.monotonic() + 60
        while True:
            assert process.poll() is None, "the web process has ended"
            assert time.monotonic() < deadline, "the web process does not answer"
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield port, process.pid
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)


def _requests(path: str, tokens: list[str]) -> list[bytes]:
    """Return requests of different riders at different places."""
    chance = random.Random(5)
    requests = []
    for token in tokens:
        for _ in range(5):
            pickup, drop = (
                {
                    "lat": round(lat + chance.uniform(-0.002, 0.002), 6),
                    "lng": round(lng + chance.uniform(-0.002, 0.002), 6),
                    "add": address,
                }
                for (lat, lng), address in (
                    (PICKUP, "St Thomas' Square, Newport"),
                    (DROP, "The Parade, Cowes"),
                )
            )
            body = json.dumps({"pickup": pickup, "drop": drop}).encode()
            lines = (
                f"POST {path} HTTP/1.1",
                "Host: localhost",
                "Accept: */*",
                "Accept-Language: en",
                "Content-Type: application/json",
                f"Authorization: Bearer {token}",
                f"Content-Length: {len(body)}",
            )
            requests.append("\r\n".join((*lines, "", "")).encode() + body)
    chance.shuffle(requests)
    return requests


def _send(port: int, requests: list[bytes], count: int) -> None:
    """Send this many requests over several connections."""
    failed: list[BaseException] = []

    def send(number: int) -> None:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
                for index in range(number, count, CONNECTIONS):
                    _exchange(connection, requests[index % len(requests)])
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=send, args=[number]) for number in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]


def _exchange(connection: socket.socket, request: bytes) -> bytes:
    """Send a request and return the body of its reply, which must be a success."""
    connection.sendall(request)
    reply = connection.recv(65536)
    while b"\r\n\r\n" not in reply:
        reply += connection.recv(65536)
    head, _, body = reply.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200"), reply
    length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
    while len(body) < length:
        body += connection.recv(65536)
    return body


def _statements(port: int, requests: list[bytes]) -> float:
    """Return the statements of a request."""
    count = 20
    request_count = b"GET /statements/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        _exchange(connection, requests[0])
        before = int(_exchange(connection, request_count))
        for request in requests[:count]:
            _exchange(connection, request)
        return (int(_exchange(connection, request_count)) - before) / count


def _seed() -> list[str]:
    """Fill the database and return the access tokens of the riders."""
    update_platform_settings(negative_balance=True)
    CarType.objects.all().delete()
    chance = random.Random(3)
    for position, name in enumerate(CAR_TYPES):
        car_type = CarType.objects.create(
            name=name,
            position=position,
            base_fare=10,
            min_fare=10,
            rate_per_hour=5,
            rate_per_unit_distance=5,
            convenience_fees=15,
        )
        drivers = User.objects.bulk_create(
            [User(user_type=UserType.DRIVER, password="!") for _ in range(DRIVERS)]
        )
        DriverPosition.objects.bulk_create(
            DriverPosition(
                driver_id=driver.pk,
                car_type_id=car_type.pk,
                lat=PICKUP[0] + chance.uniform(-0.02, 0.02),
                lng=PICKUP[1] + chance.uniform(-0.03, 0.03),
                # Fresh for the whole run.
                at=timezone.now() + timedelta(hours=1),
                online=True,
                free=True,
            )
            for driver in drivers
        )
    riders = User.objects.bulk_create(
        [
            User(user_type=UserType.RIDER, approved=True, password="!", email=f"rider{number}@example.org")
            for number in range(RIDERS)
        ]
    )
    return [start_session(user_id=rider.pk).access for rider in riders]

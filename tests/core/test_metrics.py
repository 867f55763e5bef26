"""Metrics are recorded where things happen, read from the database by one process, and served."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from django.conf import settings as django_settings
from django.db import transaction
from django.test import Client
from django.utils import timezone
from prometheus_client import REGISTRY
from redis.asyncio import Redis as AsyncRedis

from apps.accounts.models import User
from apps.core.models import OutboxEntry
from apps.core.monitoring import metrics, metrics_server, readings
from apps.core.monitoring.metrics import METRICS
from apps.core.outbox import events, jobs
from apps.core.outbox.job_queue import QUEUE
from apps.core.postgres import Connection
from apps.core.tasks import DEAD_LETTER_DELAY, run_job
from apps.wallet.tasks import check_ledger
from embedded.ports import free_port
from tests.bookings.builders import make_booking
from tests.core.relaying import with_relay
from tests.servers import ROOT

PAGE = (ROOT / "docs/metrics.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(\w+)` \| (\w+) \| ([^|]*) \| (.+) \|$", re.M)


@pytest.fixture
def recorded() -> Iterator[None]:
    """Record values, as a process with METRICS_PORT does."""
    recorder = metrics_server.PrometheusRecorder()
    metrics.use_recorder(recorder)
    yield
    metrics.use_recorder(None)
    for made in recorder._made.values():
        REGISTRY.unregister(made)


def value(name: str, /, **labels: str) -> float | None:
    return REGISTRY.get_sample_value(name, labels)


def read(**options: Any) -> None:
    async def work(connection: Connection) -> None:
        async with AsyncRedis.from_url(django_settings.REDIS_URL) as redis:
            await readings.read(connection, redis, queue=QUEUE, **options)

    with_relay(work)


def test_page_lists_each_metric_as_it_is_declared() -> None:
    declared = {
        (name, metric.kind, ", ".join(f"`{label}`" for label in metric.labels), metric.help)
        for name, metric in METRICS.items()
    }
    assert set(ROW.findall(PAGE)) == declared
    assert len(ROW.findall(PAGE)) == len(METRICS)


def test_nothing_is_recorded_while_metrics_are_off() -> None:
    metrics.SOCKETS.set(3)
    assert value("hansom_sockets") is None


@pytest.mark.usefixtures("recorded")
def test_request_is_measured_by_its_route(client: Client) -> None:
    client.get("/healthz")
    client.get("/healthz")
    labels = {"method": "GET", "route": "healthz", "status": "2xx"}
    assert value("hansom_request_seconds_count", **labels) == 2


@pytest.mark.usefixtures("recorded")
@pytest.mark.django_db(transaction=True)
def test_job_is_measured_by_its_outcome() -> None:
    with transaction.atomic():
        events.enqueue("tests.measured")
    entry = OutboxEntry.objects.get()
    outcomes: list[Exception | None] = [ValueError("no"), jobs.Retry("later"), None]

    def handler() -> None:
        error = outcomes.pop(0)
        if error is not None:
            raise error

    jobs._handlers["tests.measured"] = handler
    try:
        for _ in range(4):
            run_job(entry.pk)
    finally:
        del jobs._handlers["tests.measured"]
    for outcome in ("failed", "retry", "done"):
        assert value("hansom_job_seconds_count", name="tests.measured", outcome=outcome) == 1


@pytest.mark.usefixtures("recorded")
@pytest.mark.django_db(transaction=True)
def test_relay_reads_the_outbox_with_the_age_of_its_oldest_row() -> None:
    with transaction.atomic():
        events.publish("user:1", "tests.event", {})
        for _ in range(3):
            events.enqueue("tests.due")
        events.enqueue("tests.later", delay_seconds=600)
        events.enqueue("tests.dead")
    now = timezone.now()
    first = OutboxEntry.objects.filter(name="tests.due").earliest("id").pk
    # Due for 40 s: sent three times, at intervals of 5, 10 and 20 s.
    OutboxEntry.objects.filter(pk=first).update(sends=3, due_at=now - timedelta(seconds=5))
    OutboxEntry.objects.filter(name="tests.dead").update(due_at=now + DEAD_LETTER_DELAY)
    read()
    assert value("hansom_outbox_rows", kind="job") == 3
    assert value("hansom_outbox_rows", kind="event") == 1
    oldest = value("hansom_outbox_oldest_seconds", kind="job")
    assert oldest is not None
    assert 40 <= oldest < 50
    assert value("hansom_dead_letters") == 1
    assert value("hansom_queue_messages") == 0
    assert value("hansom_readings_total", outcome="ok") == 1
    assert (value("hansom_database_connections", state="active") or 0) >= 1

    OutboxEntry.objects.update(done_at=now)
    read()
    assert value("hansom_outbox_rows", kind="job") is None
    assert value("hansom_dead_letters") == 0


@pytest.mark.usefixtures("recorded")
@pytest.mark.django_db(transaction=True)
def test_relay_reads_waiting_bookings_and_pending_payments(ada: User, economy: Any) -> None:
    read()
    assert value("hansom_bookings_waiting") == 0
    assert value("hansom_booking_waiting_oldest_seconds") == 0
    assert value("hansom_payments_pending", age="older") == 0
    for minutes in (1, 7, -30):
        make_booking(ada, economy, trip_date=timezone.now() - timedelta(minutes=minutes))
    read()
    assert value("hansom_bookings_waiting") == 2
    oldest = value("hansom_booking_waiting_oldest_seconds")
    assert oldest is not None
    assert 420 <= oldest < 440


@pytest.mark.usefixtures("recorded")
@pytest.mark.django_db(transaction=True)
def test_slow_statement_is_cancelled_and_leaves_no_old_values(monkeypatch: pytest.MonkeyPatch) -> None:
    read()
    assert value("hansom_dead_letters") == 0
    slow = [*readings._statements, "SELECT 'hansom_dead_letters', '', 0 FROM pg_sleep(5)"]
    monkeypatch.setattr(readings, "_statements", slow)

    async def work(connection: Connection) -> None:
        await connection.execute("SET statement_timeout = 50")
        async with AsyncRedis.from_url(django_settings.REDIS_URL) as redis:
            await readings.read(connection, redis, queue=QUEUE)

    with_relay(work)
    assert value("hansom_dead_letters") is None
    assert value("hansom_readings_total", outcome="failed") == 1


@pytest.mark.usefixtures("recorded")
@pytest.mark.django_db(transaction=True)
def test_ledger_check_of_the_night_is_shown() -> None:
    assert check_ledger() == 0
    read()
    assert value("hansom_ledger_problems") == 0
    checked = value("hansom_ledger_checked_timestamp_seconds")
    assert checked is not None
    assert time.time() - checked < 60


@pytest.mark.django_db
def test_readings_are_one_statement_of_declared_metrics() -> None:
    assert {metric.name for metric in readings.metrics_of_readings()} == set(
        re.findall(r"'(hansom_\w+)'", readings.statement())
    )
    assert ";" not in readings.statement()


# -- served -------------------------------------------------------------------------------------------
SERVICE = """
import sys, time
from django.conf import settings
settings.configure(
    HEALTH_DIR=sys.argv[1], METRICS_PORT=int(sys.argv[2]), METRICS_HOST="127.0.0.1", METRICS_INSTANCE=0,
    PORT=8000,
)
from apps.core.monitoring import metrics, metrics_server
metrics_server.start(sys.argv[3])
metrics.OFFERS.inc(int(sys.argv[4]))
metrics.SOCKETS.set(int(sys.argv[4]))
print("up", flush=True)
time.sleep(600)
"""


class Service:
    """Processes of one service, each with its count of offers and sockets."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name, self.port = folder, name, free_port() - 30
        self.running: list[subprocess.Popen[str]] = []

    def start(self, count: int) -> None:
        command = [sys.executable, "-c", SERVICE, str(self.folder), str(self.port), self.name, str(count)]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        self.running.append(process)
        assert process.stdout
        assert process.stdout.readline() == "up\n"

    def kill(self, number: int) -> None:
        self.running[number].kill()
        self.running[number].wait()

    def sample(self, name: str) -> float:
        port = self.port + metrics_server.OFFSETS[self.name]
        with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
            [line] = re.findall(rf"^{name} (\S+)$", answer.read().decode(), re.M)
        return float(line)


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path, "web")
    yield service
    for process in service.running:
        process.kill()
        process.wait()


def test_processes_of_a_service_are_served_as_their_sum_by_whichever_lives(web: Service) -> None:
    web.start(2)
    web.start(5)
    for _ in range(10):
        assert web.sample("hansom_offers_total") == 7
        assert web.sample("hansom_sockets") == 7
    web.kill(0)
    # What was counted stays; the sockets of the process are gone.
    assert web.sample("hansom_offers_total") == 7
    assert web.sample("hansom_sockets") == 5


def test_service_that_starts_again_begins_at_zero(web: Service) -> None:
    web.start(2)
    web.kill(0)
    web.start(1)
    assert web.sample("hansom_offers_total") == 1


def test_services_of_a_machine_have_ports_of_their_own(settings: Any) -> None:
    settings.METRICS_PORT, settings.PORT, settings.METRICS_INSTANCE = 9100, 8002, 1
    assert {name: metrics_server.port_of(name) for name in metrics_server.OFFSETS} == {
        "web": 9102,
        "worker": 9111,
        "relay": 9121,
        "beat": 9131,
        "calls": 9141,
    }

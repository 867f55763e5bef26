"""Random payment operations from eight threads: a short run in process, and a long run on a whole platform
whose processes and servers are killed during the run.

MONEY_OPERATIONS=10000 makes the long run longer."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import psycopg
import pytest
from django.conf import settings as django_settings
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.db import connection, connections
from django.db.models.functions import Now

from apps.core.models import OutboxEntry
from apps.core.tasks import run_job
from tests.payments.stress.audit import audit
from tests.payments.stress.fixtures import StressData, make_stress_data
from tests.payments.stress.user_pool import UserPool
from tests.payments.stress.virtual_user import API, TIMEOUT_SECONDS, StressRun
from tests.platform import Platform, running_platform
from tests.servers import ROOT

SHORT, LONG = 400, int(os.environ.get("MONEY_OPERATIONS", "1200"))
SMALL = {"riders": 8, "trips": 24, "orders": 24, "drivers": 8}
LARGE = {"riders": 48, "trips": 700, "orders": 500, "drivers": 80}
STUCK_SECONDS = 90
LATE = "UPDATE payments_testcharge SET succeeds_at = now() WHERE succeeds_at > now() RETURNING ref"
"""Complete the payments that take a minute."""
TO_CHECK = "SELECT count(*) FROM payments_attempt WHERE next_check_at <= now()"
UNDONE = "SELECT count(*) FROM core_outboxentry WHERE kind = 'job' AND done_at IS NULL AND attempts < 20"


# -- short -------------------------------------------------------------------------------------


@pytest.fixture
def in_process_run(settings: Any, transactional_db: None) -> StressRun:
    settings.PAYMENTS_TEST_PROVIDER = True
    return StressRun(make_stress_data(**SMALL), django_settings.SECRET_KEY)


@contextmanager
def workers() -> Iterator[None]:
    """Run the payments' jobs in two threads, as a worker would."""
    over = threading.Event()

    def work() -> None:
        while not over.is_set():
            if not run_due_jobs():
                time.sleep(0.02)
        connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def run_due_jobs() -> int:
    due = OutboxEntry.objects.filter(
        kind=OutboxEntry.Kind.JOB, name__startswith="payments.", done_at__isnull=True, due_at__lte=Now()
    )
    found = list(due.order_by("pk").values_list("pk", flat=True)[:50])
    for pk in found:
        run_job(pk)
    return len(found)


def run_sql(statement: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        rows: list[Any] = cursor.fetchall()
    return rows


def test_random_payments_balance_to_the_cent(in_process_run: StressRun) -> None:
    app = get_wsgi_application()

    def client() -> httpx.Client:
        return httpx.Client(transport=httpx.WSGITransport(app=app), base_url="http://localhost")

    pool = UserPool(in_process_run, client, leave=connections.close_all)
    with workers():
        pool.run_actions(SHORT, seed=1)
    print(pool.report())
    with client() as back:
        for (ref,) in run_sql(LATE):
            back.get(f"{API}/payments/test/return/{ref}/")
    while run_due_jobs():
        pass
    audit(in_process_run, run_sql)
    call_command("verify_ledger")


# -- long --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def platform() -> Iterator[Platform]:
    with running_platform() as platform:
        yield platform


@pytest.fixture
def platform_run(platform: Platform) -> StressRun:
    made = subprocess.run(
        [sys.executable, "-m", "tests.payments.stress.fixtures", json.dumps(LARGE)],
        cwd=ROOT,
        env=platform.stack.env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    return StressRun(StressData.read(made.stdout.splitlines()[-1]), platform.stack.env["SECRET_KEY"])


def faults(platform: Platform) -> list[Callable[[], None]]:
    """The failures, in this order, spread evenly over the run."""

    def kill(name: str) -> Callable[[], None]:
        def crash() -> None:
            platform.kill(name)
            time.sleep(0.5)
            platform.start(name)

        return crash

    return [
        kill("worker"),
        kill("web"),
        kill("redis"),
        kill("relay"),
        lambda: platform.restart("postgres"),
        kill("worker"),
        kill("web"),
        kill("postgres"),
    ]


@pytest.mark.slow
@pytest.mark.soak
def test_thousands_of_random_operations_survive_crashes(platform: Platform, platform_run: StressRun) -> None:
    def query(statement: str) -> list[Any]:
        with psycopg.connect(platform.database_url, autocommit=True) as database:
            return database.execute(statement.encode()).fetchall()

    def break_things(pool: UserPool) -> None:
        plan = faults(platform)
        for number, fault in enumerate(plan, start=1):
            while pool.is_running and pool.done < LONG * number / (len(plan) + 1):
                time.sleep(0.2)
            if pool.is_running:
                fault()

    pool = UserPool(platform_run, lambda: httpx.Client(base_url=platform.url, timeout=TIMEOUT_SECONDS))
    pool.run_actions(LONG, seed=7, meanwhile=break_things)
    print(pool.report())
    began = time.perf_counter()
    query(LATE)
    query("UPDATE payments_attempt SET next_check_at = now() WHERE next_check_at IS NOT NULL RETURNING 1")
    wait_until_idle(query)
    print(f"quiet after {time.perf_counter() - began:.0f} s")
    audit(platform_run, query)
    print(platform.manage("verify_ledger"))


def wait_until_idle(query: Callable[[str], list[Any]]) -> None:
    """Wait until every attempt is checked and no job is left; fail when progress stops."""
    last, since = (-1, -1), time.monotonic()
    while (now := (query(TO_CHECK)[0][0], query(UNDONE)[0][0])) != (0, 0):
        if now != last:
            last, since = now, time.monotonic()
        assert time.monotonic() < since + STUCK_SECONDS, f"{now} are left, for good"
        time.sleep(0.5)

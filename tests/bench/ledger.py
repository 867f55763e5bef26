"""`manage.py verify_ledger` over many postings: duration and memory, over several rounds.

A database of each size, filled as `manage.py seed_scale` does: bookings of two years, with the entries and
postings that their settlements would have written.
"""

import os
import re
import subprocess
import sys
import time
from typing import Any

from django.db import connection

from embedded.postgres import Postgres
from tests.bench.report import Spread, print_table
from tests.bench.sides import Side
from tests.servers import ROOT

ROUNDS = 3
POSTINGS_A_BOOKING = 5.6
"""Entries per cash trip: seven, of other trips five, plus opening wallets and withdrawals."""
LIMIT_SECONDS = 60
SHOWN = ("check_seconds", "seconds", "peak_mb", "rebuild_seconds")


def run(sizes: list[int], postgres: Postgres) -> list[dict[str, Any]]:
    """Verify a ledger of each size, ROUNDS times."""
    results = [_one(size, postgres) for size in sizes]
    print_table(
        "verify_ledger",
        ["postings", "checks, s", "with start-up, s", "peak MB", "rebuild of earnings, s"],
        [[f"{result['postings']:,}", *(str(result[name]) for name in SHOWN)] for result in results],
    )
    slow = [result for result in results if result["seconds"].high > LIMIT_SECONDS]
    print(f"\n  over a minute: {', '.join(str(result['postings']) for result in slow) or 'none'}")
    return results


def _one(size: int, postgres: Postgres) -> dict[str, Any]:
    side = Side(f"ledger_{size}", int(size / POSTINGS_A_BOOKING))
    print(f"  writing about {size:,} postings ...", flush=True)
    side.make(postgres)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM wallet_posting")
        (postings,) = cursor.fetchone()
    rebuilt = [_rebuild() for _ in range(ROUNDS)]
    url = postgres.database_url(side.name)
    verified = [_verify(url, show=number == 0) for number in range(ROUNDS)]
    return {
        "postings": postings,
        "check_seconds": Spread.of([checks for checks, _, _ in verified]),
        "seconds": Spread.of([seconds for _, seconds, _ in verified]),
        "peak_mb": Spread.of([peak for _, _, peak in verified]),
        "rebuild_seconds": Spread.of(rebuilt),
    }


def _rebuild() -> float:
    began = time.perf_counter()
    with connection.cursor() as cursor:
        cursor.execute("SELECT bookings_rebuild_earnings()")
        cursor.execute("VACUUM ANALYZE bookings_dailyearnings")
    return time.perf_counter() - began


def _verify(url: str, *, show: bool) -> tuple[float, float, float]:
    """Return the seconds of the checks, those of the whole process, and its peak memory in MB."""
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "verify_ledger"],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": url},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    output = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise RuntimeError(output)
    if show:
        print(output)
    checks = sum(float(seconds) for seconds in re.findall(r"\[([\d.]+) s\]", output))
    return checks, time.perf_counter() - began, used.ru_maxrss / 1024

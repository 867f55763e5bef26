"""`manage.py verify_ledger` over many postings: seconds and memory, and that neither is a matter of luck.

A database of each size, filled inside PostgreSQL: bookings of two years, each driven one paid in cash or
from the rider's wallet, with the entries and postings that its settlement would have written.
"""

import os
import re
import subprocess
import sys
import time
from typing import Any

from django.core.management import call_command
from django.db import connection

from embedded.postgres import Postgres
from tests.bench import history_rows
from tests.bench.lists import Side
from tests.bench.report import Spread, print_table
from tests.servers import ROOT

ROUNDS = 3
POSTINGS_A_BOOKING = 5.7
"""Nine of ten are driven; in cash with seven postings, from the wallet with five."""
LIMIT_SECONDS = 60
SHOWN = ("check_seconds", "seconds", "peak_mb", "rebuild_seconds")

# What a settlement writes, the triggers aside: they would do it a row at a time.
FILL = """
SET session_replication_role = replica;
INSERT INTO wallet_account (kind, user_id, name, balance)
    SELECT 'platform', NULL::bigint, unnest('{adjustments,cash_with_drivers,revenue,trips}'::text[]), NULL
    UNION ALL SELECT 'user', id, '', 0 FROM accounts_user WHERE user_type IN ('rider', 'driver');

CREATE TEMP TABLE told AS
    SELECT row_number() OVER (ORDER BY at, part) AS id, * FROM (
        SELECT timestamptz '2000-01-01' AS at, 0 AS part, 'admin_credit' AS kind, NULL::bigint AS booking_id,
               'admin_credit:' || id AS key, id AS rider, 0::bigint AS driver,
               100000.0 AS cost, 0.0 AS share, 0.0 AS fee
        FROM accounts_user WHERE user_type = 'rider'
        UNION ALL
        SELECT b.created_at, part, kind, b.id, format('booking:%s:%s', b.id, kind), b.customer_id,
               b.driver_id, b.trip_cost, b.driver_share, b.convenience_fees
        FROM bookings_booking b
        CROSS JOIN (VALUES
            (1, 'wallet_payment'), (1, 'cash_payment'), (2, 'driver_share'), (3, 'cash_settlement')
        ) AS e (part, kind)
        WHERE b.status = 'COMPLETE' AND (kind = 'driver_share' OR kind LIKE b.payment_mode || '%')
    ) facts;
INSERT INTO wallet_journalentry (id, key, kind, memo, booking_id, reference, created_at)
    OVERRIDING SYSTEM VALUE SELECT id, key, kind, '', booking_id, '', at FROM told;

CREATE TEMP TABLE legs AS
    SELECT row_number() OVER (ORDER BY told.id, leg.place) AS id, told.id AS entry_id, a.id AS account_id,
           a.kind, leg.amount, told.at
    FROM told
    CROSS JOIN LATERAL (VALUES
        ('admin_credit', 1, 'adjustments', NULL::bigint, -cost), ('admin_credit', 2, '', rider, cost),
        ('wallet_payment', 1, '', rider, -cost), ('wallet_payment', 2, 'trips', NULL, cost),
        ('cash_payment', 1, 'cash_with_drivers', NULL, -cost), ('cash_payment', 2, 'trips', NULL, cost),
        ('driver_share', 1, 'trips', NULL, -cost), ('driver_share', 2, '', driver, share),
        ('driver_share', 3, 'revenue', NULL, fee),
        ('cash_settlement', 1, '', driver, -cost), ('cash_settlement', 2, 'cash_with_drivers', NULL, cost)
    ) AS leg (of, place, name, user_id, amount)
    JOIN wallet_account a ON a.name = leg.name AND coalesce(a.user_id, 0) = coalesce(leg.user_id, 0)
    WHERE leg.of = told.kind;
INSERT INTO wallet_posting (id, entry_id, account_id, amount, balance_after, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT id, entry_id, account_id, amount,
           CASE WHEN kind = 'user' THEN sum(amount) OVER (PARTITION BY account_id ORDER BY id) END, at
    FROM legs;
UPDATE wallet_account a SET balance = held.amount
    FROM (SELECT account_id, sum(amount) AS amount FROM legs WHERE kind = 'user' GROUP BY 1) held
    WHERE a.id = held.account_id;
SET session_replication_role = origin;
"""


def run(sizes: list[int], postgres: Postgres) -> list[dict[str, Any]]:
    """Verify a ledger of each size, ROUNDS times."""
    results = [_one(size, postgres) for size in sizes]
    print_table(
        "verify_ledger",
        ["postings", "checks, s", "with the start, s", "peak MB", "earnings made anew, s"],
        [[f"{result['postings']:,}", *(str(result[name]) for name in SHOWN)] for result in results],
    )
    slow = [result for result in results if result["seconds"].high > LIMIT_SECONDS]
    print(f"\n  over a minute: {', '.join(str(result['postings']) for result in slow) or 'none'}")
    return results


def _one(size: int, postgres: Postgres) -> dict[str, Any]:
    side = Side(f"ledger_{size}", size)
    postgres.create_database(side.name)
    side.open()
    call_command("migrate", verbosity=0)
    print(f"  writing about {size:,} postings ...", flush=True)
    history_rows.fill(int(size / POSTINGS_A_BOOKING))
    with connection.cursor() as cursor:
        cursor.execute(FILL)
        cursor.execute("VACUUM ANALYZE")
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
    """Seconds of the checks, of the whole process with its start, and its greatest memory in MB."""
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "verify_ledger"],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": url},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    said = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise RuntimeError(said)
    if show:
        print(said)
    checks = sum(float(seconds) for seconds in re.findall(r"\[([\d.]+) s\]", said))
    return checks, time.perf_counter() - began, used.ru_maxrss / 1024

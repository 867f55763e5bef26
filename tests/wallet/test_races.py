"""Concurrent use of a wallet: nothing is paid twice or overdrawn, and nothing deadlocks."""

import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from decimal import Decimal as D
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection, transaction

from apps.accounts.models import User
from apps.core.errors import Conflict
from apps.wallet.models import Account, JournalEntry
from apps.wallet.selectors import balance_of, platform_balance
from apps.wallet.services import credit_by_admin, lock_wallets, settle_booking
from tests.personas import make_user

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 16


def at_once(work: Callable[[int], str], count: int = THREADS) -> list[str]:
    """Run `work(0)`, `work(1)` ... concurrently, started by a barrier."""
    gate = threading.Barrier(count)

    def one(number: int) -> str:
        gate.wait(10)
        try:
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


def pay(booking_id: int, *, rider: User, driver: User, cost: str = "10") -> str:
    try:
        with transaction.atomic():
            settle_booking(
                booking_id=booking_id,
                reference=f"B{booking_id}",
                driver_id=driver.pk,
                customer_id=rider.pk,
                trip_cost=D(cost),
                driver_share=D(cost),
                convenience_fees=D(0),
                discount=D(0),
                cash=D(0),
                wallet=D(cost),
            )
    except Conflict as refusal:
        return refusal.code
    return "paid"


def test_trip_paid_concurrently_is_paid_once(ada: User, ben: User, dora: User) -> None:
    credit_by_admin(user_id=ada.pk, amount=D(100), by=dora, key="k")
    assert at_once(lambda _: pay(81, rider=ada, driver=ben)) == ["paid"] * THREADS
    assert (balance_of(ada.pk), balance_of(ben.pk)) == (D(90), D(10))
    call_command("verify_ledger")


def test_wallet_with_money_for_three_trips_pays_three(ada: User, ben: User, dora: User) -> None:
    credit_by_admin(user_id=ada.pk, amount=D(35), by=dora, key="k")
    replies = at_once(lambda number: pay(number, rider=ada, driver=ben))
    assert sorted(replies) == ["low_balance"] * (THREADS - 3) + ["paid"] * 3
    assert (balance_of(ada.pk), balance_of(ben.pk)) == (D(5), D(30))
    assert platform_balance("trips") == 0
    call_command("verify_ledger")


def test_wallet_needed_concurrently_is_created_once(ada: User, dora: User) -> None:
    at_once(lambda n: str(credit_by_admin(user_id=ada.pk, amount=D(1), by=dora, key=f"k{n}").pk))
    assert Account.objects.filter(user=ada).count() == 1
    assert balance_of(ada.pk) == THREADS
    call_command("verify_ledger")


def test_credit_sent_concurrently_is_given_once(ada: User, dora: User) -> None:
    replies = at_once(lambda _: str(credit_by_admin(user_id=ada.pk, amount=D(1), by=dora, key="k").pk))
    assert len(set(replies)) == 1
    assert JournalEntry.objects.count() == 1
    assert balance_of(ada.pk) == 1


def test_payments_in_both_directions_do_not_deadlock(dora: User) -> None:
    people = [make_user(f"P{number}") for number in range(4)]
    for person in people[:2]:
        credit_by_admin(user_id=person.pk, amount=D(1000), by=dora, key=f"k{person.pk}")

    def many(number: int) -> str:
        # Existing and missing wallets, in every order.
        chance = random.Random(number)
        for step in range(12):
            rider, driver = chance.sample(people, 2)
            pay(1000 * number + step, rider=rider, driver=driver, cost="1")
        return "done"

    assert at_once(many, 8) == ["done"] * 8
    assert sum(balance_of(person.pk) for person in people) == 2000
    call_command("verify_ledger")


def test_no_lock_is_held_while_waiting_for_a_new_account(ada: User, ben: User) -> None:
    """ada's account is created first but visible last: a lock on ben's would be out of order."""
    made, waiting = threading.Event(), threading.Event()
    free: list[bool] = []

    def make() -> None:
        with transaction.atomic():
            lock_wallets([ada.pk])
            made.set()
            waiting.wait(10)

    def try_bens() -> None:
        # Like another payment: fails at once if the account is locked.
        with suppress(OperationalError), transaction.atomic():
            Account.objects.select_for_update(nowait=True).get(user=ben)
            free.append(True)

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if "wallet_account" in sql:
            reads.append(sql)
            if len(reads) == 2:
                with ThreadPoolExecutor(1) as other:
                    other.submit(ended(try_bens)).result(10)
        return execute(sql, params, many, context)

    def lock_both() -> None:
        with transaction.atomic(), connection.execute_wrapper(watch):
            lock_wallets([ada.pk, ben.pk])

    def ended(work: Callable[[], None]) -> Callable[[], None]:
        def run() -> None:
            try:
                work()
            finally:
                connection.close()

        return run

    reads: list[str] = []
    with ThreadPoolExecutor(2) as pool:
        maker = pool.submit(ended(make))
        made.wait(10)
        lock_wallets_of(ben)
        locker = pool.submit(ended(lock_both))
        wait_for_lock()
        waiting.set()
        maker.result(10)
        locker.result(10)
    assert free == [True]


def lock_wallets_of(person: User) -> None:
    with transaction.atomic():
        lock_wallets([person.pk])


def wait_for_lock() -> None:
    """Return when another session waits for a lock."""
    with connection.cursor() as cursor:
        for _ in range(500):
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND wait_event_type = 'Lock'"
            )
            if cursor.fetchone() != (0,):
                return
            time.sleep(0.01)
    raise AssertionError("no session waits for a lock")


def test_locks_in_opposite_orders_do_not_deadlock(ada: User, ben: User) -> None:
    def lock(number: int) -> str:
        pair = [ada.pk, ben.pk] if number % 2 else [ben.pk, ada.pk]
        for _ in range(20):
            with transaction.atomic():
                lock_wallets(pair)
        return "done"

    assert at_once(lock, 8) == ["done"] * 8

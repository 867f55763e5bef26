"""Thousands of random operations, compared with a simple model in Python.

LEDGER_OPERATIONS=100000 takes a quarter of an hour on two cores.
"""

import os
import random
from collections import defaultdict
from decimal import Decimal as D
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from apps.accounts.models import User
from apps.core.errors import Conflict
from apps.core.money import round_money
from apps.core.platform import update_platform_settings
from apps.wallet.models import Posting
from apps.wallet.selectors import balance_of, platform_balance
from apps.wallet.services import credit_by_admin, settle_booking
from apps.wallet.trips.fees import Charged, settle_cancellation
from apps.wallet.trips.owed import owed_by
from tests.personas import make_user

pytestmark = pytest.mark.django_db

OPERATIONS = int(os.environ.get("LEDGER_OPERATIONS", "3000"))
ACCOUNTS = (
    "trips",
    "cash_with_drivers",
    "revenue",
    "promotions",
    "gateway:stripe",
    "adjustments",
    "fees_owed",
)


class Books:
    """The expected balances."""

    def __init__(self, seed: int, decimals: int, people: list[User], admin: User) -> None:
        self.chance = random.Random(seed)
        self.decimals, self.people, self.admin = decimals, people, admin
        # Riders owe and drivers earn; no user does both.
        self.riders, self.drivers = people[::2], people[1::2]
        self.owed: list[list[Any]] = []
        """Rider, driver and the amount left, oldest first."""
        self.held: defaultdict[Any, D] = defaultdict(D)
        self.done: list[dict[str, Any]] = []

    def amount(self, top: int) -> D:
        return round_money(D(self.chance.randint(0, top * 1000)) / 1000, decimals=self.decimals)

    def step(self, number: int) -> None:
        kind = self.chance.choices(["credit", "trip", "trip again", "fee"], [3, 10, 1, 2])[0]
        if kind == "credit":
            self.credit(number)
        elif kind == "fee":
            self.fee(number)
        elif kind == "trip":
            self.trip(self.some_trip(number))
        elif self.done:
            with transaction.atomic():
                settle_booking(**self.chance.choice(self.done))

    def credit(self, number: int) -> None:
        person, amount = self.chance.choice(self.people), self.amount(100)
        if amount:
            credit_by_admin(user_id=person.pk, amount=amount, by=self.admin, key=str(number))
            self.held[person.pk] += amount
            self.held["adjustments"] -= amount
            self.settle_fees(person.pk)

    def settle_fees(self, rider: int) -> None:
        for fee in self.owed:
            if fee[0] == rider:
                paid = min(fee[2], max(self.held[rider], D(0)))
                fee[2] -= paid
                self.held[rider] -= paid
                self.held[fee[1]] += paid
                self.held["fees_owed"] -= paid

    def fee(self, number: int) -> None:
        rider, driver = self.pair()
        amount = self.amount(30)
        with transaction.atomic():
            charged = settle_cancellation(
                booking_id=number,
                reference=f"F{number}",
                customer_id=rider.pk,
                driver_id=driver.pk,
                refund=D(0),
                fee=amount,
            )
        paid = min(amount, max(self.held[rider.pk], D(0)))
        assert charged == Charged(paid=paid, owed=amount - paid)
        self.owed.append([rider.pk, driver.pk, amount - paid])
        self.held["fees_owed"] += amount - paid
        self.held[rider.pk] -= paid
        self.held[driver.pk] += paid

    def pair(self) -> tuple[User, User]:
        return self.chance.choice(self.riders), self.chance.choice(self.drivers)

    def some_trip(self, number: int) -> dict[str, Any]:
        rider, driver = self.pair()
        share, fee = self.amount(80), self.amount(10)
        discount = min(self.amount(12), share + fee)
        left = share + fee - discount
        cash = min(self.amount(90), left)
        wallet = min(self.amount(90), left - cash)
        return {
            "booking_id": number,
            "reference": f"T{number}",
            "driver_id": driver.pk,
            "customer_id": rider.pk,
            "trip_cost": share + fee,
            "driver_share": share,
            "convenience_fees": fee,
            "discount": discount,
            "cash": cash,
            "wallet": wallet,
            "card": left - cash - wallet,
            "gateway": "stripe",
        }

    def trip(self, trip: dict[str, Any]) -> None:
        fits = self.held[trip["customer_id"]] >= trip["wallet"]
        try:
            with transaction.atomic():
                settle_booking(**trip)
        except Conflict:
            assert not fits
            return
        assert fits or not trip["wallet"]
        self.done.append(trip)
        self.held[trip["customer_id"]] -= trip["wallet"]
        self.held[trip["driver_id"]] += trip["driver_share"] - trip["cash"]
        self.held["revenue"] += trip["convenience_fees"]
        self.held["promotions"] -= trip["discount"]
        self.held["gateway:stripe"] -= trip["card"]


def run(decimals: int, steps: int, admin: User) -> None:
    update_platform_settings(decimal=decimals)
    books = Books(decimals, decimals, [make_user(f"P{number}") for number in range(12)], admin)
    for number in range(steps):
        books.step(number)
        if number % 100 == 99 and connection.in_atomic_block:
            connection.check_constraints()
    for person in books.people:
        assert balance_of(person.pk) == books.held[person.pk]
    for name in ACCOUNTS:
        assert platform_balance(name) == books.held[name]
    for rider in books.riders:
        assert owed_by(rider.pk) == sum(left for debtor, _driver, left in books.owed if debtor == rider.pk)
    assert Posting.objects.count() > steps
    call_command("verify_ledger")


@pytest.mark.parametrize("decimals", [0, 2, 3])
def test_ledger_equals_the_model(decimals: int, dora: User) -> None:
    run(decimals, 300, dora)


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("decimals", [0, 2, 3])
def test_ledger_equals_the_model_after_thousands_of_operations(decimals: int, dora: User) -> None:
    run(decimals, OPERATIONS // 3 + 1, dora)

"""Races for a promo: no use is counted twice or lost."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.management import call_command
from django.db import connection

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.fares.models import CarType, PromoRedemption
from tests.bookings.api import book, press, quote
from tests.bookings.builders import credit_wallet, make_booking, put_online
from tests.bookings.promos import uses_of
from tests.bookings.roads import Roads
from tests.fares.promos import make_promo
from tests.personas import make_driver, make_user

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 8
Answer = tuple[int, str]


def at_once(work: Callable[[int], Answer], count: int = THREADS) -> Counter[Answer]:
    """Run `work(0)`, `work(1)` ... concurrently, started by a barrier."""
    barrier = Barrier(count)

    def one(number: int) -> Answer:
        connection.ensure_connection()
        try:
            barrier.wait(30)
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return Counter(pool.map(one, range(count)))


def apply_code(rider: User, booking: Booking, promo_name: str = "TEN") -> Answer:
    reply = press(rider, booking.pk, "promo", promo_name=promo_name)
    return reply.status_code, reply.json().get("code", "")


def pending(rider: User, car_type: CarType) -> Booking:
    return make_booking(rider, car_type, Status.PENDING, driver=make_driver("Ben", car_type))


def discounts() -> list[int]:
    return sorted(int(amount) for amount in Booking.objects.values_list("discount", flat=True))


@pytest.mark.parametrize("left", [1, 3])
def test_concurrent_riders_get_only_the_uses_left(economy: CarType, left: int) -> None:
    promo = make_promo(promo_usage_limit=left)
    riders = [make_user(f"Rider{number}") for number in range(THREADS)]
    bookings = [pending(rider, economy) for rider in riders]

    replies = at_once(lambda number: apply_code(riders[number], bookings[number]))

    assert replies == {(200, ""): left, (400, "promo_limit_reached"): THREADS - left}
    assert uses_of(promo) == left
    assert discounts() == [0] * (THREADS - left) + [10] * left


def test_one_of_a_riders_concurrent_trips_gets_the_promo(ada: User, economy: CarType) -> None:
    promo = make_promo()
    bookings = [pending(ada, economy) for _ in range(THREADS)]

    replies = at_once(lambda number: apply_code(ada, bookings[number]))

    assert replies == {(200, ""): 1, (400, "promo_already_used"): THREADS - 1}
    assert uses_of(promo) == 1
    assert discounts() == [0] * (THREADS - 1) + [10]


def test_last_use_goes_to_one_of_many_new_bookings(economy: CarType, roads: Roads) -> None:
    promo = make_promo(promo_usage_limit=1)
    ben = make_driver("Ben", economy)
    credit_wallet(ben)
    put_online(ben)
    riders = [make_user(f"Rider{number}") for number in range(THREADS)]
    quotes = [quote(rider, economy) for rider in riders]

    def one(number: int) -> Answer:
        reply = book(riders[number], quotes[number], promo_name="TEN")
        return reply.status_code, reply.json().get("code", "")

    replies = at_once(one)

    assert replies == {(201, ""): 1, (400, "promo_limit_reached"): THREADS - 1}
    assert uses_of(promo) == 1
    # The refused riders have no booking either.
    assert discounts() == [10]


def test_repeated_request_counts_one_use(ada: User, economy: CarType) -> None:
    promo, booking = make_promo(promo_usage_limit=1), pending(ada, economy)
    assert at_once(lambda _: apply_code(ada, booking)) == {(200, ""): THREADS}
    assert uses_of(promo) == 1


def test_concurrent_changes_and_payments_neither_deadlock_nor_lose_a_use(economy: CarType) -> None:
    names = ("TEN", "FIVE")
    promos = [make_promo("TEN"), make_promo("FIVE", promo_discount_value=5)]
    riders = [make_user(f"Rider{number}") for number in range(THREADS)]
    bookings = []
    for number, rider in enumerate(riders):
        credit_wallet(rider)
        bookings.append(pending(rider, economy))
        apply_code(rider, bookings[number], names[number % 2])

    def swap(number: int) -> Answer:
        for step in range(4):
            apply_code(riders[number], bookings[number], names[(number + step + 1) % 2])
        reply = press(riders[number], bookings[number].pk, "pay", method="wallet")
        return reply.status_code, ""

    assert at_once(swap) == {(200, ""): THREADS}
    assert [uses_of(promo) for promo in promos] == [THREADS // 2, THREADS // 2]
    assert discounts() == [5] * (THREADS // 2) + [10] * (THREADS // 2)
    assert PromoRedemption.objects.count() == THREADS
    call_command("verify_ledger", verbosity=0)

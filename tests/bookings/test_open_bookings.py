"""The limit of open bookings a rider, also under concurrency."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, BookingEvent
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.bookings.api import book, press, quote
from tests.bookings.builders import credit_wallet, make_booking, put_online

pytestmark = pytest.mark.usefixtures("roads")

THREADS = 6


@pytest.mark.django_db
def test_booking_beyond_the_limit_gets_409_and_changes_nothing(
    ada: User, ready: User, economy: CarType
) -> None:
    update_platform_settings(max_open_bookings=2)
    first = book(ada, quote(ada, economy)).json()
    assert book(ada, quote(ada, economy)).status_code == 201
    before = BookingEvent.objects.count()

    refused = book(ada, quote(ada, economy))

    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_open_bookings")
    assert (Booking.objects.count(), BookingEvent.objects.count()) == (2, before)
    assert press(ada, first["id"], "cancel", reason="Plans changed").status_code == 200
    assert book(ada, quote(ada, economy)).status_code == 201


@pytest.mark.django_db
def test_paid_ended_and_other_riders_trips_do_not_count(
    ada: User, cleo: User, ready: User, bob: User, economy: CarType
) -> None:
    update_platform_settings(max_open_bookings=2)
    for status in (Status.PAID, Status.COMPLETE, Status.CANCELLED):
        make_booking(ada, economy, status, driver=None if status == Status.CANCELLED else bob)
    make_booking(cleo, economy)
    make_booking(ada, economy, Status.PENDING, driver=bob)
    assert book(ada, quote(ada, economy)).status_code == 201
    assert book(ada, quote(ada, economy)).json()["code"] == "too_many_open_bookings"


@pytest.mark.django_db
def test_staff_book_beyond_the_riders_limit(ada: User, dora: User, ready: User, economy: CarType) -> None:
    update_platform_settings(max_open_bookings=1)
    for _ in range(2):
        assert book(dora, quote(dora, economy), customer_id=ada.pk).status_code == 201
    assert book(ada, quote(ada, economy)).json()["code"] == "too_many_open_bookings"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("left", [1, 3])
def test_concurrent_bookings_stop_at_the_limit(ada: User, ben: User, economy: CarType, left: int) -> None:
    credit_wallet(ben)
    put_online(ben)
    update_platform_settings(max_open_bookings=left)
    quotes = [quote(ada, economy) for _ in range(THREADS)]
    barrier = Barrier(THREADS)

    def one(number: int) -> tuple[int, str]:
        connection.ensure_connection()
        try:
            barrier.wait(60)
            reply = book(ada, quotes[number], key=f"key {number}")
            return reply.status_code, reply.json().get("code", "")
        finally:
            connection.close()

    with ThreadPoolExecutor(THREADS) as pool:
        replies = Counter(pool.map(one, range(THREADS)))

    assert replies == {(201, ""): left, (409, "too_many_open_bookings"): THREADS - left}
    assert Booking.objects.count() == left

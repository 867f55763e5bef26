"""Concurrent settlements and time zone changes: each trip is counted once, on the right day."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections, transaction

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, DailyEarnings
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.verification import CHECKS
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.wallet.verification import faults
from tests.bookings.builders import credit_wallet, make_booking
from tests.bookings.test_daily_earnings import today

pytestmark = pytest.mark.django_db(transaction=True)

EAST, WEST = "Pacific/Kiritimati", "Etc/GMT+12"
"""Never on the same day."""


def pay(booking: Booking) -> None:
    try:
        apply_transition("pay", booking_id=booking.pk, by=booking.customer)
    finally:
        connections.close_all()


def earnings() -> list[tuple[object, int]]:
    assert [line for check in CHECKS for line in faults(check)] == []
    return list(DailyEarnings.objects.values_list("day", "rides"))


def test_concurrent_settlements_of_one_driver_are_all_counted(ada: User, ben: User, economy: CarType) -> None:
    credit_wallet(ada)
    trips = [make_booking(ada, economy, Status.PENDING, driver=ben) for _ in range(8)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(pay, trips))
    assert earnings() == [(today(), 8)]


@pytest.mark.parametrize("first", ["settlement", "time zone"])
def test_settlement_during_a_time_zone_change_is_on_the_new_day(
    first: str, ada: User, ben: User, economy: CarType
) -> None:
    """The first is not committed yet when the second starts."""
    update_platform_settings(time_zone=EAST)
    credit_wallet(ada)
    booking = make_booking(ada, economy, Status.PENDING, driver=ben)
    begun = threading.Event()

    def settle() -> None:
        pay(booking)

    def move_west() -> None:
        update_platform_settings(time_zone=WEST)

    def slowly() -> None:
        try:
            with transaction.atomic():
                (move_west if first == "time zone" else lambda: _pay_within(booking))()
                begun.set()
                time.sleep(0.5)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as threads:
        slow = threads.submit(slowly)
        assert begun.wait(10)
        (settle if first == "time zone" else move_west)()
        slow.result()
    assert earnings() == [(today(WEST), 1)]


def _pay_within(booking: Booking) -> None:
    apply_transition("pay", booking_id=booking.pk, by=booking.customer)

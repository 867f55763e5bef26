"""Staff hold a booking while a driver accepts it, and a hold ends, with real threads and connections."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.choices import OfferState, Status
from apps.bookings.models import Booking, BookingEvent, Offer
from apps.bookings.services.dispatching import dispatch_booking
from apps.bookings.services.housekeeping import release_holds
from apps.fares.models import CarType
from tests.bookings.api import press
from tests.bookings.builders import credit_wallet, make_booking, make_offer, put_online
from tests.personas import make_driver, make_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("roads")]


def at_once(*actions: Callable[[], object]) -> list[object]:
    barrier = Barrier(len(actions))

    def one(action: Callable[[], object]) -> object:
        connection.ensure_connection()
        try:
            barrier.wait(30)
            return action()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(one, actions))


def hold(dora: User, booking: Booking) -> int:
    until = timezone.now() + timedelta(minutes=10)
    reply = press(dora, booking.pk, "hold", until=until.isoformat(), reason="The passenger calls back")
    status: int = reply.status_code
    return status


def accept(ben: User, booking: Booking) -> int:
    status: int = press(ben, booking.pk, "accept").status_code
    return status


@pytest.fixture
def ready(economy: CarType) -> User:
    driver = make_driver("Ben", economy)
    credit_wallet(driver)
    put_online(driver)
    return driver


def test_booking_is_either_held_or_accepted(economy: CarType, ready: User) -> None:
    dora, ada = make_user("Dora", UserType.ADMIN), make_user("Ada")
    for _ in range(10):
        booking = make_booking(ada, economy)
        make_offer(booking, ready)

        statuses = at_once(partial(hold, dora, booking), partial(accept, ready, booking))

        booking.refresh_from_db()
        if statuses == [200, 409]:
            assert (booking.status, booking.held_until is not None) == (Status.NEW, True)
            assert not Offer.objects.filter(booking=booking, state=OfferState.OFFERED).exists()
        else:
            assert statuses == [409, 200]
            assert (booking.status, booking.held_until) == (Status.ACCEPTED, None)
        press(ada, booking.pk, "cancel", reason="The race is over")


def test_held_booking_has_no_open_offer_after_a_concurrent_search(economy: CarType, ready: User) -> None:
    dora, ada = make_user("Dora", UserType.ADMIN), make_user("Ada")
    for _ in range(10):
        now = timezone.now()
        booking = make_booking(ada, economy, search_until=now + timedelta(minutes=10), dispatch_after=now)

        at_once(partial(hold, dora, booking), partial(dispatch_booking, booking_id=booking.pk))

        booking.refresh_from_db()
        assert booking.held_until is not None
        assert not Offer.objects.filter(booking=booking, state=OfferState.OFFERED).exists()
        press(ada, booking.pk, "cancel", reason="The race is over")


def test_hold_that_is_over_ends_once(economy: CarType) -> None:
    ada = make_user("Ada")
    booking = make_booking(ada, economy, held_until=timezone.now(), hold_reason="The passenger calls back")
    at_once(*[release_holds] * 4)
    assert BookingEvent.objects.filter(booking=booking, name="release_hold").count() == 1
    booking.refresh_from_db()
    assert (booking.held_until, booking.search_until is not None) == (None, True)

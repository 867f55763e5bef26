"""Housekeeping: offers of drivers who went offline, and paid trips that were not completed."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.accounts.services.availability import set_driver_active
from apps.bookings.choices import OfferState, Status
from apps.bookings.models import Booking, BookingEvent, Offer
from apps.bookings.services.dispatching import dispatch_booking
from apps.bookings.services.housekeeping import close_paid
from apps.bookings.timing import SEARCH_TIME, UNCLOSED
from apps.fares.models import CarType
from tests.bookings.api import work
from tests.bookings.builders import credit_wallet, make_booking, put_online
from tests.personas import make_driver
from tests.published import published_events

pytestmark = pytest.mark.django_db


@pytest.fixture
def offered(ada: User, ready: User, economy: CarType) -> Booking:
    """A booking offered to ben."""
    now = timezone.now()
    booking = make_booking(
        ada, economy, search_until=now + SEARCH_TIME, dispatch_after=now + timedelta(seconds=10)
    )
    dispatch_booking(booking_id=booking.pk)
    return booking


def states(booking: Booking) -> dict[int, str]:
    return dict(Offer.objects.filter(booking=booking).values_list("driver_id", "state"))


def test_offer_of_an_offline_driver_is_withdrawn_and_others_get_one(
    ada: User, ready: User, economy: CarType, offered: Booking
) -> None:
    other = make_driver("Other", economy)
    credit_wallet(other)
    put_online(other)
    set_driver_active(driver_id=ready.pk, active=False)
    work("bookings.driver_offline")
    assert states(offered) == {ready.pk: OfferState.WITHDRAWN}
    assert published_events("offer.closed", topic=f"tasks:{ready.pk}")
    work("bookings.dispatch")
    assert states(offered) == {ready.pk: OfferState.WITHDRAWN, other.pk: OfferState.OFFERED}


def test_driver_back_online_keeps_the_offer(ready: User, offered: Booking) -> None:
    set_driver_active(driver_id=ready.pk, active=False)
    set_driver_active(driver_id=ready.pk, active=True)
    work("bookings.driver_offline")
    assert states(offered) == {ready.pk: OfferState.OFFERED}


@pytest.mark.parametrize(
    ("ago", "closed"), [(UNCLOSED - timedelta(minutes=1), 0), (UNCLOSED + timedelta(minutes=1), 1)]
)
def test_paid_trip_is_completed_after_a_day(
    ada: User, ben: User, economy: CarType, ago: timedelta, closed: int
) -> None:
    ended: Any = timezone.now() - ago
    booking = make_booking(ada, economy, Status.PAID, driver=ben, trip_end_time=ended)
    assert close_paid() == closed
    booking.refresh_from_db()
    assert (booking.status, booking.rating) == ((Status.COMPLETE if closed else Status.PAID), None)
    assert BookingEvent.objects.filter(booking=booking, name="close").count() == closed

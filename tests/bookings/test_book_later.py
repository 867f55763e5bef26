"""Trips for later: when they can be booked, when they are dispatched, and who is reminded."""

from collections.abc import Callable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import OfferState, Status
from apps.bookings.models import Booking
from apps.bookings.services.dispatching import dispatch_booking
from apps.bookings.services.housekeeping import (
    cancel_unanswered,
    remind_of_trips,
    renew_searches,
    replace_silent_drivers,
)
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import TransitionInput
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.notifications.models import InboxMessage
from tests.bookings.api import API, book, look, quote
from tests.bookings.builders import credit_wallet, make_booking, make_offer, put_online
from tests.bookings.conftest import Snapshot
from tests.personas import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]


def in_minutes(minutes: float) -> datetime:
    return timezone.now() + timedelta(minutes=minutes)


def later(ada: User, economy: CarType, minutes: float = 120) -> Booking:
    reply = book(ada, quote(ada, economy), trip_date=in_minutes(minutes).isoformat())
    assert reply.status_code == 201, reply.json()
    return Booking.objects.get(pk=reply.json()["id"])


def reminders() -> list[tuple[int, str, str]]:
    rows = InboxMessage.objects.filter(occasion="reminder")
    return [(row.user_id, row.screen, row.data["time"]) for row in rows.order_by("pk")]


def test_trip_for_later_is_not_dispatched_yet(ada: User, economy: CarType) -> None:
    booking = later(ada, economy)

    assert (booking.status, booking.book_later) == (Status.NEW, True)
    assert booking.dispatch_after == booking.trip_date - timedelta(minutes=15)
    assert not OutboxEntry.objects.filter(name="bookings.dispatch").exists()
    body = look(ada, booking.pk)
    assert (body["book_later"], body["status"]) == (True, "NEW")
    assert datetime.fromisoformat(body["trip_date"]) == booking.trip_date


def test_book_later_without_a_date_is_refused(
    ada: User, ready: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    quoted, before = quote(ada, economy), snapshot()

    reply = book(ada, quoted, book_later=True)

    assert (reply.status_code, reply.json()["code"]) == (400, "select_proper")
    assert "trip_date" in reply.json()["fields"]
    assert snapshot() == before


@pytest.mark.parametrize("minutes", [-60, 0, 14.98])
def test_less_than_fifteen_minutes_ahead_is_refused(
    ada: User, ready: User, economy: CarType, snapshot: Callable[[], Snapshot], minutes: float
) -> None:
    quoted, before = quote(ada, economy), snapshot()

    reply = book(ada, quoted, trip_date=in_minutes(minutes).isoformat())

    assert (reply.status_code, reply.json()["code"]) == (400, "past_booking_error")
    assert snapshot() == before


def test_exactly_fifteen_minutes_ahead_is_accepted(ada: User, economy: CarType) -> None:
    quoted = quote(ada, economy)
    with time_machine.travel(timezone.now(), tick=False):
        assert book(ada, quoted, trip_date=in_minutes(15).isoformat()).status_code == 201


def test_time_without_offset_is_in_the_platforms_time_zone(ada: User, economy: CarType) -> None:
    update_platform_settings(time_zone="Asia/Dubai")
    wall = (
        in_minutes(24 * 60).astimezone(ZoneInfo("Asia/Dubai")).replace(second=0, microsecond=0, tzinfo=None)
    )

    reply = book(ada, quote(ada, economy), trip_date=wall.isoformat(timespec="minutes"))

    booked = Booking.objects.get(pk=reply.json()["id"]).trip_date
    assert booked == wall.replace(tzinfo=ZoneInfo("Asia/Dubai"))


def test_time_skipped_by_daylight_saving_is_moved_forward(ada: User, economy: CarType) -> None:
    update_platform_settings(time_zone="Europe/London")

    # The night of 28 March 2027: clocks go from 1:00 to 2:00, and 1:30 is shown as 2:30.
    with time_machine.travel("2027-03-20T12:00:00Z"):
        reply = book(ada, quote(ada, economy), trip_date="2027-03-28T01:30")

    assert Booking.objects.get(pk=reply.json()["id"]).trip_date.isoformat() == "2027-03-28T01:30:00+00:00"


def test_admin_books_for_later_for_a_rider(ada: User, dora: User, economy: CarType) -> None:
    reply = book(dora, quote(dora, economy), customer_id=ada.pk, trip_date=in_minutes(60).isoformat())

    assert reply.status_code == 201
    booking = Booking.objects.get()
    assert (booking.customer, booking.book_later, booking.booking_type_admin) == (ada, True, True)


def test_trip_for_later_is_dispatched_fifteen_minutes_before(ada: User, ben: User, economy: CarType) -> None:
    booking = later(ada, economy)
    credit_wallet(ben)
    with time_machine.travel(booking.trip_date - timedelta(minutes=15, seconds=1), tick=False):
        put_online(ben)
        renew_searches()
        assert dispatch_booking(booking_id=booking.pk) == 0
        assert not booking.offers.exists()
    with time_machine.travel(booking.trip_date - timedelta(minutes=15), tick=False):
        put_online(ben)
        renew_searches()

    assert booking.offers.get().driver == ben


def test_search_for_a_trip_for_later_ends_at_its_time(ada: User, economy: CarType) -> None:
    booking = later(ada, economy)

    assert booking.search_until == booking.trip_date


def test_trip_for_later_without_driver_is_cancelled_after_half_an_hour(ada: User, economy: CarType) -> None:
    booking = later(ada, economy)
    with time_machine.travel(booking.trip_date + timedelta(minutes=29), tick=False):
        assert cancel_unanswered() == 0
    with time_machine.travel(booking.trip_date + timedelta(minutes=30), tick=False):
        assert cancel_unanswered() == 1

    booking.refresh_from_db()
    assert (booking.status, booking.reason) == (Status.CANCELLED, "RIDE AUTO CANCELLED. NO RESPONSE")


def test_rider_is_reminded_once_in_the_platforms_time_zone(ada: User, economy: CarType) -> None:
    update_platform_settings(time_zone="Asia/Dubai")
    booking = later(ada, economy)
    with time_machine.travel(booking.trip_date - timedelta(minutes=31), tick=False):
        assert remind_of_trips() == 0
    with time_machine.travel(booking.trip_date - timedelta(minutes=30), tick=False):
        assert remind_of_trips() == 1
        assert remind_of_trips() == 0

    shown = f"{booking.trip_date.astimezone(ZoneInfo('Asia/Dubai')):%H:%M}"
    assert reminders() == [(ada.pk, "BookingCab", shown)]


def test_accepted_driver_is_reminded_too(ada: User, ready: User, economy: CarType) -> None:
    booking = make_booking(
        ada, economy, Status.ACCEPTED, driver=ready, book_later=True, trip_date=in_minutes(120)
    )
    with time_machine.travel(booking.trip_date - timedelta(minutes=20), tick=False):
        remind_of_trips()

    assert [who[:2] for who in reminders()] == [(ada.pk, "BookingCab"), (ready.pk, "DriverTrips")]


def test_late_booked_and_cancelled_trips_get_no_reminder(ada: User, economy: CarType) -> None:
    later(ada, economy, 20)
    cancelled = later(ada, economy)
    apply_transition(
        "cancel", booking_id=cancelled.pk, by=ada, inputs=TransitionInput(reason="Changed my mind")
    )
    with time_machine.travel(cancelled.trip_date - timedelta(minutes=20), tick=False):
        assert remind_of_trips() == 0
    assert remind_of_trips() == 0

    assert reminders() == []


def test_driver_of_a_trip_for_later_may_be_offline_until_its_last_minutes(
    ada: User, ready: User, economy: CarType
) -> None:
    booking = make_booking(
        ada, economy, Status.ACCEPTED, driver=ready, book_later=True, trip_date=in_minutes(120)
    )
    with time_machine.travel(booking.trip_date - timedelta(minutes=16), tick=False):
        assert replace_silent_drivers() == 0
    with time_machine.travel(booking.trip_date - timedelta(minutes=14), tick=False):
        assert replace_silent_drivers() == 1


def scheduled(driver: User) -> list[tuple[int, bool]]:
    body = client_of(driver).get(f"{API}/me/scheduled/").json()
    return [(trip["id"], trip["mine"]) for trip in body["results"]]


def test_drivers_see_scheduled_trips_nearby_of_their_car_type(
    ada: User, ready: User, economy: CarType
) -> None:
    limousine = CarType.objects.create(name="Limousine", min_fare=30)
    second = make_booking(ada, economy, book_later=True, trip_date=in_minutes(180))
    first = make_booking(ada, economy, book_later=True, trip_date=in_minutes(60))
    make_booking(ada, limousine, book_later=True, trip_date=in_minutes(60))
    make_booking(ada, economy)
    make_booking(ada, economy, book_later=True, trip_date=in_minutes(60), pickup_lat=51.5)
    make_booking(ada, economy, book_later=True, trip_date=in_minutes(60 * 24 * 8))
    declined = make_booking(ada, economy, book_later=True, trip_date=in_minutes(90))
    make_offer(declined, ready, state=OfferState.DECLINED)

    assert scheduled(ready) == [(first.pk, False), (second.pk, False)]

    (trip, _) = client_of(ready).get(f"{API}/me/scheduled/").json()["results"]
    assert (trip["customer_name"], trip["pickup"]["add"]) == ("", "St Thomas' Square, Newport")


def test_own_scheduled_trip_is_first_at_any_distance(ada: User, ben: User, economy: CarType) -> None:
    credit_wallet(ben)
    mine = make_booking(ada, economy, Status.ACCEPTED, driver=ben, book_later=True, trip_date=in_minutes(60))
    make_booking(ada, economy, book_later=True, trip_date=in_minutes(30))

    assert scheduled(ben) == [(mine.pk, True)]


def test_lists_filter_trips_for_later_by_their_time(ada: User, economy: CarType) -> None:
    make_booking(ada, economy)
    soon = make_booking(ada, economy, book_later=True, trip_date=in_minutes(60))
    tomorrow = make_booking(ada, economy, book_later=True, trip_date=in_minutes(60 * 24))

    def listed(**query: str) -> list[int]:
        return [row["id"] for row in client_of(ada).get(f"{API}/bookings/", query).json()["results"]]

    assert listed(book_later="true") == [tomorrow.pk, soon.pk]
    assert listed(book_later="true", to=in_minutes(120).isoformat()) == [soon.pk]
    assert listed(**{"from": in_minutes(120).isoformat()}) == [tomorrow.pk]
    assert client_of(ada).get(f"{API}/bookings/", {"from": "soon"}).status_code == 400

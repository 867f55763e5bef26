"""Drivers rate riders once a trip; the average is shown on the next offer."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from threading import Thread
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.fares.models import CarType
from tests.bookings.api import API, look, press
from tests.bookings.builders import credit_wallet, make_booking, make_offer, put_online
from tests.bookings.conftest import Snapshot
from tests.personas import client_of

pytestmark = pytest.mark.django_db

RATEABLE = (Status.REACHED, Status.PENDING, Status.PAID, Status.COMPLETE)


def average(rider: User) -> tuple[Decimal | None, int]:
    rider.refresh_from_db()
    return rider.rider_rating, rider.rider_rating_count


def tasks(driver: User) -> Any:
    return client_of(driver).get(f"{API}/me/tasks/").json()


@pytest.mark.parametrize("status", RATEABLE)
def test_driver_rates_the_rider_after_the_trip(
    status: Status, ada: User, ben: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy, status, driver=ben)
    assert "rate-rider" in look(ben, booking.pk)["actions"]

    reply = press(ben, booking.pk, "rate-rider", rating=4)

    assert (reply.status_code, reply.json()["status"], reply.json()["rider_rating"]) == (200, status, 4)
    assert "rate-rider" not in reply.json()["actions"]
    assert average(ada) == (Decimal("4.0"), 1)


def test_second_rating_is_refused(
    ada: User, ben: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(ada, economy, Status.PAID, driver=ben)
    press(ben, booking.pk, "rate-rider", rating=4)
    before = snapshot()

    reply = press(ben, booking.pk, "rate-rider", rating=1)

    assert (reply.status_code, reply.json()["code"]) == (409, "already_rated")
    assert (snapshot(), average(ada)) == (before, (Decimal("4.0"), 1))


@pytest.mark.parametrize("rating", [0, 6, "many", None])
def test_invalid_rating_is_refused(
    rating: Any, ada: User, ben: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(ada, economy, Status.PAID, driver=ben)
    before = snapshot()

    body = {} if rating is None else {"rating": rating}
    reply = press(ben, booking.pk, "rate-rider", **body)

    assert (reply.status_code, list(reply.json()["fields"])) == (400, ["rating"])
    assert (snapshot(), average(ada)) == (before, (None, 0))


@pytest.mark.parametrize("who", ["another driver", "the rider", "an admin", "the fleet admin"])
def test_only_the_trips_driver_rates_its_rider(
    who: str,
    ada: User,
    ben: User,
    bob: User,
    dora: User,
    fay: User,
    economy: CarType,
    snapshot: Callable[[], Snapshot],
) -> None:
    booking = make_booking(ada, economy, Status.PAID, driver=bob)
    person = {"another driver": ben, "the rider": ada, "an admin": dora, "the fleet admin": fay}[who]
    before = snapshot()

    reply = press(person, booking.pk, "rate-rider", rating=1)

    assert reply.status_code == (404 if who == "another driver" else 403)
    assert (snapshot(), average(ada)) == (before, (None, 0))


def test_average_is_rounded_half_up_and_shown_on_the_next_offer(
    ada: User, ben: User, bob: User, dora: User, economy: CarType
) -> None:
    offered = make_booking(ada, economy)
    make_offer(offered, bob)
    assert tasks(bob)["offers"][0]["customer_rating"] is None

    for stars in (5, 5, 4, 4):
        trip = make_booking(ada, economy, Status.COMPLETE, driver=ben)
        assert press(ben, trip.pk, "rate-rider", rating=stars).status_code == 200
    trip = make_booking(ada, economy, Status.COMPLETE, driver=ben)
    press(ben, trip.pk, "rate-rider", rating=4)

    assert tasks(bob)["offers"][0]["customer_rating"] == "4.4"
    person = client_of(dora).get(f"{API}/people/{ada.pk}/").json()
    assert (person["rider_rating"], person["rider_rating_count"]) == ("4.4", 5)


def test_rider_does_not_see_the_rating(ada: User, ben: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.PAID, driver=ben)
    press(ben, booking.pk, "rate-rider", rating=2)

    assert look(ada, booking.pk)["rider_rating"] is None
    events = client_of(ada).get(f"{API}/bookings/{booking.pk}/events/").json()["results"]
    assert events[-1]["data"] == {}


def test_console_shows_the_last_trip_until_it_is_rated(ada: User, ben: User, economy: CarType) -> None:
    credit_wallet(ben)
    put_online(ben)
    now = timezone.now()
    make_booking(ada, economy, Status.COMPLETE, driver=ben, trip_end_time=now - timedelta(hours=1))
    last = make_booking(ada, economy, Status.PAID, driver=ben, trip_end_time=now)
    assert tasks(ben)["to_rate"] == {
        "booking_id": last.pk,
        "reference": last.reference,
        "customer_name": last.customer_name,
    }

    press(ben, last.pk, "rate-rider", rating=5)

    assert tasks(ben)["to_rate"] is None


def test_console_stops_showing_it_after_half_a_day(ada: User, ben: User, economy: CarType) -> None:
    long_ago = timezone.now() - timedelta(hours=13)
    make_booking(ada, economy, Status.PAID, driver=ben, trip_end_time=long_ago)
    assert tasks(ben)["to_rate"] is None


@pytest.mark.django_db(transaction=True)
def test_one_of_two_concurrent_ratings_counts(ada: User, ben: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.PAID, driver=ben)
    codes: list[int] = []

    def tap(stars: int) -> None:
        try:
            codes.append(press(ben, booking.pk, "rate-rider", rating=stars).status_code)
        finally:
            connections.close_all()

    threads = [Thread(target=tap, args=(stars,)) for stars in (1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(codes) == [200, 409]
    assert average(ada) == (Decimal(Booking.objects.get(pk=booking.pk).rider_rating or 0), 1)

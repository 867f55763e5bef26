"""Races for offers, with real threads, HTTP and database."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from rest_framework.test import APIClient

from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import ON_TRIP, OfferState, Status
from apps.bookings.models import Booking, BookingEvent, Offer
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.bookings.builders import credit_wallet, make_booking, make_offer, put_online
from tests.personas import client_of, make_driver, make_user
from tests.published import published_events

DRIVERS = 50
Reply = tuple[int, str]


def race(attempts: list[tuple[User, Booking]]) -> list[Reply]:
    """Send every accept at the same moment, each on its own connection."""
    barrier = Barrier(len(attempts))
    clients = [(client_of(driver), booking) for driver, booking in attempts]

    def accept(number: int) -> Reply:
        client, booking = clients[number]
        connection.ensure_connection()
        try:
            barrier.wait(30)
            reply = client.post(f"/api/v1/bookings/{booking.pk}/accept/")
            return reply.status_code, reply.json().get("code", "")
        finally:
            connection.close()

    with ThreadPoolExecutor(len(attempts)) as pool:
        return list(pool.map(accept, range(len(attempts))))


def fifty_race(rounds: int, economy: CarType) -> None:
    ada = make_user("Ada")
    drivers = [make_driver(f"Driver{number}", economy) for number in range(DRIVERS)]
    for driver in drivers:
        credit_wallet(driver)
        put_online(driver)
    for _ in range(rounds):
        booking = make_booking(ada, economy)
        for driver in drivers:
            make_offer(booking, driver)

        answers = race([(driver, booking) for driver in drivers])

        assert Counter(status for status, _ in answers) == {200: 1, 409: DRIVERS - 1}
        assert {code for status, code in answers if status == 409} <= {"already_taken", "offer_gone"}
        winner = drivers[[status for status, _ in answers].index(200)]
        assert_won_by(winner, booking)
        client_of(ada).post(f"/api/v1/bookings/{booking.pk}/cancel/", {"reason": "The race is over"})


def assert_won_by(winner: User, booking: Booking) -> None:
    booking.refresh_from_db()
    assert (booking.status, booking.driver_id) == (Status.ACCEPTED, winner.pk)
    assert list(DriverProfile.objects.filter(busy=True).values_list("pk", flat=True)) == [winner.pk]
    states = Counter(Offer.objects.filter(booking=booking).values_list("state", flat=True))
    assert states == {OfferState.ACCEPTED: 1, OfferState.WITHDRAWN: DRIVERS - 1}
    assert BookingEvent.objects.filter(booking=booking, name="accept").count() == 1
    closed = [one for one in published_events("offer.closed") if one.data["booking_id"] == booking.pk]
    assert len({one.topic for one in closed} - {f"tasks:{winner.pk}"}) == DRIVERS - 1


@pytest.mark.django_db(transaction=True)
def test_one_of_fifty_concurrent_accepts_gets_the_booking(economy: CarType) -> None:
    fifty_race(3, economy)


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.django_db(transaction=True)
def test_one_of_fifty_concurrent_accepts_gets_the_booking_in_fifty_rounds(economy: CarType) -> None:
    fifty_race(50, economy)


@pytest.mark.django_db(transaction=True)
def test_driver_who_accepts_several_bookings_at_once_gets_one(economy: CarType) -> None:
    ben = make_driver("Ben", economy)
    credit_wallet(ben)
    put_online(ben)
    for _ in range(5):
        bookings = [make_booking(make_user("Ada"), economy) for _ in range(6)]
        for booking in bookings:
            make_offer(booking, ben)

        answers = race([(ben, booking) for booking in bookings])

        assert sorted(answers) == [(200, ""), *[(409, "driver_busy")] * 5]
        (mine,) = Booking.objects.filter(driver=ben, status__in=ON_TRIP)
        assert Offer.objects.filter(driver=ben, state=OfferState.ACCEPTED, booking=mine).count() == 1
        client_of(mine.customer).post(f"/api/v1/bookings/{mine.pk}/cancel/", {"reason": "Next round"})


def at_once(*requests: Callable[[APIClient], Any], by: User) -> list[Reply]:
    """Send the requests of a user at the same moment, each on its own connection."""
    barrier = Barrier(len(requests))
    clients = [client_of(by) for _ in requests]

    def send(number: int) -> Reply:
        connection.ensure_connection()
        try:
            barrier.wait(30)
            reply = requests[number](clients[number])
            return reply.status_code, reply.json().get("code", "")
        finally:
            connection.close()

    with ThreadPoolExecutor(len(requests)) as pool:
        return list(pool.map(send, range(len(requests))))


def start_street_trip(client: APIClient) -> Any:
    return client.post("/api/v1/me/street-trips/", {}, format="json")


@pytest.mark.django_db(transaction=True)
def test_driver_who_accepts_and_starts_a_street_trip_at_once_gets_one_of_them(economy: CarType) -> None:
    update_platform_settings(street_trips=True)
    ben, ada = make_driver("Ben", economy), make_user("Ada")
    credit_wallet(ben)
    put_online(ben)
    for _ in range(8):
        booking = make_booking(ada, economy)
        offer = make_offer(booking, ben)

        answers = at_once(partial(post_accept, booking.pk), start_street_trip, by=ben)

        assert [code for status, code in answers if status == 409] == ["driver_busy"]
        (mine,) = Booking.objects.filter(driver=ben, status__in=ON_TRIP)
        assert DriverProfile.objects.get(pk=ben.pk).busy
        booking.refresh_from_db()
        assert booking.status == (Status.NEW if mine.street_trip else Status.ACCEPTED)
        by = ben if mine.street_trip else ada
        client_of(by).post(f"/api/v1/bookings/{mine.pk}/cancel/", {"reason": "Next round"})
        offer.delete()


@pytest.mark.django_db(transaction=True)
def test_driver_who_starts_several_street_trips_at_once_gets_one(economy: CarType) -> None:
    update_platform_settings(street_trips=True)
    ben = make_driver("Ben", economy)
    credit_wallet(ben)
    put_online(ben)

    answers = at_once(*[start_street_trip] * 4, by=ben)

    assert sorted(answers) == [(201, ""), *[(409, "driver_busy")] * 3]
    assert Booking.objects.count() == 1
    assert User.objects.filter(login_type="street").count() == 1


def post_accept(booking_id: int, client: APIClient) -> Any:
    return client.post(f"/api/v1/bookings/{booking_id}/accept/")

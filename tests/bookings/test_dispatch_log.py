"""Why a driver got an offer: its round, rank, distance, answer and dispatch policy."""

from collections.abc import Iterator
from typing import Any

import pytest

from apps.accounts.models import User
from apps.bookings.models import Booking, BookingEvent
from apps.bookings.services.dispatching import dispatch_booking, dispatch_waiting
from apps.bookings.services.offers import decline_offer
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.bookings.api import API
from tests.bookings.builders import credit_wallet, make_booking, make_offer, put_online
from tests.bookings.roads import Roads, driving_on
from tests.bookings.test_dispatch import searching
from tests.personas import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def roads() -> Iterator[Roads]:
    with driving_on(Roads()) as roads:
        yield roads


def offers(admin: User, booking: Booking) -> list[dict[str, Any]]:
    response = client_of(admin).get(f"{API}/bookings/{booking.pk}/offers/")
    assert response.status_code == 200
    results: list[dict[str, Any]] = response.json()["results"]
    return results


@pytest.mark.parametrize("policy", ["broadcast", "waves"])
def test_each_round_names_its_policy(policy: str, ada: User, ben: User, dora: User, economy: CarType) -> None:
    update_platform_settings(dispatch_policy=policy)
    credit_wallet(ben)
    put_online(ben)
    booking = searching(ada, economy)
    assert dispatch_booking(booking_id=booking.pk) == 1
    decline_offer(booking_id=booking.pk, by=ben)

    (row,) = offers(dora, booking)

    assert (row["round"], row["rank"], row["policy"], row["state"]) == (1, 1, policy, "declined")
    assert row["answered_at"] >= row["offered_at"]
    assert row["distance_km"] is not None


def test_batch_offer_names_its_policy(ada: User, ben: User, dora: User, economy: CarType) -> None:
    update_platform_settings(dispatch_policy="batch")
    credit_wallet(ben)
    put_online(ben)
    booking = searching(ada, economy)
    assert dispatch_booking(booking_id=booking.pk) == 0
    assert dispatch_waiting(booking_ids=[booking.pk]) == 1
    assert [row["policy"] for row in offers(dora, booking)] == ["batch"]


def test_offer_by_an_admin_is_manual(ada: User, ben: User, dora: User, economy: CarType) -> None:
    update_platform_settings(auto_dispatch=False)
    credit_wallet(ben)
    put_online(ben)
    booking = make_booking(ada, economy)
    client_of(dora).post(f"{API}/bookings/{booking.pk}/assign/", {"driver_id": ben.pk})
    (row,) = offers(dora, booking)
    assert (row["driver"]["id"], row["policy"], row["state"]) == (ben.pk, "manual", "offered")


def test_old_offer_without_a_policy_names_none(ada: User, ben: User, dora: User, economy: CarType) -> None:
    booking = make_booking(ada, economy)
    make_offer(booking, ben)
    assert [row["policy"] for row in offers(dora, booking)] == [None]


def test_policy_of_an_offer_stays_when_the_setting_changes(
    ada: User, ben: User, dora: User, economy: CarType
) -> None:
    credit_wallet(ben)
    put_online(ben)
    booking = searching(ada, economy)
    dispatch_booking(booking_id=booking.pk)
    update_platform_settings(dispatch_policy="waves")
    assert [row["policy"] for row in offers(dora, booking)] == ["broadcast"]
    event = BookingEvent.objects.get(booking=booking, name="dispatch")
    assert (event.data["round"], event.data["drivers"]) == (1, [ben.pk])


def test_booking_without_dispatch_has_no_offers(ada: User, dora: User, economy: CarType) -> None:
    assert offers(dora, make_booking(ada, economy)) == []


def test_only_admins_see_open_offers_in_list_and_detail(
    ada: User, ben: User, dora: User, economy: CarType
) -> None:
    offered = make_booking(ada, economy)
    unasked = make_booking(ada, economy)
    make_offer(offered, ben)
    names = [{"id": ben.pk, "name": "Ben Example"}]

    def offered_to(person: User, booking: Booking) -> tuple[Any, Any]:
        client = client_of(person)
        rows = client.get(f"{API}/bookings/").json()["results"]
        (row,) = [row for row in rows if row["id"] == booking.pk]
        return row["offered_to"], client.get(f"{API}/bookings/{booking.pk}/").json()["offered_to"]

    assert offered_to(dora, offered) == (names, names)
    assert offered_to(dora, unasked) == ([], [])
    assert offered_to(ada, offered) == ([], [])
    found = client_of(dora).get(f"{API}/bookings/", {"search": offered.reference}).json()["results"]
    assert found[0]["offered_to"] == names


def test_declined_offer_is_not_open(ada: User, ben: User, dora: User, economy: CarType) -> None:
    booking = make_booking(ada, economy)
    make_offer(booking, ben)
    decline_offer(booking_id=booking.pk, by=ben)
    assert client_of(dora).get(f"{API}/bookings/{booking.pk}/").json()["offered_to"] == []

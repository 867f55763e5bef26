"""Why this driver: every offer with its round, rank, way and answer, and the policy that asked."""

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
from tests.bookings.making import make_booking, make_offer, make_rich, put_online
from tests.bookings.roads import Roads, driving_on
from tests.bookings.test_dispatch import searching
from tests.personas import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def roads() -> Iterator[Roads]:
    with driving_on(Roads()) as found:
        yield found


def offers(admin: User, booking: Booking) -> list[dict[str, Any]]:
    response = client_of(admin).get(f"{API}/bookings/{booking.pk}/offers/")
    assert response.status_code == 200
    results: list[dict[str, Any]] = response.json()["results"]
    return results


@pytest.mark.parametrize("policy", ["broadcast", "waves"])
def test_each_round_names_the_policy_that_asked(
    policy: str, ada: User, ben: User, dora: User, economy: CarType
) -> None:
    update_platform_settings(dispatch_policy=policy)
    make_rich(ben)
    put_online(ben)
    booking = searching(ada, economy)
    assert dispatch_booking(booking_id=booking.pk) == 1
    decline_offer(booking_id=booking.pk, by=ben)

    (row,) = offers(dora, booking)

    assert (row["round"], row["rank"], row["policy"], row["state"]) == (1, 1, policy, "declined")
    assert row["answered_at"] >= row["offered_at"]
    assert row["distance_km"] is not None


def test_a_batch_says_so(ada: User, ben: User, dora: User, economy: CarType) -> None:
    update_platform_settings(dispatch_policy="batch")
    make_rich(ben)
    put_online(ben)
    booking = searching(ada, economy)
    assert dispatch_booking(booking_id=booking.pk) == 0
    assert dispatch_waiting(booking_ids=[booking.pk]) == 1
    assert [row["policy"] for row in offers(dora, booking)] == ["batch"]


def test_who_was_chosen_by_an_admin_is_shown_as_such(
    ada: User, ben: User, dora: User, economy: CarType
) -> None:
    update_platform_settings(auto_dispatch=False)
    make_rich(ben)
    put_online(ben)
    booking = make_booking(ada, economy)
    client_of(dora).post(f"{API}/bookings/{booking.pk}/assign/", {"driver_id": ben.pk})
    (row,) = offers(dora, booking)
    assert (row["driver"]["id"], row["policy"], row["state"]) == (ben.pk, "manual", "offered")


def test_an_offer_of_before_policies_were_written_down_names_none(
    ada: User, ben: User, dora: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy)
    make_offer(booking, ben)
    assert [row["policy"] for row in offers(dora, booking)] == [None]


def test_the_policy_stays_in_the_trail_when_the_setting_changes(
    ada: User, ben: User, dora: User, economy: CarType
) -> None:
    make_rich(ben)
    put_online(ben)
    booking = searching(ada, economy)
    dispatch_booking(booking_id=booking.pk)
    update_platform_settings(dispatch_policy="waves")
    assert [row["policy"] for row in offers(dora, booking)] == ["broadcast"]
    event = BookingEvent.objects.get(booking=booking, name="dispatch")
    assert (event.data["round"], event.data["drivers"]) == (1, [ben.pk])


def test_a_booking_that_nobody_was_asked_for_has_no_offers(ada: User, dora: User, economy: CarType) -> None:
    assert offers(dora, make_booking(ada, economy)) == []


def test_an_admin_reads_in_list_and_page_who_has_an_open_offer_and_nobody_else_does(
    ada: User, ben: User, dora: User, economy: CarType
) -> None:
    asked = make_booking(ada, economy)
    unasked = make_booking(ada, economy)
    make_offer(asked, ben)
    names = [{"id": ben.pk, "name": "Ben Example"}]

    def offered_to(person: User, booking: Booking) -> tuple[Any, Any]:
        client = client_of(person)
        rows = client.get(f"{API}/bookings/").json()["results"]
        (row,) = [row for row in rows if row["id"] == booking.pk]
        return row["offered_to"], client.get(f"{API}/bookings/{booking.pk}/").json()["offered_to"]

    assert offered_to(dora, asked) == (names, names)
    assert offered_to(dora, unasked) == ([], [])
    assert offered_to(ada, asked) == ([], [])
    found = client_of(dora).get(f"{API}/bookings/", {"search": asked.reference}).json()["results"]
    assert found[0]["offered_to"] == names


def test_a_declined_offer_is_no_open_one(ada: User, ben: User, dora: User, economy: CarType) -> None:
    booking = make_booking(ada, economy)
    make_offer(booking, ben)
    decline_offer(booking_id=booking.pk, by=ben)
    assert client_of(dora).get(f"{API}/bookings/{booking.pk}/").json()["offered_to"] == []

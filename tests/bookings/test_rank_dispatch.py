"""Rides from a taxi rank: offered to its queue in order, then by the usual policy."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import OfferState
from apps.bookings.dispatch.rounds import policies_of
from apps.bookings.models import Booking, Offer
from apps.bookings.services.dispatching import dispatch_booking, dispatch_once, dispatch_waiting
from apps.bookings.services.housekeeping import renew_searches
from apps.bookings.services.offers import accept_booking, decline_offer
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.fleet.models import RankQueueEntry
from apps.geo.models import DriverPosition
from tests.bookings.builders import PICKUP, make_offer, put_online
from tests.bookings.test_dispatch import offered_to, searching
from tests.fleet.ranks import BESIDE, cab, ends, make_rank, queue, queued
from tests.personas import make_user
from tests.published import topics_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]

POLICIES = pytest.mark.parametrize("policy", ["broadcast", "waves", "batch"])


@pytest.fixture
def cabs(economy: CarType) -> list[User]:
    """Three queued drivers, in this order."""
    drivers = [cab(name, economy) for name in ("Ann", "Ben", "Cat")]
    queued(make_rank(), *drivers)
    return drivers


def dispatched(booking: Booking) -> list[int]:
    """Dispatch as the worker does, and return the drivers with an open offer."""
    dispatch_booking(booking_id=booking.pk)
    Booking.objects.filter(pk=booking.pk).update(dispatch_after=timezone.now())
    dispatch_waiting(booking_ids=[booking.pk])
    return offered_to(booking)


@POLICIES
def test_queue_is_offered_the_ride_one_by_one_before_the_policy(
    policy: str, ada: User, economy: CarType, cabs: list[User]
) -> None:
    update_platform_settings(dispatch_policy=policy)
    nearer = cab("Dan", economy)
    booking = searching(ada, economy)
    for driver in cabs:
        assert dispatched(booking) == [driver.pk]
        [offer] = Offer.objects.filter(booking=booking, state=OfferState.OFFERED)
        assert offer.expires_at - offer.offered_at == timedelta(seconds=20)
        decline_offer(booking_id=booking.pk, by=driver)
    assert dispatched(booking) == [nearer.pk]
    assert list(policies_of(booking).values()) == ["rank", "rank", "rank", policy]


def test_accepting_ends_the_place_and_moves_the_others_up(
    ada: User, economy: CarType, cabs: list[User]
) -> None:
    booking = searching(ada, economy)
    dispatch_booking(booking_id=booking.pk)
    accept_booking(booking_id=booking.pk, by=cabs[0])
    assert queue() == [cabs[1].pk, cabs[2].pk]
    assert ends() == {cabs[0].pk: "booking"}
    assert f"tasks:{cabs[0].pk}" in topics_of("rank.changed")


def test_taking_a_booking_from_elsewhere_ends_the_place(
    ada: User, economy: CarType, cabs: list[User]
) -> None:
    elsewhere = searching(ada, economy, pickup_lat=PICKUP[0] + 0.02)
    dispatch_booking(booking_id=elsewhere.pk)
    assert set(offered_to(elsewhere)) == {driver.pk for driver in cabs}
    accept_booking(booking_id=elsewhere.pk, by=cabs[1])
    assert (queue(), ends()) == ([cabs[0].pk, cabs[2].pk], {cabs[1].pk: "booking"})


def test_second_declined_or_expired_offer_loses_the_place(
    ada: User, economy: CarType, cabs: list[User]
) -> None:
    first = searching(ada, economy)
    dispatch_booking(booking_id=first.pk)
    decline_offer(booking_id=first.pk, by=cabs[0])
    assert queue() == [driver.pk for driver in cabs]
    second = searching(ada, economy)
    dispatch_booking(booking_id=second.pk)
    assert offered_to(second) == [cabs[0].pk]
    Offer.objects.filter(booking=second).update(expires_at=timezone.now())
    renew_searches()
    assert (queue(), ends()) == ([cabs[1].pk, cabs[2].pk], {cabs[0].pk: "declined"})


def test_declined_offers_of_other_bookings_do_not_count(
    ada: User, economy: CarType, cabs: list[User]
) -> None:
    for _ in range(2):
        elsewhere = searching(ada, economy, pickup_lat=PICKUP[0] + 0.02)
        dispatch_booking(booking_id=elsewhere.pk)
        decline_offer(booking_id=elsewhere.pk, by=cabs[0])
    assert queue() == [driver.pk for driver in cabs]
    assert set(RankQueueEntry.objects.values_list("missed_offers", flat=True)) == {0}


@pytest.mark.parametrize("flaw", ["unfit", "silent", "other car type", "open offer"])
def test_driver_who_cannot_take_the_ride_is_skipped_and_keeps_the_place(
    flaw: str, ada: User, cleo: User, economy: CarType, cabs: list[User]
) -> None:
    position = DriverPosition.objects.filter(pk=cabs[0].pk)
    match flaw:
        case "unfit":
            position.update(fit_until=timezone.now() - timedelta(seconds=1))
        case "silent":
            position.update(at=timezone.now() - timedelta(seconds=61))
        case "other car type":
            other = CarType.objects.create(name="Exclusive")
            DriverProfile.objects.filter(pk=cabs[0].pk).update(car_type=other)
            position.update(car_type_id=other.pk)
        case "open offer":
            make_offer(searching(cleo, economy), cabs[0])
    booking = searching(ada, economy)
    dispatch_booking(booking_id=booking.pk)
    assert offered_to(booking) == [cabs[1].pk]
    assert queue() == [driver.pk for driver in cabs]


def test_driver_within_the_grace_time_outside_is_still_offered_the_ride(
    ada: User, economy: CarType, cabs: list[User]
) -> None:
    put_online(cabs[0], at=BESIDE)
    booking = searching(ada, economy)
    dispatch_booking(booking_id=booking.pk)
    assert offered_to(booking) == [cabs[0].pk]


def test_scheduled_ride_and_ride_from_elsewhere_do_not_go_to_the_queue(
    ada: User, economy: CarType, cabs: list[User]
) -> None:
    scheduled = searching(ada, economy, book_later=True)
    elsewhere = searching(ada, economy, pickup_lat=PICKUP[0] + 0.01)
    for booking in (scheduled, elsewhere):
        dispatch_booking(booking_id=booking.pk)
        assert len(offered_to(booking)) == 3
        assert set(booking.offers.values_list("rank_entry_id", flat=True)) == {None}


def test_single_round_by_an_admin_goes_to_the_queue_first(
    ada: User, economy: CarType, cabs: list[User]
) -> None:
    update_platform_settings(auto_dispatch=False)
    booking = searching(ada, economy)
    assert dispatch_once(booking_id=booking.pk) == 1
    assert offered_to(booking) == [cabs[0].pk]


@pytest.mark.django_db(transaction=True)
def test_two_bookings_at_once_are_offered_to_two_drivers(economy: CarType) -> None:
    drivers = [cab(f"Cab{number}", economy) for number in range(4)]
    queued(make_rank(), *drivers)
    bookings = [searching(make_user(f"Rider{number}"), economy) for number in range(4)]
    barrier = Barrier(len(bookings))

    def dispatch(booking: Booking) -> int:
        connection.ensure_connection()
        try:
            barrier.wait(30)
            return dispatch_booking(booking_id=booking.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(bookings)) as pool:
        assert list(pool.map(dispatch, bookings)) == [1, 1, 1, 1]
    offered = [driver_id for booking in bookings for driver_id in offered_to(booking)]
    assert sorted(offered) == [driver.pk for driver in drivers]


def test_without_ranks_dispatch_reads_nothing_for_them(ada: User, ben: User, economy: CarType) -> None:
    put_online(ben)
    booking = searching(ada, economy)
    with CaptureQueriesContext(connection) as queries:
        dispatch_booking(booking_id=booking.pk)
    assert not [query["sql"] for query in queries if "fleet_rank" in query["sql"]]

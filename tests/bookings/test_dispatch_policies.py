"""Waves and batches: whom they ask and when; broadcast has its tests in test_dispatch."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, Offer
from apps.bookings.services.dispatching import BATCH_LOCK, dispatch_booking, dispatch_waiting
from apps.bookings.services.housekeeping import renew_searches
from apps.bookings.services.offers import decline_offer
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.geo.port import LatLng, Matrix
from tests.bookings.api import API, book, look, quote, work
from tests.bookings.making import PICKUP, make_booking, make_rich, put_online
from tests.bookings.roads import Roads, driving_on
from tests.bookings.test_dispatch import asked, searching
from tests.personas import client_of, make_driver

pytestmark = pytest.mark.django_db


class MeasuredRoads(Roads):
    """A minute for each hundredth of a degree, an hour from across the river (west), no way from the east."""

    def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
        self._answer()
        times = tuple(tuple(self._seconds(start, end) for end in destinations) for start in sources)
        return Matrix(
            durations_seconds=times, distances_km=tuple((self.quoted_km,) * len(row) for row in times)
        )

    def _seconds(self, start: LatLng, end: LatLng) -> int | None:
        if start.lng > PICKUP[1] + 0.001:
            return None
        return 3600 if start.lng < PICKUP[1] - 0.001 else round(abs(start.lat - end.lat) * 6000)


@pytest.fixture(autouse=True)
def measured() -> Iterator[MeasuredRoads]:
    with driving_on(MeasuredRoads()) as roads:
        assert isinstance(roads, MeasuredRoads)
        yield roads


def cabs(economy: CarType, *norths: float, lng: float = PICKUP[1]) -> list[int]:
    """Drivers so many hundredths of a degree (1.1 km) north of the pickup."""
    drivers = []
    for north in norths:
        driver = make_driver("Cab", economy)
        make_rich(driver)
        put_online(driver, at=(PICKUP[0] + north / 100, lng))
        drivers.append(driver.pk)
    return drivers


def run_out(booking: Booking) -> None:
    """Time passes: the open offers expire, and the job that this owes is done."""
    Offer.objects.filter(booking=booking).update(expires_at=timezone.now())
    renew_searches()
    dispatch_booking(booking_id=booking.pk)


# -- waves -------------------------------------------------------------------------------------


@pytest.fixture
def in_waves(db: None) -> None:
    update_platform_settings(dispatch_policy="waves")


@pytest.mark.usefixtures("in_waves")
def test_a_wave_asks_the_three_nearest_by_road_for_twenty_seconds(ada: User, economy: CarType) -> None:
    (across_the_river,) = cabs(economy, 0, lng=PICKUP[1] - 0.002)
    here, middle, outer, _too_far = cabs(economy, 0.1, 0.5, 1, 1.5)
    booking = searching(ada, economy)

    assert dispatch_booking(booking_id=booking.pk) == 3

    assert asked(booking) == [here, middle, outer]
    assert across_the_river not in asked(booking)
    offers = booking.offers.order_by("rank")
    assert [offer.eta_seconds for offer in offers] == [6, 30, 60]
    assert {offer.expires_at - offer.offered_at for offer in offers} == {timedelta(seconds=20)}


@pytest.mark.usefixtures("in_waves")
def test_the_next_wave_asks_the_next_ones_in_a_larger_circle_and_then_begins_again(
    ada: User, economy: CarType
) -> None:
    first, second, third = cabs(economy, 0.1, 0.2, 0.3)
    fourth, fifth = cabs(economy, 4, 7)
    booking = searching(ada, economy)
    dispatch_booking(booking_id=booking.pk)
    assert asked(booking) == [first, second, third]

    run_out(booking)
    assert asked(booking) == [fourth, fifth]

    run_out(booking)
    assert asked(booking) == [first, second, third]


@pytest.mark.usefixtures("in_waves")
def test_driver_whom_no_road_leads_to_the_pickup_is_last_in_a_wave(ada: User, economy: CarType) -> None:
    (unreachable,) = cabs(economy, 0, lng=PICKUP[1] + 0.002)
    (across_the_river,) = cabs(economy, 0, lng=PICKUP[1] - 0.002)
    (here,) = cabs(economy, 0.9)
    booking = searching(ada, economy)

    dispatch_booking(booking_id=booking.pk)

    assert asked(booking) == [here, across_the_river, unreachable]
    assert booking.offers.get(driver_id=unreachable).eta_seconds is None


@pytest.mark.usefixtures("in_waves")
def test_who_declined_is_in_no_later_wave(ada: User, economy: CarType) -> None:
    first, second = cabs(economy, 0.1, 0.2)
    booking = searching(ada, economy)
    dispatch_booking(booking_id=booking.pk)
    decline_offer(booking_id=booking.pk, by=User.objects.get(pk=first))

    run_out(booking)

    assert asked(booking) == [second]


@pytest.mark.usefixtures("in_waves")
def test_a_wave_goes_out_as_the_crow_flies_while_the_routing_service_is_silent(
    ada: User, economy: CarType, measured: MeasuredRoads
) -> None:
    measured.silent = True
    across, here = *cabs(economy, 0.1, lng=PICKUP[1] - 0.002), *cabs(economy, 0.9)
    booking = searching(ada, economy)

    assert dispatch_booking(booking_id=booking.pk) == 2

    assert asked(booking) == [across, here]


# -- nobody was found --------------------------------------------------------------------------


def search(person: User, booking: Booking, action: str) -> Any:
    return client_of(person).post(f"{API}/bookings/{booking.pk}/search/", {"action": action})


def test_a_search_that_is_over_goes_on_or_gets_wider_when_the_rider_says_so(
    ada: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy)
    (far,) = cabs(economy, 15)
    assert look(ada, booking.pk)["search_over"] is True

    waited = search(ada, booking, "wait")
    assert (waited.status_code, waited.json()["search_over"]) == (200, False)
    assert dispatch_booking(booking_id=booking.pk) == 0
    refused = search(ada, booking, "widen")
    assert (refused.status_code, refused.json()["code"]) == (409, "still_searching")

    Booking.objects.filter(pk=booking.pk).update(search_until=None, dispatch_after=None)
    assert search(ada, booking, "widen").json()["search_widened"] == 1
    work("bookings.dispatch")

    assert asked(booking) == [far]


def test_nobody_widens_a_search_for_ever_and_no_stranger_at_all(
    ada: User, cleo: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy)
    assert search(cleo, booking, "widen").status_code == 404
    for _ in range(4):
        Booking.objects.filter(pk=booking.pk).update(search_until=None)
        search(ada, booking, "widen")

    booking.refresh_from_db()
    assert booking.search_widened == 2


def postpone(person: User, booking: Booking, trip_date: datetime) -> Any:
    return client_of(person).post(
        f"{API}/bookings/{booking.pk}/book-later/", {"trip_date": trip_date.isoformat()}
    )


def test_a_rider_puts_off_a_trip_that_no_driver_was_found_for(ada: User, economy: CarType) -> None:
    booking = make_booking(ada, economy)
    assert "book-later" in look(ada, booking.pk)["actions"]
    later = timezone.now() + timedelta(hours=2)

    reply = postpone(ada, booking, later)

    assert reply.status_code == 200
    booking.refresh_from_db()
    assert (booking.book_later, booking.trip_date, booking.status) == (True, later, Status.NEW)
    assert booking.dispatch_after == booking.release_at
    assert "book-later" not in reply.json()["actions"]


def test_a_trip_is_not_put_off_too_soon_nor_while_drivers_are_searched_for(
    ada: User, cleo: User, economy: CarType, world: Any
) -> None:
    booking, other = make_booking(ada, economy), searching(ada, economy)
    before = world()
    soon = postpone(ada, booking, timezone.now() + timedelta(minutes=14))
    assert (soon.status_code, soon.json()["code"]) == (400, "past_booking_error")
    refused = postpone(ada, other, timezone.now() + timedelta(hours=2))
    assert (refused.status_code, refused.json()["code"]) == (409, "still_searching")
    assert postpone(cleo, booking, timezone.now() + timedelta(hours=2)).status_code == 404
    assert world() == before


def test_a_rider_books_drivers_from_farther_away_where_none_is_near(
    ada: User, economy: CarType, roads: Roads
) -> None:
    (far,) = cabs(economy, 15)
    quoted = quote(ada, economy)
    assert book(ada, quoted).json()["code"] == "no_driver_found_alert_messege"
    assert book(ada, quoted, search_widened=3).status_code == 400

    booked = book(ada, quoted, search_widened=1)

    assert (booked.status_code, booked.json()["search_widened"]) == (201, 1)
    work("bookings.dispatch")
    assert asked(Booking.objects.get()) == [far]


# -- staff, and automatic dispatch that is switched on again -----------------------------------


def test_switching_automatic_dispatch_on_again_dispatches_what_waits(ada: User, economy: CarType) -> None:
    update_platform_settings(auto_dispatch=False)
    (here,) = cabs(economy, 0.1)
    booking = make_booking(ada, economy)
    assert booking.search_until is None

    update_platform_settings(auto_dispatch=True)
    for name in ("bookings.resume_searches", "bookings.resume_search", "bookings.dispatch"):
        work(name)

    assert asked(booking) == [here]
    booking.refresh_from_db()
    assert booking.search_until is not None


def test_a_trip_for_later_waits_for_its_time_when_dispatch_is_on_again(ada: User, economy: CarType) -> None:
    update_platform_settings(auto_dispatch=False)
    cabs(economy, 0.1)
    later = timezone.now() + timedelta(hours=5)
    booking = make_booking(ada, economy, book_later=True, trip_date=later)

    update_platform_settings(auto_dispatch=True)
    for name in ("bookings.resume_searches", "bookings.resume_search", "bookings.dispatch"):
        work(name)

    assert asked(booking) == []
    booking.refresh_from_db()
    assert booking.dispatch_after == booking.release_at


def test_a_search_that_goes_on_is_left_alone_when_dispatch_is_on_again(ada: User, economy: CarType) -> None:
    booking = searching(ada, economy)
    update_platform_settings(auto_dispatch=False)
    update_platform_settings(auto_dispatch=True)
    work("bookings.resume_searches")
    assert not OutboxEntry.objects.filter(name="bookings.resume_search").exists()
    before = booking.version
    booking.refresh_from_db()
    assert booking.version == before


def test_staff_search_again_at_any_time_while_the_booking_is_new(
    ada: User, dora: User, economy: CarType
) -> None:
    (here,) = cabs(economy, 0.1)
    booking = searching(ada, economy)
    assert "search" in look(dora, booking.pk)["actions"]
    assert "search" not in look(ada, booking.pk)["actions"]

    assert search(dora, booking, "wait").status_code == 200
    work("bookings.dispatch")

    assert asked(booking) == [here]
    assert search(dora, booking, "widen").json()["search_widened"] == 1


@pytest.mark.parametrize("policy", ["broadcast", "waves", "batch"])
def test_staff_who_search_with_automatic_dispatch_off_have_drivers_asked_once(
    ada: User, dora: User, economy: CarType, policy: str
) -> None:
    update_platform_settings(auto_dispatch=False, dispatch_policy=policy)
    (here,) = cabs(economy, 0.1)
    booking = make_booking(ada, economy)

    assert search(dora, booking, "wait").status_code == 200
    work("bookings.dispatch_once")

    assert asked(booking) == [here]
    booking.refresh_from_db()
    assert (booking.search_until, booking.dispatch_after) == (None, None)
    work("bookings.dispatch_once")
    assert asked(booking) == [here]


def test_staff_who_search_in_vain_with_automatic_dispatch_off_are_notified(
    ada: User, dora: User, economy: CarType
) -> None:
    update_platform_settings(auto_dispatch=False)
    booking = make_booking(ada, economy)
    search(dora, booking, "wait")
    work("bookings.dispatch_once")
    assert OutboxEntry.objects.filter(topic=f"booking:{booking.pk}", name="booking.no_driver").exists()


def test_staff_do_not_search_before_a_trip_for_later_is_released(
    ada: User, dora: User, economy: CarType, world: Any
) -> None:
    later = timezone.now() + timedelta(hours=5)
    booking = make_booking(ada, economy, book_later=True, trip_date=later)
    before = world()
    refused = search(dora, booking, "wait")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_released")
    assert world() == before
    assert "search" not in look(dora, booking.pk)["actions"]


# -- batches -----------------------------------------------------------------------------------


@pytest.fixture
def in_batches(db: None) -> None:
    update_platform_settings(dispatch_policy="batch")


def waiting(ada: User, economy: CarType, north: float = 0) -> Booking:
    booking = searching(ada, economy, pickup_lat=PICKUP[0] + north / 100)
    Booking.objects.filter(pk=booking.pk).update(dispatch_after=timezone.now())
    return booking


@pytest.mark.usefixtures("in_batches")
def test_a_batch_takes_the_least_time_for_all_and_not_the_nearest_for_the_first(
    ada: User, economy: CarType
) -> None:
    # The first booking's nearest driver is the only one who is near the second.
    first, second = waiting(ada, economy), waiting(ada, economy, north=3)
    south, between = cabs(economy, -2, 1)

    renew_searches()

    assert (asked(first), asked(second)) == ([south], [between])
    offer = first.offers.get()
    assert (offer.rank, offer.eta_seconds) == (2, 120)
    assert offer.distance_km == pytest.approx(2.22, abs=0.01)


@pytest.mark.usefixtures("in_batches")
def test_nobody_is_asked_for_two_bookings_at_once(ada: User, economy: CarType) -> None:
    first, second = waiting(ada, economy), waiting(ada, economy)
    (only,) = cabs(economy, 0.5)

    renew_searches()
    Booking.objects.filter(status=Status.NEW).update(dispatch_after=timezone.now())
    renew_searches()

    assert sorted(asked(first) + asked(second)) == [only]


@pytest.mark.usefixtures("in_batches")
def test_a_new_booking_waits_for_the_next_round_and_not_longer(ada: User, economy: CarType) -> None:
    booking = searching(ada, economy)
    (driver,) = cabs(economy, 0.5)

    assert dispatch_booking(booking_id=booking.pk) == 0
    assert asked(booking) == []
    renew_searches()

    assert asked(booking) == [driver]


@pytest.mark.usefixtures("in_batches")
def test_in_a_batch_a_search_ends_as_in_any_policy(ada: User, economy: CarType) -> None:
    cabs(economy, 0.5)
    booking = waiting(ada, economy)
    past = timezone.now() - timedelta(seconds=1)
    Booking.objects.filter(pk=booking.pk).update(search_until=past)

    renew_searches()

    booking.refresh_from_db()
    assert (asked(booking), booking.search_until, booking.dispatch_after) == ([], None, None)


@pytest.mark.usefixtures("in_batches")
def test_a_batch_goes_on_along_the_great_circle_while_the_routing_service_is_silent(
    ada: User, economy: CarType, measured: MeasuredRoads
) -> None:
    measured.silent = True
    booking = waiting(ada, economy)
    near, _far = cabs(economy, 0.5, 2)

    renew_searches()

    assert asked(booking) == [near]
    assert booking.offers.get().eta_seconds is None


@pytest.mark.django_db(transaction=True)
def test_two_rounds_at_once_are_one(ada: User, economy: CarType) -> None:
    update_platform_settings(dispatch_policy="batch")
    cabs(economy, 0.5)
    booking = waiting(ada, economy)
    other = connections.create_connection("default")
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [BATCH_LOCK])
            assert dispatch_waiting(booking_ids=[booking.pk]) == 0
            cursor.execute("SELECT pg_advisory_unlock(%s)", [BATCH_LOCK])
    finally:
        other.close()

    assert dispatch_waiting(booking_ids=[booking.pk]) == 1


def test_a_booking_of_another_car_type_is_no_part_of_it(ada: User, economy: CarType) -> None:
    update_platform_settings(dispatch_policy="batch")
    limousine = CarType.objects.create(name="Limousine", min_fare=30)
    (cab,) = cabs(economy, 0.5)
    plain = waiting(ada, economy)
    grand = make_booking(ada, limousine, search_until=plain.search_until, dispatch_after=plain.dispatch_after)

    renew_searches()

    assert (asked(plain), asked(grand)) == ([cab], [])

"""The order and the number of drivers of each policy; test_dispatch covers what all have in common."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.dispatch import assignment
from apps.bookings.models import Booking, Offer
from apps.bookings.services.dispatching import BATCH_LOCK, dispatch_booking, dispatch_waiting
from apps.bookings.services.housekeeping import renew_searches
from apps.bookings.services.offers import decline_offer
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.geo.port import LatLng, Matrix
from tests.bookings.api import API, book, look, quote, work
from tests.bookings.builders import PICKUP, credit_wallet, make_booking, put_online
from tests.bookings.roads import Roads, driving_on
from tests.bookings.test_dispatch import offered_to, searching
from tests.personas import client_of, make_driver
from tests.published import published_events

pytestmark = pytest.mark.django_db


@dataclass
class MeasuredRoads(Roads):
    """A minute for each 0.01 degree of latitude, an hour from the west, no route from the east."""

    matrices: list[tuple[int, int]] = field(default_factory=list)
    """The numbers of drivers and pickups of each request."""

    def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
        self.matrices.append((len(sources), len(destinations)))
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
    """Put drivers online at 0.01 degree (1.1 km) steps north of the pickup and return their ids."""
    drivers = []
    for north in norths:
        driver = make_driver("Cab", economy)
        credit_wallet(driver)
        put_online(driver, at=(PICKUP[0] + north / 100, lng))
        drivers.append(driver.pk)
    return drivers


def expire_offers(booking: Booking) -> None:
    """Expire the open offers and dispatch again."""
    Offer.objects.filter(booking=booking).update(expires_at=timezone.now())
    renew_searches()
    dispatch_booking(booking_id=booking.pk)


# -- broadcast ----------------------------------------------------------------------------------


def test_broadcast_ranks_by_driving_time_with_unreachable_drivers_last(ada: User, economy: CarType) -> None:
    (unreachable,) = cabs(economy, 0, lng=PICKUP[1] + 0.002)
    (across_the_river,) = cabs(economy, 0, lng=PICKUP[1] - 0.002)
    middle, here = cabs(economy, 0.9, 0.5)
    booking = searching(ada, economy)

    dispatch_booking(booking_id=booking.pk)

    assert offered_to(booking) == [here, middle, across_the_river, unreachable]


def test_broadcast_ranks_by_distance_if_routing_fails(
    ada: User, economy: CarType, measured: MeasuredRoads
) -> None:
    measured.silent = True
    across, here = *cabs(economy, 0.1, lng=PICKUP[1] - 0.002), *cabs(economy, 0.9)
    booking = searching(ada, economy)

    dispatch_booking(booking_id=booking.pk)

    assert offered_to(booking) == [across, here]


# -- waves -------------------------------------------------------------------------------------


@pytest.fixture
def in_waves(db: None) -> None:
    update_platform_settings(dispatch_policy="waves")


@pytest.mark.usefixtures("in_waves")
def test_wave_offers_to_the_three_nearest_by_road_for_twenty_seconds(ada: User, economy: CarType) -> None:
    (across_the_river,) = cabs(economy, 0, lng=PICKUP[1] - 0.002)
    here, middle, outer, _too_far = cabs(economy, 0.1, 0.5, 1, 1.5)
    booking = searching(ada, economy)

    assert dispatch_booking(booking_id=booking.pk) == 3

    assert offered_to(booking) == [here, middle, outer]
    assert across_the_river not in offered_to(booking)
    offers = booking.offers.order_by("rank")
    assert [offer.eta_seconds for offer in offers] == [6, 30, 60]
    assert {offer.expires_at - offer.offered_at for offer in offers} == {timedelta(seconds=20)}


@pytest.mark.usefixtures("in_waves")
def test_next_wave_has_a_larger_radius_and_then_starts_over(ada: User, economy: CarType) -> None:
    first, second, third = cabs(economy, 0.1, 0.2, 0.3)
    fourth, fifth = cabs(economy, 4, 7)
    booking = searching(ada, economy)
    dispatch_booking(booking_id=booking.pk)
    assert offered_to(booking) == [first, second, third]

    expire_offers(booking)
    assert offered_to(booking) == [fourth, fifth]

    expire_offers(booking)
    assert offered_to(booking) == [first, second, third]


@pytest.mark.usefixtures("in_waves")
def test_unreachable_driver_is_last_in_a_wave(ada: User, economy: CarType) -> None:
    (unreachable,) = cabs(economy, 0, lng=PICKUP[1] + 0.002)
    (across_the_river,) = cabs(economy, 0, lng=PICKUP[1] - 0.002)
    (here,) = cabs(economy, 0.9)
    booking = searching(ada, economy)

    dispatch_booking(booking_id=booking.pk)

    assert offered_to(booking) == [here, across_the_river, unreachable]
    assert booking.offers.get(driver_id=unreachable).eta_seconds is None


@pytest.mark.usefixtures("in_waves")
def test_driver_who_declined_is_in_no_later_wave(ada: User, economy: CarType) -> None:
    first, second = cabs(economy, 0.1, 0.2)
    booking = searching(ada, economy)
    dispatch_booking(booking_id=booking.pk)
    decline_offer(booking_id=booking.pk, by=User.objects.get(pk=first))

    expire_offers(booking)

    assert offered_to(booking) == [second]


@pytest.mark.usefixtures("in_waves")
def test_wave_uses_the_great_circle_if_routing_fails(
    ada: User, economy: CarType, measured: MeasuredRoads
) -> None:
    measured.silent = True
    across, here = *cabs(economy, 0.1, lng=PICKUP[1] - 0.002), *cabs(economy, 0.9)
    booking = searching(ada, economy)

    assert dispatch_booking(booking_id=booking.pk) == 2

    assert offered_to(booking) == [across, here]


# -- no driver found ---------------------------------------------------------------------------


def search(person: User, booking: Booking, action: str) -> Any:
    return client_of(person).post(f"{API}/bookings/{booking.pk}/search/", {"action": action})


def test_rider_continues_or_widens_a_finished_search(ada: User, economy: CarType) -> None:
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

    assert offered_to(booking) == [far]


def test_search_is_widened_at_most_twice_and_only_by_its_users(
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


def test_rider_postpones_a_trip_without_driver(ada: User, economy: CarType) -> None:
    booking = make_booking(ada, economy)
    assert "book-later" in look(ada, booking.pk)["actions"]
    later = timezone.now() + timedelta(hours=2)

    reply = postpone(ada, booking, later)

    assert reply.status_code == 200
    booking.refresh_from_db()
    assert (booking.book_later, booking.trip_date, booking.status) == (True, later, Status.NEW)
    assert booking.dispatch_after == booking.release_at
    assert "book-later" not in reply.json()["actions"]


def test_trip_is_not_postponed_too_soon_or_during_a_search(
    ada: User, cleo: User, economy: CarType, snapshot: Any
) -> None:
    booking, other = make_booking(ada, economy), searching(ada, economy)
    before = snapshot()
    soon = postpone(ada, booking, timezone.now() + timedelta(minutes=14))
    assert (soon.status_code, soon.json()["code"]) == (400, "past_booking_error")
    refused = postpone(ada, other, timezone.now() + timedelta(hours=2))
    assert (refused.status_code, refused.json()["code"]) == (409, "still_searching")
    assert postpone(cleo, booking, timezone.now() + timedelta(hours=2)).status_code == 404
    assert snapshot() == before


def test_rider_books_with_a_wider_search_radius(ada: User, economy: CarType, roads: Roads) -> None:
    (far,) = cabs(economy, 15)
    quoted = quote(ada, economy)
    assert book(ada, quoted).json()["code"] == "no_driver_found_alert_messege"
    assert book(ada, quoted, search_widened=3).status_code == 400

    booked = book(ada, quoted, search_widened=1)

    assert (booked.status_code, booked.json()["search_widened"]) == (201, 1)
    work("bookings.dispatch")
    assert offered_to(Booking.objects.get()) == [far]


# -- staff searches, and switching automatic dispatch on again ---------------------------------


def test_switching_dispatch_on_searches_for_waiting_bookings(ada: User, economy: CarType) -> None:
    update_platform_settings(auto_dispatch=False)
    (here,) = cabs(economy, 0.1)
    booking = make_booking(ada, economy)
    assert booking.search_until is None

    update_platform_settings(auto_dispatch=True)
    for name in ("bookings.resume_searches", "bookings.resume_search", "bookings.dispatch"):
        work(name)

    assert offered_to(booking) == [here]
    booking.refresh_from_db()
    assert booking.search_until is not None


def test_trip_for_later_keeps_its_time_when_dispatch_is_switched_on(ada: User, economy: CarType) -> None:
    update_platform_settings(auto_dispatch=False)
    cabs(economy, 0.1)
    later = timezone.now() + timedelta(hours=5)
    booking = make_booking(ada, economy, book_later=True, trip_date=later)

    update_platform_settings(auto_dispatch=True)
    for name in ("bookings.resume_searches", "bookings.resume_search", "bookings.dispatch"):
        work(name)

    assert offered_to(booking) == []
    booking.refresh_from_db()
    assert booking.dispatch_after == booking.release_at


def test_running_search_is_unchanged_when_dispatch_is_switched_on(ada: User, economy: CarType) -> None:
    booking = searching(ada, economy)
    update_platform_settings(auto_dispatch=False)
    update_platform_settings(auto_dispatch=True)
    work("bookings.resume_searches")
    assert not OutboxEntry.objects.filter(name="bookings.resume_search").exists()
    before = booking.version
    booking.refresh_from_db()
    assert booking.version == before


def test_staff_search_again_while_the_booking_is_new(ada: User, dora: User, economy: CarType) -> None:
    (here,) = cabs(economy, 0.1)
    booking = searching(ada, economy)
    assert "search" in look(dora, booking.pk)["actions"]
    assert "search" not in look(ada, booking.pk)["actions"]

    assert search(dora, booking, "wait").status_code == 200
    work("bookings.dispatch")

    assert offered_to(booking) == [here]
    assert search(dora, booking, "widen").json()["search_widened"] == 1


@pytest.mark.parametrize("policy", ["broadcast", "waves", "batch", "soon_free"])
def test_staff_search_without_automatic_dispatch_makes_offers_once(
    ada: User, dora: User, economy: CarType, policy: str
) -> None:
    update_platform_settings(auto_dispatch=False, dispatch_policy=policy)
    (here,) = cabs(economy, 0.1)
    booking = make_booking(ada, economy)

    assert search(dora, booking, "wait").status_code == 200
    work("bookings.dispatch_once")

    assert offered_to(booking) == [here]
    booking.refresh_from_db()
    assert (booking.search_until, booking.dispatch_after) == (None, None)
    work("bookings.dispatch_once")
    assert offered_to(booking) == [here]


def test_staff_search_without_result_notifies_them(ada: User, dora: User, economy: CarType) -> None:
    update_platform_settings(auto_dispatch=False)
    booking = make_booking(ada, economy)
    search(dora, booking, "wait")
    work("bookings.dispatch_once")
    assert published_events("booking.no_driver", topic=f"booking:{booking.pk}")


def test_staff_cannot_search_before_a_trip_for_later_is_released(
    ada: User, dora: User, economy: CarType, snapshot: Any
) -> None:
    later = timezone.now() + timedelta(hours=5)
    booking = make_booking(ada, economy, book_later=True, trip_date=later)
    before = snapshot()
    refused = search(dora, booking, "wait")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_released")
    assert snapshot() == before
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
def test_batch_minimises_the_total_drive_time(ada: User, economy: CarType) -> None:
    # The first booking's nearest driver is the only one who is near the second.
    first, second = waiting(ada, economy), waiting(ada, economy, north=3)
    south, between = cabs(economy, -2, 1)

    renew_searches()

    assert (offered_to(first), offered_to(second)) == ([south], [between])
    offer = first.offers.get()
    assert (offer.rank, offer.eta_seconds) == (2, 120)
    assert offer.distance_km == pytest.approx(2.22, abs=0.01)


@pytest.mark.usefixtures("in_batches")
def test_batch_considers_more_drivers_for_a_booking_without_one(
    ada: User, economy: CarType, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The bookings have the same nearest driver; the last driver is outside the radius.
    monkeypatch.setattr(assignment, "NEAREST", 1)
    first, second, _too_far = cabs(economy, 0.1, 0.5, 300)
    bookings = [waiting(ada, economy) for _ in range(3)]

    renew_searches()

    offered = [offered_to(booking) for booking in bookings]
    assert sorted(offered) == [[], [first], [second]]


@pytest.mark.usefixtures("in_batches")
def test_bookings_that_share_their_drivers_share_requests(
    ada: User, economy: CarType, measured: MeasuredRoads, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A request has two of the bookings and two of the drivers: four places.
    monkeypatch.setattr(assignment, "PLACES", 4)
    drivers = cabs(economy, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
    bookings = [waiting(ada, economy) for _ in range(6)]

    renew_searches()

    assert measured.matrices == [(2, 2)] * 9
    assert sorted(driver for booking in bookings for driver in offered_to(booking)) == drivers


@pytest.mark.usefixtures("in_batches")
def test_driver_gets_one_offer_at_a_time_in_batches(ada: User, economy: CarType) -> None:
    first, second = waiting(ada, economy), waiting(ada, economy)
    (only,) = cabs(economy, 0.5)

    renew_searches()
    Booking.objects.filter(status=Status.NEW).update(dispatch_after=timezone.now())
    renew_searches()

    assert sorted(offered_to(first) + offered_to(second)) == [only]


@pytest.mark.usefixtures("in_batches")
def test_new_booking_waits_for_the_next_batch(ada: User, economy: CarType) -> None:
    booking = searching(ada, economy)
    (driver,) = cabs(economy, 0.5)

    assert dispatch_booking(booking_id=booking.pk) == 0
    assert offered_to(booking) == []
    renew_searches()

    assert offered_to(booking) == [driver]


@pytest.mark.usefixtures("in_batches")
def test_search_ends_in_batches_too(ada: User, economy: CarType) -> None:
    cabs(economy, 0.5)
    booking = waiting(ada, economy)
    past = timezone.now() - timedelta(seconds=1)
    Booking.objects.filter(pk=booking.pk).update(search_until=past)

    renew_searches()

    booking.refresh_from_db()
    assert (offered_to(booking), booking.search_until, booking.dispatch_after) == ([], None, None)


@pytest.mark.usefixtures("in_batches")
def test_batch_uses_the_great_circle_if_routing_fails(
    ada: User, economy: CarType, measured: MeasuredRoads
) -> None:
    measured.silent = True
    booking = waiting(ada, economy)
    near, _far = cabs(economy, 0.5, 2)

    renew_searches()

    assert offered_to(booking) == [near]
    assert booking.offers.get().eta_seconds is None


@pytest.mark.django_db(transaction=True)
def test_concurrent_batch_rounds_run_once(ada: User, economy: CarType) -> None:
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


def test_batch_ignores_bookings_of_other_car_types(ada: User, economy: CarType) -> None:
    update_platform_settings(dispatch_policy="batch")
    limousine = CarType.objects.create(name="Limousine", min_fare=30)
    (cab,) = cabs(economy, 0.5)
    plain = waiting(ada, economy)
    grand = make_booking(ada, limousine, search_until=plain.search_until, dispatch_after=plain.dispatch_after)

    renew_searches()

    assert (offered_to(plain), offered_to(grand)) == ([cab], [])

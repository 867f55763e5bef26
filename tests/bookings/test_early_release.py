"""Offers of scheduled trips start earlier than usual for drivers who need longer to the pickup."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import OfferState, Status
from apps.bookings.models import Booking
from apps.bookings.services.dispatching import dispatch_booking, start_early
from apps.bookings.services.housekeeping import renew_searches
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.bookings.api import look, press
from tests.bookings.builders import PICKUP, credit_wallet, make_booking, make_offer, put_online
from tests.bookings.conftest import Snapshot
from tests.bookings.roads import Roads
from tests.personas import client_of, make_driver

pytestmark = [pytest.mark.django_db]

API = "/api/v1"
HALF_AN_HOUR = 30 * 60


@pytest.fixture(autouse=True)
def far_away(roads: Roads) -> Roads:
    """Every driver needs half an hour to the pickup."""
    roads.approach_seconds = HALF_AN_HOUR
    return roads


@pytest.fixture
def other(economy: CarType) -> User:
    driver = make_driver("Olga", economy)
    credit_wallet(driver)
    put_online(driver, at=(PICKUP[0] + 0.001, PICKUP[1]))
    return driver


def trip_in(minutes: float, ada: User, economy: CarType) -> Booking:
    at = timezone.now() + timedelta(minutes=minutes)
    return make_booking(
        ada,
        economy,
        book_later=True,
        trip_date=at,
        search_until=at,
        dispatch_after=at - timedelta(minutes=15),
    )


def planned_trip_in(minutes: float, ada: User, economy: CarType, driver: User) -> Booking:
    trip = trip_in(minutes, ada, economy)
    Booking.objects.filter(pk=trip.pk).update(planned_driver=driver)
    return trip


def offered(trip: Booking) -> list[int]:
    return list(trip.offers.filter(state=OfferState.OFFERED).values_list("driver_id", flat=True))


@pytest.mark.parametrize("auto_dispatch", [True, False])
@pytest.mark.parametrize(("minutes", "starts"), [(34, True), (36, False)])
def test_planned_driver_is_offered_the_trip_in_time_for_the_drive(
    minutes: int, starts: bool, auto_dispatch: bool, ada: User, ready: User, economy: CarType
) -> None:
    """Half an hour of driving and five minutes of margin."""
    update_platform_settings(auto_dispatch=auto_dispatch)
    trip = planned_trip_in(minutes, ada, economy, ready)

    assert start_early() == starts
    assert start_early() == 0

    assert offered(trip) == ([ready.pk] if starts else [])


def test_trip_waits_for_its_usual_search_after_the_planned_driver_declines_early(
    ada: User, ready: User, other: User, economy: CarType
) -> None:
    trip = planned_trip_in(30, ada, economy, ready)
    start_early()

    assert press(ready, trip.pk, "decline").status_code == 200
    renew_searches()
    start_early()

    assert offered(trip) == []
    trip.refresh_from_db()
    assert trip.dispatch_after == trip.release_at
    Booking.objects.filter(pk=trip.pk).update(trip_date=timezone.now() + timedelta(minutes=10))
    assert dispatch_booking(booking_id=trip.pk) == 1
    assert offered(trip) == [other.pk]


def test_planned_driver_who_accepts_early_has_the_trip(ada: User, ready: User, economy: CarType) -> None:
    trip = planned_trip_in(30, ada, economy, ready)
    start_early()

    assert press(ready, trip.pk, "accept").status_code == 200

    trip.refresh_from_db()
    assert trip.driver_id == ready.pk


@pytest.mark.parametrize(("minutes", "starts"), [(34, True), (36, False)])
def test_search_starts_in_time_for_the_quickest_driver(
    minutes: int, starts: bool, ada: User, ready: User, economy: CarType
) -> None:
    update_platform_settings(release_by_drive_time=True)
    trip = trip_in(minutes, ada, economy)

    assert start_early() == starts
    assert start_early() == 0
    renew_searches()

    assert offered(trip) == ([ready.pk] if starts else [])


def test_search_starts_at_the_usual_time_for_drivers_nearby(
    ada: User, ready: User, economy: CarType, far_away: Roads
) -> None:
    update_platform_settings(release_by_drive_time=True)
    far_away.approach_seconds = 60
    trip = trip_in(16, ada, economy)

    assert start_early() == 0

    trip.refresh_from_db()
    assert trip.release_at == trip.trip_date - timedelta(minutes=15)


@pytest.mark.parametrize("why", ["setting off", "manual dispatch", "no route", "no driver", "over an hour"])
def test_search_does_not_start_early(
    why: str,
    ada: User,
    ready: User,
    economy: CarType,
    far_away: Roads,
    snapshot: Callable[[], Snapshot],
) -> None:
    update_platform_settings(
        release_by_drive_time=why != "setting off", auto_dispatch=why != "manual dispatch"
    )
    minutes = 30
    if why == "no route":
        far_away.silent = True
    elif why == "no driver":
        client_of(ready).put(f"{API}/me/availability/", {"active": False})
    elif why == "over an hour":
        far_away.approach_seconds, minutes = 3 * 60 * 60, 61
    trip_in(minutes, ada, economy)
    before = snapshot()

    assert start_early() == 0

    assert snapshot() == before


def test_early_search_counts_until_the_trip_is_moved(
    ada: User, dora: User, ready: User, economy: CarType
) -> None:
    update_platform_settings(release_by_drive_time=True)
    trip = trip_in(30, ada, economy)
    start_early()
    trip.refresh_from_db()
    assert trip.released_at == trip.release_at

    at = (timezone.now() + timedelta(hours=5)).replace(microsecond=0)
    revision = look(dora, trip.pk)["revision"]
    reply = press(dora, trip.pk, "edit", revision=revision, trip_date=at.isoformat())

    assert reply.status_code == 200, reply.json()
    trip.refresh_from_db()
    assert trip.release_at == at - timedelta(minutes=15)


@pytest.mark.parametrize("why", ["offline", "busy", "unconfirmed"])
def test_staff_see_planned_trips_at_risk(
    why: str, ada: User, cleo: User, dora: User, fay: User, ready: User, economy: CarType
) -> None:
    near, far = (planned_trip_in(minutes, ada, economy, ready) for minutes in (59, 62))
    if why != "unconfirmed":
        Booking.objects.filter(pk=near.pk).update(plan_confirmed_at=timezone.now())
        assert "plan" not in alerts(dora)
    if why == "offline":
        client_of(ready).put(f"{API}/me/availability/", {"active": False})
    elif why == "busy":
        make_booking(cleo, economy, Status.ACCEPTED, driver=ready)

    (case,) = alerts(dora)["plan"]

    assert (case["booking_id"], case["name"], case["note"]) == (near.pk, "Ben Example", why)
    assert case["actions"] == ["plan"]
    assert far.pk != case["booking_id"]
    assert "plan" not in alerts(fay)


def test_offered_driver_of_another_trip_is_not_offered_the_planned_one(
    ada: User, cleo: User, ready: User, economy: CarType
) -> None:
    trip = planned_trip_in(30, ada, economy, ready)
    make_offer(make_booking(cleo, economy), ready)

    assert start_early() == 0

    assert offered(trip) == []


def alerts(user: User) -> dict[str, list[dict[str, object]]]:
    results = client_of(user).get(f"{API}/dashboard/alerts/").json()["results"]
    return {cases["kind"]: cases["results"] for cases in results}

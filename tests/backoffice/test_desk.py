"""The dispatcher's board: lanes of bookings and states of drivers; fleet admins see their own."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.renderers import JSONRenderer

from apps.accounts.models import User
from apps.accounts.services.availability import set_driver_active
from apps.backoffice.desk.board import desk_drivers
from apps.backoffice.desk.serializers import DeskDriversSerializer
from apps.bookings.choices import Status
from apps.bookings.models import Booking, BookingStop
from apps.bookings.timing import LATE_PICKUP, LATE_TRIP
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.fleet.models import Shift, ShiftBreak
from tests.bookings.api import API
from tests.bookings.builders import PICKUP, SECONDS, make_booking, make_offer, put_online
from tests.personas import client_of, make_driver

pytestmark = pytest.mark.django_db

BOARD, DRIVERS = f"{API}/desk/board/", f"{API}/desk/drivers/"


def jobs(person: User, **query: str) -> dict[int, dict[str, Any]]:
    reply = client_of(person).get(BOARD, query)
    assert reply.status_code == 200, reply.json()
    return {job["id"]: job for job in reply.json()["jobs"]}


def drivers(person: User, **query: str) -> dict[int, dict[str, Any]]:
    reply = client_of(person).get(DRIVERS, query)
    assert reply.status_code == 200, reply.json()
    return {driver["id"]: driver for driver in reply.json()["results"]}


MINUTE = timedelta(minutes=1)
ESTIMATED = timedelta(seconds=SECONDS)


@pytest.mark.parametrize(
    ("status", "ago", "later", "lane"),
    [
        (Status.NEW, 1 * MINUTE, False, "waiting"),
        (Status.NEW, 6 * MINUTE, False, "late"),
        (Status.NEW, -16 * MINUTE, True, "scheduled"),
        (Status.NEW, -14 * MINUTE, True, "waiting"),
        (Status.NEW, 6 * MINUTE, True, "late"),
        (Status.ACCEPTED, LATE_PICKUP - MINUTE, False, "on_the_way"),
        (Status.ACCEPTED, LATE_PICKUP + MINUTE, False, "late"),
        (Status.ARRIVED, LATE_PICKUP + MINUTE, False, "arrived"),
        (Status.STARTED, LATE_TRIP + 2 * ESTIMATED - MINUTE, False, "on_board"),
        (Status.STARTED, LATE_TRIP + 2 * ESTIMATED + MINUTE, False, "late"),
        (Status.REACHED, 400 * MINUTE, False, "unpaid"),
        (Status.PENDING, 400 * MINUTE, False, "unpaid"),
        (Status.PAYMENT_PENDING, 400 * MINUTE, False, "unpaid"),
        (Status.PAID, MINUTE, False, None),
        (Status.COMPLETE, MINUTE, False, None),
        (Status.CANCELLED, MINUTE, False, None),
    ],
)
def test_lane_follows_from_status_and_time(
    status: Status,
    ago: timedelta,
    later: bool,
    lane: str | None,
    dora: User,
    ada: User,
    ben: User,
    economy: CarType,
) -> None:
    at = timezone.now() - ago
    driver = None if status in (Status.NEW, Status.PAYMENT_PENDING) else ben
    booking = make_booking(ada, economy, status, driver=driver, trip_date=at, book_later=later)
    times = dict.fromkeys(("accepted_at", "driver_arrive_time", "trip_start_time", "trip_end_time"), at)
    Booking.objects.filter(pk=booking.pk).update(**times)
    job = jobs(dora).get(booking.pk)
    assert (job and job["lane"]) == lane


def test_job_says_what_a_dispatcher_needs(
    dora: User, ada: User, ben: User, bob: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy)
    for rank, driver in enumerate((bob, ben)):
        make_offer(booking, driver, rank=rank)
    job = jobs(dora)[booking.pk]
    assert (job["lane"], job["reference"], job["version"]) == ("offered", booking.reference, booking.version)
    assert (job["customer_name"], job["car_type"], job["driver"]) == (ada.full_name, economy.name, None)
    assert job["pickup"] == {"lat": PICKUP[0], "lng": PICKUP[1], "add": booking.pickup_add}
    assert [driver["name"] for driver in job["offered_to"]] == [bob.full_name, ben.full_name]
    assert job["late_at"] == (booking.trip_date + 5 * MINUTE).isoformat().replace("+00:00", "Z")


def test_job_with_a_driver_names_driver_and_plate(dora: User, ada: User, ben: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.ARRIVED, driver=ben)
    job = jobs(dora)[booking.pk]
    assert job["driver"] == {"id": ben.pk, "name": ben.full_name, "vehicle_number": booking.vehicle_number}
    assert (job["late_at"], job["offered_to"]) == (None, [])


def test_late_jobs_are_those_of_the_alerts(dora: User, ada: User, ben: User, economy: CarType) -> None:
    long_ago = timezone.now() - timedelta(hours=1)
    waiting = make_booking(ada, economy, trip_date=long_ago)
    trip = make_booking(ada, economy, Status.ACCEPTED, driver=ben, trip_date=long_ago)
    Booking.objects.filter(pk=trip.pk).update(accepted_at=long_ago)
    alerts = client_of(dora).get(f"{API}/dashboard/alerts/").json()["results"]
    alerted = {pk for cases in alerts if cases["kind"] in ("waiting", "late_trip") for pk in cases["ids"]}
    late = {pk for pk, job in jobs(dora).items() if job["lane"] == "late"}
    assert late == alerted == {waiting.pk, trip.pk}


def test_only_requested_jobs_are_returned(dora: User, ada: User, ben: User, economy: CarType) -> None:
    one, two, three = (make_booking(ada, economy) for _ in range(3))
    make_offer(two, ben)
    gone = make_booking(ada, economy, Status.CANCELLED)
    found = jobs(dora, ids=f"{one.pk},{two.pk},{gone.pk}")
    assert found.keys() == {one.pk, two.pk}
    assert found[two.pk]["lane"] == "offered"
    assert jobs(dora).keys() == {one.pk, two.pk, three.pk}


def test_only_requested_drivers_are_returned(
    dora: User, fay: User, ben: User, bob: User, economy: CarType
) -> None:
    """Bob drives for Fay's fleet."""
    never = make_driver("Never", economy)
    put_online(ben)
    put_online(bob)
    assert drivers(dora, ids=f"{ben.pk},{never.pk}") == {ben.pk: drivers(dora)[ben.pk]}
    assert drivers(fay, ids=f"{ben.pk},{bob.pk}").keys() == {bob.pk}


def test_drivers_have_the_published_shape(dora: User, ben: User) -> None:
    put_online(ben)
    rows = desk_drivers(dora)
    assert json.loads(JSONRenderer().render(DeskDriversSerializer({"results": rows}).data)) == {
        "results": list(drivers(dora).values())
    }


@pytest.mark.parametrize("path", [BOARD, DRIVERS])
@pytest.mark.parametrize("ids", ["x", "1,-2", ",".join("1" * 201), "9" * 30])
def test_invalid_ids_are_refused(path: str, ids: str, dora: User) -> None:
    reply = client_of(dora).get(path, {"ids": ids})
    assert (reply.status_code, list(reply.json()["fields"])) == (400, ["ids"])


def test_fleet_admin_sees_own_trips_and_drivers_only(
    dora: User, fay: User, ada: User, ben: User, bob: User, economy: CarType
) -> None:
    """Bob drives for Fay's fleet."""
    put_online(ben)
    put_online(bob)
    own = make_booking(ada, economy, Status.ACCEPTED, driver=bob)
    other = make_booking(ada, economy, Status.ACCEPTED, driver=ben)
    waiting = make_booking(ada, economy)
    assert jobs(fay).keys() == {own.pk}
    assert jobs(fay, ids=f"{own.pk},{other.pk},{waiting.pk}").keys() == {own.pk}
    assert jobs(dora).keys() == {own.pk, other.pk, waiting.pk}
    assert drivers(fay).keys() == {bob.pk}
    assert drivers(dora).keys() == {ben.pk, bob.pk}


def test_driver_is_listed_by_state_with_the_time_in_it(dora: User, ada: User, economy: CarType) -> None:
    free, offered, busy, resting, gone = (
        make_driver(name, economy) for name in ("Free", "Offered", "Busy", "Resting", "Gone")
    )
    make_driver("Never", economy)
    for driver in (free, offered, busy, resting, gone):
        put_online(driver)
    offer = make_offer(make_booking(ada, economy), offered)
    trip = make_booking(ada, economy, Status.STARTED, driver=busy)
    shift = Shift.objects.create(driver=resting, started_at=timezone.now() - timedelta(hours=3))
    pause = ShiftBreak.objects.create(shift=shift, started_at=timezone.now() - timedelta(minutes=10))
    set_driver_active(driver_id=gone.pk, active=False)
    found = {row["name"].split()[0]: row for row in drivers(dora).values()}
    assert {name: row["state"] for name, row in found.items()} == {
        "Free": "free",
        "Offered": "offered",
        "Busy": "busy",
        "Resting": "break",
        "Gone": "offline",
    }
    free.driver_profile.refresh_from_db()
    times = {name: row["since"] for name, row in found.items()}
    expected = {
        "Free": free.driver_profile.online_since,
        "Offered": offer.offered_at,
        "Busy": trip.accepted_at,
        "Resting": pause.started_at,
    }
    assert {name: times[name] for name in expected} == {
        name: at and at.isoformat().replace("+00:00", "Z") for name, at in expected.items()
    }
    assert found["Busy"]["booking_id"] == trip.pk


def test_free_driver_counts_from_the_end_of_the_last_trip(
    dora: User, ada: User, ben: User, economy: CarType
) -> None:
    put_online(ben)
    ended = timezone.now() + timedelta(seconds=1)
    make_booking(ada, economy, Status.COMPLETE, driver=ben, trip_end_time=ended)
    assert drivers(dora)[ben.pk]["since"] == ended.isoformat().replace("+00:00", "Z")


@pytest.mark.parametrize("path", [BOARD, DRIVERS])
def test_number_of_statements_does_not_depend_on_the_jobs(
    path: str, dora: User, ada: User, economy: CarType
) -> None:
    client = client_of(dora)
    names = (f"D{number}" for number in range(100))
    add: Callable[[], Any] = lambda: make_driver(next(names), economy)  # noqa: E731
    counts = []
    for _ in range(3):
        for _ in range(4):
            booking = make_booking(ada, economy)
            driver, busy = add(), add()
            put_online(driver)
            put_online(busy)
            make_offer(booking, driver)
            make_booking(ada, economy, Status.STARTED, driver=busy)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path).status_code == 200
        counts.append(len(queries))
    assert len(set(counts)) == 1


def test_unpaid_trip_is_due_after_the_alerts_hours(
    dora: User, ada: User, ben: User, economy: CarType
) -> None:
    update_platform_settings(unpaid_alert_hours=7)
    ended = timezone.now() - timedelta(hours=1)
    booking = make_booking(ada, economy, Status.PENDING, driver=ben, trip_end_time=ended)
    job = jobs(dora)[booking.pk]
    assert job["since"] == ended.isoformat().replace("+00:00", "Z")
    assert job["late_at"] == (ended + timedelta(hours=7)).isoformat().replace("+00:00", "Z")


def test_job_has_its_number_of_stops_and_the_next_one(
    ada: User, ben: User, dora: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy, Status.STARTED, driver=ben, stop_count=2)
    for position, add in enumerate(("Wootton", "Ryde"), start=1):
        BookingStop.objects.create(booking=booking, position=position, lat=50.7, lng=-1.2, add=add)
    direct = make_booking(ada, economy)

    def shown() -> list[tuple[int, str | None]]:
        board = jobs(dora)
        return [(board[pk]["stop_count"], board[pk]["next_stop"]) for pk in (booking.pk, direct.pk)]

    assert shown() == [(2, "Wootton"), (0, None)]
    # The car is still there until it leaves.
    booking.stops.filter(position=1).update(reached_at=timezone.now())
    assert shown() == [(2, "Wootton"), (0, None)]
    booking.stops.filter(position=1).update(left_at=timezone.now())
    assert shown() == [(2, "Ryde"), (0, None)]
    booking.stops.update(reached_at=timezone.now(), left_at=timezone.now())
    assert shown() == [(2, None), (0, None)]

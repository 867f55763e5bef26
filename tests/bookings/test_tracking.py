"""Points of a trip: stored before they are acknowledged, and once even if sent again."""

from datetime import datetime, timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import DistanceSource, Status
from apps.bookings.models import Booking, TrackingPoint
from apps.bookings.services.measurement import measure_trip
from apps.bookings.state_machine.machine import apply_transition
from apps.core.errors import Conflict
from apps.fares.models import CarType
from apps.geo.positions.store import PositionReport, position_of
from tests.bookings.builders import DROP, PICKUP, make_booking, move, send_positions

pytestmark = pytest.mark.django_db
METRE = 1 / 111_195
"""In degrees of latitude."""


def report(driver: User, metres_north: float, at: datetime) -> PositionReport:
    return PositionReport(driver_id=driver.pk, lat=PICKUP[0] + metres_north * METRE, lng=PICKUP[1], at=at)


def stored(booking: Booking) -> list[tuple[str, int]]:
    points = TrackingPoint.objects.filter(booking=booking).order_by("at")
    return [(point.status, round((point.lat - PICKUP[0]) / METRE)) for point in points]


@pytest.fixture
def started(ada: User, ben: User, economy: CarType) -> Booking:
    return make_booking(ada, economy, Status.STARTED, driver=ben)


def test_points_are_stored_and_update_the_position(started: Booking, ben: User) -> None:
    now = timezone.now()
    points = [report(ben, metres, now + timedelta(seconds=metres / 10)) for metres in (0, 50, 100)]

    assert send_positions(ben, points) == started.pk

    assert stored(started) == [("STARTED", 0), ("STARTED", 50), ("STARTED", 100)]
    position = position_of(ben.pk)
    assert position is not None
    assert position.at.lat == pytest.approx(PICKUP[0] + 100 * METRE)


def test_points_sent_again_in_any_order_are_stored_once(started: Booking, ben: User) -> None:
    now = timezone.now()
    points = [report(ben, metres, now + timedelta(seconds=metres / 10)) for metres in (0, 50, 100)]
    send_positions(ben, points)

    send_positions(ben, [*reversed(points), points[1]])

    assert stored(started) == [("STARTED", 0), ("STARTED", 50), ("STARTED", 100)]


def test_batch_of_points_takes_one_query_and_one_write(started: Booking, ben: User) -> None:
    now = timezone.now()
    send_positions(ben, [report(ben, 0, now)])

    with CaptureQueriesContext(connection) as queries:
        send_positions(ben, [report(ben, 50, now + timedelta(seconds=1))])

    assert [query["sql"].split()[0] for query in queries] == ["SELECT", "WITH"]
    assert stored(started) == [("STARTED", 0), ("STARTED", 50)]


def test_stationary_car_adds_no_points(started: Booking, ben: User) -> None:
    now = timezone.now()
    points = [report(ben, metres, now + timedelta(seconds=metres)) for metres in (0, 3, 9, 4, 11)]

    send_positions(ben, points)

    assert stored(started) == [("STARTED", 0), ("STARTED", 11)]


def test_late_point_gets_the_status_of_its_time(ada: User, ben: User, economy: CarType) -> None:
    now = timezone.now()
    booking = make_booking(
        ada,
        economy,
        Status.STARTED,
        driver=ben,
        accepted_at=now - timedelta(seconds=300),
        driver_arrive_time=now - timedelta(seconds=200),
        trip_start_time=now - timedelta(seconds=100),
    )
    points = [report(ben, ago, now - timedelta(seconds=ago)) for ago in (400, 250, 150, 50)]

    send_positions(ben, points)

    assert stored(booking) == [("ACCEPTED", 250), ("ARRIVED", 150), ("STARTED", 50)]


def test_driver_without_a_trip_only_gets_a_position(ben: User) -> None:
    assert send_positions(ben, [report(ben, 0, timezone.now())]) is None

    assert position_of(ben.pk) is not None
    assert not TrackingPoint.objects.exists()


@pytest.mark.parametrize(("metres", "status"), [(21, Status.ACCEPTED), (19, Status.ARRIVED)])
def test_driver_within_twenty_metres_of_the_pickup_has_arrived(
    metres: float, status: Status, ada: User, ben: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy, Status.ACCEPTED, driver=ben)

    send_positions(ben, [report(ben, metres, timezone.now())])

    booking.refresh_from_db()
    assert booking.status == status
    if status == Status.ARRIVED:
        assert booking.driver_arrive_time is not None
        assert booking.events.get().role == "system"


def test_without_routing_the_great_circle_distance_is_charged(started: Booking, ben: User) -> None:
    long_ago = timezone.now() - timedelta(minutes=10)
    send_positions(ben, [report(ben, 0, long_ago)])
    move(ben, (PICKUP[0] + 5000 * METRE, PICKUP[1]))

    measurement = measure_trip(started.pk, by=ben)

    assert measurement is not None
    assert measurement.distance_source == DistanceSource.GREAT_CIRCLE
    assert measurement.distance_km == Decimal("5.000")
    assert measurement.drop_lat == pytest.approx(PICKUP[0] + 5000 * METRE)


def test_trip_without_points_measures_zero(started: Booking, ben: User) -> None:
    move(ben, DROP)

    measurement = measure_trip(started.pk, by=ben)

    assert measurement is not None
    assert (measurement.distance_km, measurement.distance_source) == (Decimal(0), "")


def test_trip_that_has_not_started_is_not_measured(ada: User, ben: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.ARRIVED, driver=ben)

    assert measure_trip(booking.pk, by=ben) is None


def test_reach_without_a_measurement_is_refused(started: Booking, ben: User) -> None:
    with pytest.raises(Conflict) as refusal:
        apply_transition("reach", booking_id=started.pk, by=ben)

    assert refusal.value.code == "wrong_status"
    started.refresh_from_db()
    assert started.status == Status.STARTED

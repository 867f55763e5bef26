"""Drivers whose phone goes silent are notified: taken offline if free, on return if on a trip."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import TRACKED, Status
from apps.bookings.models import Booking
from apps.bookings.services.housekeeping import retire_stale_drivers
from apps.bookings.timing import RELEASE, STALE_DRIVER
from apps.core.platform import platform_settings
from apps.fares.models import CarType
from apps.geo.models import DriverPosition
from apps.geo.positions.store import PositionReport
from apps.notifications.models import InboxMessage
from tests.bookings.builders import PICKUP, make_booking, put_online, send_positions

pytestmark = pytest.mark.django_db


def fall_silent(driver: User) -> None:
    # The database's clock is that of the start of the test's transaction.
    DriverPosition.objects.filter(pk=driver.pk).update(
        at=timezone.now() - STALE_DRIVER - timedelta(minutes=1)
    )


def notices() -> list[InboxMessage]:
    return list(InboxMessage.objects.filter(occasion="signal_lost").order_by("pk"))


def test_silent_driver_gets_one_notification_a_gap_with_the_time(ready: User) -> None:
    fall_silent(ready)
    last = DriverPosition.objects.get(pk=ready.pk).at
    assert last is not None

    assert (retire_stale_drivers(), retire_stale_drivers()) == (1, 0)

    (notice,) = notices()
    assert notice.user_id == ready.pk
    assert notice.data["time"] == f"{last.astimezone(platform_settings().tz):%H:%M}"
    put_online(ready)
    fall_silent(ready)
    retire_stale_drivers()
    assert len(notices()) == 2


def test_silent_driver_on_a_trip_gets_no_notification(ada: User, ready: User, economy: CarType) -> None:
    make_booking(ada, economy, Status.STARTED, driver=ready)
    fall_silent(ready)

    assert retire_stale_drivers() == 0

    assert DriverProfile.objects.get(pk=ready.pk).active
    assert notices() == []


def test_failed_notification_does_not_block_other_drivers(ready: User, bob: User) -> None:
    put_online(bob)
    for driver in (ready, bob):
        fall_silent(driver)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(
            "ALTER TABLE notifications_inboxmessage ADD CONSTRAINT never"
            f" CHECK (user_id <> {ready.pk}) NOT VALID"
        )

    assert retire_stale_drivers() == 2

    assert [notice.user_id for notice in notices()] == [bob.pk]
    assert not DriverProfile.objects.filter(active=True).exists()


def signal_back() -> list[InboxMessage]:
    return list(InboxMessage.objects.filter(occasion="signal_back"))


def last_received(driver: User, ago: timedelta) -> datetime:
    moment = timezone.now() - ago
    DriverPosition.objects.filter(pk=driver.pk).update(received_at=moment)
    return moment


def point(driver: User, *, ago: timedelta = timedelta(0)) -> PositionReport:
    return PositionReport(driver.pk, *PICKUP, timezone.now() - ago)


@pytest.fixture
def started(ada: User, ready: User, economy: CarType) -> Booking:
    booking = make_booking(ada, economy, Status.STARTED, driver=ready)
    long_ago = timezone.now() - timedelta(hours=2)
    Booking.objects.filter(pk=booking.pk).update(accepted_at=long_ago, trip_start_time=long_ago)
    return booking


@pytest.mark.parametrize("status", TRACKED)
def test_returning_driver_gets_one_notification_with_the_gap(
    started: Booking, ready: User, status: Status
) -> None:
    Booking.objects.filter(pk=started.pk).update(status=status)
    since, back = last_received(ready, STALE_DRIVER * 2), [point(ready)]

    send_positions(ready, back)
    send_positions(ready, back)

    (notice,) = signal_back()
    tz = platform_settings().tz
    assert notice.user_id == ready.pk
    assert notice.data == {
        "booking_id": started.pk,
        "reference": started.reference,
        "time": f"{since.astimezone(tz):%H:%M}",
        "until": f"{back[0].at.astimezone(tz):%H:%M}",
    }
    last_received(ready, STALE_DRIVER * 2)
    send_positions(ready, [point(ready)])
    assert len(signal_back()) == 2


def test_gap_notification_is_in_the_drivers_language(started: Booking, ready: User) -> None:
    ready.language = "de"
    ready.save(update_fields=["language"])
    since = last_received(ready, STALE_DRIVER * 2)
    send_positions(ready, [point(ready)])
    (message,) = signal_back()
    assert message.title == "Sie waren offline: kein Signal"
    tz = platform_settings().tz
    assert f"{since.astimezone(tz):%H:%M} bis {message.data['until']}" in message.msg


@pytest.mark.django_db(transaction=True)
def test_concurrent_batches_send_one_notification(started: Booking, ready: User) -> None:
    last_received(ready, STALE_DRIVER * 2)
    barrier = Barrier(2)

    def receive(number: int) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(30)
            send_positions(ready, [point(ready, ago=timedelta(seconds=number))])
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(receive, range(2)))

    assert len(signal_back()) == 1


def test_gap_ends_when_the_server_received_the_points(started: Booking, ready: User) -> None:
    gap = STALE_DRIVER * 10
    since = last_received(ready, gap)
    queue = [point(ready, ago=gap - timedelta(seconds=10 * number)) for number in range(3)]

    send_positions(ready, queue)

    (notice,) = signal_back()
    tz = platform_settings().tz
    assert notice.data["time"] == f"{since.astimezone(tz):%H:%M}"
    assert notice.data["until"] == f"{timezone.now().astimezone(tz):%H:%M}"


def test_short_gap_sends_no_notification(started: Booking, ready: User) -> None:
    last_received(ready, STALE_DRIVER - timedelta(seconds=5))

    send_positions(ready, [point(ready)])

    assert signal_back() == []


def test_old_points_of_an_online_phone_send_no_notification(started: Booking, ready: User) -> None:
    for _ in range(2):
        last_received(ready, STALE_DRIVER - timedelta(seconds=5))
        # Older than the stored position: they do not change it but count as received.
        send_positions(ready, [point(ready, ago=STALE_DRIVER * 5)])

    assert signal_back() == []
    row = DriverPosition.objects.get(pk=ready.pk)
    assert row.received_at is not None
    assert timezone.now() - row.received_at < timedelta(seconds=60)
    assert row.at is not None
    assert timezone.now() - row.at < STALE_DRIVER


def test_gap_before_the_trip_was_accepted_is_ignored(started: Booking, ready: User) -> None:
    last_received(ready, STALE_DRIVER * 2)
    Booking.objects.filter(pk=started.pk).update(accepted_at=timezone.now() - STALE_DRIVER / 2)

    send_positions(ready, [point(ready)])

    assert signal_back() == []


@pytest.mark.parametrize(("minutes_to_trip", "count"), [(60, 0), (5, 1)])
def test_gap_before_the_last_minutes_of_a_trip_for_later_is_ignored(
    started: Booking, ready: User, minutes_to_trip: int, count: int
) -> None:
    due = timezone.now() + timedelta(minutes=minutes_to_trip)
    Booking.objects.filter(pk=started.pk).update(
        status=Status.ACCEPTED, book_later=True, trip_date=due, trip_start_time=None, driver_arrive_time=None
    )
    last_received(ready, timedelta(hours=1))

    send_positions(ready, [point(ready)])

    began = [notice.data["time"] for notice in signal_back()]
    assert began == [f"{(due - RELEASE).astimezone(platform_settings().tz):%H:%M}"] * count


def test_driver_without_a_trip_gets_no_gap_notification(ready: User) -> None:
    last_received(ready, STALE_DRIVER * 2)

    send_positions(ready, [point(ready)])

    assert signal_back() == []
    received_at = DriverPosition.objects.get(pk=ready.pk).received_at
    assert received_at is not None
    assert timezone.now() - received_at < timedelta(seconds=60)

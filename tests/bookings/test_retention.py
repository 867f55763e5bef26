"""What is deleted some time after a trip: positions, messages and photos. The trip itself stays."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, SosAlert, TrackingPoint
from apps.chat.models import ChatMessage
from apps.core.files.stored_files import booking_image_name, store_file
from apps.core.media import PRIVATE
from apps.core.platform import update_platform_settings
from apps.core.privacy.retention import delete_expired
from apps.fares.models import CarType
from tests.bookings.api import work
from tests.bookings.builders import make_booking

pytestmark = pytest.mark.django_db
PERIODS = {"trip_point_days": 30, "chat_days": 60, "photo_days": 90}


@pytest.fixture(autouse=True)
def _periods() -> None:
    update_platform_settings(**PERIODS)


def ended(rider: User, driver: User, car: CarType, days_ago: int) -> Booking:
    """A complete trip that ended then, with points, a message, an alert and a photo."""
    at = timezone.now() - timedelta(days=days_ago)
    trip = make_booking(rider, car, Status.COMPLETE, driver=driver, ended_at=at)
    for seconds in (0, 1):
        TrackingPoint.objects.create(
            booking=trip, at=at + timedelta(seconds=seconds), status="STARTED", lat=50, lng=-1
        )
    ChatMessage.objects.create(booking=trip, driver=driver, source="rider", message="Hi", client_id="1")
    SosAlert.objects.create(booking=trip, by=rider, lat=50, lng=-1)
    name = store_file(PRIVATE, booking_image_name(trip.pk, "deliver"), b"picture")
    Booking.objects.filter(pk=trip.pk).update(deliver_image=name)
    return trip


def stored(trip: Booking) -> tuple[int, int, int, bool]:
    trip.refresh_from_db()
    located = trip.sos_alerts.filter(lat__isnull=False).count()
    points = TrackingPoint.objects.filter(booking=trip).count()
    return points, located, trip.chat_messages.count(), bool(trip.deliver_image)


@pytest.mark.parametrize(
    ("days_ago", "left"),
    [
        (29, (2, 1, 1, True)),
        (31, (0, 0, 1, True)),
        (61, (0, 0, 0, True)),
        (91, (0, 0, 0, False)),
    ],
)
def test_each_part_is_deleted_after_its_period(
    media: Path, ada: User, bob: User, economy: CarType, days_ago: int, left: tuple[int, int, int, bool]
) -> None:
    trip = ended(ada, bob, economy, days_ago)
    delete_expired(short=False)
    work("core.delete_file")
    assert stored(trip) == left
    assert len([path for path in media.rglob("*") if path.is_file()]) == left[-1]
    assert (trip.status, trip.trip_cost > 0, trip.sos_alerts.count()) == (Status.COMPLETE, True, 1)


def test_trip_under_way_loses_nothing(media: Path, ada: User, bob: User, economy: CarType) -> None:
    trip = ended(ada, bob, economy, 400)
    Booking.objects.filter(pk=trip.pk).update(status=Status.STARTED, ended_at=None)
    delete_expired(short=False)
    assert stored(trip) == (2, 1, 1, True)

"""The panic button: who can press it, who is alerted, and how alerts are handled."""

from typing import Any

import pytest

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.choices import ON_TRIP, Status
from apps.bookings.models import Booking, SosAlert
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.notifications.models import InboxMessage
from tests.bookings.api import API
from tests.bookings.builders import make_booking
from tests.personas import client_of, make_user

pytestmark = pytest.mark.django_db
HERE = {"lat": 50.7, "lng": -1.29}


@pytest.fixture
def trip(ada: User, bob: User, economy: CarType) -> Booking:
    """ada's running trip, driven by bob of fay's fleet."""
    return make_booking(ada, economy, Status.STARTED, driver=bob)


def raise_alarm(person: User | None, trip: Booking, **place: Any) -> Any:
    return client_of(person).post(f"{API}/bookings/{trip.pk}/sos/", place)


def open_sos_alerts(person: User) -> Any:
    return client_of(person).get(f"{API}/sos/").json()["results"]


def handle(person: User | None, alert_id: int) -> Any:
    return client_of(person).post(f"{API}/sos/{alert_id}/handle/")


def published(name: str) -> list[tuple[str, dict[str, Any]]]:
    events = OutboxEntry.objects.filter(kind=OutboxEntry.Kind.EVENT, name=name).order_by("pk")
    return [(event.topic, event.payload) for event in events]


def snapshot() -> Any:
    return list(SosAlert.objects.values()), OutboxEntry.objects.count()


def test_alarm_reaches_every_admin_and_returns_the_emergency_number(
    trip: Booking, ada: User, dora: User
) -> None:
    other, gone = make_user("Dan", UserType.ADMIN), make_user("Don", UserType.ADMIN, is_active=False)
    update_platform_settings(panic="999")

    reply = raise_alarm(ada, trip, **HERE)

    alert = SosAlert.objects.get()
    assert (reply.status_code, reply.json()) == (201, {"id": alert.pk, "panic": "999"})
    assert published("sos.raised") == [("bookings", {"id": alert.pk, "booking_id": trip.pk})]
    for admin in (dora, other):
        (message,) = client_of(admin).get(f"{API}/me/inbox/").json()["results"]
        assert message["msg"] == f"Ada Example needs help. Booking: {trip.reference}"
    assert not OutboxEntry.objects.filter(payload__user_id=gone.pk).exists()


def test_alert_shows_the_user_position_and_vehicle(trip: Booking, ada: User, bob: User, dora: User) -> None:
    raise_alarm(ada, trip, **HERE)
    raise_alarm(bob, trip)

    by_driver, by_rider = open_sos_alerts(dora)

    assert (by_rider["name"], by_rider["role"], by_rider["contact"]) == ("Ada Example", "rider", ada.mobile)
    assert (by_rider["lat"], by_rider["lng"], by_rider["vehicle_number"]) == (
        50.7,
        -1.29,
        trip.vehicle_number,
    )
    assert (by_rider["booking_id"], by_rider["reference"], by_rider["status"]) == (
        trip.pk,
        trip.reference,
        "STARTED",
    )
    assert (by_driver["role"], by_driver["lat"]) == ("driver", None)


def test_repeated_alarm_updates_the_position_without_new_notifications(
    trip: Booking, ada: User, dora: User
) -> None:
    first = raise_alarm(ada, trip, **HERE).json()

    again = raise_alarm(ada, trip, lat=50.8, lng=-1.3).json()
    raise_alarm(ada, trip)

    assert first["id"] == again["id"]
    assert (SosAlert.objects.get().lat, len(published("sos.raised"))) == (50.8, 3)
    assert InboxMessage.objects.count() == 1


def test_invalid_position_does_not_block_the_alarm(trip: Booking, ada: User) -> None:
    assert raise_alarm(ada, trip, lat=500, lng="here").status_code == 201

    assert SosAlert.objects.get().lat is None


@pytest.mark.parametrize("status", [status for status in Status if status not in ON_TRIP])
def test_alarm_needs_a_live_trip(ada: User, bob: User, economy: CarType, status: Status) -> None:
    trip = make_booking(ada, economy, status, driver=bob)
    before = snapshot()

    reply = raise_alarm(ada, trip)

    assert (reply.status_code, reply.json()["code"]) == (409, "wrong_status")
    assert snapshot() == before


def test_only_rider_and_driver_can_raise_an_alarm(
    trip: Booking, cleo: User, ben: User, fay: User, dora: User
) -> None:
    before = snapshot()

    for person, code in ((cleo, 404), (ben, 404), (fay, 403), (dora, 403), (None, 401)):
        assert raise_alarm(person, trip).status_code == code
    assert snapshot() == before


def test_handled_alert_leaves_the_list_and_names_the_first_admin(
    trip: Booking, ada: User, dora: User
) -> None:
    alert = raise_alarm(ada, trip).json()["id"]
    other = make_user("Dan", UserType.ADMIN)

    assert handle(dora, alert).json()["handled_at"] is not None
    assert handle(other, alert).status_code == 200

    assert SosAlert.objects.get().handled_by == dora
    assert published("sos.handled") == [("bookings", {"id": alert, "booking_id": trip.pk})]
    assert open_sos_alerts(dora) == []
    assert raise_alarm(ada, trip).json()["id"] != alert


def test_only_admins_read_and_handle_alerts(
    trip: Booking, ada: User, bob: User, fay: User, dora: User
) -> None:
    alert = raise_alarm(ada, trip).json()["id"]
    before = snapshot()

    for person in (ada, bob, fay):
        assert client_of(person).get(f"{API}/sos/").status_code == 403
        assert handle(person, alert).status_code == 403
    assert (handle(dora, alert + 1).status_code, snapshot()) == (404, before)


def test_demo_mode_hides_the_phone(trip: Booking, ada: User, dora: User) -> None:
    raise_alarm(ada, trip)
    update_platform_settings(allow_critical_edits_admin=False)

    assert open_sos_alerts(dora)[0]["contact"] == "Hidden"

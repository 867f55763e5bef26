"""The panic button: who may press it, who hears it, and who takes care of it."""

from typing import Any

import pytest

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.choices import ON_TRIP, Status
from apps.bookings.models import Booking, SosAlert
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.bookings.api import API, work
from tests.bookings.making import make_booking
from tests.personas import client_of, make_user

pytestmark = pytest.mark.django_db
HERE = {"lat": 50.7, "lng": -1.29}


@pytest.fixture
def trip(ada: User, bob: User, economy: CarType) -> Booking:
    """ada's, driven by bob of fay's fleet, on its way."""
    return make_booking(ada, economy, Status.STARTED, driver=bob)


def cry(person: User | None, trip: Booking, **place: Any) -> Any:
    return client_of(person).post(f"{API}/bookings/{trip.pk}/sos/", place)


def open_alarms(person: User) -> Any:
    return client_of(person).get(f"{API}/sos/").json()["results"]


def handle(person: User | None, alert_id: int) -> Any:
    return client_of(person).post(f"{API}/sos/{alert_id}/handle/")


def heard(name: str) -> list[tuple[str, dict[str, Any]]]:
    events = OutboxEntry.objects.filter(kind=OutboxEntry.Kind.EVENT, name=name).order_by("pk")
    return [(event.topic, event.payload) for event in events]


def world() -> Any:
    return list(SosAlert.objects.values()), OutboxEntry.objects.count()


def test_a_cry_for_help_reaches_every_operator_and_gives_the_number_to_call(
    trip: Booking, ada: User, dora: User
) -> None:
    other, gone = make_user("Dan", UserType.ADMIN), make_user("Don", UserType.ADMIN, is_active=False)
    update_platform_settings(panic="999")

    reply = cry(ada, trip, **HERE)

    alert = SosAlert.objects.get()
    assert (reply.status_code, reply.json()) == (201, {"id": alert.pk, "panic": "999"})
    assert heard("sos.raised") == [("bookings", {"id": alert.pk, "booking_id": trip.pk})]
    work("notifications.deliver")
    for admin in (dora, other):
        (message,) = client_of(admin).get(f"{API}/me/inbox/").json()["results"]
        assert message["msg"] == f"Ada Example needs help. Booking: {trip.reference}"
    assert not OutboxEntry.objects.filter(payload__user_id=gone.pk).exists()


def test_the_operator_sees_who_where_and_in_which_car(
    trip: Booking, ada: User, bob: User, dora: User
) -> None:
    cry(ada, trip, **HERE)
    cry(bob, trip)

    by_driver, by_rider = open_alarms(dora)

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


def test_pressed_again_the_place_is_renewed_and_nobody_is_flooded(
    trip: Booking, ada: User, dora: User
) -> None:
    first = cry(ada, trip, **HERE).json()

    again = cry(ada, trip, lat=50.8, lng=-1.3).json()
    cry(ada, trip)

    assert first["id"] == again["id"]
    assert (SosAlert.objects.get().lat, len(heard("sos.raised"))) == (50.8, 3)
    assert OutboxEntry.objects.filter(name="notifications.deliver").count() == 1


def test_a_place_that_makes_no_sense_does_not_silence_the_cry(trip: Booking, ada: User) -> None:
    assert cry(ada, trip, lat=500, lng="here").status_code == 201

    assert SosAlert.objects.get().lat is None


@pytest.mark.parametrize("status", [status for status in Status if status not in ON_TRIP])
def test_only_on_a_live_trip(ada: User, bob: User, economy: CarType, status: Status) -> None:
    trip = make_booking(ada, economy, status, driver=bob)
    before = world()

    reply = cry(ada, trip)

    assert (reply.status_code, reply.json()["code"]) == (409, "wrong_status")
    assert world() == before


def test_strangers_find_no_trip_and_the_office_does_not_ride(
    trip: Booking, cleo: User, ben: User, fay: User, dora: User
) -> None:
    before = world()

    for person, code in ((cleo, 404), (ben, 404), (fay, 403), (dora, 403), (None, 401)):
        assert cry(person, trip).status_code == code
    assert world() == before


def test_taken_care_of_it_leaves_the_list_and_the_first_operator_stays_named(
    trip: Booking, ada: User, dora: User
) -> None:
    alert = cry(ada, trip).json()["id"]
    other = make_user("Dan", UserType.ADMIN)

    assert handle(dora, alert).json()["handled_at"] is not None
    assert handle(other, alert).status_code == 200

    assert SosAlert.objects.get().handled_by == dora
    assert heard("sos.handled") == [("bookings", {"id": alert, "booking_id": trip.pk})]
    assert open_alarms(dora) == []
    assert cry(ada, trip).json()["id"] != alert


def test_only_admins_read_and_handle(trip: Booking, ada: User, bob: User, fay: User, dora: User) -> None:
    alert = cry(ada, trip).json()["id"]
    before = world()

    for person in (ada, bob, fay):
        assert client_of(person).get(f"{API}/sos/").status_code == 403
        assert handle(person, alert).status_code == 403
    assert (handle(dora, alert + 1).status_code, world()) == (404, before)


def test_demo_mode_hides_the_number(trip: Booking, ada: User, dora: User) -> None:
    cry(ada, trip)
    update_platform_settings(allow_critical_edits_admin=False)

    assert open_alarms(dora)[0]["contact"] == "Hidden"

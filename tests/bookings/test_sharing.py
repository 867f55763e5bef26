"""Links to live trips: who creates them, what they show, and when they stop."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import ON_TRIP, Status
from apps.bookings.models import Booking, TripShare
from apps.fares.models import CarType
from tests.bookings.api import API
from tests.bookings.builders import make_booking, move
from tests.personas import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def trip(ada: User, bob: User, economy: CarType) -> Booking:
    """ada's running trip, driven by bob of fay's fleet."""
    return make_booking(
        ada, economy, Status.STARTED, driver=bob, vehicle_make="Toyota", otp="12345", route_polyline="abc"
    )


def share(person: User | None, trip: Booking) -> Any:
    return client_of(person).post(f"{API}/bookings/{trip.pk}/share/")


def unshare(person: User | None, trip: Booking) -> Any:
    return client_of(person).delete(f"{API}/bookings/{trip.pk}/share/")


def token(url: str) -> str:
    return url.rpartition("/")[2]


def look(token: str) -> Any:
    return client_of(None).get(f"{API}/shared/{token}/")


def shares() -> Any:
    return list(TripShare.objects.values())


def test_anyone_with_the_link_follows_the_trip(trip: Booking, ada: User, bob: User) -> None:
    move(bob, (50.71, -1.29))
    link = share(ada, trip).json()

    reply = look(token(link["url"]))

    assert (reply.status_code, reply.headers["Cache-Control"]) == (200, "no-store")
    body = reply.json()
    assert (body["status"], body["driver_first_name"], body["vehicle_number"]) == (
        "STARTED",
        "Bob",
        trip.vehicle_number,
    )
    assert (body["position"]["lat"], body["route_polyline"]) == (50.71, "abc")


def test_link_shows_nothing_else(trip: Booking, ada: User, bob: User) -> None:
    body = look(token(share(ada, trip).json()["url"])).json()

    assert set(body) == {
        "status", "app_category", "car_type", "driver_first_name", "vehicle_number", "vehicle_make",
        "vehicle_model", "pickup", "drop", "stops", "route_polyline", "position", "eta_seconds",
    }  # fmt: skip
    text = json.dumps(body)
    for secret in (ada.first_name, ada.mobile, bob.last_name, bob.mobile, trip.otp, trip.reference,
                   trip.pickup_add, trip.drop_add, "56.06"):  # fmt: skip
        assert secret
        assert secret not in text


def test_same_link_is_returned_and_stored_hashed(trip: Booking, ada: User) -> None:
    first, again = share(ada, trip).json(), share(ada, trip).json()

    assert first == again
    (stored,) = shares()
    assert token(first["url"]) not in json.dumps(stored, default=str)
    assert stored["expires_at"] == stored["created_at"] + timedelta(hours=24)


def test_revoked_link_stops_and_the_next_is_new(trip: Booking, ada: User) -> None:
    first = token(share(ada, trip).json()["url"])

    assert (unshare(ada, trip).status_code, unshare(ada, trip).status_code) == (204, 204)

    assert (look(first).status_code, look(first).json()["code"]) == (404, "share_not_found")
    second = token(share(ada, trip).json()["url"])
    assert second != first
    assert (look(second).status_code, look(first).status_code) == (200, 404)


def test_expired_and_guessed_links_are_not_found(trip: Booking, ada: User) -> None:
    value = token(share(ada, trip).json()["url"])
    TripShare.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    for other in (value, value[:-1], TripShare.objects.get().token_hash, "x"):
        assert (look(other).status_code, look(other).json()["code"]) == (404, "share_not_found")


@pytest.mark.parametrize("status", [Status.PENDING, Status.PAID, Status.COMPLETE, Status.CANCELLED])
def test_link_of_a_finished_trip_shows_only_its_status(
    trip: Booking, ada: User, bob: User, status: Status
) -> None:
    move(bob, (50.71, -1.29))
    value = token(share(ada, trip).json()["url"])
    paid = {"cash_payment_amount": trip.payable_amount}
    Booking.objects.filter(pk=trip.pk).update(status=status, **paid)

    body = look(value).json()

    assert body.pop("status") == status
    assert body.pop("app_category") == "taxi"
    assert not any(body.values())


@pytest.mark.parametrize("status", [status for status in Status if status not in ON_TRIP])
def test_only_live_trips_can_be_shared(ada: User, bob: User, economy: CarType, status: Status) -> None:
    trip = make_booking(ada, economy, status, driver=bob)

    reply = share(ada, trip)

    assert (reply.status_code, reply.json()["code"]) == (409, "wrong_status")
    assert shares() == []


def test_only_the_rider_shares_and_revokes(
    trip: Booking, ada: User, bob: User, ben: User, cleo: User, fay: User, dora: User
) -> None:
    share(ada, trip)
    before = shares()

    for person, code in ((cleo, 404), (ben, 404), (bob, 403), (fay, 403), (dora, 403), (None, 401)):
        assert (share(person, trip).status_code, unshare(person, trip).status_code) == (code, code)
    assert shares() == before


def test_guessing_is_rate_limited(db: None) -> None:
    assert [look(str(number)).status_code for number in range(121)] == [404] * 120 + [429]

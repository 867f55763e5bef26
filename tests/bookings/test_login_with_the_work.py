"""A request with an Idempotency-Key is logged in and checked like any other, inside its transaction."""

import pytest
from rest_framework.test import APIClient
from rest_framework_simplejwt.tokens import AccessToken

from apps.accounts.authentication import REFRESH_CLAIM
from apps.accounts.models import DeviceSession, User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.urls import urlpatterns
from apps.bookings.views.actions import BookingActions
from apps.core.models import IdempotencyKey
from apps.fares.models import CarType
from tests.bookings.api import API
from tests.bookings.builders import make_booking
from tests.personas import client_of

pytestmark = pytest.mark.django_db

KEY = {"Idempotency-Key": "k"}
ACTIONS = [
    str(path.pattern).replace("<int:pk>", "{pk}")
    for path in urlpatterns
    if getattr(path.callback, "cls", None) is BookingActions
]


def test_every_action_is_listed() -> None:
    assert len(ACTIONS) > 25


@pytest.mark.parametrize("path", [*ACTIONS, "bookings/"])
def test_visitor_with_a_key_is_refused(path: str, ada: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.NEW)
    reply = client_of(None).post(f"{API}/{path.format(pk=booking.pk)}", {}, format="json", headers=KEY)
    assert reply.status_code == 401
    assert reply.json()["code"] in ("not_logged_in", "must_login")
    assert Booking.objects.get().version == booking.version
    assert not IdempotencyKey.objects.exists()


def test_ended_session_is_refused_and_moves_nothing(ben: User, ada: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.ACCEPTED, driver=ben)
    driver = client_of(ben)
    DeviceSession.objects.update(ended_at=booking.created_at)
    reply = driver.post(f"{API}/bookings/{booking.pk}/arrive/", headers=KEY)
    assert (reply.status_code, reply.json()["code"]) == (401, "not_logged_in")
    assert Booking.objects.get().status == Status.ACCEPTED
    assert not IdempotencyKey.objects.exists()


def test_refused_request_leaves_a_renewal_to_the_next_one(ben: User, ada: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.ARRIVED, driver=ben)
    driver = client_of(ben)
    session = DeviceSession.objects.get()
    session.unconfirmed_token_id = token_id_of(driver)
    session.save()

    assert driver.post(f"{API}/bookings/{booking.pk}/arrive/", headers=KEY).status_code == 409
    session.refresh_from_db()
    assert session.unconfirmed_token_id
    assert driver.get(f"{API}/bookings/{booking.pk}/").status_code == 200
    session.refresh_from_db()
    assert session.unconfirmed_token_id == ""


def token_id_of(client: APIClient) -> str:
    """Return the id of the refresh token with which the client's access token was issued."""
    token = AccessToken(client._credentials["HTTP_AUTHORIZATION"].partition(" ")[2])  # type: ignore[attr-defined]
    return str(token[REFRESH_CLAIM])

"""The rider's code: five digits, five attempts."""

import pytest

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, BookingEvent
from apps.fares.models import CarType
from tests.bookings.builders import make_booking
from tests.personas import client_of
from tests.published import published_events

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(ada: User, ben: User, economy: CarType) -> Booking:
    return make_booking(ada, economy, Status.ARRIVED, driver=ben, otp="40815")


def start(booking: Booking, driver: User, otp: str | None, **headers: str) -> tuple[int, str]:
    body = {} if otp is None else {"otp": otp}
    reply = client_of(driver).post(f"/api/v1/bookings/{booking.pk}/start/", body, headers=headers)
    return reply.status_code, reply.json().get("code", "")


def test_right_code_starts_the_trip(waiting: Booking, ben: User) -> None:
    assert start(waiting, ben, "40815") == (200, "")
    waiting.refresh_from_db()
    assert waiting.status == Status.STARTED


@pytest.mark.parametrize("code", ["40816", "4081", "408155", "４０８１５"])
def test_wrong_code_is_refused_and_counted(code: str, waiting: Booking, ben: User) -> None:
    assert start(waiting, ben, code) == (400, "wrong_code")
    waiting.refresh_from_db()
    assert (waiting.status, waiting.otp_wrong_tries) == (Status.ARRIVED, 1)


@pytest.mark.parametrize("code", ["", None])
def test_missing_code_is_not_counted(code: str | None, waiting: Booking, ben: User) -> None:
    assert start(waiting, ben, code) == (400, "wrong_code")
    waiting.refresh_from_db()
    assert (waiting.status, waiting.otp_wrong_tries) == (Status.ARRIVED, 0)


def test_five_wrong_codes_lock_the_start_and_alert_the_operator(waiting: Booking, ben: User) -> None:
    for _ in range(4):
        assert start(waiting, ben, "11111") == (400, "wrong_code")
    assert not published_events("booking.otp_locked")
    assert start(waiting, ben, "11111") == (400, "wrong_code")

    assert start(waiting, ben, "40815") == (409, "otp_locked")

    waiting.refresh_from_db()
    assert (waiting.status, waiting.otp_wrong_tries) == (Status.ARRIVED, 5)
    assert len(published_events("booking.otp_locked", topic="bookings")) == 1
    assert BookingEvent.objects.filter(booking=waiting, name="otp_failed").count() == 5


def test_wrong_code_with_the_same_key_is_counted_once(waiting: Booking, ben: User) -> None:
    for _ in range(2):
        assert start(waiting, ben, "11111", **{"Idempotency-Key": "one"}) == (400, "wrong_code")

    waiting.refresh_from_db()
    assert waiting.otp_wrong_tries == 1


def test_booking_without_a_code_starts_without_one(ada: User, ben: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.ARRIVED, driver=ben)

    assert start(booking, ben, None) == (200, "")


def test_rider_and_admin_see_the_code_but_not_the_driver(
    waiting: Booking, ada: User, ben: User, dora: User
) -> None:
    address = f"/api/v1/bookings/{waiting.pk}/"
    assert client_of(ben).get(address).json()["otp"] is None
    assert client_of(ben).get(address).json()["otp_required"] is True
    assert client_of(ada).get(address).json()["otp"] == "40815"
    assert client_of(dora).get(address).json()["otp"] == "40815"


def test_next_driver_gets_a_new_code(waiting: Booking, ben: User) -> None:
    for _ in range(5):
        start(waiting, ben, "11111")
    client_of(ben).post(f"/api/v1/bookings/{waiting.pk}/cancel/", {"reason": "The code is locked"})

    waiting.refresh_from_db()

    assert (waiting.status, waiting.otp_wrong_tries) == (Status.NEW, 0)
    assert waiting.otp not in ("", "40815")

"""Booking a quote: the checks in the documents' order, and their codes."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, BookingEvent
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.bookings.api import book, quote, work
from tests.bookings.builders import credit_wallet, put_online
from tests.bookings.conftest import Snapshot
from tests.bookings.roads import Roads
from tests.personas import make_user
from tests.published import published_events

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]


def test_rider_books_a_quote(ada: User, ready: User, economy: CarType) -> None:
    # 10 + 7.5 km x 5 + 0.25 h x 5 = 48.75, and 15 % of it, 7.3125, is 7.31.
    reply = book(ada, quote(ada, economy), payment_mode="wallet")

    assert reply.status_code == 201
    body = reply.json()
    assert (body["status"], body["trip_cost"], body["estimate"]) == ("NEW", "56.0600", "56.0600")
    assert [line["amount"] for line in body["breakdown"]] == ["10.0000", "37.5000", "1.2500", "7.3100"]
    assert (body["payment_mode"], body["prepaid"], body["otp"]) == ("wallet", False, None)
    assert body["pickup"]["add"] == "St Thomas' Square, Newport"
    assert body["route_polyline"]
    assert len(body["reference"]) == 6
    assert not set(body["reference"]) & set("O0I1LS5B8Z2")
    booking = Booking.objects.get(pk=body["id"])
    assert (booking.customer, booking.customer_email, booking.booking_type_admin) == (ada, ada.email, False)
    (event,) = BookingEvent.objects.filter(booking=booking)
    assert (event.version, event.name, event.from_status, event.actor) == (1, "create", "", ada)
    assert {(event.topic, event.name) for event in published_events()} >= {
        (f"booking:{booking.pk}", "booking.new"),
        (f"user:{ada.pk}", "booking.new"),
        ("bookings", "booking.created"),
    }
    work("bookings.dispatch")
    assert booking.offers.get().driver == ready


def test_otp_has_five_digits_when_enabled(ada: User, ready: User, economy: CarType) -> None:
    update_platform_settings(otp_secure=True)

    otp = book(ada, quote(ada, economy)).json()["otp"]

    assert 10_000 <= int(otp) <= 99_999


def test_no_driver_is_offered_without_automatic_dispatch(ada: User, ready: User, economy: CarType) -> None:
    update_platform_settings(auto_dispatch=False)

    assert book(ada, quote(ada, economy)).status_code == 201

    assert not OutboxEntry.objects.filter(name="bookings.dispatch").exists()


def test_admin_books_for_a_rider(ada: User, dora: User, ready: User, economy: CarType) -> None:
    quoted = quote(dora, economy)
    assert book(dora, quoted).json()["code"] == "select_proper"
    assert book(dora, quoted, customer_id=ready.pk).json()["code"] == "select_proper"

    reply = book(dora, quoted, customer_id=ada.pk)

    assert reply.status_code == 201
    booking = Booking.objects.get()
    assert (booking.customer, booking.booking_type_admin, booking.status) == (ada, True, Status.NEW)


def test_rider_cannot_book_for_another_user(ada: User, cleo: User, ready: User, economy: CarType) -> None:
    reply = book(ada, quote(ada, economy), customer_id=cleo.pk)

    assert (reply.status_code, Booking.objects.get().customer) == (201, ada)


def visitor(people: dict[str, User], economy: CarType) -> tuple[User | None, str]:
    return None, quote(None, economy)


def driver(people: dict[str, User], economy: CarType) -> tuple[User | None, str]:
    return people["ready"], quote(None, economy)


def fleet_admin(people: dict[str, User], economy: CarType) -> tuple[User | None, str]:
    return people["fay"], quote(None, economy)


def without_name(people: dict[str, User], economy: CarType) -> tuple[User | None, str]:
    User.objects.filter(pk=people["ada"].pk).update(first_name=" ", last_name="")
    return people["ada"], quote(None, economy)


def without_email(people: dict[str, User], economy: CarType) -> tuple[User | None, str]:
    User.objects.filter(pk=people["ada"].pk).update(email=None)
    return people["ada"], quote(None, economy)


def forged(people: dict[str, User], economy: CarType) -> tuple[User | None, str]:
    quoted = quote(people["ada"], economy)
    return people["ada"], quoted[:-1] + ("A" if quoted[-1] != "A" else "B")


def other_riders_quote(people: dict[str, User], economy: CarType) -> tuple[User | None, str]:
    return people["ada"], quote(people["cleo"], economy)


def price_changed(people: dict[str, User], economy: CarType) -> tuple[User | None, str]:
    quoted = quote(people["ada"], economy)
    CarType.objects.filter(pk=economy.pk).update(rate_per_hour=6)
    return people["ada"], quoted


def car_type_deleted(people: dict[str, User], economy: CarType) -> tuple[User | None, str]:
    other = CarType.objects.create(name="Rickshaw", min_fare=3)
    quoted = quote(people["ada"], other)
    other.delete()
    return people["ada"], quoted


def no_driver_of_the_type(people: dict[str, User], economy: CarType) -> tuple[User | None, str]:
    return people["ada"], quote(people["ada"], CarType.objects.create(name="Limousine", min_fare=30))


@pytest.mark.parametrize(
    ("wrong", "status", "code"),
    [
        (visitor, 401, "must_login"),
        (driver, 403, "user_issue_contact_admin"),
        (fleet_admin, 403, "user_issue_contact_admin"),
        (without_name, 400, "profile_incomplete"),
        (without_email, 400, "profile_incomplete"),
        (forged, 400, "quote_invalid"),
        (other_riders_quote, 400, "quote_invalid"),
        (price_changed, 409, "quote_expired"),
        (car_type_deleted, 409, "quote_expired"),
        (no_driver_of_the_type, 409, "no_driver_found_alert_messege"),
    ],
)
def test_refused_booking_returns_its_code_and_changes_nothing(
    wrong: Callable[[dict[str, User], CarType], tuple[User | None, str]],
    status: int,
    code: str,
    ada: User,
    cleo: User,
    fay: User,
    ready: User,
    economy: CarType,
    snapshot: Callable[[], Snapshot],
) -> None:
    person, quoted = wrong({"ada": ada, "cleo": cleo, "fay": fay, "ready": ready}, economy)
    before = snapshot()

    reply = book(person, quoted)

    assert (reply.status_code, reply.json()["code"]) == (status, code)
    assert snapshot() == before


def test_quote_expires(ada: User, ready: User, economy: CarType) -> None:
    quoted = quote(ada, economy)
    with time_machine.travel(timezone.now() + timedelta(minutes=10, seconds=1), tick=False):
        reply = book(ada, quoted)

    assert (reply.status_code, reply.json()["code"]) == (409, "quote_expired")
    assert not Booking.objects.exists()


def test_driver_with_low_balance_is_not_counted(ada: User, bob: User, economy: CarType) -> None:
    put_online(bob)
    assert book(ada, quote(ada, economy)).json()["code"] == "no_driver_found_alert_messege"
    credit_wallet(bob)
    assert book(ada, quote(ada, economy)).status_code == 201


def test_same_key_books_once_and_returns_the_same_response(ada: User, ready: User, economy: CarType) -> None:
    quoted = quote(ada, economy)

    first = book(ada, quoted, key="tap")
    second = book(ada, quoted, key="tap")

    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert Booking.objects.count() == 1
    other = book(ada, quoted, key="tap", payment_mode="wallet")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


def test_booking_is_made_without_a_route_line_if_routing_fails(
    ada: User, ready: User, economy: CarType, roads: Roads
) -> None:
    quoted = quote(ada, economy)
    roads.silent = True

    reply = book(ada, quoted)

    assert (reply.status_code, reply.json()["route_polyline"]) == (201, "")


def test_staff_book_for_a_rider_without_email(dora: User, ben: User, economy: CarType) -> None:
    put_online(ben)
    credit_wallet(ben)
    rider = make_user("Zoe", email=None)
    response = book(dora, quote(dora, economy), customer_id=rider.pk)
    assert response.status_code == 201, response.content
    booking = Booking.objects.get()
    assert (booking.customer, booking.customer_email, booking.customer_contact) == (rider, "", rider.mobile)


def test_taken_reference_is_drawn_again(
    ada: User, ready: User, economy: CarType, monkeypatch: pytest.MonkeyPatch
) -> None:
    update_platform_settings(max_open_bookings=5)
    taken = book(ada, quote(ada, economy)).json()["reference"]
    letters = iter(f"{taken}XXXXXX")
    monkeypatch.setattr("apps.bookings.state_machine.machine.secrets.choice", lambda alphabet: next(letters))

    body = book(ada, quote(ada, economy), key="again").json()

    assert body["reference"] == "XXXXXX"
    booking = Booking.objects.get(pk=body["id"])
    assert booking.created_at <= timezone.now()
    assert [event.name for event in booking.events.all()] == ["create"]
    assert Booking.objects.count() == 2

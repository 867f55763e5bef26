"""Children among the passengers, and their seats: priced, booked, edited and shown apart from adults."""

from collections.abc import Callable
from decimal import Decimal as D
from typing import Any

import pytest

from apps.accounts.models import User
from apps.bookings.models import Booking
from apps.bookings.pricing.by_tariff import measured_fare
from apps.fares.models import CarType
from tests.bookings.api import API, ENDS, book, look, press, work
from tests.bookings.conftest import Snapshot
from tests.fares.tariffs import publish, rates
from tests.personas import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]

FAMILY: dict[str, Any] = {"passengers": 5, "children": 3, "child_seats": 2}
METER = {"name": "Meter", "then": rates("3.00", "2.00")}
FURTHER = {
    "name": "Further passengers",
    "then": {
        "kind": "extra",
        "per": "passenger",
        "free": 1,
        "amount": "0.50",
        "children_per_passenger": 2,
    },
}
SEAT = {"name": "Child seat", "when": {"needs": ["child_seat"]}, "then": {"kind": "extra", "amount": "4"}}


def estimate(person: User, car_type: CarType, **party: Any) -> Any:
    body = {**ENDS, "car_type_id": car_type.pk, **party}
    return client_of(person).post(f"{API}/estimates/", body)


def booked(person: User, car_type: CarType, **party: Any) -> Booking:
    reply = estimate(person, car_type, **party)
    assert reply.status_code == 200, reply.json()
    made = book(person, reply.json()["options"][0]["quote_id"])
    assert made.status_code == 201, made.json()
    return Booking.objects.get(pk=made.json()["id"])


def test_booking_copies_the_children_of_its_quote(ada: User, ready: User, economy: CarType) -> None:
    booking = booked(ada, economy, **FAMILY)
    assert (booking.passengers, booking.children, booking.child_seats) == (5, 3, 2)
    shown = look(ada, booking.pk)
    assert {name: shown[name] for name in FAMILY} == FAMILY


@pytest.mark.parametrize(
    ("party", "field"),
    [
        ({"passengers": 2, "children": 3}, "children"),
        ({"passengers": 3, "children": 1, "child_seats": 2}, "child_seats"),
        ({"child_seats": 1}, "child_seats"),
        ({"children": -1}, "children"),
        ({"children": "x"}, "children"),
        ({"child_seats": 101}, "child_seats"),
    ],
)
def test_impossible_party_is_refused(
    ada: User, economy: CarType, party: dict[str, Any], field: str, snapshot: Callable[[], Snapshot]
) -> None:
    before = snapshot()
    reply = estimate(ada, economy, **party)
    assert (reply.status_code, reply.json()["code"]) == (400, "select_proper")
    assert list(reply.json()["fields"]) == [field]
    assert snapshot() == before


def test_children_without_adults_can_travel(ada: User, economy: CarType) -> None:
    assert estimate(ada, economy, passengers=1, children=1, child_seats=1).status_code == 200


def test_car_type_needs_seats_for_children_too(ada: User, economy: CarType) -> None:
    CarType.objects.filter(pk=economy.pk).update(seats=4)
    (option,) = estimate(ada, economy, **FAMILY).json()["options"]
    assert option["unavailable"] == "too_many_passengers"


def test_tariff_counts_two_children_as_one_passenger(
    ada: User, ready: User, economy: CarType, dora: User
) -> None:
    publish(dora, METER, FURTHER)
    adults, family = booked(ada, economy, passengers=5), booked(ada, economy, **FAMILY)
    # Four further passengers; two adults with three children are four, so three further ones.
    assert adults.trip_cost - family.trip_cost == D("0.50")
    at_end = measured_fare(family, distance_km=D(10), duration_seconds=600, track=())
    assert at_end is not None
    assert at_end.trip_cost == D("24.50")


def test_tariff_prices_child_seats_as_a_need(ada: User, ready: User, economy: CarType, dora: User) -> None:
    publish(dora, METER, SEAT)
    without, seated = (booked(ada, economy, passengers=2, children=1, child_seats=seats) for seats in (0, 1))
    assert seated.trip_cost - without.trip_cost == D(4)


def test_staff_edit_the_children(ada: User, ready: User, economy: CarType, dora: User) -> None:
    publish(dora, METER, FURTHER)
    booking = booked(ada, economy, passengers=3)
    shown = press(dora, booking.pk, "edit-preview", children=2, child_seats=1)
    assert shown.status_code == 200, shown.json()
    assert D(shown.json()["difference"]) == D("-0.50")
    values = {"revision": shown.json()["revision"], "quote_id": shown.json()["quote_id"]}
    assert press(dora, booking.pk, "edit", **values).status_code == 200
    booking.refresh_from_db()
    assert (booking.children, booking.child_seats) == (2, 1)
    event = booking.events.latest("version")
    assert (event.data["children"], event.data["child_seats"]) == (2, 1)


def test_edit_to_an_impossible_party_changes_nothing(
    ada: User, ready: User, economy: CarType, dora: User, snapshot: Callable[[], Snapshot]
) -> None:
    booking = booked(ada, economy, **FAMILY)
    before = snapshot()
    reply = press(dora, booking.pk, "edit-preview", passengers=2)
    assert (reply.status_code, list(reply.json()["fields"])) == (400, ["children"])
    assert snapshot() == before


def test_driver_desk_and_register_show_the_children(
    ada: User, ready: User, economy: CarType, dora: User
) -> None:
    booking = booked(ada, economy, **FAMILY)
    work("bookings.dispatch")
    (job,) = client_of(dora).get(f"{API}/desk/board/").json()["jobs"]
    (offer,) = client_of(ready).get(f"{API}/me/tasks/").json()["offers"]
    (row,) = client_of(ada).get(f"{API}/bookings/").json()["results"]
    assert press(ready, booking.pk, "accept").status_code == 200
    (entry,) = client_of(dora).get(f"{API}/register/").json()["results"]
    for shown in (job, offer, row, entry):
        assert (shown["children"], shown["child_seats"]) == (3, 2)

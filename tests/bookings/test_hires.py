"""Bookings by the hour: estimate, booking, price at the end, and what is refused."""

from collections.abc import Callable
from datetime import UTC, timedelta
from decimal import Decimal as D
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.pricing.by_tariff import measured_fare
from apps.bookings.receipt.mail import render_receipt
from apps.bookings.register.entry import fill_register
from apps.bookings.replay.prices import NotRepriced, reprice
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.fares.tariffs.in_force import load_document
from tests.bookings.api import API, ENDS, book, look, press, work
from tests.bookings.conftest import Snapshot
from tests.bookings.roads import Roads
from tests.bookings.test_receipt import get_receipt, pdf_text
from tests.bookings.test_stops import WOOTTON
from tests.fares.tariffs import document, publish, rates
from tests.personas import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]

METER = {"name": "Meter", "then": rates("3.00", "2.00", "12.00")}
HIRE: dict[str, Any] = {
    "name": "By the hour",
    "when": {"car_types": ["Economy"]},
    "then": {
        "kind": "hire",
        "per_hour": "40",
        "included_per_hour": "20 km",
        "extra_distance": "1.50",
        "extra_half_hour": "22",
    },
}


@pytest.fixture
def offered(dora: User) -> None:
    publish(dora, HIRE, METER)


def estimate(person: User | None, minutes: Any, **more: Any) -> Any:
    body = {"pickup": ENDS["pickup"], "hire_minutes": minutes, **more}
    return client_of(person).post(f"{API}/estimates/", body)


def book_hours(person: User, minutes: int = 180, **more: Any) -> Booking:
    reply = estimate(person, minutes, **more)
    assert reply.status_code == 200, reply.json()
    booked = book(person, reply.json()["options"][0]["quote_id"], **more)
    assert booked.status_code == 201, booked.json()
    return Booking.objects.get(pk=booked.json()["id"])


def drive(driver: User, booking: Booking, *, hours: float) -> Booking:
    """Accept the booking and drive for so many hours."""
    work("bookings.dispatch")
    for action in ("accept", "arrive", "start"):
        assert press(driver, booking.pk, action).status_code == 200, action
    began = Booking.objects.get(pk=booking.pk).trip_start_time
    assert began is not None
    with time_machine.travel(began + timedelta(hours=hours), tick=False):
        assert press(driver, booking.pk, "reach").status_code == 200
    return Booking.objects.get(pk=booking.pk)


def refused(reply: Any, code: str, *fields: str) -> None:
    assert (reply.status_code, reply.json()["code"]) == (400, code), reply.json()
    assert sorted(reply.json()["fields"]) == sorted(fields)


@pytest.mark.usefixtures("offered")
def test_estimate_is_the_price_of_the_hours_for_car_types_with_a_rule(
    ada: User, economy: CarType, luxury: CarType
) -> None:
    reply = estimate(ada, 180).json()
    (option,) = reply["options"]
    assert (option["car_type"]["name"], D(option["trip_cost"])) == ("Economy", D(120))
    assert option["breakdown"][0]["explanation"] == ("By the hour: 3 hrs at 40 per hour, 60 km included")
    assert (reply["route"]["distance_km"], reply["route"]["duration_seconds"]) == (0, 10_800)
    assert estimate(None, 90).json()["options"][0]["trip_cost"] == "60.0000"


@pytest.fixture
def luxury(economy: CarType) -> CarType:
    other = CarType.objects.get(pk=economy.pk)
    other.pk, other.name = None, "Luxury"
    other.save()
    return other


@pytest.mark.usefixtures("offered")
@pytest.mark.parametrize("minutes", [0, 30, 59, 75, 750, 10_000])
def test_hours_outside_the_limits_are_refused(
    ada: User, economy: CarType, minutes: int, snapshot: Callable[[], Snapshot]
) -> None:
    before = snapshot()
    refused(estimate(ada, minutes), "select_proper", "hire_minutes")
    assert snapshot() == before


@pytest.mark.usefixtures("offered")
@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"drop": ENDS["drop"]}, "drop"),
        ({"stops": [WOOTTON]}, "stops"),
        ({"return_wait_minutes": 10}, "return_wait_minutes"),
    ],
)
def test_what_needs_a_destination_is_refused(
    ada: User, economy: CarType, more: dict[str, Any], field: str, snapshot: Callable[[], Snapshot]
) -> None:
    before = snapshot()
    refused(estimate(ada, 120, **more), "not_for_hire", field)
    assert snapshot() == before


def test_without_a_rule_hires_are_not_offered(
    ada: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    before = snapshot()
    refused(estimate(ada, 120), "hire_not_offered", "hire_minutes")
    publish(dora, METER, HIRE | {"when": {"car_types": ["Luxury"]}})
    refused(estimate(ada, 120), "hire_not_offered", "hire_minutes")
    after = snapshot()
    assert before.keys() == after.keys()
    assert Booking.objects.count() == 0


def test_delivery_is_not_booked_by_the_hour(ada: User, dora: User, economy: CarType) -> None:
    publish(dora, METER, HIRE)
    update_platform_settings(app_category="delivery")
    CarType.objects.update(app_category="delivery")
    refused(estimate(ada, 120), "hire_not_offered", "hire_minutes")


def test_ride_without_a_destination_is_refused_as_before(ada: User, economy: CarType) -> None:
    reply = client_of(ada).post(f"{API}/estimates/", {"pickup": ENDS["pickup"]})
    refused(reply, "select_proper", "drop")


def test_public_settings_say_whether_hires_are_offered(dora: User) -> None:
    def is_offered() -> bool:
        shown: bool = client_of(None).get(f"{API}/settings/public/").json()["hire_offered"]
        return shown

    assert not is_offered()
    publish(dora, METER, HIRE)
    assert is_offered()


@pytest.mark.usefixtures("offered")
def test_booking_has_hours_and_no_destination(ada: User, ready: User, economy: CarType, dora: User) -> None:
    booking = book_hours(ada)
    assert (booking.hire_minutes, booking.has_drop, booking.route_polyline) == (180, False, "")
    assert (booking.drop_lat, booking.drop_lng) == (booking.pickup_lat, booking.pickup_lng)
    assert (booking.estimate, booking.estimate_duration_seconds) == (D(120), 10_800)
    shown = look(ada, booking.pk)
    assert (shown["hire_minutes"], shown["hire_included_km"], shown["has_drop"]) == (180, 60.0, False)
    work("bookings.dispatch")
    (job,) = client_of(dora).get(f"{API}/desk/board/").json()["jobs"]
    (offer,) = client_of(ready).get(f"{API}/me/tasks/").json()["offers"]
    (row,) = client_of(ada).get(f"{API}/bookings/").json()["results"]
    assert {each["hire_minutes"] for each in (job, offer, row)} == {180}
    assert offer["hire_included_km"] == 60.0


@pytest.mark.usefixtures("offered")
@pytest.mark.parametrize(
    ("hours", "km", "cost"),
    [(0.5, "8", "120"), (3, "60", "120"), (3, "70", "135"), (3.25, "65", "142"), (4.2, "92", "189")],
)
def test_end_costs_the_hours_and_what_exceeds_them(
    ada: User, ready: User, economy: CarType, roads: Roads, hours: float, km: str, cost: str
) -> None:
    roads.driven_km = roads.quoted_km = D(km)
    booking = drive(ready, book_hours(ada), hours=hours)
    # 4.2 hours are three half-hours more, with 30 km: 120 + 66 + 2 km at 1.50.
    assert (booking.status, booking.trip_cost) == (Status.REACHED, D(cost))
    assert sum(D(line["amount"]) for line in booking.breakdown) == booking.trip_cost
    assert booking.has_drop
    assert press(ready, booking.pk, "collect-cash").status_code == 200
    booking.refresh_from_db()
    assert (booking.status, booking.customer_paid) == (Status.PAID, D(cost))


def test_rule_of_the_booked_time_prices_a_late_start(
    ada: User, ready: User, economy: CarType, dora: User
) -> None:
    day = HIRE | {"when": {"hours": "06:00-20:00"}}
    night = {**HIRE, "name": "Night", "then": {**HIRE["then"], "per_hour": "70"}}
    publish(dora, day, night, METER)
    pickup = (timezone.now() + timedelta(days=1)).replace(hour=18, minute=0, second=0, microsecond=0)
    pickup = pickup.replace(tzinfo=UTC)
    booking = book_hours(ada, 120, trip_date=pickup.isoformat())
    assert booking.trip_cost == 80
    booking.trip_start_time = pickup + timedelta(hours=4)
    fare = measured_fare(booking, distance_km=D(10), duration_seconds=7200, track=())
    assert fare is not None
    assert fare.trip_cost == 80


def test_hire_of_a_replaced_tariff_is_refused(
    ada: User, ready: User, economy: CarType, dora: User, snapshot: Callable[[], Snapshot]
) -> None:
    publish(dora, HIRE, METER)
    later = (timezone.now() + timedelta(days=1)).isoformat()
    quote_id = estimate(ada, 120, trip_date=later).json()["options"][0]["quote_id"]
    publish(dora, METER)
    before = snapshot()
    reply = book(ada, quote_id, trip_date=later)
    assert (reply.status_code, reply.json()["code"]) == (409, "quote_expired")
    assert snapshot() == before


@pytest.mark.usefixtures("offered")
def test_stops_of_a_hire_are_refused(
    ada: User, ready: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = book_hours(ada)
    assert "change_stops" not in look(ada, booking.pk)["actions"]
    before = snapshot()
    refused(press(ada, booking.pk, "stops-preview", stops=[WOOTTON]), "not_for_hire", "stops")
    assert snapshot() == before


@pytest.mark.usefixtures("offered")
def test_staff_edit_the_hours_but_no_destination(
    ada: User, ready: User, economy: CarType, dora: User, snapshot: Callable[[], Snapshot]
) -> None:
    booking = book_hours(ada)
    before = snapshot()
    for field, value in (("drop", ENDS["drop"]), ("stops", [WOOTTON]), ("return_wait_minutes", 5)):
        refused(press(dora, booking.pk, "edit-preview", **{field: value}), "not_for_hire", field)
    refused(press(dora, booking.pk, "edit-preview", hire_minutes=70), "select_proper", "hire_minutes")
    assert snapshot() == before
    shown = press(dora, booking.pk, "edit-preview", hire_minutes=240).json()
    assert D(shown["trip_cost"]) == 160
    saved = press(dora, booking.pk, "edit", revision=shown["revision"], quote_id=shown["quote_id"])
    assert saved.status_code == 200, saved.json()
    booking.refresh_from_db()
    assert (booking.hire_minutes, booking.trip_cost, booking.has_drop) == (240, D(160), False)
    assert booking.events.filter(data__hire_minutes=240).exists()


def test_ride_does_not_become_a_hire(
    ada: User, ready: User, economy: CarType, dora: User, snapshot: Callable[[], Snapshot]
) -> None:
    publish(dora, HIRE, METER)
    body = {**ENDS, "car_type_id": economy.pk}
    quote_id = client_of(ada).post(f"{API}/estimates/", body).json()["options"][0]["quote_id"]
    booking_id = book(ada, quote_id).json()["id"]
    before = snapshot()
    refused(press(dora, booking_id, "edit-preview", hire_minutes=120), "not_for_hire", "hire_minutes")
    assert snapshot() == before


@pytest.mark.usefixtures("offered")
def test_register_and_receipt_name_the_hours(ada: User, ready: User, economy: CarType, dora: User) -> None:
    booking = drive(ready, book_hours(ada, 150), hours=2)
    (entry,) = client_of(dora).get(f"{API}/register/").json()["results"]
    assert (entry["drop_add"], entry["hire_minutes"]) == ("", 150)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; TRUNCATE bookings_registerentry")
    assert fill_register() == 1
    (entry,) = client_of(dora).get(f"{API}/register/").json()["results"]
    assert (entry["drop_add"], entry["hire_minutes"]) == ("", 150)
    assert press(ready, booking.pk, "collect-cash").status_code == 200
    booking.refresh_from_db()
    assert get_receipt(ada, booking).json()["hire_minutes"] == 150
    for text in (pdf_text(ada, booking), render_receipt(booking).text):
        assert "By the hour, 2 h 30 min" in text
        assert "50 km included" in text


@pytest.mark.usefixtures("offered")
def test_replay_prices_a_hire_again(ada: User, ready: User, economy: CarType, roads: Roads) -> None:
    roads.driven_km = roads.quoted_km = D(70)
    booking = drive(ready, book_hours(ada), hours=3.5)
    assert booking.trip_cost == 142
    assert reprice(booking, None).own.trip_cost == 142
    double = {**HIRE, "then": {**HIRE["then"], "per_hour": "80", "extra_half_hour": "50"}}
    assert reprice(booking, load_document(document(double, METER))).new.trip_cost == 290
    with pytest.raises(NotRepriced, match="no_rate"):
        reprice(booking, load_document(document(METER)))


def test_cancellation_costs_what_the_tariff_says(
    ada: User, ready: User, economy: CarType, dora: User
) -> None:
    slabs = [{"after": "0 s", "amount": "15"}]
    publish(dora, HIRE, METER, {"name": "Late", "then": {"kind": "cancellation", "slabs": slabs}})
    booking = book_hours(ada)
    work("bookings.dispatch")
    assert press(ready, booking.pk, "accept").status_code == 200
    shown = client_of(ada).get(f"{API}/bookings/{booking.pk}/cancel-preview/").json()
    assert D(shown["fee"]) == 15


def test_surge_multiplies_the_hours(ada: User, ready: User, economy: CarType, dora: User) -> None:
    publish(dora, HIRE, METER)
    booking = book_hours(ada, 60)
    booking.rates["surge"] = {"record": 1, "factor": "1.5", "zone": "", "waiting": 9, "free": 1}
    fare = measured_fare(booking, distance_km=D(5), duration_seconds=3600, track=())
    assert fare is not None
    assert fare.trip_cost == 60

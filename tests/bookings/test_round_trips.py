"""Round trips as one booking: out, a wait, and back to the pickup, from the estimate to the register."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal as D
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, BookingStop
from apps.bookings.pricing.by_tariff import measured_fare
from apps.bookings.receipt.mail import render_receipt
from apps.bookings.register.entry import fill_register
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.bookings.api import API, ENDS, book, look, press, work
from tests.bookings.conftest import Snapshot
from tests.bookings.test_receipt import get_receipt, pdf_text
from tests.bookings.test_stops import RYDE, WOOTTON
from tests.fares.tariffs import publish, rates
from tests.personas import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]

PICKUP, DROP = ENDS["pickup"], ENDS["drop"]
WAITING: dict[str, Any] = {
    "name": "Waiting",
    "then": {"kind": "waiting", "at": "stop", "free": "5 min", "every": "1 min", "amount": "0.40"},
}


def estimate(person: User | None, car_type: CarType, wait: Any, **more: Any) -> Any:
    body = {**ENDS, "car_type_id": car_type.pk, "return_wait_minutes": wait, **more}
    return client_of(person).post(f"{API}/estimates/", body)


def option(person: User, car_type: CarType, wait: int | None, **more: Any) -> Any:
    reply = estimate(person, car_type, wait, **more)
    assert reply.status_code == 200, reply.json()
    return reply.json()["options"][0]


def book_return(person: User, car_type: CarType, wait: int | None, **more: Any) -> Booking:
    reply = book(person, option(person, car_type, wait, **more)["quote_id"])
    assert reply.status_code == 201, reply.json()
    return Booking.objects.get(pk=reply.json()["id"])


def lines(shown: Any) -> dict[str, D]:
    return {line["key"]: D(line["amount"]) for line in shown["breakdown"]}


def test_round_trip_is_one_booking_through_the_destination(ada: User, ready: User, economy: CarType) -> None:
    booking = book_return(ada, economy, 20, stops=[WOOTTON])
    assert (booking.pickup_add, booking.drop_add) == (PICKUP["add"], PICKUP["add"])
    assert [stop.add for stop in booking.stops.order_by("position")] == [WOOTTON["add"], DROP["add"]]
    assert booking.return_wait_minutes == 20
    shown = look(ada, booking.pk)
    assert shown["return_wait_minutes"] == 20
    # The time of the whole trip contains the wait.
    one_way = estimate(ada, economy, None, stops=[WOOTTON, DROP], drop=PICKUP).json()
    assert shown["estimate_duration_seconds"] == one_way["route"]["duration_seconds"] + 1200
    assert Booking.objects.count() == 1


def test_wait_is_charged_as_time_by_the_numbers_of_the_car_type(ada: User, economy: CarType) -> None:
    there_and_back = option(ada, economy, 0)
    waited = option(ada, economy, 30)
    # Half an hour at 5 an hour.
    assert lines(waited)["time"] - lines(there_and_back)["time"] == D("2.50")
    assert lines(waited)["distance"] == lines(there_and_back)["distance"]


def test_wait_is_charged_by_the_tariffs_rule_for_waiting_at_stops(
    ada: User, ready: User, economy: CarType, dora: User
) -> None:
    publish(dora, {"name": "Meter", "then": rates("3.00", "2.00")}, WAITING)
    there_and_back, waited = option(ada, economy, 0), option(ada, economy, 20)
    assert D(waited["trip_cost"]) - D(there_and_back["trip_cost"]) == D("6.00")
    assert lines(waited)["waiting"] == D("6.00")
    booking = book_return(ada, economy, 20)
    assert booking.trip_cost == D(waited["trip_cost"])


def test_wait_without_a_rule_is_drive_time_under_a_tariff(
    ada: User, ready: User, economy: CarType, dora: User
) -> None:
    publish(dora, {"name": "Meter", "then": rates("3.00", "2.00", "12")})
    there_and_back, waited = option(ada, economy, 0), option(ada, economy, 20)
    assert D(waited["trip_cost"]) - D(there_and_back["trip_cost"]) == D("4.00")
    booking = book_return(ada, economy, 20)
    # The same distance and time at the end cost the same.
    seconds = booking.estimate_duration_seconds
    measured = measured_fare(
        booking, distance_km=booking.estimate_distance_km, duration_seconds=seconds, track=()
    )
    assert measured is not None
    assert measured.trip_cost == booking.trip_cost


@pytest.mark.parametrize("wait", [61, 10_000, -1, "long", 1.5])
def test_wait_above_the_setting_or_no_number_is_refused(
    ada: User, economy: CarType, wait: Any, snapshot: Callable[[], Snapshot]
) -> None:
    before = snapshot()
    reply = estimate(ada, economy, wait)
    assert (reply.status_code, reply.json()["code"]) == (400, "select_proper")
    assert list(reply.json()["fields"]) == ["return_wait_minutes"]
    assert snapshot() == before
    assert estimate(ada, economy, 60).status_code == 200


def test_zero_in_the_setting_offers_no_round_trips(
    ada: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    update_platform_settings(max_return_wait_minutes=0)
    before = snapshot()
    reply = estimate(ada, economy, 0)
    assert (reply.status_code, reply.json()["code"]) == (400, "select_proper")
    assert snapshot() == before


def test_delivery_is_no_round_trip(ada: User, economy: CarType) -> None:
    update_platform_settings(app_category="delivery")
    CarType.objects.update(app_category="delivery")
    reply = estimate(ada, economy, 10)
    assert (reply.status_code, reply.json()["code"]) == (400, "select_proper")
    assert Booking.objects.count() == 0


def test_destination_is_one_of_the_allowed_stops(ada: User, economy: CarType) -> None:
    update_platform_settings(max_stops=0)
    assert estimate(ada, economy, 10).status_code == 200
    assert estimate(ada, economy, 10, stops=[WOOTTON]).json()["code"] == "too_many_stops"
    update_platform_settings(max_stops=2)
    assert estimate(ada, economy, 10, stops=[WOOTTON]).status_code == 200
    assert estimate(ada, economy, 10, stops=[WOOTTON, RYDE]).json()["code"] == "too_many_stops"


def test_destination_at_the_pickup_is_refused(ada: User, economy: CarType) -> None:
    reply = estimate(ada, economy, 10, drop=PICKUP)
    assert (reply.status_code, reply.json()["code"]) == (400, "select_proper")


def test_marks_of_the_driver_replace_the_planned_wait(
    ada: User, ready: User, economy: CarType, dora: User
) -> None:
    publish(dora, {"name": "Meter", "then": rates("3.00", "2.00")}, WAITING)
    booking = book_return(ada, economy, 20)
    at = timezone.now()
    BookingStop.objects.filter(booking=booking).update(reached_at=at, left_at=at + timedelta(minutes=8))
    booking = Booking.objects.get(pk=booking.pk)
    fare = measured_fare(booking, distance_km=D(10), duration_seconds=1800, track=())
    assert fare is not None
    # 3 + 10 km at 2 + 8 minutes less 5 free ones at 0.40.
    assert fare.trip_cost == D("24.20")


def test_changed_stops_keep_the_round_trip_and_its_wait(
    ada: User, ready: User, economy: CarType, dora: User
) -> None:
    publish(dora, {"name": "Meter", "then": rates("3.00", "2.00")}, WAITING)
    booking = book_return(ada, economy, 20)
    work("bookings.dispatch")
    shown = press(ada, booking.pk, "stops-preview", stops=[WOOTTON, DROP]).json()
    waiting = [line for line in shown["breakdown"] if line["key"] == "waiting"]
    assert [D(line["amount"]) for line in waiting] == [D("6.00")]
    assert press(ada, booking.pk, "change-stops", quote_id=shown["quote_id"]).status_code == 200
    booking.refresh_from_db()
    assert (booking.stop_count, booking.return_wait_minutes) == (2, 20)
    seconds = booking.estimate_duration_seconds
    assert seconds == option_seconds(ada, economy, [WOOTTON, DROP]) + 1200


def option_seconds(person: User, car_type: CarType, stops: list[dict[str, Any]]) -> int:
    seconds: int = estimate(person, car_type, None, stops=stops, drop=PICKUP).json()["route"][
        "duration_seconds"
    ]
    return seconds


def test_last_stop_of_a_round_trip_is_not_removed(
    ada: User, ready: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = book_return(ada, economy, 20)
    before = snapshot()
    reply = press(ada, booking.pk, "stops-preview", stops=[])
    assert (reply.status_code, reply.json()["code"]) == (400, "select_proper")
    assert "stops" in reply.json()["fields"]
    assert snapshot() == before


def edit(staff: User, booking: Booking, **changes: Any) -> None:
    shown = press(staff, booking.pk, "edit-preview", **changes)
    assert shown.status_code == 200, shown.json()
    values = {"revision": shown.json()["revision"], "quote_id": shown.json()["quote_id"]}
    saved = press(staff, booking.pk, "edit", **values)
    assert saved.status_code == 200, saved.json()
    booking.refresh_from_db()


def test_staff_edit_the_wait_and_the_kind_of_trip(
    ada: User, ready: User, economy: CarType, dora: User
) -> None:
    booking = book_return(ada, economy, 20)
    edit(dora, booking, return_wait_minutes=45)
    assert (booking.return_wait_minutes, booking.stop_count, booking.drop_add) == (45, 1, PICKUP["add"])
    # Another destination: still there and back.
    edit(dora, booking, drop=RYDE)
    assert (booking.return_wait_minutes, booking.drop_add) == (45, PICKUP["add"])
    assert list(booking.stops.values_list("add", flat=True)) == [RYDE["add"]]
    edit(dora, booking, return_wait_minutes=None)
    assert (booking.return_wait_minutes, booking.stop_count, booking.drop_add) == (None, 0, RYDE["add"])
    assert booking.events.filter(data__has_key="return_wait_minutes").count() == 2


def test_unchanged_round_trip_is_no_edit(ada: User, ready: User, economy: CarType, dora: User) -> None:
    booking = book_return(ada, economy, 20)
    reply = press(dora, booking.pk, "edit-preview", return_wait_minutes=20, drop=DROP, stops=[])
    assert (reply.status_code, reply.json()["code"]) == (409, "booking_unchanged")


def test_everyone_who_sees_the_booking_sees_the_round_trip(
    ada: User, ready: User, economy: CarType, dora: User
) -> None:
    booking = book_return(ada, economy, 20)
    work("bookings.dispatch")
    (job,) = client_of(dora).get(f"{API}/desk/board/").json()["jobs"]
    (offer,) = client_of(ready).get(f"{API}/me/tasks/").json()["offers"]
    (row,) = client_of(ada).get(f"{API}/bookings/").json()["results"]
    assert {each["return_wait_minutes"] for each in (job, offer, row)} == {20}
    assert press(ready, booking.pk, "accept").status_code == 200
    (entry,) = client_of(dora).get(f"{API}/register/").json()["results"]
    assert (entry["drop_add"], entry["return_wait_minutes"]) == (DROP["add"], 20)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; TRUNCATE bookings_registerentry")
    assert fill_register() == 1
    (entry,) = client_of(dora).get(f"{API}/register/").json()["results"]
    assert (entry["drop_add"], entry["return_wait_minutes"]) == (DROP["add"], 20)


def test_receipt_names_the_round_trip(ada: User, ready: User, economy: CarType) -> None:
    booking = book_return(ada, economy, 20)
    Booking.objects.filter(pk=booking.pk).update(status=Status.CANCELLED, cancellation_fee=3)
    booking.refresh_from_db()
    assert get_receipt(ada, booking).json()["return_wait_minutes"] == 20
    assert "Round trip, wait 20 min" in pdf_text(ada, booking)
    assert "Round trip, wait 20 min" in render_receipt(booking).text


def test_scheduled_round_trip_costs_the_price_of_its_time(
    ada: User, ready: User, economy: CarType, dora: User
) -> None:
    publish(dora, {"name": "Meter", "then": rates("3.00", "2.00")}, WAITING)
    later = (timezone.now() + timedelta(days=1)).isoformat()
    shown = option(ada, economy, 15, trip_date=later)
    reply = book(ada, shown["quote_id"], trip_date=later)
    assert reply.status_code == 201, reply.json()
    assert D(reply.json()["trip_cost"]) == D(shown["trip_cost"])

"""Bookings priced by a published tariff: estimate, booking, edit, measured fare, receipt."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal as D
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.models import Booking
from apps.bookings.pricing.by_tariff import measured_fare
from apps.bookings.receipt.mail import render_receipt
from apps.bookings.staff_changes.adjustment import shares_of
from apps.fares.models import CarType
from apps.fares.tariffs.holidays import add_holiday
from apps.fares.tariffs.publishing import use_car_types
from tests.bookings.api import API, ENDS, book, look, press, quote, work
from tests.bookings.builders import PICKUP
from tests.bookings.conftest import Snapshot
from tests.bookings.test_receipt import get_receipt, pdf_text
from tests.fares.tariffs import publish, rates
from tests.personas import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]

METER = {"name": "Meter", "then": rates("3.00", "2.00", "12.00")}
FEE = {"name": "Service", "then": {"kind": "fee", "amount": "10", "percentage": True}}
"""A trip of 7.5 km and 15 minutes costs 3 + 15 + 3 = 21, and 10 % of it."""
NIGHT = {"name": "Night", "when": {"hours": "22:00-06:00"}, "then": rates("3.00", "4.00")}
DAY = {"name": "Day", "then": rates("3.00", "2.00")}


@pytest.fixture
def published(dora: User) -> None:
    publish(dora, METER, FEE)


def at_hour(hour: int) -> datetime:
    """Return a time tomorrow, which is far enough ahead."""
    tomorrow = timezone.now().astimezone(UTC) + timedelta(days=1)
    return tomorrow.replace(hour=hour, minute=0, second=0, microsecond=0)


def quote_at(person: User, car_type: CarType, at: datetime) -> dict[str, Any]:
    body = {**ENDS, "car_type_id": car_type.pk, "trip_date": at.isoformat()}
    (option,) = client_of(person).post(f"{API}/estimates/", body).json()["options"]
    found: dict[str, Any] = option
    return found


def booked(reply: Any) -> Booking:
    assert reply.status_code == 201, reply.json()
    return Booking.objects.get(pk=reply.json()["id"])


@pytest.mark.usefixtures("published")
def test_booking_is_priced_by_the_tariff_and_keeps_its_version_and_lines(
    ada: User, ready: User, economy: CarType
) -> None:
    reply = book(ada, quote(ada, economy))
    booking, body = booked(reply), reply.json()
    assert (body["trip_cost"], body["estimate"], body["tariff"]) == ("23.1000", "23.1000", "Town 1")
    assert (booking.driver_share, booking.convenience_fees) == (D(21), D("2.10"))
    assert [(line["amount"], line["explanation"]) for line in body["breakdown"]] == [
        ("3.0000", "Meter: Base fare"),
        ("15.0000", "Meter: 7.5 km at 2.00 per km"),
        ("3.0000", "Meter: 15 mins at 12.00 per hour"),
        ("2.1000", "Service: Convenience fee"),
    ]
    assert sum(D(line["amount"]) for line in booking.breakdown) == booking.trip_cost
    terms = booking.rates["tariff"]
    assert (terms["name"], terms["version"], terms["source"]) == ("Town", 1, "app")


@pytest.mark.usefixtures("published")
def test_rider_and_driver_read_the_explanation_in_their_language(
    ada: User, ready: User, economy: CarType
) -> None:
    booking = booked(book(ada, quote(ada, economy)))
    shown = client_of(ada).get(f"{API}/bookings/{booking.pk}/", headers={"Accept-Language": "de"}).json()
    assert shown["breakdown"][1]["explanation"] == "Meter: 7,5 km zu 2,00 pro km"


@pytest.mark.usefixtures("published")
def test_booking_by_staff_is_priced_as_one_by_phone(
    ada: User, dora: User, ready: User, economy: CarType
) -> None:
    phone = {"name": "Phone", "when": {"sources": ["phone"]}, "then": {"kind": "extra", "amount": "2.00"}}
    publish(dora, METER, phone)
    by_staff = booked(book(dora, quote(dora, economy), customer_id=ada.pk))
    assert (by_staff.trip_cost, by_staff.rates["tariff"]["source"]) == (D(23), "phone")


def test_booking_for_later_is_priced_at_its_time(
    ada: User, dora: User, ready: User, economy: CarType
) -> None:
    publish(dora, NIGHT, DAY, time_zone="UTC")
    by_day, by_night = quote_at(ada, economy, at_hour(12)), quote_at(ada, economy, at_hour(23))
    assert (by_day["trip_cost"], by_night["trip_cost"]) == ("18.0000", "33.0000")
    booking = booked(book(ada, by_night["quote_id"], trip_date=at_hour(23).isoformat()))
    assert (booking.trip_cost, booking.rates["tariff"]["booked_for_later"]) == (D(33), True)


@pytest.mark.parametrize("quoted_hour", [12, None])
def test_price_of_another_time_is_refused(
    ada: User,
    dora: User,
    ready: User,
    economy: CarType,
    snapshot: Callable[[], Snapshot],
    quoted_hour: int | None,
) -> None:
    later = {"name": "Later", "when": {"booked_for_later": True}, "then": {"kind": "extra", "amount": "1"}}
    publish(dora, NIGHT, DAY, later, time_zone="UTC")
    by_day = quote(ada, economy) if quoted_hour is None else quote_at(ada, economy, at_hour(12))["quote_id"]
    before = snapshot()
    reply = book(ada, by_day, trip_date=at_hour(23).isoformat())
    assert (reply.status_code, reply.json()["code"]) == (409, "quote_expired")
    assert snapshot() == before


@pytest.mark.usefixtures("published")
def test_quote_for_later_books_no_trip_for_now(
    ada: User, ready: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    by_day = quote_at(ada, economy, at_hour(12))["quote_id"]
    before = snapshot()
    reply = book(ada, by_day)
    assert (reply.status_code, reply.json()["code"]) == (409, "quote_expired")
    assert snapshot() == before


def test_quote_for_later_is_refused_once_another_tariff_is_published_for_its_time(
    ada: User, dora: User, ready: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    publish(dora, DAY)
    quoted = quote_at(ada, economy, at_hour(12))["quote_id"]
    publish(dora, METER)
    before = snapshot()
    reply = book(ada, quoted, trip_date=at_hour(12).isoformat())
    assert (reply.status_code, reply.json()["code"]) == (409, "quote_expired")
    assert snapshot() == before


def test_without_a_tariff_the_car_types_numbers_apply(
    ada: User, dora: User, ready: User, economy: CarType
) -> None:
    publish(dora, METER)
    use_car_types(by=dora)
    reply = book(ada, quote(ada, economy))
    booking = booked(reply)
    assert (reply.json()["trip_cost"], reply.json()["tariff"]) == ("56.0600", "")
    assert "tariff" not in booking.rates
    assert {line["explanation"] for line in reply.json()["breakdown"]} == {""}


def test_trip_without_a_rate_is_priced_by_the_car_types_numbers(
    ada: User, dora: User, ready: User, economy: CarType
) -> None:
    publish(dora, METER | {"when": {"car_types": ["Limousine"]}})
    assert booked(book(ada, quote(ada, economy))).trip_cost == D("56.06")


@pytest.mark.usefixtures("published")
def test_measured_fare_is_by_the_version_agreed_at_booking(
    ada: User, dora: User, ready: User, economy: CarType
) -> None:
    booking_id = booked(book(ada, quote(ada, economy))).pk
    work("bookings.dispatch")
    publish(dora, {"name": "Other", "then": rates("99.00", "9.00")})
    for action in ("accept", "arrive", "start", "reach"):
        assert press(ready, booking_id, action).status_code == 200, action
    booking = Booking.objects.get(pk=booking_id)
    assert {line["rule"] for line in booking.breakdown} == {"Meter", "Service"}
    # 3 + 7.5 km x 2, and the seconds of the test at 12 an hour.
    assert D("18.00") <= booking.driver_share < D("19.00")
    assert sum(D(line["amount"]) for line in booking.breakdown) == booking.trip_cost
    assert look(ready, booking_id)["breakdown"][0]["explanation"] == "Meter: Base fare"


def test_measured_fare_follows_the_zones_of_the_track(
    ada: User, dora: User, ready: User, economy: CarType
) -> None:
    lat, lng = PICKUP
    square = [[lng - 1, lat - 0.02], [lng + 1, lat - 0.02], [lng + 1, lat + 0.02], [lng - 1, lat + 0.02]]
    publish(
        dora,
        {"name": "Town", "when": {"zones": ["Town"]}, "then": rates("0", "1.00")},
        {"name": "Country", "then": rates("0", "3.00")},
        zones={"Town": {"rings": [square]}},
    )
    booking = booked(book(ada, quote(ada, economy)))
    # Half of the track is in the town, to within a few metres.
    track = [(lat + step * 0.001, lng) for step in range(41)]
    fare = measured_fare(booking, distance_km=D(10), duration_seconds=600, track=track)
    assert fare is not None
    by_rule = {line.rule: line.amount for line in fare.breakdown if line.key == "distance"}  # type: ignore[attr-defined]
    assert abs(by_rule["Town"] - 5) < D("0.05")
    assert abs(by_rule["Country"] - 15) < D("0.15")
    assert sum(line.amount for line in fare.breakdown) == fare.trip_cost


@pytest.mark.usefixtures("published")
def test_edit_by_staff_is_priced_by_the_tariff_in_force(
    ada: User, dora: User, ready: User, economy: CarType
) -> None:
    booking = booked(book(ada, quote(ada, economy)))
    publish(dora, {"name": "Other", "then": rates("99.00", "0.00")})
    drop = {"lat": 50.7282, "lng": -1.1610, "add": "Union Street, Ryde"}
    shown = press(dora, booking.pk, "edit-preview", drop=drop).json()
    assert (shown["trip_cost"], shown["breakdown"][0]["explanation"]) == ("99.0000", "Other: Base fare")
    saved = press(dora, booking.pk, "edit", revision=shown["revision"], quote_id=shown["quote_id"])
    assert saved.status_code == 200, saved.json()
    booking.refresh_from_db()
    assert (booking.trip_cost, booking.rates["tariff"]["version"]) == (D(99), 2)


@pytest.mark.usefixtures("published")
def test_adjusted_fare_is_shared_by_the_fee_of_the_tariff(ada: User, ready: User, economy: CarType) -> None:
    booking = booked(book(ada, quote(ada, economy)))
    assert shares_of(booking, D("11.00")) == (D("10.00"), D("1.00"))


def test_booking_keeps_the_public_holidays_around_its_day(
    ada: User, dora: User, ready: User, economy: CarType
) -> None:
    day = at_hour(12).date()
    add_holiday(by=dora, day=day, name="Fair")
    add_holiday(by=dora, day=date(2099, 12, 25), name="Christmas")
    holiday = {"name": "Holiday", "when": {"hours": "PH"}, "then": rates("50.00", "0")}
    publish(dora, holiday, DAY, time_zone="UTC")
    quoted = quote_at(ada, economy, at_hour(12))
    assert quoted["trip_cost"] == "50.0000"
    booking = booked(book(ada, quoted["quote_id"], trip_date=at_hour(12).isoformat()))
    assert booking.rates["tariff"]["holidays"] == [day.isoformat()]


@pytest.mark.usefixtures("published")
def test_receipt_page_pdf_and_email_explain_the_lines(ada: User, ready: User, economy: CarType) -> None:
    booking = booked(book(ada, quote(ada, economy)))
    work("bookings.dispatch")
    for action in ("accept", "arrive", "start", "reach", "collect-cash"):
        assert press(ready, booking.pk, action).status_code == 200, action
    booking.refresh_from_db()
    body = get_receipt(ada, booking, language="de").json()
    assert body["breakdown"][0]["explanation"] == "Meter: Grundpreis"
    assert "Meter: Grundpreis" in pdf_text(ada, booking, language="de")
    assert "Meter: Base fare" in render_receipt(booking).text

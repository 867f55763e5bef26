"""Street trips: a driver starts a metered trip for a passenger who flagged the car down."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone

from apps.accounts.models import DriverDocument, DriverProfile, SavedAddress, TermsVersion, User
from apps.accounts.services.availability import set_driver_active
from apps.accounts.services.fitness import update_fit_until
from apps.backoffice.alerts import alerts
from apps.bookings.choices import Status
from apps.bookings.models import Booking, BookingEvent, GuestLink, RegisterEntry, TrackingPoint
from apps.bookings.retention import RETENTIONS
from apps.bookings.services.housekeeping import close_paid
from apps.bookings.services.trip import force_end
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.geo.models import DriverPosition
from apps.geo.positions.store import PositionReport
from apps.notifications.models import InboxMessage, KeptMessage
from apps.wallet.choices import CASH_WITH_DRIVERS, REVENUE, TRIPS
from apps.wallet.selectors import balance_of, platform_balance
from tests.bookings.api import API, look, press, work
from tests.bookings.builders import DROP, PICKUP, credit_wallet, make_booking, put_online, send_positions
from tests.bookings.conftest import Snapshot
from tests.bookings.roads import Roads
from tests.fares.tariffs import publish, rates
from tests.personas import client_of, make_driver, make_user
from tests.published import published_events

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]

Clock = time_machine.Traveller
DROP_OFF = {"lat": DROP[0], "lng": DROP[1], "add": "The Parade, Cowes"}
HALF_HOUR = 1800


@pytest.fixture(autouse=True)
def street_trips(db: None) -> None:
    update_platform_settings(street_trips=True)


@pytest.fixture
def clock() -> Iterator[Clock]:
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        yield clock


def start(driver: User, *, key: str | None = None, **fields: Any) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    return client_of(driver).post(f"{API}/me/street-trips/", fields, format="json", headers=headers)


def started(driver: User, **fields: Any) -> int:
    reply = start(driver, **fields)
    assert reply.status_code == 201, reply.json()
    booking_id: int = reply.json()["id"]
    return booking_id


def drive(driver: User, *, seconds: int, clock: Clock) -> None:
    """Drive to the drop, with a point each tenth of the way."""
    began = timezone.now()
    for tenth in range(1, 11):
        clock.move_to(began + timedelta(seconds=seconds * tenth / 10))
        lat = PICKUP[0] + (DROP[0] - PICKUP[0]) * tenth / 10
        lng = PICKUP[1] + (DROP[1] - PICKUP[1]) * tenth / 10
        report = PositionReport(driver_id=driver.pk, lat=lat, lng=lng, at=timezone.now())
        assert send_positions(driver, [report]) is not None


# 8.2 km in half an hour: 10 + 8.2 x 5 + 0.5 x 5 = 53.50; the fee is 15 % of it, 8.025, rounded to 8.03.
TRIP_COST, SHARE, FEE = Decimal("61.53"), Decimal("53.50"), Decimal("8.03")


def test_trip_from_the_street_to_the_cash(ready: User, economy: CarType, clock: Clock) -> None:
    reply = start(ready)

    assert reply.status_code == 201, reply.json()
    body = reply.json()
    booking_id = body["id"]
    assert (body["status"], body["street_trip"], body["has_drop"]) == ("STARTED", True, False)
    assert (body["pickup"]["lat"], body["pickup"]["lng"]) == PICKUP
    assert (body["drop"]["add"], body["estimate"], body["estimate_distance_km"]) == ("", "0.0000", 0)
    assert (body["otp_required"], body["drop_eta_seconds"]) == (False, None)
    assert (body["customer"]["name"], body["chosen_payment"]) == ("Street passenger", "cash")
    assert (body["driver"]["id"], body["car_type"]["name"]) == (ready.pk, economy.name)
    assert body["actions"] == ["reach", "cancel"]
    assert DriverProfile.objects.get(pk=ready.pk).busy
    assert client_of(ready).get(f"{API}/me/tasks/").json()["current"]["id"] == booking_id

    drive(ready, seconds=HALF_HOUR, clock=clock)
    ended = press(ready, booking_id, "reach").json()

    assert (ended["status"], ended["trip_cost"], ended["driver_share"]) == ("REACHED", "61.5300", "53.5000")
    assert (ended["total_trip_time"], ended["distance_km"], ended["has_drop"]) == (HALF_HOUR, 8.2, True)
    assert (ended["drop"]["lat"], ended["drop"]["lng"]) == DROP
    assert ended["drop"]["add"]
    assert [line["amount"] for line in ended["breakdown"]] == ["10.0000", "41.0000", "2.5000", "8.0300"]
    assert ended["actions"] == ["collect-cash", "request-payment"]

    assert press(ready, booking_id, "collect-cash", amount="61.53").json()["status"] == "PAID"

    assert balance_of(ready.pk) == 1000 + SHARE - TRIP_COST
    assert platform_balance(REVENUE) == FEE
    assert platform_balance(TRIPS) == platform_balance(CASH_WITH_DRIVERS) == 0
    assert not DriverProfile.objects.get(pk=ready.pk).busy
    call_command("verify_ledger")
    clock.shift(timedelta(hours=25))
    assert close_paid() == 1
    assert Booking.objects.get(pk=booking_id).status == Status.COMPLETE


def test_start_is_recorded_and_published(ready: User, dora: User, economy: CarType) -> None:
    DriverDocument.objects.create(driver=ready, kind="permit", number="PHD00471", state="accepted")
    booking_id = started(ready)

    booking = Booking.objects.get(pk=booking_id)
    (event,) = BookingEvent.objects.filter(booking=booking)
    assert (event.version, event.name, event.from_status, event.actor_id) == (
        1,
        "start_street_trip",
        "",
        ready.pk,
    )
    (point,) = TrackingPoint.objects.filter(booking=booking)
    assert (point.status, point.lat, point.lng) == (Status.STARTED, *PICKUP)
    (entry,) = RegisterEntry.objects.filter(booking=booking)
    assert (entry.driver_id, entry.driver_licence, entry.version) == (ready.pk, "PHD00471", 1)
    assert (entry.vehicle_number, entry.fare) == (booking.vehicle_number, Decimal(0))
    assert entry.booked_by is None
    (row,) = client_of(dora).get(f"{API}/register/").json()["results"]
    assert (row["street_trip"], row["drop_add"], row["outcome"]) == (True, "", "STARTED")
    assert {one.topic for one in published_events("booking.started")} >= {
        f"booking:{booking_id}",
        f"tasks:{ready.pk}",
    }
    assert [one.topic for one in published_events("booking.created")] == ["bookings"]


def test_drop_off_gives_an_estimate(ready: User, economy: CarType) -> None:
    body = start(ready, drop=DROP_OFF, passenger_name="Nora").json()

    # 7.5 km and 15 minutes: 10 + 37.50 + 1.25 = 48.75; the fee is 7.3125, rounded to 7.31.
    assert (body["estimate"], body["estimate_distance_km"], body["has_drop"]) == ("56.0600", 7.5, True)
    assert (body["drop"]["add"], body["customer"]["name"]) == ("The Parade, Cowes", "Nora")
    assert body["route_polyline"]


def test_trip_starts_without_an_estimate_while_the_map_service_fails(
    ready: User, economy: CarType, roads: Roads
) -> None:
    roads.silent = True
    body = start(ready, drop=DROP_OFF).json()
    assert (body["status"], body["estimate"], body["has_drop"]) == ("STARTED", "0.0000", True)


def test_tariff_at_the_start_applies_with_the_source_street(
    ready: User, dora: User, economy: CarType, clock: Clock
) -> None:
    hailed = {"name": "Hailed", "when": {"sources": ["street"]}, "then": rates("4.00", "2.50", "12.00")}
    publish(dora, hailed, {"name": "Booked", "then": rates("9.00", "9.00")})
    booking_id = started(ready)
    drive(ready, seconds=HALF_HOUR, clock=clock)

    body = press(ready, booking_id, "reach").json()

    # 4 + 8.2 x 2.50 + 0.5 x 12 = 30.50.
    assert (body["trip_cost"], body["tariff"]) == ("30.5000", "Town 1")
    assert Booking.objects.get(pk=booking_id).rates["tariff"]["source"] == "street"


def test_repeated_request_starts_one_trip(ready: User, economy: CarType) -> None:
    first, again = start(ready, key="one"), start(ready, key="one")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json()["id"] == again.json()["id"]
    assert Booking.objects.count() == 1


def _off(driver: User) -> None:
    update_platform_settings(street_trips=False)


def _delivery(driver: User) -> None:
    update_platform_settings(app_category="delivery")


def _busy(driver: User) -> None:
    make_booking(make_user("Eve"), CarType.objects.get(), Status.STARTED, driver=driver)


def _offline(driver: User) -> None:
    set_driver_active(driver_id=driver.pk, active=False)


def _unseen(driver: User) -> None:
    long_ago = timezone.now() - timedelta(seconds=61)
    DriverPosition.objects.filter(pk=driver.pk).update(at=long_ago)


def _no_position(driver: User) -> None:
    DriverPosition.objects.filter(pk=driver.pk).update(at=None, lat=None, lng=None)


def _expired(driver: User) -> None:
    yesterday = timezone.now() - timedelta(days=1)
    DriverDocument.objects.create(
        driver=driver, kind="license", number="1", state="accepted", expires_on=yesterday.date()
    )
    update_fit_until(driver.pk)


def _terms(driver: User) -> None:
    TermsVersion.objects.create(
        document="terms", label="2026-11", texts={"en": "Be kind."}, published_at=timezone.now()
    )


@pytest.mark.parametrize(
    ("prevent", "code"),
    [
        (_off, "street_trips_off"),
        (_delivery, "street_trips_off"),
        (_busy, "driver_busy"),
        (_offline, "driver_not_available"),
        (_expired, "documents_expired"),
        (_unseen, "stale_position"),
        (_no_position, "stale_position"),
        (_terms, "terms_due"),
    ],
)
def test_refusal_changes_nothing(
    prevent: Callable[[User], None],
    code: str,
    ready: User,
    economy: CarType,
    snapshot: Callable[[], Snapshot],
) -> None:
    prevent(ready)
    before = snapshot()

    reply = start(ready)

    assert (reply.status_code, reply.json()["code"]) == (409, code)
    assert snapshot() == before


def test_driver_without_money_for_the_fee_is_refused(
    ben: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    put_online(ben)
    before = snapshot()
    reply = start(ben)
    assert (reply.status_code, reply.json()["code"]) == (409, "low_balance")
    assert snapshot() == before


def test_wrong_phone_number_is_refused(
    ready: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    before = snapshot()
    reply = start(ready, passenger_phone="hello")
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid")
    assert list(reply.json()["fields"]) == ["passenger_phone"]
    assert snapshot() == before


# -- the passenger -----------------------------------------------------------------------------


def test_passenger_with_a_phone_follows_the_trip(
    ready: User, economy: CarType, clock: Clock, settings: Any
) -> None:
    settings.SMS_SENDER, settings.OUTBOX_PAGE = "outbox", True
    booking_id = started(ready, passenger_name="Nora", passenger_phone="+44 7700 900777")
    work("bookings.text_guest")

    (message,) = KeptMessage.objects.filter(channel="sms")
    assert message.to == "+447700900777"
    token = message.text.rpartition("/trip/g-")[2]
    seen = client_of(None).get(f"{API}/guest/{token}/").json()
    assert (seen["status"], seen["may_cancel"]) == ("STARTED", False)
    drive(ready, seconds=HALF_HOUR, clock=clock)
    press(ready, booking_id, "reach")
    press(ready, booking_id, "collect-cash")
    assert client_of(None).get(f"{API}/guest/{token}/").json()["status"] == "PAID"


def passenger_link(driver: User, booking_id: int) -> Any:
    return client_of(driver).post(f"{API}/bookings/{booking_id}/passenger-link/")


def test_driver_shows_the_passenger_a_link_until_a_day_after_the_trip(
    ready: User, economy: CarType, clock: Clock
) -> None:
    booking_id = started(ready)
    shown = passenger_link(ready, booking_id).json()
    assert passenger_link(ready, booking_id).json() == shown
    assert shown["qr_code"].startswith("data:image/svg+xml;base64,")
    guest = f"{API}/guest/{shown['url'].rpartition('/g-')[2]}"
    assert client_of(None).get(f"{guest}/").json()["status"] == "STARTED"
    drive(ready, seconds=HALF_HOUR, clock=clock)
    assert press(ready, booking_id, "reach").status_code == 200
    assert press(ready, booking_id, "collect-cash").status_code == 200
    assert passenger_link(ready, booking_id).json()["url"] == shown["url"]
    assert client_of(None).get(f"{guest}/receipt/").status_code == 200
    clock.shift(timedelta(days=2))
    close_paid()
    assert passenger_link(ready, booking_id).json()["url"] == shown["url"]
    clock.shift(timedelta(days=1))
    assert passenger_link(ready, booking_id).json()["code"] == "wrong_status"


def test_link_for_a_passenger_is_refused_for_other_trips(
    ready: User, bob: User, dora: User, ada: User, economy: CarType
) -> None:
    booking_id = started(ready)
    booked = make_booking(ada, economy, Status.STARTED, driver=bob)
    assert passenger_link(bob, booking_id).json()["code"] == "not_found"
    assert passenger_link(bob, booked.pk).json()["code"] == "wrong_status"
    assert not GuestLink.objects.exists()
    assert passenger_link(ready, booking_id).status_code == 200
    assert client_of(dora).delete(f"{API}/bookings/{booking_id}/guest-link/").status_code == 204
    assert passenger_link(ready, booking_id).json()["code"] == "wrong_status"
    assert GuestLink.objects.get().revoked_at is not None


def test_passenger_without_a_phone_gets_nothing(
    ready: User, economy: CarType, clock: Clock, settings: Any
) -> None:
    settings.SMS_SENDER, settings.OUTBOX_PAGE = "outbox", True
    booking_id = started(ready)
    drive(ready, seconds=HALF_HOUR, clock=clock)
    press(ready, booking_id, "reach")
    press(ready, booking_id, "collect-cash")
    work("bookings.text_guest")
    work("bookings.send_receipt")
    customer = Booking.objects.get(pk=booking_id).customer
    assert not KeptMessage.objects.exists()
    assert not InboxMessage.objects.filter(user=customer).exists()
    assert not SavedAddress.objects.exists()


def test_all_street_passengers_share_an_account_that_is_in_no_list(
    ready: User, dora: User, ada: User, economy: CarType
) -> None:
    first = Booking.objects.get(pk=started(ready))
    other = make_driver("Eva", economy)
    credit_wallet(other)
    put_online(other)
    second = Booking.objects.get(pk=started(other))
    assert first.customer_id == second.customer_id
    riders = client_of(dora).get(f"{API}/riders/").json()["results"]
    assert [rider["id"] for rider in riders] == [ada.pk]


def test_passenger_is_not_rated(ready: User, economy: CarType, clock: Clock) -> None:
    booking_id = started(ready)
    drive(ready, seconds=60, clock=clock)
    press(ready, booking_id, "reach")
    reply = press(ready, booking_id, "rate-rider", rating=5)
    assert (reply.status_code, reply.json()["code"]) == (409, "not_rateable")
    press(ready, booking_id, "collect-cash")
    assert client_of(ready).get(f"{API}/me/tasks/").json()["to_rate"] is None


def test_name_and_number_are_deleted_after_the_retention_period(ready: User, economy: CarType) -> None:
    booking_id = started(ready, passenger_name="Nora", passenger_phone="+447700900777")
    Booking.objects.filter(pk=booking_id).update(ended_at=timezone.now() - timedelta(days=2))
    (retention,) = [one for one in RETENTIONS if one.name == "street_passengers"]
    assert retention.delete(timezone.now() - timedelta(days=3)) == 0
    assert retention.delete(timezone.now() - timedelta(days=1)) == 1
    assert retention.delete(timezone.now() - timedelta(days=1)) == 0
    booking = Booking.objects.get(pk=booking_id)
    assert (booking.customer_name, booking.customer_contact) == ("Street passenger", "")


# -- ends of other kinds -----------------------------------------------------------------------


def test_driver_cancels_a_mistake_within_three_minutes(ready: User, economy: CarType, clock: Clock) -> None:
    booking_id = started(ready)
    clock.shift(timedelta(minutes=3))
    body = press(ready, booking_id, "cancel", reason="Wrong button").json()
    assert (body["status"], body["cancelled_by"], body["reason"]) == ("CANCELLED", "driver", "Wrong button")
    assert (body["cancellation_fee_charged"], body["actions"]) == ("0.0000", [])
    assert not DriverProfile.objects.get(pk=ready.pk).busy
    assert balance_of(ready.pk) == 1000


def test_cancelling_later_is_refused(
    ready: User, economy: CarType, clock: Clock, snapshot: Callable[[], Snapshot]
) -> None:
    booking_id = started(ready)
    clock.shift(timedelta(minutes=3, seconds=1))
    before = snapshot()
    reply = press(ready, booking_id, "cancel", reason="Wrong button")
    assert (reply.status_code, reply.json()["code"]) == (409, "street_trip_runs")
    assert look(ready, booking_id)["actions"] == ["reach"]
    assert snapshot() == before


def test_booked_trip_that_started_is_not_cancelled(
    ada: User, ready: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(ada, economy, Status.STARTED, driver=ready)
    before = snapshot()
    reply = press(ready, booking.pk, "cancel", reason="Wrong button")
    assert (reply.status_code, reply.json()["code"]) == (409, "wrong_status")
    assert snapshot() == before


def test_staff_end_the_trip_and_record_the_payment(
    ready: User, dora: User, economy: CarType, clock: Clock
) -> None:
    booking_id = started(ready)
    drive(ready, seconds=HALF_HOUR, clock=clock)
    force_end(booking_id=booking_id, reason="The phone broke", by=dora)
    assert press(ready, booking_id, "request-payment").json()["status"] == "PENDING"
    reply = press(dora, booking_id, "record-payment", reason="Paid at the office", payment_mode="other")
    assert (reply.status_code, reply.json()["status"]) == (200, "PAID")
    refund = press(dora, booking_id, "refund", amount="5", reason="Detour")
    assert (refund.status_code, refund.json()["code"]) == (409, "rider_deleted")
    outside = press(dora, booking_id, "refund", amount="5", reason="Detour", paid_outside=True)
    assert (outside.status_code, outside.json()["refunded_amount"]) == (200, "5.0000")
    call_command("verify_ledger")


# -- readers -----------------------------------------------------------------------------------


def test_trip_without_a_drop_off_causes_no_alert_of_its_length(
    ready: User, dora: User, economy: CarType, clock: Clock
) -> None:
    started(ready)
    drive(ready, seconds=3 * HALF_HOUR, clock=clock)
    assert {cases.kind for cases in alerts(by=dora)} & {"late_trip", "off_route"} == set()


def test_list_filters_street_trips_and_the_file_shows_them(
    ready: User, ada: User, dora: User, economy: CarType
) -> None:
    make_booking(ada, economy)
    booking_id = started(ready)
    rows = client_of(dora).get(f"{API}/bookings/", {"street_trip": "true"}).json()["results"]
    assert [(row["id"], row["street_trip"], row["drop_add"]) for row in rows] == [(booking_id, True, "")]
    others = client_of(dora).get(f"{API}/bookings/", {"street_trip": "false"}).json()["results"]
    assert [row["street_trip"] for row in others] == [False]
    for format in ("csv", "xlsx"):
        assert client_of(dora).get(f"{API}/bookings/", {"format": format}).status_code == 200
    for format in ("csv", "xlsx", "pdf"):
        assert client_of(dora).get(f"{API}/register/file/", {"format": format}).status_code == 200
    assert b"Street trip" in client_of(dora).get(f"{API}/bookings/", {"format": "csv"}).content


def test_meter_shows_the_rates_or_the_tariff(ready: User, dora: User, economy: CarType) -> None:
    shown = client_of(ready).get(f"{API}/me/meter/").json()
    # The base fare is 10, and 15 % of it.
    assert (shown["tariff"], shown["starting_fare"], shown["base_fare"]) == ("", "11.5000", "10.0000")
    publish(dora, {"name": "Any", "then": rates("4.00", "2.50", "12.00")})
    shown = client_of(ready).get(f"{API}/me/meter/").json()
    assert (shown["tariff"], shown["starting_fare"]) == ("Town 1", "4.0000")
    assert not Booking.objects.exists()
    update_platform_settings(street_trips=False)
    refused = client_of(ready).get(f"{API}/me/meter/")
    assert (refused.status_code, refused.json()["code"]) == (409, "street_trips_off")

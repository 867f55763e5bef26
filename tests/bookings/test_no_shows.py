"""Riders who are not at the pickup: free waiting, no-show, its fee, and cancelling meanwhile."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal as D
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.utils.dateparse import parse_datetime

from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, BookingEvent, TrackingPoint
from apps.bookings.services.housekeeping import replace_silent_drivers
from apps.bookings.timing import SILENT_DRIVER
from apps.core.models import AuditEntry
from apps.core.platform import platform_settings, update_platform_settings
from apps.fares.models import CarType
from apps.geo.models import DriverPosition
from apps.notifications.models import InboxMessage
from apps.wallet.selectors import balance_of
from apps.wallet.trips.owed import owed_by
from tests.bookings.api import API, look, press
from tests.bookings.builders import PICKUP, credit_wallet, make_booking, move
from tests.bookings.conftest import Snapshot
from tests.bookings.deliveries import make_delivery
from tests.bookings.promos import give_slabs
from tests.bookings.test_cancellation_fee import prepay
from tests.personas import client_of

pytestmark = pytest.mark.django_db

HALF_A_MILE_AWAY = (PICKUP[0] + 0.0075, PICKUP[1])


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        yield clock


def arrived(rider: User, driver: User, car_type: CarType, *, minutes: float, **fields: Any) -> Booking:
    """Insert a booking whose driver arrived `minutes` ago, three minutes after accepting."""
    since = datetime.now(UTC) - timedelta(minutes=minutes)
    accepted = since - timedelta(minutes=3)
    times = {"trip_date": accepted, "accepted_at": accepted, "driver_arrive_time": since}
    booking = make_booking(rider, car_type, Status.ARRIVED, driver=driver, **(times | fields))
    move(driver, PICKUP)
    return booking


def preview(person: User, booking: Booking) -> Any:
    return client_of(person).get(f"{API}/bookings/{booking.pk}/cancel-preview/")


def code_of(reply: Any) -> tuple[int, str]:
    return reply.status_code, reply.json()["code"]


def occasions(person: User) -> list[str]:
    rows = InboxMessage.objects.filter(user_id=person.pk)
    return [row.occasion for row in rows.order_by("pk")]


# -- the driver --------------------------------------------------------------------------------


def test_driver_reports_a_no_show_after_free_waiting_and_gets_the_fee(
    ada: User, ben: User, economy: CarType
) -> None:
    update_platform_settings(free_waiting_minutes=4, no_show_fee=D("7.50"))
    credit_wallet(ada, D(100))
    booking = arrived(ada, ben, economy, minutes=4)

    body = press(ben, booking.pk, "no-show", fee="7.50").json()

    assert (body["status"], body["reason"], body["cancelled_by"]) == ("CANCELLED", "No-show", "driver")
    assert (body["cancellation_fee"], body["cancellation_fee_owed"]) == ("7.5000", "0.0000")
    assert (balance_of(ada.pk), balance_of(ben.pk)) == (D("92.50"), D("7.50"))
    assert not DriverProfile.objects.get(pk=ben.pk).busy
    assert "no_show" in occasions(ada)
    assert occasions(ben) == ["wallet_updated"]
    assert BookingEvent.objects.get(booking=booking).name == "no_show"
    call_command("verify_ledger", verbosity=0)


@pytest.mark.parametrize(("minutes", "free"), [(0, 5), (4.99, 5), (0.5, 1)])
def test_no_show_during_free_waiting_is_refused(
    minutes: float,
    free: int,
    ada: User,
    ben: User,
    dora: User,
    economy: CarType,
    snapshot: Callable[[], Snapshot],
) -> None:
    update_platform_settings(free_waiting_minutes=free, no_show_fee=8)
    credit_wallet(ada, D(100))
    booking = arrived(ada, ben, economy, minutes=minutes)
    before = snapshot()

    for person in (ben, dora):
        assert code_of(press(person, booking.pk, "no-show")) == (409, "free_waiting")

    assert snapshot() == before


def test_terms_at_the_time_of_booking_apply(ada: User, ben: User, economy: CarType) -> None:
    update_platform_settings(free_waiting_minutes=2, no_show_fee=8)
    booking = arrived(ada, ben, economy, minutes=2)
    update_platform_settings(free_waiting_minutes=30, no_show_fee=80)

    assert press(ben, booking.pk, "no-show").json()["cancellation_fee_charged"] == "8.0000"


def test_no_show_away_from_the_pickup_is_refused(
    ada: User, ben: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    update_platform_settings(no_show_fee=8)
    booking = arrived(ada, ben, economy, minutes=6)
    move(ben, HALF_A_MILE_AWAY, seconds_ago=-1)
    before = snapshot()

    assert code_of(press(ben, booking.pk, "no-show")) == (409, "not_at_pickup")

    assert snapshot() == before
    DriverPosition.objects.filter(pk=ben.pk).update(lat=None, lng=None, at=None)
    assert code_of(press(ben, booking.pk, "no-show")) == (409, "not_at_pickup")


def test_old_position_at_the_pickup_is_not_enough(
    ada: User, ben: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = arrived(ada, ben, economy, minutes=6)
    DriverPosition.objects.filter(pk=ben.pk).update(at=datetime.now(UTC) - SILENT_DRIVER)
    before = snapshot()

    assert code_of(press(ben, booking.pk, "no-show")) == (409, "not_at_pickup")

    assert snapshot() == before


def test_waiting_restarts_when_the_driver_leaves_the_pickup(
    ada: User, ben: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = arrived(ada, ben, economy, minutes=6)
    now = datetime.now(UTC)
    for seconds_ago, (lat, lng) in ((200, HALF_A_MILE_AWAY), (60, PICKUP), (10, PICKUP)):
        at = now - timedelta(seconds=seconds_ago)
        TrackingPoint.objects.create(booking=booking, at=at, status=Status.ARRIVED, lat=lat, lng=lng)
    came = now - timedelta(seconds=60)
    assert parse_datetime(look(ben, booking.pk)["waiting"]["since"]) == came
    before = snapshot()

    assert code_of(press(ben, booking.pk, "no-show")) == (409, "free_waiting")

    assert snapshot() == before


def test_no_show_before_the_booked_time_is_refused(
    ada: User,
    ben: User,
    dora: User,
    economy: CarType,
    clock: time_machine.Traveller,
    snapshot: Callable[[], Snapshot],
) -> None:
    update_platform_settings(no_show_fee=8)
    credit_wallet(ada, D(100))
    trip_date = datetime.now(UTC) + timedelta(minutes=10)
    booking = arrived(ada, ben, economy, minutes=15, book_later=True, trip_date=trip_date)

    waiting = look(ben, booking.pk)["waiting"]
    assert parse_datetime(waiting["since"]) == trip_date
    assert parse_datetime(waiting["free_until"]) == trip_date + timedelta(minutes=5)
    assert preview(ada, booking).json()["fee"] == "0.0000"
    before = snapshot()
    for person in (ben, dora):
        assert code_of(press(person, booking.pk, "no-show")) == (409, "free_waiting")
    assert snapshot() == before

    clock.shift(timedelta(minutes=15))
    move(ben, PICKUP)
    assert press(ben, booking.pk, "no-show", fee="8").json()["cancellation_fee"] == "8.0000"


def test_waiting_starts_at_the_edited_time(ada: User, ben: User, dora: User, economy: CarType) -> None:
    booking = arrived(ada, ben, economy, minutes=6)
    trip_date = (datetime.now(UTC) + timedelta(minutes=20)).replace(microsecond=0)
    revision = look(dora, booking.pk)["revision"]
    reply = press(dora, booking.pk, "edit", revision=revision, trip_date=trip_date.isoformat())
    assert (reply.status_code, reply.json()["status"]) == (200, "ARRIVED")

    assert parse_datetime(look(ben, booking.pk)["waiting"]["since"]) == trip_date
    assert code_of(press(ben, booking.pk, "no-show")) == (409, "free_waiting")


def test_cancellation_slabs_apply_without_a_no_show_fee(ada: User, ben: User, economy: CarType) -> None:
    credit_wallet(ada, D(100))
    give_slabs(economy)
    booking = arrived(ada, ben, economy, minutes=5)

    assert look(ben, booking.pk)["waiting"]["fee"] == "15.0000"
    assert press(ben, booking.pk, "no-show").json()["cancellation_fee"] == "15.0000"
    assert (balance_of(ada.pk), balance_of(ben.pk)) == (D(85), D(15))
    call_command("verify_ledger", verbosity=0)


def test_no_show_is_free_without_fee_and_slabs(ada: User, ben: User, economy: CarType) -> None:
    credit_wallet(ada, D(100))
    booking = arrived(ada, ben, economy, minutes=5)

    assert press(ben, booking.pk, "no-show").json()["status"] == "CANCELLED"
    assert balance_of(ada.pk) == D(100)


def test_no_show_fee_beyond_the_wallet_is_owed(ada: User, ben: User, economy: CarType) -> None:
    update_platform_settings(no_show_fee=8)
    credit_wallet(ada, D(3))
    booking = arrived(ada, ben, economy, minutes=5)

    body = press(ben, booking.pk, "no-show", fee="8").json()

    assert (body["cancellation_fee"], body["cancellation_fee_owed"]) == ("3.0000", "5.0000")
    assert (balance_of(ada.pk), balance_of(ben.pk), owed_by(ada.pk)) == (D(0), D(3), D(5))
    credit_wallet(ada, D(20))
    assert (balance_of(ada.pk), balance_of(ben.pk), owed_by(ada.pk)) == (D(15), D(8), D(0))
    call_command("verify_ledger", verbosity=0)


def test_prepayment_is_refunded_less_the_no_show_fee(ada: User, ben: User, economy: CarType) -> None:
    update_platform_settings(no_show_fee=8)
    credit_wallet(ada, D("56.06"))
    booking = arrived(ada, ben, economy, minutes=5)
    prepay(booking, "56.06")

    body = press(ben, booking.pk, "no-show", fee="8").json()

    assert (body["refunded_amount"], body["cancellation_fee"]) == ("56.0600", "8.0000")
    assert (balance_of(ada.pk), balance_of(ben.pk)) == (D("48.06"), D(8))
    call_command("verify_ledger", verbosity=0)


def test_absent_sender_pays_the_no_show_fee(ada: User, ben: User, economy: CarType) -> None:
    update_platform_settings(app_category="delivery", no_show_fee=8)
    credit_wallet(ada, D(100))
    since = datetime.now(UTC) - timedelta(minutes=5)
    times = {"trip_date": since, "driver_arrive_time": since}
    booking = make_delivery(ada, economy, Status.ARRIVED, driver=ben, **times)
    move(ben, PICKUP)

    assert "no-show" in look(ben, booking.pk)["actions"]
    assert press(ben, booking.pk, "no-show", fee="8").json()["status"] == "CANCELLED"
    assert balance_of(ben.pk) == D(8)


def test_picked_up_parcel_is_not_a_no_show(
    ada: User, ben: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    picture = {"pickup_image": "bookings/1/x.jpg"}
    booking = make_delivery(ada, economy, Status.ARRIVED, driver=ben, **picture)
    body = look(ben, booking.pk)
    assert ("no-show" in body["actions"], body["waiting"]) == (False, None)
    before = snapshot()

    for person in (ben, dora):
        assert code_of(press(person, booking.pk, "no-show")) == (409, "too_late_to_cancel")

    assert snapshot() == before


def test_waiting_times_use_the_servers_clock(ada: User, ben: User, dora: User, economy: CarType) -> None:
    update_platform_settings(free_waiting_minutes=4, no_show_fee=8)
    booking = arrived(ada, ben, economy, minutes=1)
    since = datetime.now(UTC) - timedelta(minutes=1)

    for person in (ada, ben, dora):
        waiting = look(person, booking.pk)["waiting"]
        assert parse_datetime(waiting["since"]) == since
        assert parse_datetime(waiting["free_until"]) == since + timedelta(minutes=4)
        assert waiting["fee"] == "8.0000"
    assert look(ada, make_booking(ada, economy).pk)["waiting"] is None


def test_no_show_by_staff_is_audited(ada: User, ben: User, dora: User, fay: User, economy: CarType) -> None:
    update_platform_settings(no_show_fee=8)
    booking = arrived(ada, ben, economy, minutes=5)
    move(ben, HALF_A_MILE_AWAY, seconds_ago=-1)
    assert press(fay, booking.pk, "no-show").status_code == 404

    body = press(dora, booking.pk, "no-show", fee="8").json()

    assert (body["status"], body["cancelled_by"], body["cancellation_fee_owed"]) == (
        "CANCELLED",
        "admin",
        "8.0000",
    )
    entry = AuditEntry.objects.get(kind="booking")
    assert (entry.action, entry.actor_id) == ("no_show", dora.pk)
    assert (entry.before["status"], entry.after["status"], entry.after["reason"]) == (
        "ARRIVED",
        "CANCELLED",
        "No-show",
    )
    assert "cancelled" in occasions(ben)


def test_demo_mode_refuses_no_shows_by_staff_only(
    ada: User, ben: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = arrived(ada, ben, economy, minutes=5)
    update_platform_settings(allow_critical_edits_admin=False)
    before = snapshot()

    assert code_of(press(dora, booking.pk, "no-show")) == (403, "demo_mode")

    assert snapshot() == before
    assert press(ben, booking.pk, "no-show").json()["status"] == "CANCELLED"


def test_no_show_settings_are_validated(dora: User) -> None:
    admin = client_of(dora)
    seen = admin.get(f"{API}/settings/").json()
    assert (seen["free_waiting_minutes"], seen["no_show_fee"]) == (5, "0.0000")

    def change(**fields: Any) -> Any:
        version = admin.get(f"{API}/settings/").json()["version"]
        return admin.patch(f"{API}/settings/", {"version": version, **fields})

    for wrong in ({"no_show_fee": "-1"}, {"free_waiting_minutes": 121}, {"free_waiting_minutes": -1}):
        assert change(**wrong).status_code == 400
    assert change(no_show_fee="8", free_waiting_minutes=3).json()["no_show_fee"] == "8.0000"
    assert change(no_show_fee=None).json()["no_show_fee"] == "0.0000"
    assert platform_settings().free_waiting_minutes == 3


# -- cancellations at the pickup ---------------------------------------------------------------


@pytest.mark.parametrize("minutes", [1, 6])
def test_rider_who_cancels_at_the_pickup_pays_the_fee_shown(
    minutes: float, ada: User, ben: User, economy: CarType
) -> None:
    update_platform_settings(no_show_fee=8)
    credit_wallet(ada, D(100))
    booking = arrived(ada, ben, economy, minutes=minutes)
    assert "cancel" in look(ada, booking.pk)["actions"]

    shown = preview(ada, booking).json()
    body = press(ada, booking.pk, "cancel", reason="Not needed", fee=shown["fee"]).json()

    assert shown["fee"] == "8.0000"
    assert (body["status"], body["cancellation_fee"]) == ("CANCELLED", "8.0000")
    assert (balance_of(ada.pk), balance_of(ben.pk)) == (D(92), D(8))
    assert not DriverProfile.objects.get(pk=ben.pk).busy
    call_command("verify_ledger", verbosity=0)


def test_fee_is_lower_if_the_driver_is_away_from_the_pickup(ada: User, ben: User, economy: CarType) -> None:
    update_platform_settings(no_show_fee=8)
    give_slabs(economy)
    credit_wallet(ada, D(100))
    booking = arrived(ada, ben, economy, minutes=0)
    assert preview(ada, booking).json()["fee"] == "8.0000"
    move(ben, HALF_A_MILE_AWAY, seconds_ago=-1)

    fee = preview(ada, booking).json()["fee"]

    assert fee == "10.0000"
    assert press(ada, booking.pk, "cancel", reason="Where?", fee=fee).json()["cancellation_fee"] == fee


def test_staff_cancel_at_the_pickup_for_free(ada: User, ben: User, dora: User, economy: CarType) -> None:
    update_platform_settings(no_show_fee=8)
    credit_wallet(ada, D(100))
    booking = arrived(ada, ben, economy, minutes=6)

    shown = preview(dora, booking).json()
    body = press(dora, booking.pk, "cancel", reason="Called", fee=shown["fee"]).json()

    assert (shown["fee"], body["status"], balance_of(ada.pk)) == ("0.0000", "CANCELLED", D(100))
    assert AuditEntry.objects.get(kind="booking").action == "cancel"


@pytest.mark.parametrize("action", ["cancel", "no-show"])
def test_fee_changed_since_the_preview_is_refused(
    action: str,
    ada: User,
    ben: User,
    economy: CarType,
    snapshot: Callable[[], Snapshot],
) -> None:
    give_slabs(economy)
    credit_wallet(ada, D(100))
    booking = arrived(ada, ben, economy, minutes=5)
    before = snapshot()

    person = ada if action == "cancel" else ben
    assert code_of(press(person, booking.pk, action, reason="Late", fee="10")) == (409, "fee_changed")

    assert snapshot() == before


def test_fee_that_grew_before_the_pickup_is_refused(
    ada: User,
    ben: User,
    economy: CarType,
    clock: time_machine.Traveller,
    snapshot: Callable[[], Snapshot],
) -> None:
    give_slabs(economy)
    booking = make_booking(ada, economy, Status.ACCEPTED, driver=ben, accepted_at=datetime.now(UTC))
    shown = preview(ada, booking).json()["fee"]
    clock.shift(timedelta(minutes=3))
    before = snapshot()

    assert code_of(press(ada, booking.pk, "cancel", reason="Late", fee=shown)) == (409, "fee_changed")

    assert snapshot() == before


def fall_silent(driver: User, *, for_: timedelta = SILENT_DRIVER) -> None:
    DriverPosition.objects.filter(pk=driver.pk).update(at=datetime.now(UTC) - for_)


def test_rider_pays_if_the_driver_goes_offline_at_the_pickup(ada: User, ben: User, economy: CarType) -> None:
    update_platform_settings(no_show_fee=8)
    credit_wallet(ada, D(100))
    booking = arrived(ada, ben, economy, minutes=20)
    fall_silent(ben)

    assert preview(ada, booking).json()["fee"] == "8.0000"
    assert press(ada, booking.pk, "cancel", reason="There", fee="8").json()["status"] == "CANCELLED"
    assert (balance_of(ada.pk), balance_of(ben.pk)) == (D(92), D(8))


def test_staff_cancel_for_free_if_the_silent_driver_left(
    ada: User, ben: User, dora: User, economy: CarType
) -> None:
    update_platform_settings(no_show_fee=8)
    credit_wallet(ada, D(100))
    booking = arrived(ada, ben, economy, minutes=20)
    fall_silent(ben)

    assert press(dora, booking.pk, "cancel", reason="The driver left").json()["status"] == "CANCELLED"
    assert balance_of(ada.pk) == D(100)


@pytest.mark.parametrize(("ahead", "fee"), [(0, "0.0000"), (60, "15.0000")])
def test_cancelling_is_free_if_the_driver_on_the_way_is_silent(
    ahead: int, fee: str, ada: User, ben: User, economy: CarType
) -> None:
    give_slabs(economy)
    now = datetime.now(UTC)
    # A driver need not send positions before the last minutes of a trip for later.
    times = {"accepted_at": now - timedelta(minutes=6), "trip_date": now + timedelta(minutes=ahead)}
    booking = make_booking(ada, economy, Status.ACCEPTED, driver=ben, book_later=ahead > 0, **times)
    move(ben, PICKUP)
    fall_silent(ben)

    assert preview(ada, booking).json()["fee"] == fee


@pytest.mark.parametrize("seen", ["away", "before the arrival", "never"])
def test_cancelling_is_free_if_a_silent_driver_was_not_at_the_pickup(
    seen: str, ada: User, ben: User, economy: CarType
) -> None:
    update_platform_settings(no_show_fee=8)
    credit_wallet(ada, D(100))
    booking = arrived(ada, ben, economy, minutes=20)
    if seen == "away":
        move(ben, HALF_A_MILE_AWAY, seconds_ago=-1)
    fall_silent(ben, for_=timedelta(minutes=25) if seen == "before the arrival" else SILENT_DRIVER)
    if seen == "never":
        DriverPosition.objects.filter(pk=ben.pk).update(lat=None, lng=None, at=None)

    assert preview(ada, booking).json()["fee"] == "0.0000"
    assert press(ada, booking.pk, "cancel", reason="Where is he?").json()["status"] == "CANCELLED"
    assert balance_of(ada.pk) == D(100)


# -- a driver who goes silent at the pickup ----------------------------------------------------


def test_silent_driver_at_the_pickup_remains_assigned_and_starts_late(
    ada: User, ready: User, economy: CarType
) -> None:
    booking = arrived(ada, ready, economy, minutes=20)
    DriverPosition.objects.filter(pk=ready.pk).update(at=datetime.now(UTC) - SILENT_DRIVER * 2)

    assert replace_silent_drivers() == 0

    began = (datetime.now(UTC) - timedelta(minutes=9)).isoformat()
    assert press(ready, booking.pk, "start", at=began).json()["status"] == "STARTED"

"""The setting `prepaid`: rides are paid before they are dispatched, like deliveries."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal as D

import pytest
import time_machine
from django.core.management import call_command

from apps.accounts.models import DriverProfile, User
from apps.accounts.services.availability import mark_driver_busy
from apps.bookings.choices import DistanceSource, Status
from apps.bookings.models import Booking, BookingEvent, Offer
from apps.bookings.services.housekeeping import expire_unpaid
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import TransitionInput, TripMeasurement
from apps.bookings.timing import PAYMENT_TIME
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.notifications.models import InboxMessage
from apps.wallet.choices import TRIPS
from apps.wallet.selectors import balance_of, platform_balance
from tests.bookings.api import API, book, look, press, quote, work
from tests.bookings.builders import credit_wallet, make_booking, put_online
from tests.bookings.conftest import Snapshot
from tests.bookings.deliveries import COST, pay
from tests.fares.promos import make_promo
from tests.personas import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]


@pytest.fixture(autouse=True)
def paid_ahead(db: None) -> None:
    update_platform_settings(prepaid=True)


def ordered(rider: User, car_type: CarType) -> Booking:
    reply = book(rider, quote(rider, car_type))
    assert reply.status_code == 201, reply.json()
    return Booking.objects.get(pk=reply.json()["id"])


def on_the_way(rider: User, driver: User, car_type: CarType) -> Booking:
    """Book, pay and start a trip."""
    booking = ordered(rider, car_type)
    assert pay(rider, booking.pk).json()["status"] == "NEW"
    work("bookings.dispatch")
    for action in ("accept", "arrive", "start"):
        assert press(driver, booking.pk, action).status_code == 200
    return booking


def stretch(booking: Booking, *, minutes: int) -> None:
    """Move the start back, so that the measured fare is higher."""
    began = Booking.objects.values_list("trip_start_time", flat=True).get(pk=booking.pk)
    assert began is not None
    Booking.objects.filter(pk=booking.pk).update(trip_start_time=began - timedelta(minutes=minutes))


def test_unpaid_ride_is_not_dispatched(ada: User, ready: User, economy: CarType) -> None:
    booking = ordered(ada, economy)
    shown = look(ada, booking.pk)
    assert (shown["status"], shown["actions"]) == ("PAYMENT_PENDING", ["pay", "promo", "cancel"])
    assert shown["payment_due_at"] is not None
    work("bookings.dispatch")
    assert not Offer.objects.exists()


def test_ride_is_dispatched_at_once_without_the_setting(ada: User, ready: User, economy: CarType) -> None:
    update_platform_settings(prepaid=False)
    assert ordered(ada, economy).status == Status.NEW


def test_admins_ride_is_dispatched_at_once(ada: User, dora: User, ready: User, economy: CarType) -> None:
    reply = book(dora, quote(dora, economy), customer_id=ada.pk)
    assert (reply.status_code, reply.json()["status"], reply.json()["prepaid"]) == (201, "NEW", False)


def test_prepaid_ride_accepts_a_driver_with_an_empty_wallet(ada: User, ben: User, economy: CarType) -> None:
    credit_wallet(ada, D(100))
    put_online(ben)
    update_platform_settings(negative_balance=False)
    booking = ordered(ada, economy)
    pay(ada, booking.pk)
    work("bookings.dispatch")
    assert press(ben, booking.pk, "accept").status_code == 200


def test_unpaid_ride_expires_without_charge(ada: User, ready: User, economy: CarType) -> None:
    credit_wallet(ada, D(100))
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        booking = ordered(ada, economy)
        clock.shift(PAYMENT_TIME)
        assert pay(ada, booking.pk).json()["code"] == "payment_expired"
        expire_unpaid()
    booking.refresh_from_db()
    assert (booking.status, balance_of(ada.pk)) == (Status.CANCELLED, D(100))


def test_only_the_difference_is_due_at_the_end(ada: User, ready: User, economy: CarType) -> None:
    credit_wallet(ada, COST)
    booking = on_the_way(ada, ready, economy)
    stretch(booking, minutes=45)

    body = press(ready, booking.pk, "reach").json()

    booking.refresh_from_db()
    due = booking.payable_amount - COST
    assert due > 0
    assert (body["status"], D(body["amount_due"]), D(body["prepaid_amount"])) == ("PENDING", due, COST)
    assert not DriverProfile.objects.get(pk=ready.pk).busy
    assert platform_balance(TRIPS) == COST
    assert look(ada, booking.pk)["actions"] == ["pay"]
    assert InboxMessage.objects.filter(occasion="completed_please_pay").exists()
    call_command("verify_ledger", verbosity=0)
    credit_wallet(ada, due)
    assert pay(ada, booking.pk).json()["status"] == "PAID"
    assert (balance_of(ada.pk), platform_balance(TRIPS)) == (D(0), D(0))
    paid = BookingEvent.objects.get(booking=booking, name="pay")
    assert D(paid.data["difference"]) == due
    call_command("verify_ledger", verbosity=0)


def test_recalculated_fare_within_the_prepayment_settles_the_trip(
    ada: User, ready: User, economy: CarType
) -> None:
    credit_wallet(ada, COST)
    booking = on_the_way(ada, ready, economy)
    stretch(booking, minutes=45)
    press(ready, booking.pk, "reach")
    mark_driver_busy(driver_id=ready.pk)
    Booking.objects.filter(pk=booking.pk).update(total_trip_time=0)

    shorter = TripMeasurement(distance_km=D("1.000"), distance_source=DistanceSource.MULTI_WAYPOINT)
    apply_transition(
        "recalculate_fare", booking_id=booking.pk, by=None, inputs=TransitionInput(measurement=shorter)
    )

    booking.refresh_from_db()
    assert (booking.status, booking.amount_due, platform_balance(TRIPS)) == (Status.PAID, D(0), D(0))
    assert balance_of(ada.pk) == COST - booking.payable_amount
    assert DriverProfile.objects.get(pk=ready.pk).busy
    call_command("verify_ledger", verbosity=0)


def test_promo_is_refused_after_a_payment(
    ada: User, ready: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    make_promo()
    credit_wallet(ada, COST)
    booking = on_the_way(ada, ready, economy)
    stretch(booking, minutes=45)
    press(ready, booking.pk, "reach")
    before = snapshot()
    reply = press(ada, booking.pk, "promo", promo_name="TEN")
    assert (reply.status_code, reply.json()["code"]) == (409, "promo_too_late")
    assert snapshot() == before


def test_prepayment_stays_when_the_driver_cancels(ada: User, ready: User, economy: CarType) -> None:
    credit_wallet(ada, COST)
    booking = on_the_way(ada, ready, economy)
    Booking.objects.filter(pk=booking.pk).update(status=Status.ARRIVED, trip_start_time=None)
    assert press(ready, booking.pk, "cancel", reason="Flat tyre").status_code in (200, 404)
    booking.refresh_from_db()
    assert (booking.status, booking.prepaid, platform_balance(TRIPS)) == (Status.NEW, True, COST)
    call_command("verify_ledger", verbosity=0)


def test_cancelling_refunds_the_prepayment(ada: User, ready: User, economy: CarType) -> None:
    credit_wallet(ada, D(100))
    booking = ordered(ada, economy)
    pay(ada, booking.pk)
    assert press(ada, booking.pk, "cancel", reason="Too slow").json()["status"] == "CANCELLED"
    assert (balance_of(ada.pk), platform_balance(TRIPS)) == (D(100), D(0))
    call_command("verify_ledger", verbosity=0)


def test_pending_trip_without_prepayment_is_due_in_full(ada: User, ben: User, economy: CarType) -> None:
    credit_wallet(ada, D(100))
    booking = make_booking(ada, economy, Status.PENDING, driver=ben)
    assert D(look(ada, booking.pk)["amount_due"]) == COST
    assert pay(ada, booking.pk).json()["status"] == "PAID"
    assert client_of(ada).get(f"{API}/bookings/{booking.pk}/").json()["amount_due"] == "0.0000"

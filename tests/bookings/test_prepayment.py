"""Prepaid deliveries: paid first, held until the drop-off, then settled or refunded."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal as D
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.utils import timezone

from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, BookingEvent, TrackingPoint
from apps.bookings.payment.prepayment import INCOMPLETE_REASON
from apps.bookings.services.cancelling import NO_RESPONSE_REASON, auto_cancel
from apps.bookings.services.housekeeping import cancel_unanswered, expire_unpaid
from apps.bookings.timing import NO_RESPONSE, PAYMENT_TIME, SEARCH_TIME
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.notifications.models import InboxMessage
from apps.wallet.choices import PROMOTIONS, REVENUE, TRIPS
from apps.wallet.models import JournalEntry
from apps.wallet.selectors import balance_of, platform_balance
from apps.wallet.trips.prepaid import hold_prepayment
from tests.bookings.api import API, look, press, work
from tests.bookings.builders import credit_wallet, make_booking, move
from tests.bookings.conftest import Snapshot
from tests.bookings.deliveries import COST, FEE, SHARE, make_delivery, make_prepaid, pay
from tests.bookings.promos import apply, give_slabs, uses_of
from tests.fares.promos import make_promo
from tests.personas import client_of
from tests.published import published_events

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]


def unpaid(rider: User, car_type: CarType, *, minutes: float = 15) -> Booking:
    due = timezone.now() + timedelta(minutes=minutes)
    return make_delivery(rider, car_type, Status.PAYMENT_PENDING, payment_due_at=due)


def entries(booking: Booking) -> dict[str, dict[str, D]]:
    """Return each entry of the booking with every account's amount."""
    found = JournalEntry.objects.filter(booking_id=booking.pk).order_by("id")
    return {
        entry.kind: {
            (
                posting.account.user.first_name if posting.account.user else posting.account.name
            ): posting.amount
            for posting in entry.postings.select_related("account__user")
        }
        for entry in found
    }


def assert_books_balance() -> None:
    """Verify the ledger; every entry sums to zero."""
    call_command("verify_ledger", verbosity=0)
    for entry in JournalEntry.objects.all():
        assert sum(posting.amount for posting in entry.postings.all()) == 0


# -- paying ------------------------------------------------------------------------------------


def test_payment_is_held_and_the_booking_dispatched(ada: User, ready: User, economy: CarType) -> None:
    credit_wallet(ada, D(100))
    booking = unpaid(ada, economy)

    reply = pay(ada, booking.pk)

    body = reply.json()
    assert (reply.status_code, body["status"], body["prepaid"]) == (200, "NEW", True)
    assert (body["used_wallet_money"], body["customer_paid"]) == (f"{COST}00", f"{COST}00")
    assert (body["payment_mode"], body["payment_due_at"]) == ("wallet", None)
    assert (balance_of(ada.pk), platform_balance(TRIPS)) == (100 - COST, COST)
    assert entries(booking) == {"wallet_payment": {"Ada": -COST, "trips": COST}}
    event = BookingEvent.objects.get(booking=booking, name="prepay")
    assert (event.actor, event.from_status, event.to_status) == (ada, "PAYMENT_PENDING", "NEW")
    assert D(event.data["amount"]) == COST
    assert published_events("wallet.changed", topic=f"user:{ada.pk}")
    work("bookings.dispatch")
    assert booking.offers.get().driver == ready
    assert_books_balance()


def test_wallet_that_holds_too_little_pays_nothing(
    ada: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    credit_wallet(ada, COST - D("0.01"))
    booking = unpaid(ada, economy)
    before = snapshot()

    reply = pay(ada, booking.pk)

    assert (reply.status_code, reply.json()["code"]) == (409, "low_balance")
    assert snapshot() == before
    credit_wallet(ada, D("0.01"))
    assert pay(ada, booking.pk).json()["status"] == "NEW"
    assert balance_of(ada.pk) == 0


def test_second_payment_is_refused(ada: User, economy: CarType, snapshot: Callable[[], Snapshot]) -> None:
    credit_wallet(ada, D(500))
    booking = unpaid(ada, economy)
    pay(ada, booking.pk)
    before = snapshot()
    reply = pay(ada, booking.pk)
    assert (reply.status_code, reply.json()["code"]) == (409, "wrong_status")
    assert snapshot() == before


@pytest.mark.parametrize("who", ["cleo", "dora", "ben"])
def test_only_the_rider_can_pay(
    who: str, ada: User, cleo: User, dora: User, ben: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    person = {"cleo": cleo, "dora": dora, "ben": ben}[who]
    for each in (ada, cleo, dora, ben):
        credit_wallet(each)
    booking = unpaid(ada, economy)
    before = snapshot()
    reply = pay(person, booking.pk)
    expected = (403, "forbidden") if who == "dora" else (404, "not_found")
    assert (reply.status_code, reply.json()["code"]) == expected
    assert snapshot() == before


def test_search_time_starts_with_the_payment(ada: User, economy: CarType) -> None:
    credit_wallet(ada)
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        booking = unpaid(ada, economy)
        clock.shift(timedelta(minutes=14))
        pay(ada, booking.pk)
        booking.refresh_from_db()
        assert booking.trip_date == timezone.now()
        assert booking.search_until == timezone.now() + SEARCH_TIME


def test_delivery_for_later_is_dispatched_in_its_last_minutes(
    ada: User, ready: User, economy: CarType
) -> None:
    credit_wallet(ada)
    later = timezone.now() + timedelta(hours=3)
    booking = unpaid(ada, economy)
    Booking.objects.filter(pk=booking.pk).update(book_later=True, trip_date=later)
    pay(ada, booking.pk)
    booking.refresh_from_db()
    assert (booking.trip_date, booking.dispatch_after) == (later, booking.release_at)
    work("bookings.dispatch")
    assert not booking.offers.exists()


def test_paid_delivery_waits_for_an_admin_without_automatic_dispatch(
    ada: User, dora: User, ready: User, economy: CarType
) -> None:
    update_platform_settings(auto_dispatch=False)
    credit_wallet(ada)
    booking = unpaid(ada, economy)
    assert pay(ada, booking.pk).json()["status"] == "NEW"
    work("bookings.dispatch")
    assert not booking.offers.exists()
    assert press(dora, booking.pk, "assign", driver_id=ready.pk).status_code == 200


def test_promo_reduces_the_prepayment(ada: User, ben: User, ready: User, economy: CarType) -> None:
    credit_wallet(ada, COST)
    booking, promo = unpaid(ada, economy), make_promo()
    press(ada, booking.pk, "promo", promo_name="TEN")

    body = pay(ada, booking.pk).json()

    assert (body["used_wallet_money"], body["discount"]) == (f"{COST - 10}00", "10.0000")
    assert (balance_of(ada.pk), platform_balance(TRIPS), platform_balance(PROMOTIONS)) == (
        D(10),
        COST - 10,
        D(0),
    )
    assert uses_of(promo) == 1
    assert_books_balance()


def test_promo_for_the_full_price_charges_nothing(
    ada: User, ben: User, ready: User, economy: CarType
) -> None:
    make_promo("ALL", promo_discount_type="percentage", promo_discount_value=100)
    booking = unpaid(ada, economy)
    press(ada, booking.pk, "promo", promo_name="ALL")

    body = pay(ada, booking.pk).json()

    assert (body["status"], body["prepaid"], body["used_wallet_money"]) == ("NEW", True, "0.0000")
    assert entries(booking) == {}
    assert_books_balance()
    reach(ready, booking)
    assert entries(booking) == {
        "discount": {"promotions": -COST, "trips": COST},
        "driver_share": {"trips": -COST, "Ben": SHARE, "revenue": FEE},
    }
    assert_books_balance()


# -- reaching ----------------------------------------------------------------------------------


def reach(driver: User, booking: Booking) -> Booking:
    """Take a paid booking from dispatch to the drop-off."""
    work("bookings.dispatch")
    for action in ("accept", "arrive", "start", "reach"):
        reply = press(driver, booking.pk, action)
        assert reply.status_code == 200, (action, reply.json())
    booking.refresh_from_db()
    return booking


def test_reaching_settles_the_prepayment_and_frees_the_driver(
    ada: User, ready: User, economy: CarType
) -> None:
    credit_wallet(ada, D(100))
    before = balance_of(ready.pk)
    booking = unpaid(ada, economy)
    pay(ada, booking.pk)

    reach(ready, booking)

    assert booking.status == Status.PAID
    assert not DriverProfile.objects.get(pk=ready.pk).busy
    assert (balance_of(ada.pk), balance_of(ready.pk) - before) == (100 - COST, SHARE)
    assert (platform_balance(TRIPS), platform_balance(REVENUE)) == (D(0), FEE)
    assert entries(booking) == {
        "wallet_payment": {"Ada": -COST, "trips": COST},
        "driver_share": {"trips": -COST, "Ben": SHARE, "revenue": FEE},
    }
    events = BookingEvent.objects.filter(booking=booking).order_by("version")
    assert [(event.name, event.to_status) for event in events][-2:] == [
        ("reach", "REACHED"),
        ("settle_prepaid", "PAID"),
    ]
    assert events[len(events) - 1].actor is None
    assert [event.version for event in events] == [*range(2, booking.version + 1)]
    assert booking.version == events[len(events) - 1].version
    assert_books_balance()


def test_driver_gets_the_paid_trip_and_both_are_notified(ada: User, ready: User, economy: CarType) -> None:
    credit_wallet(ada)
    booking = unpaid(ada, economy)
    pay(ada, booking.pk)
    work("bookings.dispatch")
    for action in ("accept", "arrive", "start"):
        press(ready, booking.pk, action)

    body = press(ready, booking.pk, "reach").json()

    assert (body["status"], body["actions"], body["customer_paid"]) == ("PAID", ["rate-rider"], f"{COST}00")
    occasions = set(InboxMessage.objects.values_list("occasion", flat=True))
    assert "payment_done" in occasions
    assert "completed_please_pay" not in occasions
    events = published_events(topic=f"booking:{booking.pk}")
    assert [event.name for event in events][-2:] == ["booking.reached", "booking.paid"]
    assert look(ada, booking.pk)["actions"] == ["complete"]
    assert press(ada, booking.pk, "complete", rating=5).json()["status"] == "COMPLETE"


def test_platform_pays_the_discount_and_the_share_is_unchanged(
    ada: User, ready: User, economy: CarType
) -> None:
    credit_wallet(ada, D(100))
    before = balance_of(ready.pk)
    booking = unpaid(ada, economy)
    apply(booking, make_promo())
    pay(ada, booking.pk)

    reach(ready, booking)

    assert (balance_of(ada.pk), balance_of(ready.pk) - before) == (100 - COST + 10, SHARE)
    assert (platform_balance(TRIPS), platform_balance(PROMOTIONS)) == (D(0), D(-10))
    assert_books_balance()


def test_quoted_fare_applies_whatever_was_driven(
    ada: User, ready: User, economy: CarType, roads: object
) -> None:
    credit_wallet(ada)
    booking = make_prepaid(ada, economy, Status.STARTED, driver=ready)
    drop = (booking.drop_lat, booking.drop_lng, booking.drop_add)
    began = timezone.now() - timedelta(minutes=50)
    Booking.objects.filter(pk=booking.pk).update(trip_start_time=began)
    for minutes, lat in ((0, 50.70), (20, 50.71), (40, 50.72)):
        at = began + timedelta(minutes=minutes)
        TrackingPoint.objects.create(booking=booking, at=at, status=Status.STARTED, lat=lat, lng=-1.29)
    move(ready, (50.73, -1.20))

    press(ready, booking.pk, "reach")

    booking.refresh_from_db()
    assert (booking.status, booking.trip_cost, booking.distance_km) == (Status.PAID, COST, D("8.200"))
    assert booking.total_trip_time is not None
    assert 3000 <= booking.total_trip_time < 3060
    # The drop is the ordered one, wherever the car is.
    assert (booking.drop_lat, booking.drop_lng, booking.drop_add) == drop
    assert_books_balance()


def test_admins_delivery_keeps_its_quoted_fare_and_is_paid_in_cash(
    ada: User, ready: User, economy: CarType
) -> None:
    booking = make_delivery(ada, economy, Status.STARTED, driver=ready)
    assert press(ready, booking.pk, "reach").json()["status"] == "REACHED"
    body = look(ready, booking.pk)
    assert (body["trip_cost"], body["actions"]) == (
        f"{COST}00",
        ["collect-cash", "request-payment", "rate-rider"],
    )
    assert press(ready, booking.pk, "collect-cash").json()["status"] == "PAID"
    assert_books_balance()


def test_delivery_ended_by_an_admin_is_settled(ada: User, ben: User, dora: User, economy: CarType) -> None:
    credit_wallet(ada)
    booking = make_prepaid(ada, economy, Status.STARTED, driver=ben)
    body = press(dora, booking.pk, "force-end", reason="The phone broke").json()
    assert body["status"] == "PAID"
    assert balance_of(ben.pk) == SHARE
    assert not DriverProfile.objects.get(pk=ben.pk).busy
    assert_books_balance()


def test_ride_is_not_settled_automatically(ada: User, ready: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.STARTED, driver=ready)
    assert press(ready, booking.pk, "reach").json()["status"] == "REACHED"


# -- not paying --------------------------------------------------------------------------------


def test_unpaid_booking_expires_and_releases_its_promo(ada: User, economy: CarType) -> None:
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        booking, promo = unpaid(ada, economy), make_promo()
        apply(booking, promo)
        clock.shift(PAYMENT_TIME - timedelta(seconds=1))
        assert expire_unpaid() == 0
        clock.shift(timedelta(seconds=1))
        assert expire_unpaid() == 1
        assert expire_unpaid() == 0
    body = look(ada, booking.pk)
    assert (body["status"], body["reason"], body["cancelled_by"]) == (
        "CANCELLED",
        INCOMPLETE_REASON,
        "system",
    )
    assert (body["refunded_amount"], body["cancellation_fee"], body["actions"]) == ("0.0000", "0.0000", [])
    assert uses_of(promo) == 0
    event = BookingEvent.objects.get(booking=booking, name="expire_payment")
    assert (event.actor, event.data["reason"]) == (None, INCOMPLETE_REASON)
    assert published_events("booking.cancelled", topic=f"user:{ada.pk}")
    assert_books_balance()


def test_payment_after_the_deadline_is_refused_before_housekeeping_ran(
    ada: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    credit_wallet(ada)
    booking = unpaid(ada, economy, minutes=-0.01)
    before = snapshot()
    reply = pay(ada, booking.pk)
    assert (reply.status_code, reply.json()["code"]) == (409, "payment_expired")
    assert snapshot() == before


def test_paid_delivery_does_not_expire(ada: User, economy: CarType) -> None:
    credit_wallet(ada)
    booking = unpaid(ada, economy)
    pay(ada, booking.pk)
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        assert expire_unpaid() == 0
    booking.refresh_from_db()
    assert booking.status == Status.NEW


@pytest.mark.parametrize("who", ["ada", "dora"])
@pytest.mark.parametrize("body", [{}, {"reason": "I was only looking"}, {"reason_value": 0}])
def test_cancelling_before_payment_needs_no_reason(
    who: str, body: dict[str, object], ada: User, dora: User, economy: CarType, reasons: object
) -> None:
    credit_wallet(ada, D(100))
    booking = unpaid(ada, economy)
    person = {"ada": ada, "dora": dora}[who]

    shown = press(person, booking.pk, "cancel", **body).json()

    assert (shown["status"], shown["reason"]) == ("CANCELLED", INCOMPLETE_REASON)
    assert shown["cancelled_by"] == person.user_type
    assert (balance_of(ada.pk), entries(booking)) == (D(100), {})


def test_cancelling_after_payment_needs_a_reason(
    ada: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    credit_wallet(ada)
    booking = unpaid(ada, economy)
    pay(ada, booking.pk)
    before = snapshot()
    reply = press(ada, booking.pk, "cancel")
    assert (reply.status_code, reply.json()["code"]) == (400, "no_cancel_reason")
    assert snapshot() == before


def test_cancel_preview_before_payment_is_zero(ada: User, economy: CarType) -> None:
    booking = unpaid(ada, economy)
    preview = client_of(ada).get(f"{API}/bookings/{booking.pk}/cancel-preview/").json()
    assert preview == {
        "fee": "0.0000",
        "owed": "0.0000",
        "refund": "0.0000",
        "minutes": 0,
    }


# -- refunds -----------------------------------------------------------------------------------


def test_cancelling_a_paid_delivery_refunds_all_of_it(ada: User, economy: CarType) -> None:
    credit_wallet(ada, D(100))
    booking, promo = unpaid(ada, economy), make_promo()
    apply(booking, promo)
    pay(ada, booking.pk)

    body = press(ada, booking.pk, "cancel", reason="Not needed").json()

    assert (body["status"], body["refunded_amount"]) == ("CANCELLED", f"{COST - 10}00")
    assert (balance_of(ada.pk), platform_balance(TRIPS), uses_of(promo)) == (D(100), D(0), 0)
    assert entries(booking)["refund"] == {"trips": -(COST - 10), "Ada": COST - 10}
    assert_books_balance()


def test_late_cancellation_fee_is_taken_from_the_refund(ada: User, ready: User, economy: CarType) -> None:
    credit_wallet(ada, COST)
    give_slabs(economy)
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        booking = unpaid(ada, economy)
        pay(ada, booking.pk)
        work("bookings.dispatch")
        press(ready, booking.pk, "accept")
        clock.shift(timedelta(minutes=3))
        before = balance_of(ready.pk)
        body = press(ada, booking.pk, "cancel", reason="Not needed").json()
    # The rates are those of the booking, from before the slabs.
    fee = D(body["cancellation_fee"])
    assert (balance_of(ada.pk), balance_of(ready.pk) - before) == (COST - fee, fee)
    assert_books_balance()


def test_delivery_without_a_driver_is_cancelled_and_refunded(ada: User, economy: CarType) -> None:
    credit_wallet(ada, D(100))
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        booking = unpaid(ada, economy)
        clock.shift(timedelta(minutes=10))
        pay(ada, booking.pk)
        clock.shift(NO_RESPONSE - timedelta(seconds=1))
        assert cancel_unanswered() == 0
        clock.shift(timedelta(seconds=1))
        assert cancel_unanswered() == 1
    body = look(ada, booking.pk)
    assert (body["status"], body["reason"]) == ("CANCELLED", NO_RESPONSE_REASON)
    assert (balance_of(ada.pk), platform_balance(TRIPS)) == (D(100), D(0))
    assert_books_balance()


def test_prepayment_stays_when_the_driver_cancels(ada: User, ready: User, economy: CarType) -> None:
    credit_wallet(ada, D(100))
    booking = unpaid(ada, economy)
    pay(ada, booking.pk)
    work("bookings.dispatch")
    press(ready, booking.pk, "accept")
    body = press(ready, booking.pk, "cancel", reason="Flat tyre").json()
    assert (body["status"], look(ada, booking.pk)["prepaid"]) == ("NEW", True)
    assert platform_balance(TRIPS) == COST
    assert_books_balance()


def test_unpaid_booking_can_be_auto_cancelled(ada: User, economy: CarType) -> None:
    booking = unpaid(ada, economy)
    assert auto_cancel(booking_id=booking.pk).reason == INCOMPLETE_REASON


# -- verify_ledger -----------------------------------------------------------------------------


def report() -> str:
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_ledger", stdout=out, no_color=True)
    return out.getvalue()


def test_money_held_for_a_finished_trip_is_found(ada: User, economy: CarType) -> None:
    credit_wallet(ada)
    booking = make_prepaid(ada, economy, Status.NEW)
    assert_books_balance()
    Booking.objects.filter(pk=booking.pk).update(status=Status.CANCELLED)
    assert f"booking {booking.pk} holds {COST}00 of 0" in report()


def test_missing_prepayment_is_found(ada: User, economy: CarType) -> None:
    booking = make_delivery(ada, economy, Status.NEW, prepaid=True, used_wallet_money=COST)
    assert f"booking {booking.pk} holds 0 of {COST}00" in report()


def test_money_held_for_a_missing_booking_is_found(ada: User, economy: CarType) -> None:
    credit_wallet(ada)
    hold_prepayment(booking_id=999_999, reference="MISSING", customer_id=ada.pk, wallet=COST)
    assert f"booking 999999 holds {COST}00 of 0" in report()

"""Staff adjust the fare of a finished trip and refund trips to the rider's wallet."""

from collections.abc import Callable, Iterator
from decimal import Decimal as D
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, DailyEarnings
from apps.bookings.verification import CHECKS
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.notifications.models import InboxMessage
from apps.wallet.models import JournalEntry
from apps.wallet.selectors import balance_of, earnings_of, platform_balance
from apps.wallet.verification import all_checks, faults
from tests.bookings.api import press
from tests.bookings.builders import credit_wallet, make_booking
from tests.bookings.conftest import Snapshot
from tests.fares.promos import make_promo
from tests.personas import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]


@pytest.fixture(autouse=True)
def clean_books(db: None) -> Iterator[None]:
    yield
    connection.check_constraints()
    assert [line for check in (*all_checks(), *CHECKS) for line in faults(check)] == []


@pytest.fixture
def paid(ada: User, ben: User, economy: CarType) -> Booking:
    """63.25 paid in cash: 55.00 for the driver, 8.25 for the platform; the driver has 1000 in the wallet."""
    credit_wallet(ben)
    booking = make_booking(ada, economy, Status.REACHED, driver=ben)
    assert press(ben, booking.pk, "collect-cash").status_code == 200
    booking.refresh_from_db()
    return booking


def adjust(by: User, booking: Booking, trip_cost: str, **more: Any) -> Any:
    return press(by, booking.pk, "adjust-fare", trip_cost=trip_cost, **({"reason": "Detour"} | more))


def shares(booking: Booking) -> tuple[D, D, D]:
    booking.refresh_from_db()
    return booking.trip_cost, booking.driver_share, booking.convenience_fees


def test_adjusting_an_unpaid_fare_changes_what_is_due(
    ada: User, ben: User, dora: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy, Status.PENDING, driver=ben)
    credit_wallet(ada)
    before = shares(booking)

    reply = adjust(dora, booking, "23")

    assert (reply.status_code, reply.json()["payable_amount"]) == (200, "23.0000")
    # 15 percent on 20.00.
    assert shares(booking) == (D(23), D(20), D(3))
    assert sum(D(line["amount"]) for line in booking.breakdown) == D(23)
    assert booking.breakdown[-1]["key"] == "adjustment"
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.after["reason"]) == ("adjust_fare", "Detour")
    assert (D(entry.before["trip_cost"]), D(entry.after["trip_cost"])) == (before[0], D(23))
    notified = InboxMessage.objects.filter(occasion="fare_changed")
    assert notified.get().user_id == ada.pk
    # It can also be raised, and the rider then pays the new fare.
    assert adjust(dora, booking, "46").status_code == 200
    assert press(ada, booking.pk, "pay", method="wallet").status_code == 200
    assert balance_of(ada.pk) == D(1000 - 46)
    assert balance_of(ben.pk) == D(40)


def test_lowering_a_paid_fare_writes_one_reversing_entry(
    ada: User, ben: User, dora: User, paid: Booking
) -> None:
    cost, share, _fee = shares(paid)
    held = balance_of(ben.pk)

    reply = adjust(dora, paid, "23")

    assert reply.status_code == 200
    assert shares(paid) == (D(23), D(20), D(3))
    entry = JournalEntry.objects.get(kind="fare_adjustment")
    assert (entry.booking_id, entry.memo, entry.created_by) == (paid.pk, "Detour", dora)
    assert balance_of(ada.pk) == cost - 23
    assert balance_of(ben.pk) == held - (share - 20)
    assert platform_balance("revenue") == D(3)
    assert (paid.cash_payment_amount, paid.adjustment_amount) == (cost, D(23) - cost)
    # Reports and the driver's earnings follow.
    (day,) = DailyEarnings.objects.all()
    assert (day.rides, day.trip_cost, day.driver_share, day.convenience_fees) == (1, D(23), D(20), D(3))
    earned = earnings_of(ben.pk, ZoneInfo("UTC"))
    assert (earned.total, earned.trips_total) == (D(20), 1)
    # The receipt is updated.
    receipt = client_of(ada).get(f"/api/v1/bookings/{paid.pk}/receipt/").json()
    assert receipt["trip_cost"] == "23.0000"
    assert receipt["adjustment_reason"] == "Detour"
    assert D(receipt["refunded_amount"]) == cost - 23
    pdf = client_of(ada).get(f"/api/v1/bookings/{paid.pk}/receipt/", {"format": "pdf"})
    assert pdf.status_code == 200
    # Rebuilding the report from the ledger gives the same.
    with connection.cursor() as cursor:
        cursor.execute("SELECT bookings_rebuild_earnings()")
    assert DailyEarnings.objects.get().trip_cost == D(23)


def test_raising_a_paid_fare_charges_the_riders_wallet(
    ada: User, ben: User, dora: User, paid: Booking
) -> None:
    cost, share, _fee = shares(paid)
    credit_wallet(ada)
    held = balance_of(ben.pk)

    reply = adjust(dora, paid, "80.50")

    assert reply.status_code == 200
    # 15 percent on 70.00.
    assert shares(paid) == (D("80.50"), D(70), D("10.50"))
    raised = D("80.50") - cost
    assert balance_of(ada.pk) == 1000 - raised
    assert balance_of(ben.pk) == held + 70 - share
    assert platform_balance("revenue") == D("10.50")
    assert (paid.adjustment_amount, paid.amount_left) == (raised, D(0))
    (day,) = DailyEarnings.objects.all()
    assert (day.rides, day.trip_cost, day.driver_share) == (1, D("80.50"), D(70))
    assert earnings_of(ben.pk, ZoneInfo("UTC")).total == D(70)
    # The receipt shows it, the rider is notified, and staff can refund all of it.
    receipt = client_of(ada).get(f"/api/v1/bookings/{paid.pk}/receipt/").json()
    assert (D(receipt["charged_later_amount"]), D(receipt["refunded_amount"])) == (raised, D(0))
    pdf = client_of(ada).get(f"/api/v1/bookings/{paid.pk}/receipt/", {"format": "pdf"})
    assert pdf.status_code == 200
    notified = InboxMessage.objects.filter(occasion="fare_changed")
    assert notified.get().user_id == ada.pk
    assert press(dora, paid.pk, "refund", amount="80.50", reason="Wrong").status_code == 200
    # Rebuilding the report from the ledger gives the same.
    with connection.cursor() as cursor:
        cursor.execute("SELECT bookings_rebuild_earnings()")
    assert DailyEarnings.objects.get().trip_cost == D("80.50")


def test_raise_with_unchanged_driver_share_goes_to_the_platform(
    ada: User, ben: User, dora: User, paid: Booking
) -> None:
    cost, share, fee = shares(paid)
    credit_wallet(ada)
    held = balance_of(ben.pk)
    assert adjust(dora, paid, str(cost + 5), keep_driver_share=True).status_code == 200
    assert shares(paid) == (cost + 5, share, fee + 5)
    assert (balance_of(ada.pk), balance_of(ben.pk)) == (D(995), held)


def test_lowered_fare_can_be_raised_back(ada: User, ben: User, dora: User, paid: Booking) -> None:
    before, held = shares(paid), balance_of(ben.pk)
    assert adjust(dora, paid, "23").status_code == 200
    assert adjust(dora, paid, str(before[0])).status_code == 200
    assert shares(paid) == before
    assert (balance_of(ada.pk), balance_of(ben.pk), paid.adjustment_amount) == (D(0), held, D(0))


def test_raising_the_fare_of_a_deleted_driver_keeps_the_driver_share(
    ada: User, ben: User, dora: User, paid: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    _cost, share, _fee = shares(paid)
    credit_wallet(ada)
    User.objects.filter(pk=ben.pk).update(deleted_at=timezone.now())
    before = snapshot()
    refused = adjust(dora, paid, "80")
    assert (refused.status_code, refused.json()["code"]) == (409, "driver_deleted")
    assert snapshot() == before
    assert adjust(dora, paid, "80", keep_driver_share=True).status_code == 200
    assert shares(paid)[1] == share


def test_adjustment_can_leave_the_driver_share(ada: User, ben: User, dora: User, paid: Booking) -> None:
    cost, share, fee = shares(paid)
    held = balance_of(ben.pk)

    too_low = adjust(dora, paid, "23", keep_driver_share=True)
    reply = adjust(dora, paid, str(cost - fee), keep_driver_share=True)

    assert (too_low.status_code, too_low.json()["code"]) == (400, "fare_below_driver_share")
    assert reply.status_code == 200
    assert shares(paid) == (share, share, D(0))
    assert (balance_of(ada.pk), balance_of(ben.pk)) == (fee, held)


def test_fare_can_be_lowered_again_after_the_driver_share_was_kept(
    ada: User, ben: User, dora: User, paid: Booking
) -> None:
    cost, share, fee = shares(paid)
    assert adjust(dora, paid, str(cost - fee + 1), keep_driver_share=True).status_code == 200
    assert shares(paid)[1:] == (share, D(1))

    # The fee rule gives the platform more than the 1.00 it had left.
    again = adjust(dora, paid, "45")
    assert again.status_code == 200, again.json()

    assert shares(paid) == (D(45), D("39.13"), D("5.87"))
    assert balance_of(ada.pk) == cost - 45
    assert platform_balance("revenue") == D("5.87")


def test_keeping_the_share_works_with_a_negative_driver_wallet(
    ada: User, ben: User, dora: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy, Status.REACHED, driver=ben)
    assert press(ben, booking.pk, "collect-cash").status_code == 200
    cost, share, fee = shares(booking)
    assert balance_of(ben.pk) < 0

    assert adjust(dora, booking, str(cost - fee), keep_driver_share=True).status_code == 200

    assert shares(booking) == (share, share, D(0))


def test_adjusting_an_unpaid_fare_recalculates_the_promo(
    ada: User, ben: User, dora: User, economy: CarType
) -> None:
    promo = make_promo("HALF", promo_discount_type="percentage", promo_discount_value=50)
    booking = make_booking(ada, economy, Status.PENDING, driver=ben)
    assert press(ada, booking.pk, "promo", promo_name=promo.promo_name).status_code == 200
    booking.refresh_from_db()
    assert booking.discount > D(5)

    assert adjust(dora, booking, "10").status_code == 200

    booking.refresh_from_db()
    assert (booking.discount, booking.payable_amount) == (D(5), D(5))


def test_partly_owed_cancellation_fee_is_not_refunded(
    ada: User, ben: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(
        ada, economy, Status.CANCELLED, driver=ben, cancellation_fee=D(4), cancellation_fee_owed=D(11)
    )
    before = snapshot()

    reply = press(dora, booking.pk, "refund", amount="4", reason="Detour")

    assert (reply.status_code, reply.json()["code"]) == (409, "fees_owed")
    assert snapshot() == before
    Booking.objects.filter(pk=booking.pk).delete()


def test_discount_never_exceeds_the_adjusted_fare(ada: User, ben: User, dora: User, economy: CarType) -> None:
    credit_wallet(ada)
    credit_wallet(ben)
    booking = make_booking(ada, economy, Status.PENDING, driver=ben, discount=D(10))
    assert press(ada, booking.pk, "pay", method="wallet").status_code == 200

    assert adjust(dora, booking, "4").status_code == 200

    booking.refresh_from_db()
    assert (booking.discount, booking.payable_amount) == (D(4), D(0))
    assert balance_of(ada.pk) == D(1000)
    assert platform_balance("promotions") == D(-4)


@pytest.mark.parametrize(
    ("trip_cost", "more", "refusal"),
    [
        ("80", {}, (409, "rider_low_balance")),
        ("", {}, (400, "invalid")),
        ("-1", {}, (400, "invalid_amount")),
        ("1.001", {}, (400, "invalid_amount")),
        ("same", {}, (409, "fare_unchanged")),
        ("23", {"reason": ""}, (400, "no_cancel_reason")),
        ("23", {"demo": True}, (403, "demo_mode")),
    ],
)
def test_refused_adjustment_changes_nothing(
    dora: User,
    paid: Booking,
    snapshot: Callable[[], Snapshot],
    trip_cost: str,
    more: dict[str, Any],
    refusal: tuple[int, str],
) -> None:
    if more.pop("demo", False):
        update_platform_settings(allow_critical_edits_admin=False)
    before = snapshot()

    reply = adjust(dora, paid, str(paid.trip_cost) if trip_cost == "same" else trip_cost, **more)

    assert (reply.status_code, reply.json()["code"]) == refusal
    assert snapshot() == before


@pytest.mark.parametrize("status", [Status.REACHED, Status.PENDING])
@pytest.mark.parametrize(
    ("more", "refusal"),
    [({"reason": " "}, (400, "no_cancel_reason")), ({"demo": True}, (403, "demo_mode"))],
)
def test_adjusting_an_unpaid_fare_needs_a_reason_and_no_demo_mode(
    ada: User,
    ben: User,
    dora: User,
    economy: CarType,
    snapshot: Callable[[], Snapshot],
    status: Status,
    more: dict[str, Any],
    refusal: tuple[int, str],
) -> None:
    booking = make_booking(ada, economy, status, driver=ben)
    if "demo" in more:
        update_platform_settings(allow_critical_edits_admin=False)
    before = snapshot()

    reply = adjust(dora, booking, "23", **({} if "demo" in more else more))

    assert (reply.status_code, reply.json()["code"]) == refusal
    assert snapshot() == before


def test_adjustment_never_overdraws_the_drivers_wallet(
    ada: User, ben: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(ada, economy, Status.REACHED, driver=ben)
    press(ben, booking.pk, "collect-cash")
    before = snapshot()

    lowered = adjust(dora, booking, "23")
    refunded = press(dora, booking.pk, "refund", amount="5", from_driver=True, reason="Late")

    assert (lowered.status_code, lowered.json()["code"]) == (409, "driver_low_balance")
    assert (refunded.status_code, refunded.json()["code"]) == (409, "driver_low_balance")
    assert snapshot() == before


# -- refunds -----------------------------------------------------------------------------------


@pytest.mark.parametrize("from_driver", [False, True])
def test_cash_trip_is_refunded_in_parts_up_to_the_amount_paid(
    from_driver: bool, ada: User, ben: User, dora: User, paid: Booking
) -> None:
    held, cost = balance_of(ben.pk), paid.trip_cost
    body = {"amount": "20", "from_driver": from_driver, "reason": "The car was dirty"}

    first = press(dora, paid.pk, "refund", **body)
    too_much = press(dora, paid.pk, "refund", **(body | {"amount": str(cost - D("19.99"))}))
    rest = press(dora, paid.pk, "refund", **(body | {"amount": str(cost - 20)}))

    assert (first.status_code, first.json()["refundable_amount"]) == (200, f"{cost - 20:.4f}")
    assert (too_much.status_code, too_much.json()["code"]) == (409, "refund_too_much")
    assert rest.status_code == 200
    assert "refund" not in rest.json()["actions"]
    assert balance_of(ada.pk) == cost
    assert balance_of(ben.pk) == (held - cost if from_driver else held)
    assert platform_balance("adjustments") == (D(-1000) if from_driver else D(-1000) - cost)
    paid.refresh_from_db()
    assert (paid.refunded_amount, paid.trip_cost) == (cost, cost)
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.after["reason"]) == ("refund_trip", "The car was dirty")


def test_refund_with_the_same_key_is_made_once(ada: User, dora: User, paid: Booking) -> None:
    client = client_of(dora)
    for _ in range(2):
        reply = client.post(
            f"/api/v1/bookings/{paid.pk}/refund/",
            {"amount": "20", "reason": "Late"},
            headers={"Idempotency-Key": "one"},
        )
        assert reply.status_code == 200
    assert balance_of(ada.pk) == D(20)


def test_fare_is_not_lowered_below_what_was_refunded(
    dora: User, paid: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    assert press(dora, paid.pk, "refund", amount="50", reason="Late").status_code == 200
    before = snapshot()

    reply = adjust(dora, paid, "23")

    assert (reply.status_code, reply.json()["code"]) == (409, "refund_too_much")
    assert snapshot() == before


@pytest.mark.parametrize("amount", ["0", "-1", "1.001"])
def test_refund_amount_must_be_positive(
    dora: User, paid: Booking, snapshot: Callable[[], Snapshot], amount: str
) -> None:
    before = snapshot()
    reply = press(dora, paid.pk, "refund", amount=amount, reason="Late")
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid_amount")
    assert snapshot() == before


def test_demo_mode_refuses_refunds(dora: User, paid: Booking, snapshot: Callable[[], Snapshot]) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    before = snapshot()
    reply = press(dora, paid.pk, "refund", amount="5", reason="Late")
    assert (reply.status_code, reply.json()["code"]) == (403, "demo_mode")
    assert snapshot() == before


# -- deleted riders ----------------------------------------------------------------------------


@pytest.fixture
def orphaned(ada: User, dora: User, paid: Booking) -> Booking:
    """A paid trip whose rider has been deleted."""
    assert client_of(dora).delete(f"/api/v1/people/{ada.pk}/").status_code == 204
    return paid


@pytest.mark.parametrize("action", ["refund", "adjust-fare"])
def test_deleted_rider_gets_no_money_in_the_wallet(
    action: str, ada: User, dora: User, orphaned: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    before = snapshot()
    body = {"amount": "5"} if action == "refund" else {"trip_cost": "20"}
    reply = press(dora, orphaned.pk, action, reason="Late", **body)
    assert (reply.status_code, reply.json()["code"]) == (409, "rider_deleted")
    assert snapshot() == before
    assert balance_of(ada.pk) == 0


def test_deleted_rider_is_not_charged(
    dora: User, orphaned: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    before = snapshot()
    reply = adjust(dora, orphaned, "80")
    assert (reply.status_code, reply.json()["code"]) == (409, "fare_is_paid")
    assert snapshot() == before


@pytest.mark.parametrize("from_driver", [False, True])
def test_staff_record_a_refund_outside_the_app_for_a_deleted_rider(
    from_driver: bool, ada: User, ben: User, dora: User, orphaned: Booking
) -> None:
    held = balance_of(ben.pk)
    reply = press(
        dora, orphaned.pk, "refund", amount="5", reason="Late", from_driver=from_driver, paid_outside=True
    )
    assert (reply.status_code, reply.json()["refunded_amount"]) == (200, "5.0000")
    assert (balance_of(ada.pk), platform_balance("other_payments")) == (D(0), D(5))
    assert balance_of(ben.pk) == (held - 5 if from_driver else held)
    assert AuditEntry.objects.latest("id").after["paid_outside"] is True


def test_refund_outside_the_app_is_refused_for_a_rider_with_a_wallet(
    dora: User, paid: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    before = snapshot()
    reply = press(dora, paid.pk, "refund", amount="5", reason="Late", paid_outside=True)
    assert (reply.status_code, reply.json()["code"]) == (409, "rider_has_wallet")
    assert snapshot() == before

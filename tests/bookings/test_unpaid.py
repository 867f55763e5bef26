"""Unpaid trips: the driver can still collect cash, and staff can record the payment."""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal as D

import pytest
from django.core.management import call_command
from django.db import transaction
from django.db.models import F, Sum
from django.utils import timezone

from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.services.payment import settle_card_payment
from apps.bookings.state_machine.transitions import CardPayment
from apps.core.errors import Conflict
from apps.core.models import AuditEntry
from apps.core.platform import platform_settings, update_platform_settings
from apps.fares.models import CarType
from apps.wallet.models import Posting
from apps.wallet.selectors import balance_of
from apps.wallet.trips.prepaid import hold_prepayment
from tests.bookings.api import API, look, press
from tests.bookings.builders import credit_wallet, make_booking
from tests.bookings.conftest import Snapshot
from tests.personas import client_of

pytestmark = pytest.mark.django_db


def is_busy(driver: User) -> bool:
    return DriverProfile.objects.get(pk=driver.pk).busy


def test_earnings_report_shows_write_offs(ada: User, ben: User, dora: User, economy: CarType) -> None:
    trip = make_booking(ada, economy, Status.PENDING, driver=ben)
    assert press(dora, trip.pk, "write-off", reason="Moved away").json()["status"] == "PAID"
    today = timezone.now().astimezone(platform_settings().tz).date()

    def reported(day: date) -> D:
        query = {"from": f"{day}", "to": f"{day}", "group": "day"}
        return D(client_of(dora).get(f"{API}/reports/earnings/", query).json()["written_off"])

    assert reported(today) == trip.payable_amount
    assert reported(today - timedelta(days=1)) == 0


def test_driver_can_still_collect_cash(ada: User, ben: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.PENDING, driver=ben)
    assert "collect-cash" in look(ben, booking.pk)["actions"]

    body = press(ben, booking.pk, "collect-cash").json()

    assert (body["status"], body["payment_mode"]) == ("PAID", "cash")
    assert D(body["cash_payment_amount"]) == booking.payable_amount
    assert balance_of(ben.pk) == booking.driver_share - booking.payable_amount
    call_command("verify_ledger", verbosity=0)


@pytest.mark.parametrize("late_by", ["driver", "admin"])
def test_late_cash_does_not_free_the_driver_of_another_trip(
    late_by: str, ada: User, cleo: User, ben: User, dora: User, economy: CarType
) -> None:
    unpaid = make_booking(ada, economy, Status.PENDING, driver=ben)
    make_booking(cleo, economy, Status.STARTED, driver=ben)
    if late_by == "driver":
        press(ben, unpaid.pk, "collect-cash")
    else:
        press(dora, unpaid.pk, "record-payment", reason="Paid by hand")
    assert Booking.objects.get(pk=unpaid.pk).status == Status.PAID
    assert is_busy(ben)


@pytest.mark.parametrize("status", [Status.REACHED, Status.PENDING])
def test_admin_records_cash_paid_to_the_driver(
    status: Status, ada: User, ben: User, dora: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy, status, driver=ben)

    reply = press(dora, booking.pk, "record-payment", reason="The rider paid by hand")

    assert (reply.status_code, reply.json()["status"]) == (200, "PAID")
    assert balance_of(ben.pk) == booking.driver_share - booking.payable_amount
    assert not is_busy(ben)
    entry = AuditEntry.objects.get(kind="booking")
    assert (entry.actor_id, entry.action, entry.after["reason"]) == (
        dora.pk,
        "record_payment",
        "The rider paid by hand",
    )
    call_command("verify_ledger", verbosity=0)


def test_recording_a_payment_needs_an_admin_and_a_reason(
    ada: User, ben: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(ada, economy, Status.PENDING, driver=ben)
    before = snapshot()
    assert press(dora, booking.pk, "record-payment", reason="").status_code == 400
    assert press(ada, booking.pk, "record-payment", reason="I paid").json()["code"] == "forbidden"
    assert press(ben, booking.pk, "record-payment", reason="Paid").json()["code"] == "forbidden"
    assert snapshot() == before


def test_demo_mode_records_no_payment(
    ada: User, ben: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(ada, economy, Status.PENDING, driver=ben)
    update_platform_settings(allow_critical_edits_admin=False)
    before = snapshot()
    assert press(dora, booking.pk, "record-payment", reason="Paid").json()["code"] == "demo_mode"
    assert snapshot() == before


def test_card_payment_after_a_recorded_one_is_refused(
    ada: User, ben: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    """apps.payments.services.settling credits such money to the rider's wallet."""
    booking = make_booking(ada, economy, Status.PENDING, driver=ben)
    press(dora, booking.pk, "record-payment", reason="Paid by hand")
    before = snapshot()
    card = CardPayment(amount=booking.payable_amount, wallet=D(0), gateway="stripe")
    with pytest.raises(Conflict) as refusal:
        settle_card_payment(booking_id=booking.pk, card=card)
    assert refusal.value.code == "wrong_status"
    assert snapshot() == before


def holds(name: str) -> D:
    return Posting.objects.filter(account__name=name).aggregate(total=Sum("amount"))["total"] or D(0)


@pytest.mark.parametrize("status", [Status.REACHED, Status.PENDING])
def test_admin_records_a_payment_received_outside_the_app(
    status: Status, ada: User, ben: User, dora: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy, status, driver=ben)

    reply = press(dora, booking.pk, "record-payment", payment_mode="other", reason="Bank transfer of 3 May")

    body = reply.json()
    assert (body["status"], body["payment_mode"]) == ("PAID", "other")
    assert D(body["other_payment_amount"]) == D(body["customer_paid"]) == booking.payable_amount
    assert D(body["cash_payment_amount"]) == D(body["written_off_amount"]) == 0
    # The driver does not owe any cash.
    assert balance_of(ben.pk) == booking.driver_share
    assert holds("other_payments") == -booking.payable_amount
    assert not is_busy(ben)
    entry = AuditEntry.objects.get(kind="booking")
    assert (entry.after["payment_mode"], entry.after["reason"]) == ("other", "Bank transfer of 3 May")
    paid_by = client_of(ada).get(f"{API}/bookings/{booking.pk}/receipt/").json()["paid_by"]
    assert [payment["mode"] for payment in paid_by] == ["other"]
    assert client_of(ada).get(f"{API}/bookings/{booking.pk}/receipt/?format=pdf").status_code == 200
    call_command("verify_ledger", verbosity=0)


def test_staff_cannot_record_payments_of_the_app(
    ada: User, ben: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(ada, economy, Status.PENDING, driver=ben)
    before = snapshot()
    for mode in ("card", "wallet", "written_off"):
        reply = press(dora, booking.pk, "record-payment", payment_mode=mode, reason="Paid")
        assert reply.status_code == 400
    assert snapshot() == before


def test_written_off_trip_pays_its_driver(ada: User, ben: User, dora: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.PENDING, driver=ben)

    reply = press(dora, booking.pk, "write-off", reason="The rider cannot be reached")

    body = reply.json()
    assert (body["status"], body["payment_mode"]) == ("PAID", "written_off")
    assert D(body["written_off_amount"]) == booking.payable_amount
    assert D(body["customer_paid"]) == D(body["amount_due"]) == 0
    assert body["actions"] == []
    assert balance_of(ben.pk) == booking.driver_share
    assert holds("write_offs") == -booking.payable_amount
    entry = AuditEntry.objects.get(kind="booking")
    assert (entry.actor_id, entry.action) == (dora.pk, "write_off")
    assert (entry.before["status"], entry.after["status"]) == ("PENDING", "PAID")
    assert D(entry.after["written_off_amount"]) == booking.payable_amount
    call_command("verify_ledger", verbosity=0)


def test_written_off_difference_keeps_the_prepayment(
    ada: User, ben: User, dora: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy, Status.PENDING, driver=ben)
    ahead = booking.payable_amount - 3
    credit_wallet(ada, ahead)
    with transaction.atomic():
        hold_prepayment(booking_id=booking.pk, reference=booking.reference, customer_id=ada.pk, wallet=ahead)
    Booking.objects.filter(pk=booking.pk).update(
        prepaid=True, prepaid_amount=ahead, used_wallet_money=ahead, payment_mode="wallet"
    )

    body = press(dora, booking.pk, "write-off", reason="Not worth a call").json()

    assert (body["status"], D(body["written_off_amount"])) == ("PAID", D(3))
    assert D(body["customer_paid"]) == ahead
    assert D(body["refundable_amount"]) == ahead
    assert (holds("write_offs"), holds("trips")) == (D(-3), D(0))
    call_command("verify_ledger", verbosity=0)


def test_write_off_needs_an_admin_a_reason_and_an_amount_due(
    ada: User, ben: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(ada, economy, Status.PENDING, driver=ben)
    paid = make_booking(ada, economy, Status.PAID, driver=ben)
    before = snapshot()
    assert press(dora, booking.pk, "write-off", reason=" ").json()["code"] == "no_cancel_reason"
    assert press(ada, booking.pk, "write-off", reason="Please").json()["code"] == "forbidden"
    assert press(ben, booking.pk, "write-off", reason="Please").json()["code"] == "forbidden"
    assert press(dora, paid.pk, "write-off", reason="Please").json()["code"] == "wrong_status"
    assert snapshot() == before


def test_nothing_due_cannot_be_written_off(
    ada: User, ben: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(ada, economy, Status.PENDING, driver=ben)
    Booking.objects.filter(pk=booking.pk).update(discount=F("trip_cost"))
    before = snapshot()
    assert "write-off" not in look(dora, booking.pk)["actions"]
    assert press(dora, booking.pk, "write-off", reason="Gone").json()["code"] == "nothing_due"
    assert snapshot() == before


def test_demo_mode_refuses_write_offs(
    ada: User, ben: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    unpaid = make_booking(ada, economy, Status.PENDING, driver=ben)
    reached = make_booking(ada, economy, Status.REACHED, driver=ben)
    update_platform_settings(allow_critical_edits_admin=False)
    before = snapshot()
    assert press(dora, unpaid.pk, "write-off", reason="Gone").json()["code"] == "demo_mode"
    assert press(dora, reached.pk, "request-payment").json()["code"] == "demo_mode"
    assert snapshot() == before
    # Drivers are not restricted by demo mode.
    assert press(ben, reached.pk, "request-payment").json()["status"] == "PENDING"


def test_fare_of_a_written_off_trip_is_not_adjusted(
    ada: User, ben: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(ada, economy, Status.PENDING, driver=ben)
    press(dora, booking.pk, "write-off", reason="Gone")
    before = snapshot()
    reply = press(dora, booking.pk, "adjust-fare", trip_cost="1", reason="Detour")
    assert (reply.status_code, reply.json()["code"]) == (409, "written_off")
    assert snapshot() == before


def test_staff_request_payment_for_the_driver(ada: User, ben: User, dora: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.REACHED, driver=ben)
    reply = press(dora, booking.pk, "request-payment")
    assert (reply.status_code, reply.json()["status"]) == (200, "PENDING")
    assert not is_busy(ben)
    assert AuditEntry.objects.get(kind="booking").action == "request_payment"


@pytest.mark.parametrize("status", [Status.REACHED, Status.PENDING])
def test_waived_fare_completes_the_payment(
    status: Status, ada: User, ben: User, dora: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy, status, driver=ben)

    body = press(dora, booking.pk, "adjust-fare", trip_cost="0", reason="The car broke down").json()

    assert body["status"] == "PAID"
    assert D(body["customer_paid"]) == D(body["trip_cost"]) == 0
    assert balance_of(ben.pk) == balance_of(ada.pk) == 0
    assert not is_busy(ben)
    call_command("verify_ledger", verbosity=0)

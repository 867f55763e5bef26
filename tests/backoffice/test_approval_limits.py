"""Refunds, payouts and wallet changes above their limit wait; the rest moves at once, as without a limit."""

from decimal import Decimal as D

import pytest

from apps.accounts.models import User
from apps.backoffice.models import Approval
from apps.bookings.models import Booking
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.wallet.models import JournalEntry, Withdrawal
from apps.wallet.selectors import balance_of
from apps.wallet.withdrawals.batches import create_batch
from tests.backoffice.approving import audited, eve, occasions, post, refund, trip, withdrawals
from tests.bookings.builders import credit_wallet

__all__ = ["eve", "trip", "withdrawals"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("balanced_books")]


def test_without_a_limit_everything_moves_at_once(
    ada: User, dora: User, eve: User, trip: Booking, withdrawals: list[Withdrawal]
) -> None:
    refund(dora, trip, "56.06", 200)
    post(dora, f"withdrawals/{withdrawals[0].pk}/process/", 200)
    post(dora, f"users/{ada.pk}/wallet/credit/", 201, {"amount": "900000"})
    post(dora, f"users/{ada.pk}/wallet/debit/", 201, {"amount": "900000", "note": "Wrong."})
    assert not Approval.objects.exists()
    assert occasions(eve) == []


@pytest.mark.parametrize(("amount", "status"), [("19.99", 200), ("20", 200), ("20.01", 202)])
def test_refund_above_the_limit_waits(
    amount: str, status: int, ada: User, dora: User, eve: User, trip: Booking
) -> None:
    update_platform_settings(approval_refund_limit=D(20))
    reply = refund(dora, trip, amount, status)
    trip.refresh_from_db()
    if status == 200:
        assert trip.refunded_amount == balance_of(ada.pk) == D(amount)
        assert not Approval.objects.exists()
        return
    assert (trip.refunded_amount, balance_of(ada.pk)) == (D(0), D(0))
    approval = Approval.objects.get()
    assert reply["approval_id"] == approval.pk
    assert (reply["kind"], reply["amount"]) == ("refund", "20.0100")
    assert (approval.booking_id, approval.person_id, approval.requested_by_id) == (trip.pk, ada.pk, dora.pk)
    assert approval.data == {"from_driver": False, "paid_outside": False}
    assert (occasions(eve), occasions(dora)) == (["approval_waiting"], [])
    assert audited() == ["approval_requested"]


def test_two_refunds_of_a_trip_count_together(ada: User, dora: User, trip: Booking) -> None:
    update_platform_settings(approval_refund_limit=D(20))
    refund(dora, trip, "15", 200)
    refund(dora, trip, "5.01", 202)
    assert balance_of(ada.pk) == D(15)


def test_lower_fare_cannot_refund_more_than_the_limit(ada: User, dora: User, trip: Booking) -> None:
    update_platform_settings(approval_refund_limit=D(20))
    body = {"trip_cost": "30", "reason": "Detour."}
    assert post(dora, f"bookings/{trip.pk}/adjust-fare/", 409, body)["code"] == "approval_needed"
    trip.refresh_from_db()
    assert (trip.trip_cost, balance_of(ada.pk)) == (D("56.06"), D(0))
    post(dora, f"bookings/{trip.pk}/adjust-fare/", 200, body | {"trip_cost": "36.06"})
    assert balance_of(ada.pk) == D(20)
    refund(dora, trip, "0.01", 202)


def test_case_cannot_refund_more_than_the_limit(ada: User, dora: User, trip: Booking) -> None:
    update_platform_settings(approval_refund_limit=D(20), approval_wallet_limit=D(20))
    case = post(dora, "cases/", 201, {"person": ada.pk, "kind": "payment", "text": "Hi", "booking": trip.pk})
    entries = JournalEntry.objects.count()
    for outcome in ("refunded", "fee"):
        body = {"outcome": outcome, "amount": "21", "text": "Sorry."}
        assert post(dora, f"cases/{case['id']}/close/", 409, body)["code"] == "approval_needed"
    assert JournalEntry.objects.count() == entries
    assert not AuditEntry.objects.filter(action="case_closed").exists()
    assert not Approval.objects.exists()


def test_invalid_refund_is_refused_at_once(dora: User, trip: Booking) -> None:
    update_platform_settings(approval_refund_limit=D(20))
    assert refund(dora, trip, "56.07", 409)["code"] == "refund_too_much"
    assert refund(dora, trip, "40", 400, reason="")["code"] == "no_cancel_reason"
    assert not Approval.objects.exists()


def test_waiting_refund_blocks_other_refunds_of_the_trip(ada: User, dora: User, trip: Booking) -> None:
    update_platform_settings(approval_refund_limit=D(20))
    refund(dora, trip, "30", 202)
    for amount in ("30", "5"):
        assert refund(dora, trip, amount, 409)["code"] == "approval_waiting"
    assert Approval.objects.count() == 1
    assert balance_of(ada.pk) == 0


def test_repeated_request_with_its_key_returns_the_same_approval(dora: User, trip: Booking) -> None:
    update_platform_settings(approval_refund_limit=D(20))
    body = {"amount": "30", "reason": "Late."}
    key = {"Idempotency-Key": "one"}
    replies = [post(dora, f"bookings/{trip.pk}/refund/", 202, body, **key) for _ in range(2)]
    assert replies[0] == replies[1]
    assert Approval.objects.count() == 1


@pytest.mark.parametrize(("limit", "status"), [("60.01", 200), ("60", 200), ("59.99", 202)])
def test_withdrawal_above_the_limit_waits(
    limit: str, status: int, dora: User, withdrawals: list[Withdrawal]
) -> None:
    update_platform_settings(approval_payout_limit=D(limit))
    post(dora, f"withdrawals/{withdrawals[0].pk}/process/", status)
    withdrawals[0].refresh_from_db()
    assert withdrawals[0].state == ("processed" if status == 200 else "requested")
    assert Approval.objects.count() == (status == 202)


def test_waiting_withdrawal_can_be_neither_rejected_nor_paid(
    dora: User, eve: User, withdrawals: list[Withdrawal]
) -> None:
    update_platform_settings(approval_payout_limit=D(55))
    pk = withdrawals[0].pk
    post(dora, f"withdrawals/{pk}/process/", 202, {"process_date": None})
    for admin in (dora, eve):
        for action, body in (("process", {}), ("reject", {"reason": "No."})):
            assert post(admin, f"withdrawals/{pk}/{action}/", 409, body)["code"] == "approval_waiting"
    assert post(dora, "withdrawals/batches/", 409, {"ids": [pk]})["code"] == "approval_waiting"
    batch = post(dora, "withdrawals/batches/", 201)
    assert (batch["rows"], batch["total"]) == (1, "50.0000")
    assert set(Withdrawal.objects.values_list("state", flat=True)) == {"requested"}


@pytest.mark.parametrize(("limit", "status"), [("110", 200), ("109.99", 202)])
def test_sum_of_a_bank_file_is_compared_with_the_limit(
    limit: str, status: int, dora: User, withdrawals: list[Withdrawal]
) -> None:
    update_platform_settings(approval_payout_limit=D(limit))
    batch = create_batch(by=dora)
    post(dora, f"withdrawals/batches/{batch.pk}/process/", status)
    states = set(Withdrawal.objects.values_list("state", flat=True))
    assert states == ({"processed"} if status == 200 else {"requested"})
    if status == 202:
        approval = Approval.objects.get()
        assert (approval.kind, approval.amount, approval.person) == ("payout_batch", D(110), None)
        pk = withdrawals[0].pk
        assert post(dora, f"withdrawals/{pk}/process/", 409)["code"] == "approval_waiting"
        assert post(dora, f"withdrawals/{pk}/reject/", 409, {"reason": "No."})["code"] == "approval_waiting"


@pytest.mark.parametrize("action", ["credit", "debit"])
@pytest.mark.parametrize(("amount", "status"), [("50", 201), ("50.01", 202)])
def test_wallet_change_above_the_limit_waits(
    action: str, amount: str, status: int, ada: User, dora: User
) -> None:
    credit_wallet(ada, D(100))
    update_platform_settings(approval_wallet_limit=D(50))
    body = {"amount": amount, "note": "Sorry"}
    post(dora, f"users/{ada.pk}/wallet/{action}/", status, body)
    moved = {"credit": D(amount), "debit": -D(amount)}[action] if status == 201 else 0
    assert balance_of(ada.pk) == 100 + moved
    if status == 202:
        approval = Approval.objects.get()
        assert (approval.kind, approval.reason, approval.person_id) == (action, "Sorry", ada.pk)
        assert post(dora, f"users/{ada.pk}/wallet/{action}/", 409, body)["code"] == "approval_waiting"

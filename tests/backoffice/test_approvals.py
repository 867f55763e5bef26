"""A second admin decides: the action runs once with all its guards, or nothing moves."""

from datetime import timedelta
from decimal import Decimal as D
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.backoffice.models import Approval
from apps.backoffice.tasks import expire_approvals
from apps.bookings.models import Booking
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.notifications.models import InboxMessage
from apps.wallet.models import JournalEntry, Withdrawal
from apps.wallet.selectors import balance_of, platform_balance
from apps.wallet.withdrawals.batches import create_batch
from tests.backoffice.approving import audited, decide, eve, occasions, post, refund, trip, withdrawals
from tests.bookings.api import API
from tests.bookings.builders import credit_wallet
from tests.personas import client_of

__all__ = ["eve", "trip", "withdrawals"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("balanced_books")]


@pytest.fixture
def waiting(dora: User, trip: Booking) -> Approval:
    """Dora's refund of 30 above the limit of 20."""
    update_platform_settings(approval_refund_limit=D(20))
    refund(dora, trip, "30", 202)
    return Approval.objects.get()


def assert_waiting(ada: User) -> None:
    approval = Approval.objects.get()
    assert (approval.state, approval.decided_by, approval.decided_at) == ("waiting", None, None)
    assert balance_of(ada.pk) == 0
    assert audited() == ["approval_requested"]


def test_second_admin_approves_and_the_rider_is_refunded(
    ada: User, dora: User, eve: User, trip: Booking, waiting: Approval
) -> None:
    reply = decide(eve, waiting, "approve")
    assert (reply["state"], reply["decided_by"]["id"], reply["effect"]) == ("approved", eve.pk, None)
    trip.refresh_from_db()
    assert trip.refunded_amount == balance_of(ada.pk) == D(30)
    entry = JournalEntry.objects.latest("pk")
    assert (entry.memo, entry.created_by_id) == ("Late.", eve.pk)
    assert occasions(dora) == ["approval_approved"]
    assert audited() == ["approval_requested", "approval_approved"]
    recorded = AuditEntry.objects.get(action="approval_approved")
    assert (recorded.actor_name, recorded.after["requested_by"]) == (str(eve), dora.full_name)
    assert decide(dora, waiting, "cancel", 409)["code"] == "approval_decided"
    assert decide(eve, waiting, "approve", 409)["code"] == "approval_decided"
    assert balance_of(ada.pk) == D(30)


def test_requester_cannot_decide(ada: User, dora: User, waiting: Approval) -> None:
    assert decide(dora, waiting, "approve", 409)["code"] == "own_approval"
    assert decide(dora, waiting, "refuse", 409, reason="No.")["code"] == "own_approval"
    assert_waiting(ada)


def test_database_refuses_a_decision_of_the_requester(dora: User, waiting: Approval) -> None:
    decided = {"decided_by": dora, "decided_at": timezone.now()}
    for state in ("approved", "refused", "void"):
        with pytest.raises(IntegrityError, match="approval_decided_by_another"), transaction.atomic():
            Approval.objects.update(state=state, **decided)


def test_user_whose_money_it_is_cannot_decide(dora: User, eve: User) -> None:
    update_platform_settings(approval_wallet_limit=D(50))
    post(dora, f"users/{eve.pk}/wallet/credit/", 202, {"amount": "60"})
    approval = Approval.objects.get()
    assert decide(eve, approval, "approve", 409)["code"] == "own_approval"
    assert balance_of(eve.pk) == 0


@pytest.mark.parametrize("action", ["approve", "refuse", "cancel"])
def test_only_admins_decide(action: str, ada: User, fay: User, waiting: Approval) -> None:
    for person in (fay, ada):
        assert decide(person, waiting, action, 403, reason="No.")["code"] == "forbidden"
    assert_waiting(ada)


@pytest.mark.parametrize("action", ["approve", "refuse", "cancel"])
def test_demo_mode_decides_nothing(action: str, ada: User, dora: User, eve: User, waiting: Approval) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    by = dora if action == "cancel" else eve
    assert decide(by, waiting, action, 403, reason="No.")["code"] == "demo_mode"
    assert_waiting(ada)


def test_refusal_needs_a_reason_and_moves_nothing(
    ada: User, dora: User, eve: User, trip: Booking, waiting: Approval
) -> None:
    decide(eve, waiting, "refuse", 400, reason=" ")
    assert_waiting(ada)
    reply = decide(eve, waiting, "refuse", reason="Call the driver first.")
    assert (reply["state"], reply["decision_reason"]) == ("refused", "Call the driver first.")
    assert balance_of(ada.pk) == 0
    assert occasions(dora) == ["approval_refused"]
    assert "Call the driver first." in InboxMessage.objects.get(user=dora, occasion="approval_refused").msg
    refund(dora, trip, "30", 202)
    assert list(Approval.objects.order_by("pk").values_list("state", flat=True)) == ["refused", "waiting"]


def test_requester_cancels_and_others_do_not(ada: User, dora: User, eve: User, waiting: Approval) -> None:
    assert decide(eve, waiting, "cancel", 409)["code"] == "not_own_approval"
    assert_waiting(ada)
    assert decide(dora, waiting, "cancel")["state"] == "cancelled"
    assert balance_of(ada.pk) == 0
    assert audited() == ["approval_requested", "approval_cancelled"]


def test_refund_that_is_no_longer_possible_is_void(
    ada: User, dora: User, eve: User, trip: Booking, waiting: Approval
) -> None:
    update_platform_settings(approval_refund_limit=None)
    post(dora, f"bookings/{trip.pk}/adjust-fare/", 200, {"trip_cost": "20", "reason": "Detour."})
    held, entries = balance_of(ada.pk), JournalEntry.objects.count()
    reply = decide(eve, waiting, "approve")
    assert (reply["state"], reply["decision_code"]) == ("void", "refund_too_much")
    assert reply["decision_reason"] == "The refund is larger than what the rider paid."
    trip.refresh_from_db()
    assert (trip.refunded_amount, balance_of(ada.pk)) == (D(0), held)
    assert JournalEntry.objects.count() == entries
    assert occasions(dora) == ["approval_void"]
    assert audited()[-1] == "approval_void"


def test_approval_of_an_idempotent_request_is_void_as_a_whole(
    ada: User, eve: User, trip: Booking, waiting: Approval
) -> None:
    Booking.objects.filter(pk=trip.pk).update(refunded_amount=D(50))
    key = {"Idempotency-Key": "k"}
    first = post(eve, f"approvals/{waiting.pk}/approve/", 200, **key)
    assert first["state"] == "void"
    assert post(eve, f"approvals/{waiting.pk}/approve/", 200, **key) == first
    assert balance_of(ada.pk) == 0
    Booking.objects.filter(pk=trip.pk).update(refunded_amount=D(0))


def test_deleted_rider_makes_it_void(ada: User, eve: User, waiting: Approval) -> None:
    User.objects.filter(pk=ada.pk).update(deleted_at=timezone.now(), is_active=False)
    assert decide(eve, waiting, "approve")["decision_code"] == "rider_deleted"
    assert balance_of(ada.pk) == 0


def test_request_of_a_revoked_admin_can_only_be_refused_or_cancelled(
    ada: User, dora: User, eve: User, waiting: Approval
) -> None:
    User.objects.filter(pk=dora.pk).update(approved=False)
    assert decide(eve, waiting, "approve", 409)["code"] == "requester_gone"
    assert_waiting(ada)
    assert decide(eve, waiting, "cancel")["state"] == "cancelled"


def test_revoked_admin_decides_nothing(ada: User, eve: User, waiting: Approval) -> None:
    client = client_of(eve)
    User.objects.filter(pk=eve.pk).update(is_active=False)
    reply = client.post(f"{API}/approvals/{waiting.pk}/approve/")
    assert reply.status_code in (401, 403)
    assert_waiting(ada)


def test_approved_withdrawal_is_paid_on_the_requested_day(
    dora: User, eve: User, withdrawals: list[Withdrawal]
) -> None:
    update_platform_settings(approval_payout_limit=D(55))
    day = timezone.now().date().isoformat()
    post(dora, f"withdrawals/{withdrawals[0].pk}/process/", 202, {"process_date": day})
    assert platform_balance("bank") == 0
    assert decide(eve, Approval.objects.get(), "approve")["state"] == "approved"
    paid = Withdrawal.objects.get(pk=withdrawals[0].pk)
    assert (paid.state, str(paid.process_date), paid.decided_by_id) == ("processed", day, eve.pk)
    assert platform_balance("bank") == D(60)


def test_withdrawal_can_be_rejected_after_the_approval_is_cancelled(
    dora: User, withdrawals: list[Withdrawal]
) -> None:
    update_platform_settings(approval_payout_limit=D(55))
    path = f"withdrawals/{withdrawals[0].pk}"
    post(dora, f"{path}/process/", 202)
    decide(dora, Approval.objects.get(), "cancel")
    post(dora, f"{path}/reject/", 200, {"reason": "Wrong account."})
    assert platform_balance("withdrawals_pending") == D(50)


def test_approved_bank_file_is_paid_as_a_whole(dora: User, eve: User, withdrawals: list[Withdrawal]) -> None:
    update_platform_settings(approval_payout_limit=D(100))
    post(dora, f"withdrawals/batches/{create_batch(by=dora).pk}/process/", 202)
    assert decide(eve, Approval.objects.get(), "approve")["state"] == "approved"
    assert set(Withdrawal.objects.values_list("state", flat=True)) == {"processed"}
    assert platform_balance("bank") == D(110)


@pytest.mark.parametrize(("action", "balance"), [("credit", 160), ("debit", 40)])
def test_approved_wallet_change_is_made_once(
    action: str, balance: int, ada: User, dora: User, eve: User
) -> None:
    credit_wallet(ada, D(100))
    update_platform_settings(approval_wallet_limit=D(50))
    post(dora, f"users/{ada.pk}/wallet/{action}/", 202, {"amount": "60", "note": "Sorry"})
    approval = Approval.objects.get()
    effect = client_of(eve).get(f"{API}/approvals/{approval.pk}/").json()["effect"]
    assert effect == {"before": "100.0000", "after": f"{balance}.0000"}
    decide(eve, approval, "approve")
    assert balance_of(ada.pk) == balance
    assert JournalEntry.objects.latest("pk").memo == "Sorry"


def test_debit_beyond_the_balance_is_void(ada: User, dora: User, eve: User) -> None:
    credit_wallet(ada, D(100))
    update_platform_settings(approval_wallet_limit=D(50))
    post(dora, f"users/{ada.pk}/wallet/debit/", 202, {"amount": "60", "note": "Wrong."})
    update_platform_settings(approval_wallet_limit=None)
    post(dora, f"users/{ada.pk}/wallet/debit/", 201, {"amount": "50", "note": "Wrong."})
    reply = decide(eve, Approval.objects.get(), "approve")
    assert (reply["state"], reply["decision_code"], balance_of(ada.pk)) == ("void", "low_balance", D(50))


def test_waiting_approvals_expire_after_14_days(ada: User, dora: User, waiting: Approval) -> None:
    Approval.objects.update(requested_at=timezone.now() - timedelta(days=13, hours=23))
    expire_approvals()
    assert_waiting(ada)
    Approval.objects.update(requested_at=timezone.now() - timedelta(days=14, minutes=1))
    expire_approvals()
    expire_approvals()
    approval = Approval.objects.get()
    assert (approval.state, approval.decided_by) == ("expired", None)
    assert occasions(dora) == ["approval_expired"]
    assert audited() == ["approval_requested", "approval_expired"]
    assert balance_of(ada.pk) == 0


def test_list_is_filtered_and_searched(ada: User, dora: User, trip: Booking, waiting: Approval) -> None:
    update_platform_settings(approval_wallet_limit=D(50))
    post(dora, f"users/{ada.pk}/wallet/credit/", 202, {"amount": "60"})
    credit = Approval.objects.latest("pk")

    def found(**params: Any) -> list[int]:
        rows = client_of(dora).get(f"{API}/approvals/", params).json()["results"]
        return [row["id"] for row in rows]

    assert found() == [credit.pk, waiting.pk]
    assert found(order="-amount") == [credit.pk, waiting.pk]
    assert found(kind="refund") == found(booking=trip.pk) == found(search=trip.reference) == [waiting.pk]
    assert found(search=f"#{credit.pk}") == [credit.pk]
    assert found(search="Ada") == found(person=ada.pk) == found(state="waiting") == [credit.pk, waiting.pk]
    assert found(state="approved") == found(search="Zed") == []


def test_waiting_approval_is_an_alert_of_admins(fay: User, dora: User, waiting: Approval) -> None:
    def alerts(person: User) -> list[Any]:
        groups = client_of(person).get(f"{API}/dashboard/alerts/").json()["results"]
        return [one for group in groups if group["kind"] == "money_approval" for one in group["results"]]

    (alert,) = alerts(dora)
    assert (alert["name"], alert["note"]) == (dora.full_name, str(waiting.pk))
    assert alerts(fay) == []

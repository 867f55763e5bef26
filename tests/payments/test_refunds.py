"""Refunds: the wallet is debited first, then the gateway decides."""

from collections.abc import Callable
from decimal import Decimal as D

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.payments.choices import RefundState, State, Verdict
from apps.payments.models import Attempt, Refund, TestCharge
from apps.payments.port import Outcome, Snapshot
from apps.payments.services.settling import settle
from apps.payments.services.test_gateway import press
from apps.wallet.selectors import balance_of, platform_balance

Run = Callable[[], int]


@pytest.fixture
def paid(attempt: Attempt, run_jobs: Run) -> Attempt:
    press(attempt=attempt, button="approve")
    run_jobs()
    return attempt


@pytest.fixture
def staff(as_user: Callable[[User | None], APIClient], dora: User) -> APIClient:
    return as_user(dora)


def refund(client: APIClient, attempt: Attempt, amount: str) -> tuple[int, str]:
    reply = client.post(f"/api/v1/payments/checkouts/{attempt.ref}/refund/", {"amount": amount})
    return reply.status_code, reply.json().get("code", reply.json().get("state"))


def test_partial_refund_and_then_the_rest(paid: Attempt, staff: APIClient, ada: User, run_jobs: Run) -> None:
    assert refund(staff, paid, "10.00") == (201, RefundState.REQUESTED)
    assert balance_of(ada.pk) == D("15.50")
    run_jobs()
    paid.refresh_from_db()
    assert (paid.state, paid.refunded_amount) == (State.PARTIALLY_REFUNDED, D(10))
    assert refund(staff, paid, "15.50")[0] == 201
    run_jobs()
    paid.refresh_from_db()
    assert paid.state == State.REFUNDED
    assert balance_of(ada.pk) == 0
    assert platform_balance("gateway:test") == 0
    assert TestCharge.objects.get().refunded_amount == D("25.50")


@pytest.mark.parametrize(
    ("amount", "code"),
    [
        ("25.51", "not_refundable"),
        ("0", "no_details_error"),
        ("-1", "no_details_error"),
        ("1.001", "no_details_error"),
    ],
)
def test_refund_above_the_rest_is_refused(
    paid: Attempt, staff: APIClient, ada: User, amount: str, code: str
) -> None:
    assert refund(staff, paid, amount)[1] == code
    assert not Refund.objects.exists()
    assert balance_of(ada.pk) == D("25.50")


def test_two_refunds_above_the_rest_are_refused(paid: Attempt, staff: APIClient, ada: User) -> None:
    assert refund(staff, paid, "20.00")[0] == 201
    assert refund(staff, paid, "20.00") == (409, "not_refundable")
    assert Refund.objects.count() == 1
    assert balance_of(ada.pk) == D("5.50")


def test_refund_above_the_balance_is_refused(paid: Attempt, staff: APIClient, ada: User) -> None:
    from tests.payments.test_settling import spend

    spend(ada, D(20), by=ada)
    assert refund(staff, paid, "10.00") == (409, "low_balance")
    assert not Refund.objects.exists()
    assert balance_of(ada.pk) == D("5.50")


def test_failed_refund_is_credited_back(paid: Attempt, staff: APIClient, ada: User, run_jobs: Run) -> None:
    TestCharge.objects.update(amount=D(5))
    refund(staff, paid, "10.00")
    run_jobs()
    assert Refund.objects.get().state == RefundState.FAILED
    paid.refresh_from_db()
    assert paid.state == State.PAID
    assert paid.refunded_amount == 0
    assert balance_of(ada.pk) == D("25.50")


def test_dispute_after_a_partial_refund_takes_the_rest(
    paid: Attempt, staff: APIClient, ada: User, run_jobs: Run
) -> None:
    refund(staff, paid, "10.00")
    run_jobs()
    dispute = Snapshot(outcome=Outcome.DISPUTED, reason="chargeback")

    assert settle(attempt_id=paid.pk, snapshot=dispute) == Verdict.HANDLED
    assert settle(attempt_id=paid.pk, snapshot=dispute) == Verdict.REPEATED

    paid.refresh_from_db()
    assert (paid.state, paid.refunded_amount) == (State.DISPUTED, D("25.50"))
    assert (balance_of(ada.pk), platform_balance("gateway:test")) == (D(0), D(0))


def test_reported_own_refund_changes_nothing(
    paid: Attempt, staff: APIClient, ada: User, run_jobs: Run
) -> None:
    refund(staff, paid, "10.00")
    run_jobs()

    assert settle(attempt_id=paid.pk, snapshot=Snapshot(outcome=Outcome.REFUNDED)) == Verdict.REPEATED

    paid.refresh_from_db()
    assert (paid.state, paid.refunded_amount) == (State.PARTIALLY_REFUNDED, D(10))
    assert balance_of(ada.pk) == D("15.50")


def test_unpaid_attempt_is_not_refundable(attempt: Attempt, staff: APIClient) -> None:
    assert refund(staff, attempt, "1.00") == (409, "not_refundable")
    assert not Refund.objects.exists()


def test_only_admins_refund(paid: Attempt, api: APIClient, ada: User) -> None:
    assert refund(api, paid, "1.00")[0] == 403
    assert balance_of(ada.pk) == D("25.50")


def test_demo_mode_refuses_refunds(paid: Attempt, staff: APIClient, ada: User) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    assert refund(staff, paid, "1.00") == (403, "demo_mode")
    assert not Refund.objects.exists()
    assert balance_of(ada.pk) == D("25.50")


def test_refund_is_recorded_in_the_audit_log(paid: Attempt, staff: APIClient, dora: User) -> None:
    assert refund(staff, paid, "30.00")[0] == 409
    assert not AuditEntry.objects.exists()
    refund(staff, paid, "10.00")
    entry = AuditEntry.objects.get()
    assert (entry.actor_id, entry.action, entry.kind) == (dora.pk, "refunded", "payment")
    assert (entry.target_id, entry.label) == (paid.ref, paid.reference)
    assert D(entry.before["left"]) == D("25.50")
    assert D(entry.after["amount"]) == 10

"""Settling snapshots: a matching payment is credited once."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal as D
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.errors import BadInput
from apps.notifications.models import InboxMessage
from apps.payments.choices import CreditedTo, State, Verdict
from apps.payments.models import Attempt, TestCharge
from apps.payments.port import Outcome, Snapshot
from apps.payments.services.checking import check, check_due
from apps.payments.services.refunding import request_refund
from apps.payments.services.settling import settle
from apps.payments.services.starting import begin_top_up
from apps.payments.services.test_gateway import press
from apps.wallet.models import JournalEntry, Posting
from apps.wallet.selectors import balance_of, platform_balance


def paid(attempt: Attempt, **changes: Any) -> Snapshot:
    snapshot = Snapshot(
        outcome=Outcome.PAID,
        ref=attempt.ref,
        amount=attempt.amount,
        currency=attempt.currency,
        payment_id="pay_1",
        live=False,
    )
    return replace(snapshot, **changes)


def reloaded(attempt: Attempt) -> Attempt:
    return Attempt.objects.get(pk=attempt.pk)


@pytest.mark.parametrize(("state", "code"), [(State.REDIRECTED, "payment_open"), (State.PAID, "refund_open")])
def test_payer_is_not_deleted_during_a_payment(
    attempt: Attempt, ada: User, dora: User, as_user: Callable[[User], APIClient], state: State, code: str
) -> None:
    if state == State.PAID:
        settle(attempt_id=attempt.pk, snapshot=paid(attempt))
        request_refund(ref=attempt.ref, amount=attempt.amount, reason="Requested", by=dora)
    assert reloaded(attempt).state == state
    reply = as_user(dora).delete(f"/api/v1/people/{ada.pk}/")
    assert (reply.status_code, reply.json()["code"]) == (409, code)
    assert User.objects.get(pk=ada.pk).deleted_at is None


def test_payment_is_credited_to_the_wallet_once(attempt: Attempt, ada: User) -> None:
    assert settle(attempt_id=attempt.pk, snapshot=paid(attempt)) == Verdict.HANDLED
    assert settle(attempt_id=attempt.pk, snapshot=paid(attempt)) == Verdict.REPEATED
    assert reloaded(attempt).state == State.PAID
    assert balance_of(ada.pk) == D("25.50")
    assert platform_balance("gateway:test") == D("-25.50")
    entry = JournalEntry.objects.get()
    assert (entry.key, entry.kind) == (f"payment:{attempt.ref}", "top_up")
    assert entry.reference == attempt.reference
    assert attempt.reference.startswith(f"wallet-{ada.pk}-")


def test_payment_of_a_deleted_payer_is_held_and_operators_notified(
    attempt: Attempt, ada: User, dora: User
) -> None:
    User.objects.filter(pk=ada.pk).update(deleted_at=timezone.now())
    assert settle(attempt_id=attempt.pk, snapshot=paid(attempt)) == Verdict.HANDLED
    held = reloaded(attempt)
    assert (held.state, held.credited_to) == (State.PAID, CreditedTo.HELD)
    assert "deleted" in held.problem
    assert (balance_of(ada.pk), JournalEntry.objects.count()) == (D(0), 0)
    notification = InboxMessage.objects.get(occasion="payment_problem")
    assert notification.user_id == dora.pk


@pytest.mark.parametrize("button", ["decline", "wrong_amount", "pending"])
def test_delayed_success_of_the_test_gateway_is_final(
    attempt: Attempt, ada: User, time_machine: Any, button: str
) -> None:
    press(attempt=attempt, button="approve_late")
    time_machine.move_to(timezone.now() + timedelta(seconds=61), tick=False)
    check(attempt_id=attempt.pk)
    press(attempt=attempt, button=button)
    charge = TestCharge.objects.get()
    assert (charge.result, charge.amount) == ("pending", attempt.amount)
    assert charge.succeeds_at is not None
    assert (reloaded(attempt).state, balance_of(ada.pk)) == (State.PAID, D("25.50"))


def test_second_payment_of_an_attempt_is_not_credited_and_recorded(attempt: Attempt, ada: User) -> None:
    settle(attempt_id=attempt.pk, snapshot=paid(attempt))
    assert settle(attempt_id=attempt.pk, snapshot=paid(attempt, payment_id="pay_2")) == Verdict.REFUSED
    assert (reloaded(attempt).state, reloaded(attempt).payment_id) == (State.PAID, "pay_1")
    assert reloaded(attempt).problem == "paid a second time, by payment pay_2"
    assert balance_of(ada.pk) == D("25.50")


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"amount": D("25.49")}, "amount"),
        ({"amount": D("25.51")}, "amount"),
        ({"amount": None}, "amount"),
        ({"currency": "EUR"}, "currency"),
        ({"ref": "somebodyelses"}, "reference"),
        ({"live": True}, "mode"),
        ({"payment_id": ""}, "no id"),
    ],
)
def test_mismatched_payment_is_not_credited_and_recorded(
    attempt: Attempt, ada: User, changes: dict[str, Any], text: str
) -> None:
    assert settle(attempt_id=attempt.pk, snapshot=paid(attempt, **changes)) == Verdict.REFUSED
    assert text in reloaded(attempt).problem
    assert reloaded(attempt).state == State.REDIRECTED
    assert balance_of(ada.pk) == 0
    assert not Posting.objects.exists()


def test_payment_is_not_credited_for_two_attempts(attempt: Attempt, ada: User) -> None:
    other = begin_top_up(user=ada, provider="test", amount=D("25.50"))
    settle(attempt_id=attempt.pk, snapshot=paid(attempt))
    assert settle(attempt_id=other.pk, snapshot=paid(other)) == Verdict.REFUSED
    assert "another attempt" in reloaded(other).problem
    assert reloaded(other).state == State.REDIRECTED
    assert balance_of(ada.pk) == D("25.50")


@pytest.mark.parametrize("first", [Outcome.FAILED, Outcome.PENDING])
def test_late_success_is_credited(attempt: Attempt, ada: User, first: Outcome) -> None:
    settle(attempt_id=attempt.pk, snapshot=Snapshot(outcome=first, reason="not yet"))
    assert balance_of(ada.pk) == 0
    assert settle(attempt_id=attempt.pk, snapshot=paid(attempt)) == Verdict.HANDLED
    assert (reloaded(attempt).state, reloaded(attempt).problem) == (State.PAID, "")
    assert balance_of(ada.pk) == D("25.50")


def test_open_attempt_stays_open(attempt: Attempt, ada: User) -> None:
    assert settle(attempt_id=attempt.pk, snapshot=Snapshot(outcome=Outcome.OPEN)) == Verdict.HANDLED
    assert (reloaded(attempt).state, balance_of(ada.pk)) == (State.REDIRECTED, D(0))


def test_failure_after_payment_changes_nothing(attempt: Attempt, ada: User) -> None:
    settle(attempt_id=attempt.pk, snapshot=paid(attempt))
    verdict = settle(attempt_id=attempt.pk, snapshot=Snapshot(outcome=Outcome.FAILED))
    assert verdict == Verdict.REPEATED
    assert (reloaded(attempt).state, balance_of(ada.pk)) == (State.PAID, D("25.50"))


@pytest.mark.parametrize(
    ("outcome", "state"), [(Outcome.DISPUTED, State.DISPUTED), (Outcome.REFUNDED, State.REFUNDED)]
)
@pytest.mark.parametrize("held", ["25.50", "10.00", "0.00"])
def test_chargeback_debits_the_wallets_balance(
    attempt: Attempt, ada: User, dora: User, outcome: Outcome, state: State, held: str
) -> None:
    settle(attempt_id=attempt.pk, snapshot=paid(attempt))
    spend(ada, D("25.50") - D(held), by=dora)
    for verdict in (Verdict.HANDLED, Verdict.REPEATED):
        snapshot = Snapshot(outcome=outcome, reason="chargeback")
        assert settle(attempt_id=attempt.pk, snapshot=snapshot) == verdict
    assert reloaded(attempt).state == state
    assert balance_of(ada.pk) == 0
    assert platform_balance("gateway:test") == 0
    assert platform_balance("adjustments") == D(held) - D("25.50")


def spend(user: User, amount: D, *, by: User) -> None:
    """Debit the user's wallet."""
    from django.db import transaction

    from apps.wallet import journal
    from apps.wallet.choices import EntryKind

    with transaction.atomic():
        amounts: dict[journal.Party, D] = {user.pk: -amount, "revenue": amount}
        journal.post([journal.Draft(key=f"spent:{user.pk}", kind=EntryKind.WALLET_PAYMENT, amounts=amounts)])


@pytest.mark.parametrize("amount", ["0", "-5", "1.001", "100000001", "NaN", "Infinity"])
def test_invalid_amount_starts_nothing(offered: Any, ada: User, amount: str) -> None:
    with pytest.raises(BadInput) as refused:
        begin_top_up(user=ada, provider="test", amount=D(amount))
    assert refused.value.code == "no_details_error"
    assert not Attempt.objects.exists()


def test_gateway_that_is_not_offered_starts_nothing(ada: User) -> None:
    with pytest.raises(BadInput) as refused:
        begin_top_up(user=ada, provider="test", amount=D(5))
    assert refused.value.code == "no_provider_found"
    assert not Attempt.objects.exists()


def test_polling_slows_down_and_ends_after_a_week(
    attempt: Attempt, ada: User, run_jobs: Callable[[], int], time_machine: Any
) -> None:
    started = attempt.created_at
    checked_after = []
    while (due := reloaded(attempt).next_check_at) is not None:
        time_machine.move_to(due, tick=False)
        check_due()
        if run_jobs():
            checked_after.append((due - started) // timedelta(minutes=1))
        assert reloaded(attempt).next_check_at != due
    assert checked_after[:4] == [1, 6, 21, 81]
    assert len(checked_after) == 10
    assert reloaded(attempt).state == State.EXPIRED
    time_machine.move_to(timezone.now() + timedelta(days=1), tick=False)
    assert check_due() == 0
    # A payment after a week is still credited.
    assert settle(attempt_id=attempt.pk, snapshot=paid(attempt)) == Verdict.HANDLED
    assert balance_of(ada.pk) == D("25.50")


def test_polling_finds_a_payment_without_a_webhook(
    attempt: Attempt, ada: User, run_jobs: Callable[[], int], time_machine: Any
) -> None:
    press(attempt=attempt, button="approve_late")
    run_jobs()
    assert reloaded(attempt).state == State.PENDING
    assert balance_of(ada.pk) == 0
    time_machine.move_to(timezone.now() + timedelta(minutes=2))
    assert check_due() == 1
    run_jobs()
    assert (reloaded(attempt).state, balance_of(ada.pk)) == (State.PAID, D("25.50"))

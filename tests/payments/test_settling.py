"""What a gateway says, and what is made of it: credited once, by the right money only."""

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
from apps.core.models import OutboxEntry
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
    told = Snapshot(
        outcome=Outcome.PAID,
        ref=attempt.ref,
        amount=attempt.amount,
        currency=attempt.currency,
        payment_id="pay_1",
        live=False,
    )
    return replace(told, **changes)


def after(attempt: Attempt) -> Attempt:
    return Attempt.objects.get(pk=attempt.pk)


@pytest.mark.parametrize(("state", "code"), [(State.REDIRECTED, "payment_open"), (State.PAID, "refund_open")])
def test_no_one_is_deleted_while_money_is_on_its_way(
    attempt: Attempt, ada: User, dora: User, as_user: Callable[[User], APIClient], state: State, code: str
) -> None:
    if state == State.PAID:
        settle(attempt_id=attempt.pk, snapshot=paid(attempt))
        request_refund(ref=attempt.ref, amount=attempt.amount, reason="Asked", by=dora)
    assert after(attempt).state == state
    reply = as_user(dora).delete(f"/api/v1/people/{ada.pk}/")
    assert (reply.status_code, reply.json()["code"]) == (409, code)
    assert User.objects.get(pk=ada.pk).deleted_at is None


def test_money_that_came_is_in_the_wallet_once(attempt: Attempt, ada: User) -> None:
    assert settle(attempt_id=attempt.pk, snapshot=paid(attempt)) == Verdict.HANDLED
    assert settle(attempt_id=attempt.pk, snapshot=paid(attempt)) == Verdict.REPEATED
    assert after(attempt).state == State.PAID
    assert balance_of(ada.pk) == D("25.50")
    assert platform_balance("gateway:test") == D("-25.50")
    entry = JournalEntry.objects.get()
    assert (entry.key, entry.kind) == (f"payment:{attempt.ref}", "top_up")
    assert entry.reference == attempt.reference
    assert attempt.reference.startswith(f"wallet-{ada.pk}-")


def test_money_for_a_deleted_payer_is_held_and_told(attempt: Attempt, ada: User, dora: User) -> None:
    User.objects.filter(pk=ada.pk).update(deleted_at=timezone.now())
    assert settle(attempt_id=attempt.pk, snapshot=paid(attempt)) == Verdict.HANDLED
    held = after(attempt)
    assert (held.state, held.credited_to) == (State.PAID, CreditedTo.HELD)
    assert "deleted" in held.problem
    assert (balance_of(ada.pk), JournalEntry.objects.count()) == (D(0), 0)
    told = OutboxEntry.objects.get(name="notifications.deliver", payload__occasion="payment_problem")
    assert told.payload["user_id"] == dora.pk


@pytest.mark.parametrize("button", ["decline", "wrong_amount", "pending"])
def test_the_test_gateway_does_not_take_back_a_late_success(
    attempt: Attempt, ada: User, time_machine: Any, button: str
) -> None:
    press(attempt=attempt, button="approve_late")
    time_machine.move_to(timezone.now() + timedelta(seconds=61), tick=False)
    check(attempt_id=attempt.pk)
    press(attempt=attempt, button=button)
    charge = TestCharge.objects.get()
    assert (charge.result, charge.amount) == ("pending", attempt.amount)
    assert charge.succeeds_at is not None
    assert (after(attempt).state, balance_of(ada.pk)) == (State.PAID, D("25.50"))


def test_a_second_payment_for_the_same_attempt_is_not_credited_and_not_forgotten(
    attempt: Attempt, ada: User
) -> None:
    settle(attempt_id=attempt.pk, snapshot=paid(attempt))
    assert settle(attempt_id=attempt.pk, snapshot=paid(attempt, payment_id="pay_2")) == Verdict.REFUSED
    assert (after(attempt).state, after(attempt).payment_id) == (State.PAID, "pay_1")
    assert after(attempt).problem == "paid a second time, by payment pay_2"
    assert balance_of(ada.pk) == D("25.50")


@pytest.mark.parametrize(
    ("changes", "word"),
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
def test_other_money_credits_nothing_and_is_noted(
    attempt: Attempt, ada: User, changes: dict[str, Any], word: str
) -> None:
    assert settle(attempt_id=attempt.pk, snapshot=paid(attempt, **changes)) == Verdict.REFUSED
    assert word in after(attempt).problem
    assert after(attempt).state == State.REDIRECTED
    assert balance_of(ada.pk) == 0
    assert not Posting.objects.exists()


def test_the_same_payment_is_not_taken_for_two_attempts(attempt: Attempt, ada: User) -> None:
    other = begin_top_up(user=ada, provider="test", amount=D("25.50"))
    settle(attempt_id=attempt.pk, snapshot=paid(attempt))
    assert settle(attempt_id=other.pk, snapshot=paid(other)) == Verdict.REFUSED
    assert "another attempt" in after(other).problem
    assert after(other).state == State.REDIRECTED
    assert balance_of(ada.pk) == D("25.50")


@pytest.mark.parametrize("first", [Outcome.FAILED, Outcome.PENDING])
def test_a_late_success_still_counts(attempt: Attempt, ada: User, first: Outcome) -> None:
    settle(attempt_id=attempt.pk, snapshot=Snapshot(outcome=first, reason="not yet"))
    assert balance_of(ada.pk) == 0
    assert settle(attempt_id=attempt.pk, snapshot=paid(attempt)) == Verdict.HANDLED
    assert (after(attempt).state, after(attempt).problem) == (State.PAID, "")
    assert balance_of(ada.pk) == D("25.50")


def test_who_has_not_paid_yet_may_go_on(attempt: Attempt, ada: User) -> None:
    assert settle(attempt_id=attempt.pk, snapshot=Snapshot(outcome=Outcome.OPEN)) == Verdict.HANDLED
    assert (after(attempt).state, balance_of(ada.pk)) == (State.REDIRECTED, D(0))


def test_a_word_of_failure_does_not_take_paid_money_back(attempt: Attempt, ada: User) -> None:
    settle(attempt_id=attempt.pk, snapshot=paid(attempt))
    verdict = settle(attempt_id=attempt.pk, snapshot=Snapshot(outcome=Outcome.FAILED))
    assert verdict == Verdict.REPEATED
    assert (after(attempt).state, balance_of(ada.pk)) == (State.PAID, D("25.50"))


@pytest.mark.parametrize(
    ("outcome", "state"), [(Outcome.DISPUTED, State.DISPUTED), (Outcome.REFUNDED, State.REFUNDED)]
)
@pytest.mark.parametrize("held", ["25.50", "10.00", "0.00"])
def test_what_the_gateway_takes_back_the_wallet_bears_as_far_as_it_reaches(
    attempt: Attempt, ada: User, dora: User, outcome: Outcome, state: State, held: str
) -> None:
    settle(attempt_id=attempt.pk, snapshot=paid(attempt))
    spend(ada, D("25.50") - D(held), by=dora)
    for verdict in (Verdict.HANDLED, Verdict.REPEATED):
        told = Snapshot(outcome=outcome, reason="chargeback")
        assert settle(attempt_id=attempt.pk, snapshot=told) == verdict
    assert after(attempt).state == state
    assert balance_of(ada.pk) == 0
    assert platform_balance("gateway:test") == 0
    assert platform_balance("adjustments") == D(held) - D("25.50")


def spend(user: User, amount: D, *, by: User) -> None:
    """Out of the wallet, to no one in particular."""
    from django.db import transaction

    from apps.wallet import journal
    from apps.wallet.choices import EntryKind

    with transaction.atomic():
        moves: dict[journal.Party, D] = {user.pk: -amount, "revenue": amount}
        journal.post([journal.Draft(key=f"spent:{user.pk}", kind=EntryKind.WALLET_PAYMENT, moves=moves)])


@pytest.mark.parametrize("amount", ["0", "-5", "1.001", "100000001", "NaN", "Infinity"])
def test_an_amount_that_cannot_be_begins_nothing(offered: Any, ada: User, amount: str) -> None:
    with pytest.raises(BadInput) as refused:
        begin_top_up(user=ada, provider="test", amount=D(amount))
    assert refused.value.code == "no_details_error"
    assert not Attempt.objects.exists()


def test_a_gateway_that_is_not_offered_begins_nothing(ada: User) -> None:
    with pytest.raises(BadInput) as refused:
        begin_top_up(user=ada, provider="test", amount=D(5))
    assert refused.value.code == "no_provider_found"
    assert not Attempt.objects.exists()


def test_an_attempt_that_no_one_tells_of_is_asked_about_later_and_later(
    attempt: Attempt, ada: User, run_jobs: Callable[[], int], time_machine: Any
) -> None:
    begun = attempt.created_at
    asked = []
    while (due := after(attempt).next_check_at) is not None:
        time_machine.move_to(due, tick=False)
        check_due()
        if run_jobs():
            asked.append((due - begun) // timedelta(minutes=1))
        assert after(attempt).next_check_at != due
    assert asked[:4] == [1, 6, 21, 81]
    assert len(asked) == 10
    assert after(attempt).state == State.EXPIRED
    time_machine.move_to(timezone.now() + timedelta(days=1), tick=False)
    assert check_due() == 0
    # A week late is late, and still theirs.
    assert settle(attempt_id=attempt.pk, snapshot=paid(attempt)) == Verdict.HANDLED
    assert balance_of(ada.pk) == D("25.50")


def test_a_success_that_no_notification_tells_is_found_by_asking(
    attempt: Attempt, ada: User, run_jobs: Callable[[], int], time_machine: Any
) -> None:
    press(attempt=attempt, button="approve_late")
    run_jobs()
    assert after(attempt).state == State.PENDING
    assert balance_of(ada.pk) == 0
    time_machine.move_to(timezone.now() + timedelta(minutes=2))
    assert check_due() == 1
    run_jobs()
    assert (after(attempt).state, balance_of(ada.pk)) == (State.PAID, D("25.50"))

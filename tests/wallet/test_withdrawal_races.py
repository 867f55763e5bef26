"""Concurrent withdrawals: no balance is withdrawn twice, and none is decided twice."""

from decimal import Decimal as D

import pytest
from django.core.management import call_command

from apps.accounts.models import User
from apps.core.errors import Conflict
from apps.wallet.models import Withdrawal
from apps.wallet.selectors import balance_of, platform_balance
from apps.wallet.withdrawals.batches import create_batch, process_batch
from apps.wallet.withdrawals.payouts import process_withdrawal, reject_withdrawal, request_withdrawal
from tests.wallet.stories import give
from tests.wallet.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def funded_ben(ben: User, dora: User) -> User:
    User.objects.filter(pk=ben.pk).update(bank_account="GB-1")
    ben.refresh_from_db()
    give(ben, "100", dora)
    return ben


def test_concurrent_requests_for_one_balance_withdraw_once(funded_ben: User) -> None:
    def request(_: int) -> str:
        try:
            request_withdrawal(user=funded_ben, amount=D(60))
        except Conflict as refusal:
            return refusal.code
        return "a request"

    assert sorted(at_once(request, 8)) == ["a request"] + ["low_balance"] * 7
    assert (balance_of(funded_ben.pk), platform_balance("withdrawals_pending")) == (D(40), D(60))
    assert Withdrawal.objects.count() == 1
    call_command("verify_ledger")


@pytest.mark.parametrize("attempt", range(3))
def test_concurrent_decisions_are_made_once(funded_ben: User, dora: User, attempt: int) -> None:
    pk = request_withdrawal(user=funded_ben, amount=D(60)).pk

    def decide(number: int) -> str:
        try:
            if number % 2:
                process_withdrawal(withdrawal_id=pk, by=dora)
                return "paid"
            reject_withdrawal(withdrawal_id=pk, by=dora, reason="No.")
        except Conflict as refusal:
            return refusal.code
        return "refused"

    replies = at_once(decide, 6)
    decided = [reply for reply in replies if reply in ("paid", "refused")]
    assert len(decided) == 1
    held = balance_of(funded_ben.pk), platform_balance("bank"), platform_balance("withdrawals_pending")
    assert held == ((D(40), D(60), D(0)) if decided == ["paid"] else (D(100), D(0), D(0)))
    call_command("verify_ledger")


def test_concurrent_files_share_no_withdrawal(funded_ben: User, dora: User) -> None:
    for _ in range(3):
        request_withdrawal(user=funded_ben, amount=D(10))

    def file(_: int) -> str:
        try:
            return f"file of {create_batch(by=dora).rows}"  # type: ignore[attr-defined]  # annotated
        except Conflict as refusal:
            return refusal.code

    assert sorted(at_once(file, 4)) == ["file of 3"] + ["nothing_to_pay"] * 3


def test_file_and_one_of_its_rows_are_paid_once(funded_ben: User, dora: User) -> None:
    pks = [request_withdrawal(user=funded_ben, amount=D(10)).pk for _ in range(3)]
    batch = create_batch(by=dora)

    def pay(number: int) -> str:
        try:
            if number % 2:
                process_batch(batch_id=batch.pk, by=dora)
            else:
                process_withdrawal(withdrawal_id=pks[1], by=dora)
        except Conflict as refusal:
            return refusal.code
        return "paid"

    at_once(pay, 6)
    assert (platform_balance("bank"), platform_balance("withdrawals_pending")) == (D(30), D(0))
    call_command("verify_ledger")

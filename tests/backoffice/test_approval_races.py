"""Two admins who decide the same approval at once have one effect."""

from decimal import Decimal as D

import pytest
from django.core.management import call_command

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.backoffice.approvals.services import approve, refuse
from apps.backoffice.models import Approval
from apps.core.errors import Conflict
from apps.core.platform import update_platform_settings
from apps.wallet.corrections import credit_or_hold
from apps.wallet.models import JournalEntry
from apps.wallet.selectors import balance_of
from tests.personas import make_user
from tests.wallet.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def admins(dora: User) -> list[User]:
    return [make_user(name, UserType.ADMIN) for name in ("Eve", "Finn", "Gwen", "Hal")]


@pytest.fixture
def waiting(ada: User, dora: User, admins: list[User]) -> int:
    update_platform_settings(approval_wallet_limit=D(50))
    credit_or_hold(user_id=ada.pk, amount=D(60), note="", by=dora, key="k")
    return Approval.objects.get().pk


def test_concurrent_approvals_move_the_money_once(ada: User, admins: list[User], waiting: int) -> None:
    def decide(number: int) -> str:
        try:
            return approve(by=admins[number % 4], approval_id=waiting).state
        except Conflict as refusal:
            return refusal.code

    assert sorted(at_once(decide, 8)) == ["approval_decided"] * 7 + ["approved"]
    assert (balance_of(ada.pk), JournalEntry.objects.count()) == (D(60), 1)
    call_command("verify_ledger")


def test_concurrent_decisions_are_one(ada: User, admins: list[User], waiting: int) -> None:
    def decide(number: int) -> str:
        try:
            if number % 2:
                return refuse(by=admins[number % 4], approval_id=waiting, reason="No.").state
            return approve(by=admins[number % 4], approval_id=waiting).state
        except Conflict as refusal:
            return refusal.code

    decided = [reply for reply in at_once(decide, 8) if reply != "approval_decided"]
    assert len(decided) == 1
    assert balance_of(ada.pk) == (D(60) if decided == ["approved"] else D(0))
    call_command("verify_ledger")


def test_concurrent_requests_wait_once(ada: User, dora: User, admins: list[User]) -> None:
    update_platform_settings(approval_wallet_limit=D(50))

    def request(number: int) -> str:
        try:
            credit_or_hold(user_id=ada.pk, amount=D(60), note="", by=admins[number % 4], key=str(number))
        except Conflict as refusal:
            return refusal.code
        return "waits"

    assert sorted(at_once(request, 8)) == ["approval_waiting"] * 7 + ["waits"]
    assert (Approval.objects.count(), balance_of(ada.pk)) == (1, D(0))

"""A referral bonus can pay for trips until it is earned; it is reversed if it never is."""

from datetime import timedelta
from decimal import Decimal as D

import pytest
from django.core.management import call_command
from django.utils import timezone

from apps.accounts.models import User
from apps.accounts.services.email_addresses import mark_verified
from apps.bookings.choices import Status
from apps.bookings.services.referrals import decide_referral_bonuses
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.wallet.choices import ReferralState
from apps.wallet.models import JournalEntry, ReferralBonus
from apps.wallet.referrals import locked_bonus_of, pay_referral_bonus
from apps.wallet.selectors import balance_of, platform_balance
from apps.wallet.verification import all_checks, faults
from tests.bookings.builders import make_booking
from tests.personas import client_of, make_user
from tests.wallet.stories import give, settle, written

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("balanced_books")]

WALLET = "/api/v1/me/wallet/"
WITHDRAW = "/api/v1/me/wallet/withdrawals/"


def age(days: int) -> None:
    ReferralBonus.objects.update(created_at=timezone.now() - timedelta(days=days))


def state() -> str:
    return ReferralBonus.objects.get().state


def test_bonuses_of_many_guests_are_capped_and_not_withdrawable(ben: User) -> None:
    guests = [make_user(f"Guest{number}") for number in range(40)]
    for guest in guests:
        pay_referral_bonus(user_id=guest.pk, referrer_id=ben.pk, amount=D(10))
    assert balance_of(ben.pk) == D(100)
    assert [balance_of(guest.pk) for guest in guests] == [D(10)] * 10 + [D(0)] * 30
    assert ReferralBonus.objects.filter(state=ReferralState.REFUSED, amount=0).count() == 30
    before = written()
    refused = client_of(ben).post(WITHDRAW, {"amount": "100"})
    assert (refused.status_code, refused.json()["code"]) == (409, "bonus_locked")
    assert written() == before
    call_command("verify_ledger")


def test_wallet_shows_the_locked_bonus(ben: User, dora: User) -> None:
    give(ben, "25", dora)
    pay_referral_bonus(user_id=make_user("Eve").pk, referrer_id=ben.pk, amount=D(10))
    shown = client_of(ben).get(WALLET).json()
    assert (shown["balance"], shown["withdrawable"], shown["locked_bonus"]) == (
        "35.0000",
        "25.0000",
        "10.0000",
    )
    assert client_of(ben).post(WITHDRAW, {"amount": "25.01"}).json()["code"] == "bonus_locked"
    assert client_of(ben).post(WITHDRAW, {"amount": "35.01"}).json()["code"] == "low_balance"
    assert client_of(ben).post(WITHDRAW, {"amount": "25"}).status_code == 201
    assert client_of(ben).get(WALLET).json()["withdrawable"] == "0.0000"


def test_locked_bonus_pays_for_a_trip(ada: User, ben: User) -> None:
    update_platform_settings(bonus="80")
    pay_referral_bonus(user_id=ada.pk, referrer_id=make_user("Eve").pk, amount=D(80))
    settle(ada, ben, wallet=D("71.88"))
    assert balance_of(ada.pk) == D("8.12")
    assert client_of(ada).get(WALLET).json()["withdrawable"] == "0.0000"


@pytest.mark.parametrize("proof", ["email", "mobile"])
@pytest.mark.parametrize("settled", [Status.PAID, Status.COMPLETE])
def test_verified_contact_and_a_paid_trip_earn_the_bonus_for_both(
    ada: User, ben: User, economy: CarType, proof: str, settled: Status
) -> None:
    pay_referral_bonus(user_id=ada.pk, referrer_id=ben.pk, amount=D(10))
    make_booking(ada, economy, settled, driver=ben)
    decide_referral_bonuses()
    assert state() == ReferralState.PENDING
    if proof == "email":
        mark_verified(ada)
    else:
        User.objects.filter(pk=ada.pk).update(mobile_verified=True)
    decide_referral_bonuses()
    assert state() == ReferralState.EARNED
    assert (locked_bonus_of(ada.pk), locked_bonus_of(ben.pk)) == (D(0), D(0))
    assert client_of(ben).post(WITHDRAW, {"amount": "10"}).status_code == 201
    age(400)
    decide_referral_bonuses()
    assert balance_of(ada.pk) == D(10)


def test_verified_contact_without_a_paid_trip_earns_nothing(ada: User, ben: User, economy: CarType) -> None:
    pay_referral_bonus(user_id=ada.pk, referrer_id=ben.pk, amount=D(10))
    mark_verified(ada)
    make_booking(ada, economy, Status.CANCELLED)
    decide_referral_bonuses()
    assert state() == ReferralState.PENDING


def test_unearned_bonus_is_reversed_as_far_as_the_wallets_hold_it(ada: User, ben: User, cleo: User) -> None:
    update_platform_settings(referral_period_days=7)
    pay_referral_bonus(user_id=ada.pk, referrer_id=ben.pk, amount=D(75))
    settle(ada, cleo, wallet=D("71.88"))
    age(6)
    decide_referral_bonuses()
    assert state() == ReferralState.PENDING
    age(8)
    for _again in range(2):
        decide_referral_bonuses()
    assert state() == ReferralState.REVERSED
    assert (balance_of(ada.pk), balance_of(ben.pk)) == (D(0), D(0))
    assert platform_balance("bonuses") == D("-71.88")
    entry = JournalEntry.objects.get(kind="referral_reversal")
    assert entry.key == f"referral:{ada.pk}:reversed"
    call_command("verify_ledger")


def test_reversal_does_not_overdraw_a_driver_further(ada: User, ben: User) -> None:
    pay_referral_bonus(user_id=ben.pk, referrer_id=ada.pk, amount=D(5))
    settle(ada, ben, cash=D("71.88"))
    assert balance_of(ben.pk) == D("-4.38")
    age(31)
    decide_referral_bonuses()
    assert (balance_of(ada.pk), balance_of(ben.pk)) == (D(0), D("-4.38"))


def test_verify_ledger_finds_an_unpaid_bonus(ada: User, ben: User) -> None:
    bonus = ReferralBonus.objects.create(guest=ada, referrer=ben, amount=D(10))
    (check,) = [check for check in all_checks() if "referral bonus" in check.invariant]
    assert list(faults(check)) == [
        f"referral bonus {bonus.pk} of user {ada.pk} is pending, and its entries say not paid"
    ]
    bonus.delete()

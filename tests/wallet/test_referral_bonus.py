"""The referral bonus: one entry from `bonuses` to both wallets for each sign-up."""

from decimal import Decimal as D
from urllib.parse import unquote

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.accounts.services.email_addresses import verification_link, verify_email
from apps.core.models import OutboxEntry
from apps.core.outbox.jobs import load_handlers
from apps.core.platform import update_platform_settings
from apps.core.tasks import run_job
from apps.notifications.models import InboxMessage
from apps.wallet.models import JournalEntry
from apps.wallet.referrals import pay_referral_bonus
from apps.wallet.selectors import balance_of, history_of, history_type, platform_balance
from tests.accounts.signing_up import sign_up
from tests.personas import client_of, make_user
from tests.wallet.stories import give, written
from tests.wallet.test_races import THREADS, at_once

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("balanced_books")]


def due(name: str) -> list[OutboxEntry]:
    return list(OutboxEntry.objects.filter(name=name, done_at__isnull=True).order_by("id"))


def test_referred_sign_up_credits_both_in_one_entry() -> None:
    load_handlers()
    update_platform_settings(bonus="7.50")
    ada = make_user("Ada", referral_id="ada1234")
    assert sign_up(referral_id="ada1234").status_code == 201
    eve = User.objects.get(email="eve@example.org")
    assert (balance_of(ada.pk), balance_of(eve.pk)) == (D(0), D(0))
    (job,) = due("wallet.referral_bonus")
    run_job(job.pk)
    assert (balance_of(ada.pk), balance_of(eve.pk)) == (D("7.50"), D("7.50"))
    assert platform_balance("bonuses") == D("-15.00")
    entry = JournalEntry.objects.get()
    assert (entry.key, entry.kind, entry.reference) == (
        f"referral:{eve.pk}",
        "referral_bonus",
        "ReferralBonus",
    )
    assert entry.postings.count() == 3
    run_job(job.pk)
    assert JournalEntry.objects.count() == 1


def test_bonus_waits_for_email_verification_if_required() -> None:
    load_handlers()
    update_platform_settings(bonus="7.50", email_verify=True)
    ada = make_user("Ada", referral_id="ada1234")
    assert sign_up(referral_id="ada1234").status_code == 201
    eve = User.objects.get(email="eve@example.org")
    assert due("wallet.referral_bonus") == []
    link = verification_link(EmailAddress.objects.get(user=eve).pk)
    key = unquote(link.partition("key=")[2])
    for _ in range(2):
        verify_email(key=key)
    (job,) = due("wallet.referral_bonus")
    run_job(job.pk)
    assert (balance_of(ada.pk), balance_of(eve.pk)) == (D("7.50"), D("7.50"))
    assert JournalEntry.objects.count() == 1


def test_both_see_a_credit_in_their_history(ada: User, cleo: User) -> None:
    pay_referral_bonus(user_id=cleo.pk, referrer_id=ada.pk, amount=D(10))
    for user in (ada, cleo):
        assert [history_type(posting) for posting in history_of(user.pk)] == ["Credit"]
        (row,) = client_of(user).get("/api/v1/me/wallet/history/").json()["results"]
        assert (row["type"], row["amount"], row["kind"], row["tx_ref"]) == (
            "Credit",
            "10.0000",
            "referral_bonus",
            "ReferralBonus",
        )


def test_both_are_notified(ada: User, cleo: User) -> None:
    pay_referral_bonus(user_id=cleo.pk, referrer_id=ada.pk, amount=D(10))
    events = {entry.topic: entry.payload for entry in OutboxEntry.objects.filter(name="wallet.changed")}
    assert events == {f"user:{user.pk}": {"balance": "10.0000"} for user in (ada, cleo)}
    notices = InboxMessage.objects.all()
    assert {(row.user_id, row.occasion, row.screen) for row in notices} == {
        (user.pk, "wallet_updated", "wallet") for user in (ada, cleo)
    }


def test_repeated_bonus_changes_nothing(ada: User, cleo: User) -> None:
    pay_referral_bonus(user_id=cleo.pk, referrer_id=ada.pk, amount=D(10))
    before = written()
    pay_referral_bonus(user_id=cleo.pk, referrer_id=ada.pk, amount=D(10))
    assert written() == before
    assert (balance_of(ada.pk), balance_of(cleo.pk)) == (D(10), D(10))


def test_referrer_gets_a_bonus_for_each_referral(ada: User, dora: User) -> None:
    give(ada, "5", dora)
    for number in range(5):
        pay_referral_bonus(user_id=make_user(f"P{number}").pk, referrer_id=ada.pk, amount=D("2.5"))
    assert balance_of(ada.pk) == D("17.5")
    assert platform_balance("bonuses") == D("-25")


def test_bonus_of_a_deleted_referrer_goes_to_the_guest_only(ada: User, cleo: User) -> None:
    gone = ada.pk
    ada.delete()
    pay_referral_bonus(user_id=cleo.pk, referrer_id=gone, amount=D(10))
    assert balance_of(cleo.pk) == 10
    assert platform_balance("bonuses") == -10


def test_bonus_of_two_deleted_users_is_not_written(ada: User, cleo: User) -> None:
    pks = ada.pk, cleo.pk
    User.objects.filter(pk__in=pks).delete()
    before = written()
    pay_referral_bonus(user_id=pks[0], referrer_id=pks[1], amount=D(10))
    assert written() == before


def test_bonus_of_zero_is_refused(ada: User, cleo: User) -> None:
    with pytest.raises(ValueError, match="above zero"):
        pay_referral_bonus(user_id=cleo.pk, referrer_id=ada.pk, amount=D(0))
    assert written() == (0, 0, 0)


@pytest.mark.django_db(transaction=True)
def test_concurrent_sign_ups_of_one_referrer_are_all_paid() -> None:
    load_handlers()
    update_platform_settings(referral_max_per_month=THREADS)
    ada = make_user("Ada", referral_id="ada1234")

    def join(number: int) -> str:
        # Each from its own address; one address would get a captcha.
        response = sign_up(
            APIClient(REMOTE_ADDR=f"10.0.0.{number}"),
            email=f"eve{number}@example.org",
            phone=f"77009003{number:02d}",
            referral_id="ada1234",
        )
        if response.status_code == 201:
            run_job(OutboxEntry.objects.get(key=f"referral:{response.json()['session']['user']['id']}").pk)
        return str(response.status_code)

    assert at_once(join) == ["201"] * THREADS
    assert balance_of(ada.pk) == 10 * THREADS
    assert platform_balance("bonuses") == -20 * THREADS
    call_command("verify_ledger")

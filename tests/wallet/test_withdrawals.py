"""Withdrawals: requested, paid or refused, once; the ledger balances after each test."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal as D
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.platform import platform_settings, update_platform_settings
from apps.notifications.models import InboxMessage
from apps.wallet.models import JournalEntry, Withdrawal
from apps.wallet.selectors import balance_of, platform_balance
from apps.wallet.withdrawals.payouts import request_withdrawal
from tests.wallet.stories import give, written

AsUser = Callable[[User | None], APIClient]
OWN = "/api/v1/me/wallet/withdrawals/"
ALL = "/api/v1/withdrawals/"

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("balanced_books")]


@pytest.fixture
def funded_ben(ben: User, dora: User) -> User:
    """A driver with 100 in the wallet and a bank account."""
    ben.bank_name, ben.bank_code, ben.bank_account = "Island Bank", "IB-01", "0012345"
    ben.save()
    give(ben, "100", dora)
    return ben


def request_amount(client: APIClient, amount: Any, **headers: str) -> Any:
    return client.post(OWN, {"amount": amount}, headers=headers)


def requested(client: APIClient, amount: str) -> int:
    reply = request_amount(client, amount)
    assert reply.status_code == 201, reply.json()
    pk: int = reply.json()["id"]
    return pk


def decide(client: APIClient, pk: int, action: str, **body: Any) -> Any:
    return client.post(f"{ALL}{pk}/{action}/", body)


def held(person: User) -> tuple[D, D, D]:
    """Return what is in the wallet, pending, and with the bank."""
    return balance_of(person.pk), platform_balance("withdrawals_pending"), platform_balance("bank")


def occasions(person: User) -> list[str]:
    notices = InboxMessage.objects.filter(user_id=person.pk)
    return [notice.occasion for notice in notices.order_by("pk")]


def test_request_takes_the_money_from_the_wallet(as_user: AsUser, funded_ben: User) -> None:
    before = timezone.now()
    reply = request_amount(as_user(funded_ben), "40.25")
    assert reply.status_code == 201
    body = reply.json()
    assert (body["amount"], body["state"], body["process_date"]) == ("40.2500", "requested", None)
    assert (body["bank_name"], body["bank_account"]) == ("Island Bank", "0012345")
    moment = int(body["reference"])
    assert before.timestamp() * 1000 - 1 <= moment <= timezone.now().timestamp() * 1000
    assert held(funded_ben) == (D("59.75"), D("40.25"), D(0))
    movement = as_user(funded_ben).get("/api/v1/me/wallet/history/").json()["results"][0]
    assert (movement["type"], movement["amount"], movement["tx_ref"]) == (
        "Withdraw",
        "40.2500",
        body["reference"],
    )
    assert occasions(funded_ben)[-1] == "wallet_updated"


def test_whole_balance_can_be_withdrawn(as_user: AsUser, funded_ben: User) -> None:
    requested(as_user(funded_ben), "100")
    assert held(funded_ben) == (D(0), D(100), D(0))


@pytest.mark.parametrize(
    ("amount", "status", "code"),
    [
        ("100.01", 409, "low_balance"),
        ("0", 400, "no_details_error"),
        ("", 400, "no_details_error"),
        (None, 400, "no_details_error"),
        ("-5", 400, "no_details_error"),
        ("1.005", 400, "no_details_error"),
        ("lots", 400, "invalid"),
        ("NaN", 400, "invalid"),
        ("1000000001", 400, "invalid"),
    ],
)
def test_invalid_amount_is_refused(
    as_user: AsUser, funded_ben: User, amount: str | None, status: int, code: str
) -> None:
    client, before = as_user(funded_ben), written()
    reply = request_amount(client, amount)
    assert (reply.status_code, reply.json()["code"]) == (status, code)
    assert (written(), Withdrawal.objects.count()) == (before, 0)
    assert balance_of(funded_ben.pk) == 100


def test_riders_withdraw_if_the_setting_allows(as_user: AsUser, ada: User, dora: User) -> None:
    give(ada, "30", dora)
    client, before = as_user(ada), written()
    assert client.get("/api/v1/me/wallet/").json()["may_withdraw"] is False
    reply = request_amount(client, "10")
    assert (reply.status_code, reply.json()["code"]) == (403, "withdraw_not_allowed")
    assert (written(), Withdrawal.objects.count()) == (before, 0)

    update_platform_settings(rider_withdraw=True)
    assert client.get("/api/v1/me/wallet/").json()["may_withdraw"] is True
    requested(client, "10")
    assert balance_of(ada.pk) == 20


@pytest.mark.parametrize("who", ["fay", "dora"])
def test_user_without_a_wallet_cannot_withdraw(
    as_user: AsUser, who: str, request: pytest.FixtureRequest
) -> None:
    reply = request_amount(as_user(request.getfixturevalue(who)), "10")
    assert (reply.status_code, reply.json()["code"]) == (403, "forbidden")


def test_bank_account_is_required_with_bank_fields(as_user: AsUser, ben: User, dora: User) -> None:
    give(ben, "30", dora)
    update_platform_settings(bank_fields=True)
    client, before = as_user(ben), written()
    assert client.get("/api/v1/me/wallet/").json()["lacks_account"] is True
    reply = request_amount(client, "10")
    assert (reply.status_code, reply.json()["code"]) == (409, "bank_details_missing")
    assert (written(), Withdrawal.objects.count()) == (before, 0)
    client.patch("/api/v1/me/", {"bank_account": "777"})
    assert client.get("/api/v1/me/wallet/").json()["lacks_account"] is False
    requested(client, "10")


def test_same_key_withdraws_once(as_user: AsUser, funded_ben: User) -> None:
    client = as_user(funded_ben)
    first = request_amount(client, "10", **{"Idempotency-Key": "k"})
    again = request_amount(client, "10", **{"Idempotency-Key": "k"})
    assert first.json() == again.json()
    assert (Withdrawal.objects.count(), balance_of(funded_ben.pk)) == (1, D(90))


def test_own_list_is_paged_and_private(as_user: AsUser, funded_ben: User, bob: User) -> None:
    client = as_user(funded_ben)
    ids = [requested(client, amount) for amount in ("1", "2", "3")]
    page = client.get(f"{OWN}?page_size=2").json()
    assert [row["id"] for row in page["results"]] == ids[:0:-1]
    rest = client.get(f"{OWN}?page_size=2&cursor={page['next']}").json()
    assert ([row["id"] for row in rest["results"]], rest["next"]) == (ids[:1], None)
    assert as_user(bob).get(OWN).json() == {"next": None, "results": []}


# -- admins --------------------------------------------------------------------------------


def test_processing_pays_the_bank_once(as_user: AsUser, funded_ben: User, dora: User) -> None:
    pk = requested(as_user(funded_ben), "40")
    staff = as_user(dora)
    reply = decide(staff, pk, "process")
    assert reply.status_code == 200
    today = timezone.now().astimezone(platform_settings().tz).date()
    body = reply.json()
    assert (body["state"], body["process_date"]) == ("processed", str(today))
    assert body["decided_by"] == dora.full_name
    assert held(funded_ben) == (D(60), D(0), D(40))
    assert occasions(funded_ben)[-1] == "withdrawal_paid"

    before = written()
    for action, extra in (("process", {}), ("reject", {"reason": "Too late."})):
        again = decide(staff, pk, action, **extra)
        assert (again.status_code, again.json()["code"]) == (409, "already_processed")
    assert written() == before


def test_process_date_is_between_the_request_and_today(as_user: AsUser, funded_ben: User, dora: User) -> None:
    pk = requested(as_user(funded_ben), "40")
    requested_at = timezone.now() - timedelta(days=5)
    Withdrawal.objects.filter(pk=pk).update(requested_at=requested_at)
    today, staff = timezone.now().astimezone(platform_settings().tz).date(), as_user(dora)
    for wrong in (today + timedelta(days=1), today - timedelta(days=7)):
        before = written()
        reply = decide(staff, pk, "process", process_date=str(wrong))
        assert (reply.status_code, reply.json()["code"]) == (400, "invalid")
        assert "process_date" in reply.json()["fields"]
        assert written() == before
    day = today - timedelta(days=2)
    assert decide(staff, pk, "process", process_date=str(day)).json()["process_date"] == str(day)


def test_rejection_refunds_and_gives_the_reason(as_user: AsUser, funded_ben: User, dora: User) -> None:
    pk = requested(as_user(funded_ben), "40")
    staff = as_user(dora)
    reply = decide(staff, pk, "reject", reason=" The account is closed. ")
    assert reply.status_code == 200
    assert (reply.json()["state"], reply.json()["reason"]) == ("rejected", "The account is closed.")
    assert held(funded_ben) == (D(100), D(0), D(0))
    assert occasions(funded_ben)[-1] == "withdrawal_rejected"
    own = as_user(funded_ben).get(OWN).json()["results"][0]
    assert (own["state"], own["reason"]) == ("rejected", "The account is closed.")
    movement = as_user(funded_ben).get("/api/v1/me/wallet/history/").json()["results"][0]
    assert (movement["type"], movement["kind"]) == ("Credit", "withdrawal_rejected")

    before = written()
    for action, extra in (("process", {}), ("reject", {"reason": "Again."})):
        again = decide(staff, pk, action, **extra)
        assert (again.status_code, again.json()["code"]) == (409, "already_rejected")
    assert written() == before


@pytest.mark.parametrize("body", [{}, {"reason": ""}, {"reason": "   "}, {"reason": "x" * 251}])
def test_rejection_requires_a_reason(
    as_user: AsUser, funded_ben: User, dora: User, body: dict[str, str]
) -> None:
    pk = requested(as_user(funded_ben), "40")
    before = written()
    reply = decide(as_user(dora), pk, "reject", **body)
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid")
    assert written() == before


@pytest.mark.parametrize("action", ["process", "reject"])
def test_missing_withdrawal_is_not_found(as_user: AsUser, dora: User, action: str) -> None:
    reply = decide(as_user(dora), 4711, action, reason="Who?")
    assert (reply.status_code, reply.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("action", ["process", "reject"])
def test_demo_mode_refuses_decisions(as_user: AsUser, funded_ben: User, dora: User, action: str) -> None:
    pk = requested(as_user(funded_ben), "40")
    update_platform_settings(allow_critical_edits_admin=False)
    before = written()
    reply = decide(as_user(dora), pk, action, reason="Because.")
    assert (reply.status_code, reply.json()["code"]) == (403, "demo_mode")
    assert (written(), Withdrawal.objects.get(pk=pk).state) == (before, "requested")


def test_name_and_account_stay_as_requested(as_user: AsUser, funded_ben: User, dora: User) -> None:
    requested(as_user(funded_ben), "40")
    User.objects.filter(pk=funded_ben.pk).update(first_name="Benjamin", bank_account="999")
    row = as_user(dora).get(ALL).json()["results"][0]
    assert (row["name"], row["bank_account"]) == ("Ben Example", "0012345")


@pytest.mark.parametrize(
    "change",
    [
        {"amount": 0},
        {"state": "processed"},
        {"reason": "Said too early."},
        {"state": "rejected", "decided_at": timezone.now()},
    ],
)
def test_database_refuses_an_incomplete_decision(
    as_user: AsUser, funded_ben: User, change: dict[str, Any]
) -> None:
    pk = requested(as_user(funded_ben), "40")
    with pytest.raises(IntegrityError), transaction.atomic():
        Withdrawal.objects.filter(pk=pk).update(**change)


def test_requests_in_the_same_millisecond_get_different_references(
    as_user: AsUser, funded_ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.wallet.withdrawals.payouts.time.time_ns", lambda: 1_800_000_000_000_000_000)
    client = as_user(funded_ben)
    first, second = request_amount(client, "1").json(), request_amount(client, "2").json()
    assert (first["reference"], second["reference"]) == ("1800000000000", "1800000000001")
    entries = JournalEntry.objects.filter(kind="withdrawal").values_list("reference", flat=True)
    assert sorted(entries) == ["1800000000000", "1800000000001"]


@pytest.mark.parametrize("name", ["user", "batch"])
def test_filters_by_id_begin_at_one(as_user: AsUser, dora: User, name: str) -> None:
    refused = as_user(dora).get(ALL, {name: 0})
    assert (refused.status_code, list(refused.json()["fields"])) == (400, [name])
    assert as_user(dora).get(ALL, {name: 1}).status_code == 200


def test_fiftieth_reference_of_a_millisecond_is_the_last(
    funded_ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = 1_800_000_000_000
    clock = iter([*range(moment, moment + 49), moment, moment])
    monkeypatch.setattr("apps.wallet.withdrawals.payouts.time.time_ns", lambda: next(clock) * 1_000_000)
    for _ in range(49):
        request_withdrawal(user=funded_ben, amount=D(1))
    assert request_withdrawal(user=funded_ben, amount=D(2)).reference == str(moment + 49)
    before = held(funded_ben)
    with pytest.raises(RuntimeError, match="no free reference"):
        request_withdrawal(user=funded_ben, amount=D(3))
    assert (held(funded_ben), Withdrawal.objects.count()) == (before, 50)

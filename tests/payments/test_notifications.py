"""Webhooks: always stored, handled only if their signature is valid."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from decimal import Decimal as D
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.payments.choices import State, Verdict
from apps.payments.models import Attempt, Notification, ProviderAccount, TestCharge
from apps.payments.providers.test.adapter import SIGNATURE_HEADER, Message
from apps.payments.services.receiving import handle
from apps.payments.services.starting import begin_top_up
from apps.payments.services.test_gateway import press
from apps.wallet.models import Posting
from apps.wallet.selectors import balance_of

WEBHOOK = "/api/v1/payments/test/webhook/"
Run = Callable[[], int]


def deliver(message: Message, *, genuine: bool = True) -> Notification:
    inbound = message.inbound(genuine=genuine)
    reply = APIClient().generic(
        "POST",
        WEBHOOK,
        inbound.body.decode(),
        content_type="text/plain",
        headers={SIGNATURE_HEADER: inbound.headers[SIGNATURE_HEADER]},
    )
    assert reply.status_code == 200
    return Notification.objects.latest("pk")


def message_of(attempt: Attempt, **changes: Any) -> Message:
    fields: dict[str, Any] = {
        "ref": attempt.ref,
        "amount": "25.50",
        "currency": "USD",
        "result": "success",
        "ts": int(time.time()),
    }
    return Message(**(fields | changes))


def verdict_of(stored: Notification) -> tuple[str, str]:
    stored.refresh_from_db()
    return stored.verdict, stored.reason


def test_approval_pays_and_publishes_the_change(
    attempt: Attempt, ada: User, run_jobs: Run, api: APIClient
) -> None:
    page = f"/api/v1/payments/test/pages/{attempt.ref}/"
    assert api.post(page, {"button": "approve"}).status_code == 200
    run_jobs()
    assert balance_of(ada.pk) == D("25.50")
    assert api.get(f"/api/v1/payments/checkouts/{attempt.ref}/").json()["state"] == "paid"
    assert verdict_of(Notification.objects.get())[0] == Verdict.HANDLED


@pytest.mark.parametrize(
    ("button", "state", "verdicts"),
    [
        ("decline", State.FAILED, [Verdict.HANDLED]),
        ("pending", State.PENDING, [Verdict.HANDLED]),
        ("duplicate", State.PAID, [Verdict.HANDLED, Verdict.REPEATED]),
        ("wrong_amount", State.REDIRECTED, [Verdict.REFUSED]),
        ("bad_signature", State.REDIRECTED, [Verdict.FORGED]),
    ],
)
def test_each_button_of_the_test_gateway(
    attempt: Attempt, ada: User, run_jobs: Run, button: str, state: State, verdicts: list[Verdict]
) -> None:
    press(attempt=attempt, button=button)
    run_jobs()
    attempt.refresh_from_db()
    assert attempt.state == state
    assert [stored.verdict for stored in Notification.objects.order_by("pk")] == verdicts
    assert balance_of(ada.pk) == (D("25.50") if state == State.PAID else 0)


def test_genuine_webhook_without_a_charge_credits_nothing(attempt: Attempt, ada: User, run_jobs: Run) -> None:
    """The signature is valid but the gateway has no such charge: the query decides."""
    stored = deliver(message_of(attempt))
    run_jobs()
    assert verdict_of(stored)[0] == Verdict.HANDLED
    assert balance_of(ada.pk) == 0
    assert not Posting.objects.exists()


@pytest.mark.parametrize(
    ("changes", "genuine", "reason"),
    [
        ({}, False, "signature"),
        ({"ts": int(time.time()) - 3600}, True, "old"),
        ({"result": "a|b"}, True, "five fields"),
    ],
)
def test_forged_and_replayed_webhooks_are_stored_with_the_reason(
    attempt: Attempt, ada: User, run_jobs: Run, changes: dict[str, Any], genuine: bool, reason: str
) -> None:
    TestCharge.objects.create(ref=attempt.ref, result="success", amount=attempt.amount, currency="USD")
    stored = deliver(message_of(attempt, **changes), genuine=genuine)
    run_jobs()
    verdict, why = verdict_of(stored)
    assert verdict == Verdict.FORGED
    assert reason in why
    assert bytes(stored.body)
    assert balance_of(ada.pk) == 0
    assert not Posting.objects.exists()


def test_signature_age_is_measured_on_arrival(
    attempt: Attempt, ada: User, run_jobs: Run, time_machine: Any
) -> None:
    """The delay of the worker does not count."""
    TestCharge.objects.create(ref=attempt.ref, result="success", amount=attempt.amount, currency="USD")
    stored = deliver(message_of(attempt))
    time_machine.move_to(timezone.now() + timedelta(hours=1))
    run_jobs()
    assert verdict_of(stored)[0] == Verdict.HANDLED
    assert balance_of(ada.pk) == D("25.50")


@pytest.mark.parametrize("ref", ["unknown", ""])
def test_webhook_of_an_unknown_payment_is_recorded_as_unknown(
    offered: ProviderAccount, attempt: Attempt, run_jobs: Run, ref: str
) -> None:
    TestCharge.objects.create(ref=attempt.ref, result="success", amount=attempt.amount, currency="USD")
    stored = deliver(message_of(attempt, ref=ref))
    run_jobs()
    assert verdict_of(stored)[0] == Verdict.UNKNOWN
    assert not Posting.objects.exists()


def test_unknown_gateway_has_no_webhook_route(db: None) -> None:
    assert APIClient().post("/api/v1/payments/unknown/webhook/").status_code == 404
    assert not Notification.objects.exists()


def test_returning_browser_is_redirected_and_the_gateway_queried(
    attempt: Attempt, ada: User, run_jobs: Run
) -> None:
    TestCharge.objects.create(ref=attempt.ref, result="success", amount=attempt.amount, currency="USD")
    reply = APIClient().get(f"/api/v1/payments/test/return/{attempt.ref}/?status=success&amount=9999")
    assert (reply.status_code, reply["Location"]) == (303, f"http://localhost:8000/payments/{attempt.ref}")
    assert balance_of(ada.pk) == 0
    run_jobs()
    assert balance_of(ada.pk) == D("25.50")


def test_cancelled_return_does_not_prevent_a_payment(attempt: Attempt, ada: User, run_jobs: Run) -> None:
    reply = APIClient().get(f"/api/v1/payments/test/cancel/{attempt.ref}/")
    assert reply["Location"].endswith("?cancelled=1")
    attempt.refresh_from_db()
    assert attempt.state == State.REDIRECTED
    press(attempt=attempt, button="approve")
    run_jobs()
    assert balance_of(ada.pk) == D("25.50")


@pytest.mark.django_db(transaction=True)
def test_ten_concurrent_webhooks_and_returns_credit_once(
    offered: ProviderAccount, ada: User, run_jobs: Run
) -> None:
    attempt = begin_top_up(user=ada, provider="test", amount=D("25.50"))
    press(attempt=attempt, button="approve")
    message = message_of(attempt)
    stored = [deliver(message).pk for _ in range(10)]

    def one(pk: int) -> str:
        try:
            APIClient().get(f"/api/v1/payments/test/return/{attempt.ref}/")
            return handle(notification_id=pk)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(10) as threads:
        verdicts = list(threads.map(one, stored))
    run_jobs()
    assert sorted(set(verdicts)) == ["handled", "repeated"]
    assert verdicts.count("handled") == 1
    assert balance_of(ada.pk) == D("25.50")

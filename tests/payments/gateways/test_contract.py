"""The contract of every gateway in every mode: a matching payment is credited exactly once."""

import logging
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal as D

import pytest
from django.db import connections

from apps.accounts.models import User
from apps.core.errors import DomainError
from apps.payments.choices import WAITING, State, Verdict
from apps.payments.gateways.registry import provider_type
from apps.payments.models import Attempt, Notification, ProviderAccount, Refund
from apps.payments.services.receiving import handle
from apps.payments.services.refunding import check_due_refunds, request_refund
from apps.wallet.models import JournalEntry
from apps.wallet.selectors import balance_of
from tests.payments.gateways.shop import Shop

AMOUNT = D("25.50")


def reloaded(attempt: Attempt) -> Attempt:
    return Attempt.objects.get(pk=attempt.pk)


def assert_paid_once(shop: Shop, attempt: Attempt) -> None:
    assert (reloaded(attempt).state, reloaded(attempt).problem) == (State.PAID, "")
    assert balance_of(shop.payer.pk) == AMOUNT
    assert reloaded(attempt).payment_id
    assert JournalEntry.objects.filter(key=f"payment:{attempt.ref}").count() == 1


def assert_nothing_credited(shop: Shop) -> None:
    assert balance_of(shop.payer.pk) == 0
    assert not JournalEntry.objects.exists()


def pay(shop: Shop, mode: str, *, comes_back: bool = True) -> tuple[Attempt, list[Notification]]:
    """Run the checkout, then deliver the webhooks."""
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, mode, comes_back=comes_back)
    return attempt, shop.deliver()


def test_payment_is_credited_once(shop: Shop) -> None:
    attempt, _notices = pay(shop, "approve")
    shop.check(attempt)
    assert_paid_once(shop, attempt)


def test_webhook_alone_credits_the_payment(shop: Shop) -> None:
    attempt, notices = pay(shop, "approve", comes_back=False)
    if not notices:
        pytest.skip("a card payment has an immediate result and no webhook")
    assert [notice.verdict for notice in notices] in (
        [Verdict.HANDLED],
        [Verdict.REPEATED],
        [Verdict.HANDLED, Verdict.REPEATED],
    )
    assert_paid_once(shop, attempt)


def test_return_or_polling_alone_credits_the_payment(shop: Shop) -> None:
    if not shop.gateway.queryable:
        pytest.skip("has no query")
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, "approve")
    shop.sandbox.outbox.clear()
    shop.run_jobs()
    shop.check(attempt)
    assert_paid_once(shop, attempt)


def test_declined_payment_credits_nothing(shop: Shop) -> None:
    attempt, _notices = pay(shop, "decline")
    shop.check(attempt)
    assert_nothing_credited(shop)
    if not shop.gateway.retries_after_decline:
        assert reloaded(attempt).state == State.FAILED


def test_success_after_a_decline_is_credited(shop: Shop) -> None:
    attempt, _notices = pay(shop, "decline")
    payment = shop.gateway.payments[attempt.ref]
    payment.state = "open"
    shop.gateway.decide(payment, "approve")
    shop.deliver()
    shop.check(attempt)
    assert_paid_once(shop, attempt)


def test_pending_payment_is_neither_paid_nor_failed(shop: Shop) -> None:
    attempt, _notices = pay(shop, "pending")
    shop.check(attempt)
    assert reloaded(attempt).state in WAITING
    assert_nothing_credited(shop)


def test_pending_payment_that_succeeds_later_is_credited(shop: Shop) -> None:
    attempt, _notices = pay(shop, "approve_late")
    assert reloaded(attempt).state in WAITING
    shop.sandbox.advance(61)
    shop.deliver()
    shop.check(attempt)
    assert_paid_once(shop, attempt)


def test_duplicate_webhook_counts_once(shop: Shop) -> None:
    attempt, _notices = pay(shop, "duplicate")
    shop.deliver(again=True)
    assert_paid_once(shop, attempt)


def test_replayed_webhook_credits_nothing_and_stores_the_reason(shop: Shop) -> None:
    attempt, first = pay(shop, "approve")
    again = shop.deliver(again=True)
    assert len(again) == len(first)
    assert {notice.verdict for notice in again} <= {Verdict.REPEATED, Verdict.FORGED}
    assert all(notice.reason for notice in again)
    assert_paid_once(shop, attempt)


@pytest.mark.parametrize(("mode", "text"), [("wrong_amount", "amount"), ("wrong_currency", "currency")])
def test_wrong_amount_or_currency_is_not_credited(shop: Shop, mode: str, text: str) -> None:
    if mode == "wrong_currency" and not shop.gateway.reports_currency:
        pytest.skip("has one currency and does not report it")
    attempt, notices = pay(shop, mode)
    if shop.gateway.queryable:
        shop.check(attempt)
    assert_nothing_credited(shop)
    assert reloaded(attempt).state in WAITING
    assert text in reloaded(attempt).problem
    assert {notice.verdict for notice in notices} <= {Verdict.REFUSED}
    assert all(text in notice.reason for notice in notices)


def test_forged_webhook_credits_nothing(shop: Shop) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    payment = shop.gateway.payments.get(attempt.ref)
    if payment is None:
        pytest.skip("the gateway has no payment before the card is charged")
    shop.gateway.decide(payment, "bad_signature")
    [notice] = shop.deliver()
    assert notice.verdict == Verdict.FORGED
    assert notice.reason
    shop.check(attempt)
    assert_nothing_credited(shop)
    assert reloaded(attempt).state in WAITING


def test_silent_gateway_is_queried_again(shop: Shop) -> None:
    attempt, _notices = pay(shop, "timeout")
    for _again in range(4):
        shop.run_jobs()
        shop.check(attempt)
    assert_paid_once(shop, attempt)


def test_webhooks_in_the_wrong_order_do_not_undo_a_payment(shop: Shop) -> None:
    attempt, _notices = pay(shop, "out_of_order")
    assert_paid_once(shop, attempt)


def test_webhook_of_an_unknown_order_matches_no_attempt(shop: Shop, ben: User) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    # A card on Hansom's page is charged at once, so only its later webhook can be unknown.
    has_card_fields = attempt.action["kind"] == "page"
    shop.decide(attempt, "approve_late" if has_card_fields else "approve", comes_back=False)
    if has_card_fields:
        shop.sandbox.advance(61)
    assert shop.sandbox.outbox
    Attempt.objects.filter(pk=attempt.pk).update(
        provider="test", ref="elsewhere", session_id="", payment_id=""
    )
    notices = shop.deliver()
    assert {notice.verdict for notice in notices} == {Verdict.UNKNOWN}
    assert all(notice.reason for notice in notices)
    assert balance_of(ben.pk) == 0
    assert_nothing_credited(shop)


def test_test_mode_webhook_pays_no_live_attempt(shop: Shop) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    live = ProviderAccount(provider=shop.gateway.name, live=True)
    live.credentials = {name: f"live-{value}"[:40] for name, value in shop.gateway.credentials.items()}
    live.save()
    Attempt.objects.filter(pk=attempt.pk).update(live=True)
    payment = shop.gateway.payments.get(attempt.ref)
    if payment is None:
        pytest.skip("the gateway has no payment before the card is charged")
    shop.gateway.decide(payment, "approve")
    notices = shop.deliver()
    assert {notice.verdict for notice in notices} <= {Verdict.UNKNOWN, Verdict.FORGED}
    assert_nothing_credited(shop)


def test_start_without_a_response_fails_the_attempt(shop: Shop) -> None:
    shop.gateway.silent_for = 5
    if shop.gateway.starts_without_call:
        assert shop.begin().action["kind"] in ("post", "page")
    else:
        with pytest.raises(DomainError) as refused:
            shop.begin()
        assert refused.value.code == "provider_unavailable"
        assert Attempt.objects.get().state == State.FAILED
    assert_nothing_credited(shop)


def test_logs_contain_no_secrets_or_personal_data(shop: Shop, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="apps"), caplog.at_level(logging.INFO, logger="httpx"):
        pay(shop, "wrong_amount")
    known = shop.gateway.credentials
    names = [field.name for field in provider_type(shop.gateway.name).credentials if field.secret]
    secrets = {known[name] for name in names if len(known.get(name, "")) > 8}
    assert not [value for value in {*secrets, shop.payer.email} if value and value in caplog.text]


def test_partial_refunds_never_exceed_the_payment(shop: Shop, dora: User) -> None:
    attempt, _notices = pay(shop, "approve")
    for amount in ("5.50", "20.00"):
        request_refund(ref=attempt.ref, amount=D(amount), reason="requested", by=dora)
        settle_refunds(shop)
    assert (reloaded(attempt).state, reloaded(attempt).refunded_amount) == (State.REFUNDED, AMOUNT)
    assert shop.gateway.payments[attempt.ref].refunded == AMOUNT
    assert balance_of(shop.payer.pk) == 0
    with pytest.raises(DomainError) as refused:
        request_refund(ref=attempt.ref, amount=D("0.01"), reason="more", by=dora)
    assert refused.value.code == "not_refundable"
    assert shop.gateway.payments[attempt.ref].refunded == AMOUNT


def test_refund_without_a_response_is_made_once(shop: Shop, dora: User) -> None:
    attempt, _notices = pay(shop, "approve")
    if not shop.gateway.can_retry_refunds:
        pytest.skip("cannot repeat a refund; see its own test")
    shop.gateway.silent_for = 1
    request_refund(ref=attempt.ref, amount=D("10.00"), reason="requested", by=dora)
    for _again in range(3):
        settle_refunds(shop)
    assert reloaded(attempt).refunded_amount == D("10.00")
    assert shop.gateway.payments[attempt.ref].refunded == D("10.00")
    assert balance_of(shop.payer.pk) == D("15.50")


def settle_refunds(shop: Shop) -> None:
    """Run the jobs and the due refund queries."""
    shop.run_jobs()
    Refund.objects.filter(next_check_at__isnull=False).update(next_check_at="2026-01-01T00:00Z")
    check_due_refunds()


@pytest.mark.django_db(transaction=True)
def test_ten_concurrent_webhooks_credit_once(shop: Shop) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, "approve", comes_back=False)
    deliveries = list(shop.sandbox.outbox)
    if not deliveries:
        pytest.skip("a card payment has an immediate result and no webhook")
    for delivery in deliveries * 10:
        shop.post(delivery)

    def handled(pk: int) -> str:
        try:
            return handle(notification_id=pk)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(5) as pool:
        verdicts = list(pool.map(handled, Notification.objects.values_list("pk", flat=True)))
    assert set(verdicts) <= {Verdict.HANDLED, Verdict.REPEATED}
    assert_paid_once(shop, attempt)

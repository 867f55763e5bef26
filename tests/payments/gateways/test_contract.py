"""What every gateway has to do, in every mode: money is credited once, and only the right money."""

import logging
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal as D

import pytest
from django.db import connections

from apps.accounts.models import User
from apps.core.errors import DomainError
from apps.payments.choices import WAITING, State, Verdict
from apps.payments.models import Attempt, Notification, ProviderAccount, Refund
from apps.payments.registry import provider_type
from apps.payments.services.receiving import handle
from apps.payments.services.refunding import check_due_refunds, request_refund
from apps.wallet.models import JournalEntry
from apps.wallet.selectors import balance_of
from tests.payments.gateways.shop import Shop

AMOUNT = D("25.50")


def after(attempt: Attempt) -> Attempt:
    return Attempt.objects.get(pk=attempt.pk)


def assert_paid_once(shop: Shop, attempt: Attempt) -> None:
    assert (after(attempt).state, after(attempt).problem) == (State.PAID, "")
    assert balance_of(shop.payer.pk) == AMOUNT
    assert after(attempt).payment_id
    assert JournalEntry.objects.filter(key=f"payment:{attempt.ref}").count() == 1


def assert_nothing_credited(shop: Shop) -> None:
    assert balance_of(shop.payer.pk) == 0
    assert not JournalEntry.objects.exists()


def pay(shop: Shop, mode: str, *, comes_back: bool = True) -> tuple[Attempt, list[Notification]]:
    """Through the whole checkout; what the gateway sent on the way is handed over at the end."""
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, mode, comes_back=comes_back)
    return attempt, shop.deliver()


def test_a_payment_is_credited_once(shop: Shop) -> None:
    attempt, _notices = pay(shop, "approve")
    shop.check(attempt)
    assert_paid_once(shop, attempt)


def test_the_notification_alone_is_enough(shop: Shop) -> None:
    attempt, notices = pay(shop, "approve", comes_back=False)
    if not notices:
        pytest.skip("a card charged on our own page is answered at once, and nothing is sent")
    assert [notice.verdict for notice in notices] in (
        [Verdict.HANDLED],
        [Verdict.REPEATED],
        [Verdict.HANDLED, Verdict.REPEATED],
    )
    assert_paid_once(shop, attempt)


def test_the_returning_browser_or_the_poller_is_enough(shop: Shop) -> None:
    if not shop.gateway.queryable:
        pytest.skip("cannot be asked: its notification is its word")
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, "approve")
    shop.sandbox.outbox.clear()
    shop.run_jobs()
    shop.check(attempt)
    assert_paid_once(shop, attempt)


def test_a_declined_payment_credits_nothing(shop: Shop) -> None:
    attempt, _notices = pay(shop, "decline")
    shop.check(attempt)
    assert_nothing_credited(shop)
    if not shop.gateway.retries_after_decline:
        assert after(attempt).state == State.FAILED


def test_success_after_failure_is_credited(shop: Shop) -> None:
    attempt, _notices = pay(shop, "decline")
    payment = shop.gateway.payments[attempt.ref]
    payment.state = "open"
    shop.gateway.decide(payment, "approve")
    shop.deliver()
    shop.check(attempt)
    assert_paid_once(shop, attempt)


def test_pending_is_neither_paid_nor_failed(shop: Shop) -> None:
    attempt, _notices = pay(shop, "pending")
    shop.check(attempt)
    assert after(attempt).state in WAITING
    assert_nothing_credited(shop)


def test_a_pending_payment_that_succeeds_later_is_credited(shop: Shop) -> None:
    attempt, _notices = pay(shop, "approve_late")
    assert after(attempt).state in WAITING
    shop.sandbox.advance(61)
    shop.deliver()
    shop.check(attempt)
    assert_paid_once(shop, attempt)


def test_a_notification_that_comes_twice_counts_once(shop: Shop) -> None:
    attempt, _notices = pay(shop, "duplicate")
    shop.deliver(again=True)
    assert_paid_once(shop, attempt)


def test_a_replayed_notification_credits_nothing_and_says_why(shop: Shop) -> None:
    attempt, first = pay(shop, "approve")
    again = shop.deliver(again=True)
    assert len(again) == len(first)
    assert {notice.verdict for notice in again} <= {Verdict.REPEATED, Verdict.FORGED}
    assert all(notice.reason for notice in again)
    assert_paid_once(shop, attempt)


@pytest.mark.parametrize(("mode", "word"), [("wrong_amount", "amount"), ("wrong_currency", "currency")])
def test_the_wrong_money_is_not_credited_and_the_reason_is_stored(shop: Shop, mode: str, word: str) -> None:
    if mode == "wrong_currency" and not shop.gateway.reports_currency:
        pytest.skip("takes one currency, and does not name it")
    attempt, notices = pay(shop, mode)
    if shop.gateway.queryable:
        shop.check(attempt)
    assert_nothing_credited(shop)
    assert after(attempt).state in WAITING
    assert word in after(attempt).problem
    assert {notice.verdict for notice in notices} <= {Verdict.REFUSED}
    assert all(word in notice.reason for notice in notices)


def test_a_forged_notification_credits_nothing(shop: Shop) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    payment = shop.gateway.payments.get(attempt.ref)
    if payment is None:
        pytest.skip("the gateway hears of a payment when the card is charged")
    shop.gateway.decide(payment, "bad_signature")
    [notice] = shop.deliver()
    assert notice.verdict == Verdict.FORGED
    assert notice.reason
    shop.check(attempt)
    assert_nothing_credited(shop)
    assert after(attempt).state in WAITING


def test_a_gateway_that_falls_silent_is_asked_again(shop: Shop) -> None:
    attempt, _notices = pay(shop, "timeout")
    for _again in range(4):
        shop.run_jobs()
        shop.check(attempt)
    assert_paid_once(shop, attempt)


def test_notifications_in_the_wrong_order_do_not_undo_a_payment(shop: Shop) -> None:
    attempt, _notices = pay(shop, "out_of_order")
    assert_paid_once(shop, attempt)


def test_a_genuine_notification_of_someone_elses_order_is_of_no_attempt(shop: Shop, ben: User) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    # On our own page a card is charged at once, so that there the later word alone is strange.
    is_ours = attempt.action["kind"] == "page"
    shop.decide(attempt, "approve_late" if is_ours else "approve", comes_back=False)
    if is_ours:
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


def test_a_word_of_the_test_mode_pays_nothing_live(shop: Shop) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    live = ProviderAccount(provider=shop.gateway.name, live=True)
    live.credentials = {name: f"live-{value}"[:40] for name, value in shop.gateway.credentials.items()}
    live.save()
    Attempt.objects.filter(pk=attempt.pk).update(live=True)
    payment = shop.gateway.payments.get(attempt.ref)
    if payment is None:
        pytest.skip("the gateway hears of a payment when the card is charged")
    shop.gateway.decide(payment, "approve")
    notices = shop.deliver()
    assert {notice.verdict for notice in notices} <= {Verdict.UNKNOWN, Verdict.FORGED}
    assert_nothing_credited(shop)


def test_a_start_without_an_answer_tells_the_payer(shop: Shop) -> None:
    shop.gateway.silent_for = 5
    if shop.gateway.starts_without_call:
        assert shop.begin().action["kind"] in ("post", "page")
    else:
        with pytest.raises(DomainError) as refused:
            shop.begin()
        assert refused.value.code == "provider_unavailable"
        assert Attempt.objects.get().state == State.FAILED
    assert_nothing_credited(shop)


def test_nothing_secret_or_personal_is_logged(shop: Shop, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="apps"), caplog.at_level(logging.INFO, logger="httpx"):
        pay(shop, "wrong_amount")
    known = shop.gateway.credentials
    names = [field.name for field in provider_type(shop.gateway.name).credentials if field.secret]
    secrets = {known[name] for name in names if len(known.get(name, "")) > 8}
    assert not [value for value in {*secrets, shop.payer.email} if value and value in caplog.text]


def test_money_goes_back_in_parts_and_never_more_than_came(shop: Shop, dora: User) -> None:
    attempt, _notices = pay(shop, "approve")
    for amount in ("5.50", "20.00"):
        request_refund(ref=attempt.ref, amount=D(amount), reason="a wish", by=dora)
        settle_refunds(shop)
    assert (after(attempt).state, after(attempt).refunded_amount) == (State.REFUNDED, AMOUNT)
    assert shop.gateway.payments[attempt.ref].refunded == AMOUNT
    assert balance_of(shop.payer.pk) == 0
    with pytest.raises(DomainError) as refused:
        request_refund(ref=attempt.ref, amount=D("0.01"), reason="more", by=dora)
    assert refused.value.code == "not_refundable"
    assert shop.gateway.payments[attempt.ref].refunded == AMOUNT


def test_a_refund_without_an_answer_is_made_once(shop: Shop, dora: User) -> None:
    attempt, _notices = pay(shop, "approve")
    if not shop.gateway.can_retry_refunds:
        pytest.skip("is never asked twice, as nobody could tell: a test of its own says so")
    shop.gateway.silent_for = 1
    request_refund(ref=attempt.ref, amount=D("10.00"), reason="a wish", by=dora)
    for _again in range(3):
        settle_refunds(shop)
    assert after(attempt).refunded_amount == D("10.00")
    assert shop.gateway.payments[attempt.ref].refunded == D("10.00")
    assert balance_of(shop.payer.pk) == D("15.50")


def settle_refunds(shop: Shop) -> None:
    """The worker's part, and the poller's when its time has come."""
    shop.run_jobs()
    Refund.objects.filter(next_check_at__isnull=False).update(next_check_at="2026-01-01T00:00Z")
    check_due_refunds()


@pytest.mark.django_db(transaction=True)
def test_the_same_notification_ten_times_at_once_credits_once(shop: Shop) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, "approve", comes_back=False)
    deliveries = list(shop.sandbox.outbox)
    if not deliveries:
        pytest.skip("a card charged on our own page is answered at once, and nothing is sent")
    for delivery in deliveries * 10:
        shop.hand_over(delivery)

    def handled(pk: int) -> str:
        try:
            return handle(notification_id=pk)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(5) as pool:
        verdicts = list(pool.map(handled, Notification.objects.values_list("pk", flat=True)))
    assert set(verdicts) <= {Verdict.HANDLED, Verdict.REPEATED}
    assert_paid_once(shop, attempt)

"""Paytm: checksums, statuses, and cases beyond the contract tests."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal as D
from typing import Any
from urllib.parse import urlencode

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.payments.attempts.orders import order_of
from apps.payments.choices import State, Verdict
from apps.payments.gateways.registry import adapter_for
from apps.payments.models import Attempt, Notification
from apps.payments.port import (
    Account,
    AutoPost,
    Forged,
    Inbound,
    Order,
    Outcome,
    OutcomeUnknown,
    Payer,
    ProviderError,
    RefundOrder,
    RefundOutcome,
    Snapshot,
)
from apps.payments.providers.paytm.adapter import PaytmProvider, checksum, form_text, is_genuine
from apps.payments.providers.paytm.sandbox import MERCHANT_KEY, MID, Paytm
from apps.payments.services.refunding import check_due_refunds, request_refund
from apps.wallet.selectors import balance_of
from embedded.gateways.sandbox import SandboxGateways
from embedded.loopback import Reply
from tests.payments.gateways.shop import Shop

KEY = "abcdefghijklmnop"
JSON_TEXT = '{"mid":"DEMO_MID","orderId":"ord-1001"}'
FORM_TEXT = "|DEMO_MID|ord-1001|TXN_SUCCESS|100.00"
FORM = {
    "ORDERID": "ord-1001",
    "MID": "DEMO_MID",
    "TXNAMOUNT": "100.00",
    "STATUS": "TXN_SUCCESS",
    "BANKTXNID": "",
}
VECTORS = [
    (
        JSON_TEXT,
        "HTIFYtuAHAGj/s3ITrtoqIZEU7McUNbwAkxaGU6Ro3IYXQ+jEkcd1Hc541HOMZwukPVbiW+s37z6HxnaZynA86tKJPaGAPqSt"
        "oRMrUcQnxA=",
    ),
    (
        FORM_TEXT,
        "ANE36CvGJmF3CnainuXW6c8MkRKO050fwTV2cyUNfpCkgKZKM50Ct2XO2rcUEQoX9+VPzmYqQza6yQzxxCqyhz9aTnrw3aihA"
        "vVVJnsJ6C0=",
    ),
]


@pytest.fixture
def shop(make_shop: Any) -> Shop:
    made: Shop = make_shop("paytm")
    return made


@pytest.fixture
def provider(sandbox: SandboxGateways) -> PaytmProvider:
    return PaytmProvider(Account(Paytm.credentials, live=False))


def order(**changes: Any) -> Order:
    made = Order(
        ref="ord-1001",
        amount=D("100.00"),
        currency="INR",
        description="A ride",
        payer=Payer(id=7, first_name="Ada", last_name="", email="", mobile="+919999999999"),
        language="en",
        session_id="",
        payment_id="",
        created_at=datetime.now(UTC),
        expires_at=datetime.now(UTC),
        return_url="https://shop.test/return",
        cancel_url="https://shop.test/cancel",
        webhook_url="https://shop.test/webhook",
    )
    return replace(made, **changes)


def answer(status: str, code: str, **more: Any) -> Reply:
    info = {"resultStatus": status, "resultCode": code, "resultMsg": "words"}
    return Reply(200, {"head": {}, "body": {"resultInfo": info, **more}})


PAID = {"mid": MID, "orderId": "ord-1001", "txnId": "77", "txnAmount": "100.00", "refundAmt": "0.00"}


@pytest.mark.parametrize(("text", "expected"), VECTORS)
def test_checksums_match_the_reference(text: str, expected: str) -> None:
    assert checksum(text, KEY, "Ab1Z") == expected
    assert is_genuine(text, KEY, expected)
    assert not is_genuine(text + " ", KEY, expected)
    assert not is_genuine(text, "ponmlkjihgfedcba", expected)


def test_form_is_signed_by_values_sorted_by_name() -> None:
    assert form_text({**FORM, "CHECKSUMHASH": "any"}) == FORM_TEXT
    assert form_text({**FORM, "BANKTXNID": None}) == FORM_TEXT
    assert form_text({**FORM, "BANKTXNID": "null"}) == FORM_TEXT


def test_each_checksum_has_a_new_salt() -> None:
    assert checksum("text", KEY) != checksum("text", KEY)
    assert is_genuine("text", KEY, checksum("text", KEY))


@pytest.mark.parametrize("broken", ["", "no base64!", "AAAA", "A" * 24 + "=", "Ä" * 24, VECTORS[0][1][:-4]])
def test_malformed_checksum_is_not_genuine(broken: str) -> None:
    assert not is_genuine(JSON_TEXT, KEY, broken)


def test_browser_posts_the_token_to_paytm(provider: PaytmProvider, sandbox: SandboxGateways) -> None:
    started = provider.start(order())
    action = started.action
    assert isinstance(action, AutoPost)
    assert action.url == f"{sandbox.url}/paytm/theia/api/v1/showPaymentPage?mid={MID}&orderId=ord-1001"
    assert action.fields.keys() == {"mid", "orderId", "txnToken"}
    sent = json.loads(sandbox.seen[0].body)["body"]
    assert sent["txnAmount"] == {"value": "100.00", "currency": "INR"}
    assert sent["userInfo"] == {"custId": "7", "firstName": "Ada", "mobile": "+919999999999"}
    assert sent["callbackUrl"] == "https://shop.test/return"


def test_order_is_started_once(provider: PaytmProvider) -> None:
    provider.start(order())
    with pytest.raises(ProviderError, match="334"):
        provider.start(order())


@pytest.mark.parametrize("changes", [{"merchant_key": "anotherpaytmkey1"}, {"mid": "SOMEBODYELSE"}])
def test_wrong_credentials_are_rejected(sandbox: SandboxGateways, changes: dict[str, str]) -> None:
    provider = PaytmProvider(Account({**Paytm.credentials, **changes}, live=False))
    with pytest.raises(ProviderError) as refused:
        provider.start(order())
    assert MERCHANT_KEY not in str(refused.value)


def test_unknown_result_of_the_start_is_unknown(provider: PaytmProvider, sandbox: SandboxGateways) -> None:
    sandbox.scripted.append(answer("U", "00000900"))
    with pytest.raises(OutcomeUnknown):
        provider.start(order())


def test_only_rupees_with_two_decimals_are_supported(provider: PaytmProvider) -> None:
    assert [code for code in ("INR", "USD", "NPR") if provider.supports_currency(code)] == ["INR"]
    with pytest.raises(ValueError, match="decimals"):
        provider.start(order(amount=D("1.005")))


@pytest.mark.parametrize(
    ("host", "live", "expected"),
    [
        ("", False, "https://securestage.paytmpayments.com"),
        ("", True, "https://secure.paytmpayments.com"),
        ("paytm.in", False, "https://securegw-stage.paytm.in"),
        ("paytm.in", True, "https://securegw.paytm.in"),
    ],
)
def test_older_hosts_can_be_selected(settings: Any, host: str, live: bool, expected: str) -> None:
    settings.PAYMENTS_SANDBOX_URL = ""
    assert PaytmProvider(Account({**Paytm.credentials, "host": host}, live))._host == expected


@pytest.mark.parametrize(
    ("status", "code", "outcome"),
    [
        ("TXN_SUCCESS", "01", Outcome.PAID),
        ("TXN_SUCCESS", "02", Outcome.PENDING),
        ("TXN_FAILURE", "141", Outcome.FAILED),
        ("TXN_FAILURE", "227", Outcome.FAILED),
        ("TXN_FAILURE", "335", Outcome.FAILED),
        ("TXN_FAILURE", "810", Outcome.FAILED),
        ("TXN_FAILURE", "330", Outcome.OPEN),
        ("TXN_FAILURE", "334", Outcome.OPEN),
        ("TXN_FAILURE", "400", Outcome.PENDING),
        ("TXN_FAILURE", "402", Outcome.PENDING),
        ("TXN_FAILURE", "501", Outcome.PENDING),
        ("PENDING", "402", Outcome.PENDING),
        ("NO_RECORD_FOUND", "331", Outcome.OPEN),
        ("A_NEW_WORD", "01", Outcome.PENDING),
    ],
)
def test_status_maps_to_its_outcome(
    provider: PaytmProvider, sandbox: SandboxGateways, status: str, code: str, outcome: Outcome
) -> None:
    sandbox.scripted.append(answer(status, code, **PAID))
    assert provider.fetch(order()).outcome is outcome


def test_paid_order_has_all_fields(provider: PaytmProvider, sandbox: SandboxGateways) -> None:
    sandbox.scripted.append(answer("TXN_SUCCESS", "01", **PAID))
    assert provider.fetch(order()) == Snapshot(
        outcome=Outcome.PAID,
        ref="ord-1001",
        amount=D("100.00"),
        currency="INR",
        payment_id="77",
        reason="01 words",
    )


def test_refunded_order_is_reported(provider: PaytmProvider, sandbox: SandboxGateways) -> None:
    sandbox.scripted += [
        answer("TXN_SUCCESS", "01", **PAID | {"refundAmt": back}) for back in ("40.00", "100.00")
    ]
    assert provider.fetch(order()).outcome is Outcome.PAID
    assert provider.fetch(order()).outcome is Outcome.REFUNDED


def test_response_about_another_merchant_is_refused(
    provider: PaytmProvider, sandbox: SandboxGateways
) -> None:
    sandbox.scripted.append(answer("TXN_SUCCESS", "01", **PAID | {"mid": "SOMEBODYELSE"}))
    with pytest.raises(OutcomeUnknown, match="merchant"):
        provider.fetch(order())


@pytest.mark.parametrize("reply", [Reply(503, {}), Reply(200, b"<html>"), Reply(200, [])])
def test_missing_response_is_unknown(provider: PaytmProvider, sandbox: SandboxGateways, reply: Reply) -> None:
    sandbox.scripted.append(reply)
    with pytest.raises(OutcomeUnknown):
        provider.fetch(order())


def inbound(body: str | bytes) -> Inbound:
    raw = body.encode() if isinstance(body, str) else body
    return Inbound(method="POST", headers={}, query={}, body=raw)


def form_of(**changes: str) -> dict[str, str]:
    fields = FORM | {"MID": MID} | changes
    return {**fields, "CHECKSUMHASH": checksum(form_text(fields), MERCHANT_KEY)}


def message(body: str, *, signed: str | None = None, before: str = "") -> str:
    signature = json.dumps(checksum(body if signed is None else signed, MERCHANT_KEY))
    return f'{{"head": {{{before}"signature": {signature}}}, "body" : {body}}}'


def test_signed_form_identifies_its_order(provider: PaytmProvider) -> None:
    notice = provider.notice(inbound(urlencode(form_of())))
    assert (notice.ref, notice.kind, notice.snapshot) == ("ord-1001", "TXN_SUCCESS", None)


BODY = f'{{"orderId": "ord-1001", "mid":"{MID}",  "status":"TXN_SUCCESS", "name":"Adä"}}'


def test_signed_message_is_verified_with_any_whitespace(provider: PaytmProvider) -> None:
    for text in (message(BODY), message(BODY, before='"body": {}, ')):
        notice = provider.notice(inbound(text))
        assert (notice.ref, notice.kind) == ("ord-1001", "TXN_SUCCESS")


@pytest.mark.parametrize(
    "body",
    [
        urlencode(form_of() | {"TXNAMOUNT": "1.00"}),
        urlencode(form_of() | {"ORDERID": "ord-1002"}),
        urlencode(form_of() | {"EXTRA": "1"}),
        urlencode(form_of() | {"CHECKSUMHASH": ""}),
        urlencode(FORM),
        urlencode(form_of(MID="SOMEBODYELSE")),
        "",
        message(BODY, signed=BODY.replace("  ", " ")),
        message(BODY, signed=JSON_TEXT),
        message(BODY.replace(MID, "SOMEBODYELSE")),
    ],
)
def test_message_with_another_signature_is_forged(provider: PaytmProvider, body: str) -> None:
    with pytest.raises(Forged):
        provider.notice(inbound(body))


@pytest.mark.parametrize("body", [b"{", b"{}", b'{"head":{},"body":{}}', b"\xff\xfe", b'{"head":null}'])
def test_malformed_webhook_is_stored_as_forged(shop: Shop, body: bytes) -> None:
    shop.begin()
    reply = APIClient().generic("POST", "/api/v1/payments/paytm/webhook/", body, content_type="text/plain")  # type: ignore[arg-type]  # bytes are accepted
    assert reply.status_code == 200
    shop.run_jobs()
    assert Notification.objects.get().verdict == Verdict.FORGED
    assert balance_of(shop.payer.pk) == 0


def test_dashboard_webhook_credits_like_the_form(shop: Shop) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, "approve", comes_back=False)
    text = message(json.dumps({"mid": MID, "orderId": attempt.ref, "txnAmount": "25.50"}))
    reply = APIClient().generic(
        "POST", "/api/v1/payments/paytm/webhook/", text, content_type="application/json"
    )
    assert reply.status_code == 200
    shop.run_jobs()
    assert Notification.objects.get().verdict == Verdict.HANDLED
    assert balance_of(shop.payer.pk) == D("25.50")


def test_signed_return_is_handled_like_a_webhook(shop: Shop) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, "approve")
    shop.sandbox.outbox.clear()
    shop.run_jobs()
    kept = Notification.objects.get()
    assert (kept.verdict, kept.attempt) == (Verdict.HANDLED, attempt)
    assert balance_of(shop.payer.pk) == D("25.50")
    assert shop.sandbox.seen[-1].path == "/paytm/v3/order/status"


def test_unpaid_order_is_open(shop: Shop) -> None:
    attempt = shop.begin()
    shop.check(attempt)
    attempt.refresh_from_db()
    assert attempt.state == State.REDIRECTED


def test_token_is_valid_once_for_fifteen_minutes(shop: Shop) -> None:
    first, second = shop.begin(), shop.begin()
    shop.go(first)
    with pytest.raises(AssertionError):
        shop.go(first)
    shop.sandbox.advance(16 * 60)
    with pytest.raises(AssertionError):
        shop.go(second)


REFUND = RefundOrder(ref="back-1", amount=D("10.00"), already_refunded=D(0), reason="requested")


@pytest.mark.parametrize(
    ("status", "code", "outcome"),
    [
        ("TXN_SUCCESS", "10", RefundOutcome.DONE),
        ("PENDING", "601", RefundOutcome.PENDING),
        ("TXN_FAILURE", "501", RefundOutcome.PENDING),
        ("A_NEW_WORD", "1", RefundOutcome.PENDING),
        ("TXN_FAILURE", "600", RefundOutcome.FAILED),
    ],
)
def test_refund_status_maps_to_its_outcome(
    provider: PaytmProvider, sandbox: SandboxGateways, status: str, code: str, outcome: RefundOutcome
) -> None:
    sandbox.scripted.append(answer(status, code, refundId="R1"))
    known = provider.refund_status(order(payment_id="77"), REFUND)
    assert (known.outcome, known.refund_id) == (outcome, "R1")


def test_refund_is_pending_until_queried(shop: Shop, dora: User) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, "approve")
    shop.deliver()
    refund = request_refund(ref=attempt.ref, amount=D("10.00"), reason="requested", by=dora)
    shop.run_jobs()
    refund.refresh_from_db()
    assert (refund.state, balance_of(shop.payer.pk)) == ("pending", D("15.50"))
    type(refund).objects.update(next_check_at="2026-01-01T00:00Z")
    check_due_refunds()
    refund.refresh_from_db()
    assert (refund.state, refund.refund_id) == ("done", f"R{refund.ref}")
    assert Attempt.objects.get().state == State.PARTIALLY_REFUNDED


def test_repeated_refund_is_made_once_and_a_rejected_one_fails(shop: Shop) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, "approve")
    shop.deliver()
    attempt.refresh_from_db()
    provider, paid = adapter_for(attempt), order_of(attempt)
    assert provider.refund(paid, REFUND).outcome is RefundOutcome.PENDING
    assert provider.refund(paid, REFUND).outcome is RefundOutcome.DONE
    assert shop.gateway.payments[attempt.ref].refunded == D("10.00")
    too_much = replace(REFUND, ref="back-2", amount=D("15.51"))
    assert provider.refund(paid, too_much).outcome is RefundOutcome.FAILED
    assert shop.gateway.payments[attempt.ref].refunded == D("10.00")


def test_refund_at_paytm_debits_the_wallet(shop: Shop) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, "approve")
    shop.deliver()
    shop.gateway.reverse(shop.gateway.payments[attempt.ref], disputed=False)
    shop.deliver()
    attempt.refresh_from_db()
    assert (attempt.state, balance_of(shop.payer.pk)) == (State.REFUNDED, D(0))

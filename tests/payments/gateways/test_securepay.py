"""SecurePay: fingerprints, results, and refunds that must not be repeated."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal as D
from typing import Any
from urllib.parse import urlencode
from xml.etree import ElementTree as ET

import httpx
import pytest

from apps.accounts.models import User
from apps.core.errors import BadInput
from apps.payments.choices import WAITING, State, Verdict
from apps.payments.models import Attempt, Notification, ProviderAccount, Refund
from apps.payments.port import (
    Account,
    AutoPost,
    Forged,
    Inbound,
    Order,
    Outcome,
    OutcomeUnknown,
    Payer,
    RefundOrder,
    RefundOutcome,
)
from apps.payments.providers.securepay.adapter import SecurePayProvider, fingerprint
from apps.payments.providers.securepay.sandbox import MERCHANT, PASSWORD, answer, sign
from apps.payments.services.accounts import set_account
from apps.payments.services.refunding import check_due_refunds, request_refund
from apps.wallet.selectors import balance_of
from embedded.gateways.sandbox import SandboxGateways
from embedded.loopback import NO_ANSWER, Reply
from tests.payments.gateways.shop import Shop

REQUEST = ("0", "ord-1001", "10000", "20260102030405")
RESULT = ("ord-1001", "10000", "20260102030407", "1")
CREDENTIALS = {"merchant_id": MERCHANT, "transaction_password": PASSWORD}


@pytest.fixture
def shop(make_shop: Any) -> Shop:
    made: Shop = make_shop("securepay")
    return made


@pytest.fixture
def provider(sandbox: SandboxGateways) -> SecurePayProvider:
    return SecurePayProvider(Account(CREDENTIALS, live=False))


def order(**changes: Any) -> Order:
    made = Order(
        ref="ord-1001",
        amount=D("100.00"),
        currency="AUD",
        description="A ride",
        payer=Payer(id=7, first_name="Ada", last_name="", email="ada@example.com", mobile=""),
        language="en",
        session_id="",
        payment_id="ord-1001/136287",
        created_at=datetime.now(UTC),
        expires_at=datetime.now(UTC),
        return_url="https://shop.test/return",
        cancel_url="https://shop.test/cancel",
        webhook_url="https://shop.test/webhook",
    )
    return replace(made, **changes)


@pytest.mark.parametrize(
    ("rest", "digest", "expected"),
    [
        (REQUEST, "sha1", "06ff59c174088f9391d4ddf8f98cc45534b2d06b"),
        (REQUEST, "hmac-sha256", "fcf1be5bbdb92527a06e337d6fb68450376b3a012993953b3a6ca0823922c144"),
        (RESULT, "sha1", "262e20c64819e85d4a7801ea301a6caf735d7e4f"),
        (RESULT, "hmac-sha256", "ad9aa92c311e82d808c7b7e649ace7f76f9e0c3283ec2fadcd6c51308d5960fd"),
    ],
)
def test_fingerprints_match_the_reference(rest: tuple[str, ...], digest: str, expected: str) -> None:
    assert fingerprint("abc123", merchant="ABC0001", rest=rest, digest=digest) == expected


@pytest.mark.parametrize("digest", ["sha1", "hmac-sha256"])
def test_form_and_result_use_the_selected_digest(settings: Any, digest: str) -> None:
    settings.PAYMENTS_SANDBOX_URL = ""
    credentials = {"merchant_id": "ABC0001", "transaction_password": "abc123", "fingerprint": digest}
    provider = SecurePayProvider(Account(credentials, live=False))
    action = provider.start(order()).action
    assert isinstance(action, AutoPost)
    rest = tuple(action.fields[name] for name in ("txn_type", "primary_ref", "amount", "fp_timestamp"))
    signed = fingerprint("abc123", merchant="ABC0001", rest=rest, digest=digest)
    assert action.fields["fingerprint"] == signed
    response = fingerprint("abc123", merchant="ABC0001", rest=RESULT, digest=digest)
    fields = dict(zip(("refid", "amount", "timestamp", "summarycode"), RESULT, strict=True))
    notice = provider.notice(inbound({**fields, "merchant": "ABC0001", "fingerprint": response}))
    assert notice.ref == "ord-1001"


@pytest.mark.parametrize(
    ("live", "expected"),
    [
        (False, "https://test.payment.securepay.com.au/secureframe/invoice"),
        (True, "https://payment.securepay.com.au/secureframe/invoice"),
    ],
)
def test_form_matches_the_guide(settings: Any, live: bool, expected: str) -> None:
    settings.PAYMENTS_SANDBOX_URL = ""
    action = SecurePayProvider(Account(CREDENTIALS, live)).start(order(amount=D("12.30"))).action
    assert isinstance(action, AutoPost)
    assert action.url == expected
    fields = dict(action.fields)
    stamp = datetime.strptime(fields.pop("fp_timestamp"), "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    assert abs(datetime.now(UTC) - stamp) < timedelta(minutes=1)
    assert len(fields.pop("fingerprint")) == 40
    assert fields == {
        "bill_name": "transact",
        "merchant_id": MERCHANT,
        "txn_type": "0",
        "primary_ref": "ord-1001",
        "amount": "1230",
        "currency": "AUD",
        "return_url": "https://shop.test/return",
        "return_url_target": "parent",
        "return_url_text": "Continue",
        "callback_url": "https://shop.test/webhook",
        "cancel_url": "https://shop.test/cancel",
        "template": "responsive",
        "confirmation": "no",
        "display_receipt": "no",
        "card_types": "VISA|MASTERCARD",
    }
    assert PASSWORD not in str(action)


def test_only_australian_dollars_with_two_decimals_are_supported(provider: SecurePayProvider) -> None:
    assert [code for code in ("AUD", "NZD", "USD") if provider.supports_currency(code)] == ["AUD"]
    with pytest.raises(ValueError, match="decimals"):
        provider.start(order(amount=D("1.005")))


def inbound(fields: dict[str, str]) -> Inbound:
    return Inbound(method="POST", headers={}, query={}, body=urlencode(fields).encode())


def result(**changes: str) -> dict[str, str]:
    """Return a genuine result with these values."""
    fields = {
        "merchant": MERCHANT,
        "refid": "ord-1001",
        "amount": "10000",
        "timestamp": "20260102030407",
        "summarycode": "1",
        "txnid": "136287",
        "currency": "AUD",
        "rescode": "00",
        "restext": "Approved",
    } | changes
    signed = (fields[name] for name in ("refid", "amount", "timestamp", "summarycode"))
    return {**fields, "fingerprint": sign(*signed)}


def test_genuine_result_has_all_fields(provider: SecurePayProvider) -> None:
    snapshot = provider.notice(inbound(result())).snapshot
    assert snapshot is not None
    assert (snapshot.outcome, snapshot.ref, snapshot.amount, snapshot.currency, snapshot.payment_id) == (
        Outcome.PAID,
        "ord-1001",
        D("100.00"),
        "AUD",
        "ord-1001/136287",
    )


@pytest.mark.parametrize(
    ("code", "outcome"),
    [("1", Outcome.PAID), ("2", Outcome.FAILED), ("3", Outcome.PENDING), ("4", Outcome.PENDING)],
)
def test_summary_code_maps_to_its_outcome(provider: SecurePayProvider, code: str, outcome: Outcome) -> None:
    snapshot = provider.notice(inbound(result(summarycode=code))).snapshot
    assert snapshot is not None
    assert snapshot.outcome is outcome


@pytest.mark.parametrize(
    "fields",
    [
        result() | {"amount": "1"},
        result() | {"refid": "ord-1002"},
        result() | {"timestamp": "20260102030408"},
        result(summarycode="2") | {"summarycode": "1"},
        result() | {"merchant": "XYZ0001"},
        result() | {"fingerprint": ""},
        result() | {"fingerprint": "ä" * 40},
        result(amount="10000|1"),
        result(amount="-1"),
        result(amount="1e4"),
        result(summarycode="1\x80"),
        result(refid="ord-1001|10000"),
        result(timestamp=""),
        {},
    ],
)
def test_incompletely_signed_result_is_forged(provider: SecurePayProvider, fields: dict[str, str]) -> None:
    with pytest.raises(Forged):
        provider.notice(inbound(fields))


def test_fingerprint_of_a_checkout_form_is_not_a_result(provider: SecurePayProvider) -> None:
    action = provider.start(order()).action
    assert isinstance(action, AutoPost)
    form = action.fields
    fields = result(timestamp=form["fp_timestamp"]) | {"fingerprint": form["fingerprint"]}
    with pytest.raises(Forged):
        provider.notice(inbound(fields))


def test_unsigned_transaction_id_is_bound_to_its_order(provider: SecurePayProvider) -> None:
    """The id is not signed, so a payer could send that of another payment."""
    snapshot = provider.notice(inbound(result(txnid="999999"))).snapshot
    assert snapshot is not None
    assert snapshot.payment_id == "ord-1001/999999"
    for odd in ("", "1/2", "1" * 61):
        snapshot = provider.notice(inbound(result(txnid=odd))).snapshot
        assert snapshot is not None
        assert snapshot.payment_id == ""


def test_test_and_live_require_different_passwords(shop: Shop) -> None:
    """Otherwise the gateway's sandbox could sign the result of a live order."""
    with pytest.raises(BadInput) as refused:
        set_account(provider="securepay", live=True, enabled=True, credentials=CREDENTIALS)
    assert refused.value.code == "invalid"
    assert refused.value.fields
    assert refused.value.fields.keys() == {"transaction_password"}
    assert not ProviderAccount.objects.filter(live=True, enabled=True).exists()
    own = CREDENTIALS | {"transaction_password": "another-one"}
    assert set_account(provider="securepay", live=True, credentials=own).credentials == own


def test_fetch_sends_no_request(shop: Shop) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    seen = len(shop.sandbox.seen)
    shop.check(attempt)
    attempt.refresh_from_db()
    assert (attempt.state, len(shop.sandbox.seen)) == (State.REDIRECTED, seen)


def test_signed_return_alone_credits_the_payment(shop: Shop) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, "approve")
    shop.sandbox.outbox.clear()
    shop.run_jobs()
    assert Notification.objects.get().verdict == Verdict.HANDLED
    assert balance_of(shop.payer.pk) == D("25.50")


def test_error_is_neither_paid_nor_failed(shop: Shop) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, "pending")
    assert b"summarycode=3" in shop.sandbox.outbox[0].body
    shop.deliver()
    attempt.refresh_from_db()
    assert attempt.state in WAITING
    assert balance_of(shop.payer.pk) == 0


def test_expired_form_is_rejected(shop: Shop) -> None:
    attempt = shop.begin()
    shop.sandbox.advance(3601)
    with pytest.raises(AssertionError, match="not current"):
        shop.go(attempt)


REFUND = RefundOrder(ref="back-1", amount=D("10.00"), already_refunded=D(0), reason="requested")


def test_refund_request_matches_the_guide(provider: SecurePayProvider, sandbox: SandboxGateways) -> None:
    sandbox.scripted.append(answer("000", "Normal", approved="Yes", code="00"))
    assert provider.refund(order(), REFUND).outcome is RefundOutcome.DONE
    [request] = sandbox.seen
    assert (request.method, request.path) == ("POST", "/securepay/xmlapi/payment")
    message = ET.fromstring(request.body)
    texts = {element.tag: element.text for element in message.iter() if not len(element)}
    assert texts.pop("messageTimestamp")
    assert texts == {
        "messageID": "back-1",
        "timeoutValue": "60",
        "apiVersion": "xml-4.2",
        "merchantID": MERCHANT,
        "password": PASSWORD,
        "RequestType": "Payment",
        "txnType": "4",
        "txnSource": "23",
        "amount": "1000",
        "purchaseOrderNo": "ord-1001",
        "txnID": "136287",
    }


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        (answer("000", "Normal", approved="Yes", code="08"), RefundOutcome.DONE),
        (answer("000", "Normal", approved="No", code="05"), RefundOutcome.FAILED),
        (answer("000", "Normal", approved="No", code="157"), RefundOutcome.FAILED),
        (answer("000", "Normal", approved="No", code="512"), RefundOutcome.PENDING),
        (answer("000", "Normal", approved="No", code="68"), RefundOutcome.PENDING),
        (answer("000", "Normal"), RefundOutcome.PENDING),
        (answer("504", "Invalid merchant ID"), RefundOutcome.FAILED),
        (answer("550", "Invalid password"), RefundOutcome.FAILED),
        (answer("510", "Unable to connect"), RefundOutcome.PENDING),
        (answer("524", "Response not received"), RefundOutcome.PENDING),
        (Reply(500, b""), RefundOutcome.PENDING),
        (Reply(200, b"<html>"), RefundOutcome.PENDING),
        (Reply(200, b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), RefundOutcome.PENDING),
        (NO_ANSWER, RefundOutcome.PENDING),
    ],
)
def test_refund_fails_only_after_a_clear_rejection(
    provider: SecurePayProvider, sandbox: SandboxGateways, reply: Reply, outcome: RefundOutcome
) -> None:
    sandbox.scripted.append(reply)
    response = provider.refund(order(), REFUND)
    assert response.outcome is outcome
    assert PASSWORD not in response.reason


def test_refund_that_was_not_sent_is_retried(provider: SecurePayProvider, sandbox: SandboxGateways) -> None:
    sandbox.stop()
    with pytest.raises(OutcomeUnknown) as unsure:
        provider.refund(order(), REFUND)
    assert isinstance(unsure.value.__cause__, httpx.ConnectError)


def test_refund_without_a_response_is_never_repeated(shop: Shop, dora: User) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, "approve")
    shop.deliver()
    shop.gateway.silent_for = 1
    request_refund(ref=attempt.ref, amount=D("10.00"), reason="requested", by=dora)
    shop.run_jobs()
    request = len(shop.sandbox.seen)
    for _again in range(3):
        Refund.objects.update(next_check_at="2026-01-01T00:00Z")
        check_due_refunds()
    refund = Refund.objects.get()
    assert (refund.state, len(shop.sandbox.seen)) == ("pending", request)
    assert "portal" in refund.problem
    assert balance_of(shop.payer.pk) == D("15.50")
    assert Attempt.objects.get().state == State.PAID

"""LiqPay: the envelope, statuses, and refunds without idempotency keys."""

import base64
import json
from dataclasses import replace
from decimal import Decimal as D
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from apps.accounts.models import User
from apps.payments.choices import State
from apps.payments.port import (
    Account,
    AutoPost,
    Forged,
    Outcome,
    OutcomeUnknown,
    ProviderError,
    RefundOutcome,
)
from apps.payments.providers.liqpay.adapter import LiqpayProvider, encode, sign
from apps.payments.providers.liqpay.sandbox import PRIVATE_KEY, PUBLIC_KEY, Liqpay
from apps.payments.services.refunding import request_refund
from embedded.gateways.sandbox import SandboxGateways
from embedded.loopback import NO_ANSWER, Reply, Request
from tests.payments.gateways.orders import inbound, make_order, make_refund
from tests.payments.gateways.shop import Shop
from tests.payments.gateways.test_contract import settle_refunds

DATA = (
    "eyJ2ZXJzaW9uIjozLCJwdWJsaWNfa2V5IjoiZGVtb19wdWIiLCJhY3Rpb24iOiJwYXkiLCJhbW91bnQiOiIxMDAuMDAiLCJjdXJyZW5j"
    "eSI6IlVBSCIsImRlc2NyaXB0aW9uIjoiUmlkZSIsIm9yZGVyX2lkIjoib3JkLTEwMDEifQ=="
)
ORDER = make_order(currency="UAH", payment_id="77")
PENDING = (
    *("processing", "prepared", "wait_accept", "wait_secure", "hold_wait", "3ds_verify", "otp_verify"),
    *("cash_wait", "invoice_wait", "try_again", "a new word"),
)
OUTCOMES = {
    "success": Outcome.PAID,
    "sandbox": Outcome.PAID,
    "wait_compensation": Outcome.PAID,
    "failure": Outcome.FAILED,
    "error": Outcome.FAILED,
    "reversed": Outcome.REFUNDED,
    **dict.fromkeys(PENDING, Outcome.PENDING),
}


@pytest.fixture
def shop(make_shop: Any) -> Shop:
    made: Shop = make_shop("liqpay")
    return made


@pytest.fixture
def provider(sandbox: SandboxGateways) -> LiqpayProvider:
    return LiqpayProvider(Account(Liqpay.credentials, live=False))


def status(status_text: str = "success", **more: Any) -> Reply:
    body = {
        "result": "ok",
        "status": status_text,
        "public_key": PUBLIC_KEY,
        "order_id": ORDER.ref,
        "payment_id": 77,
        "amount": 25.5,
        "currency": "UAH",
    }
    return Reply(200, body | more)


def callback(body: dict[str, Any], *, key: str = PRIVATE_KEY) -> bytes:
    data = encode(body)
    return urlencode({"data": data, "signature": sign(key, data)}).encode()


def opened(action: object) -> dict[str, Any]:
    assert isinstance(action, AutoPost)
    assert action.fields.keys() == {"data", "signature"}
    assert action.fields["signature"] == sign(PRIVATE_KEY, action.fields["data"])
    body: dict[str, Any] = json.loads(base64.b64decode(action.fields["data"], validate=True))
    return body


def test_envelope_matches_the_reference() -> None:
    body = {
        "version": 3,
        "public_key": "demo_pub",
        "action": "pay",
        "amount": "100.00",
        "currency": "UAH",
        "description": "Ride",
        "order_id": "ord-1001",
    }
    assert encode(body) == DATA
    assert sign("demo_priv", DATA) == "MnhbH+4rwCemdh/YeP435g+dC5M="
    assert sign("demo_priv", DATA[:76] + "\n" + DATA[76:]) != sign("demo_priv", DATA)
    assert "\n" not in encode(body | {"description": "Поїздка" * 50})


def test_checkout_form_has_all_fields(settings: Any) -> None:
    settings.PAYMENTS_SANDBOX_URL = ""
    for live in (True, False):
        action = LiqpayProvider(Account(Liqpay.credentials, live=live)).start(ORDER).action
        assert isinstance(action, AutoPost)
        assert action.url == "https://www.liqpay.ua/api/3/checkout"
        assert opened(action) == {
            "version": 3,
            "public_key": PUBLIC_KEY,
            "action": "pay",
            "amount": "25.50",
            "currency": "UAH",
            "description": ORDER.description,
            "order_id": ORDER.ref,
            "result_url": ORDER.return_url,
            "server_url": ORDER.webhook_url,
            "language": "en",
            "expired_date": "2026-11-22 04:00:00",
        }


def test_supported_languages_and_currencies(provider: LiqpayProvider) -> None:
    assert opened(provider.start(replace(ORDER, language="uk")).action)["language"] == "uk"
    assert opened(provider.start(replace(ORDER, language="ar")).action)["language"] == "en"
    assert {code for code in ("UAH", "USD", "EUR", "GBP", "RUB") if provider.supports_currency(code)} == {
        *("UAH", "USD", "EUR")
    }
    with pytest.raises(ValueError, match="decimals"):
        provider.start(replace(ORDER, amount=D("1.001")))


def test_status_maps_to_its_outcome(provider: LiqpayProvider, sandbox: SandboxGateways) -> None:
    for status_text, outcome in OUTCOMES.items():
        sandbox.scripted.append(status(status_text))
        snapshot = provider.fetch(ORDER)
        assert snapshot.outcome is outcome, status_text
        assert (snapshot.ref, snapshot.amount, snapshot.currency) == (ORDER.ref, D("25.50"), "UAH")
        assert (snapshot.payment_id, snapshot.live) == ("77", False)
    sent = httpx.QueryParams(sandbox.seen[-1].body.decode())
    assert json.loads(base64.b64decode(sent["data"])) == {
        "version": 3,
        "public_key": PUBLIC_KEY,
        "action": "status",
        "order_id": ORDER.ref,
    }


def test_test_mode_payment_is_never_live(sandbox: SandboxGateways) -> None:
    keys = {"public_key": "i123", "private_key": "live"}
    provider = LiqpayProvider(Account(keys, live=False))
    for status_text, live in (("sandbox", False), ("success", None)):
        sandbox.scripted.append(status(status_text, public_key="i123"))
        assert provider.fetch(ORDER).live is live


def test_amounts_are_exact(provider: LiqpayProvider, sandbox: SandboxGateways) -> None:
    for text in ("0.1", "1234567.89", "100", "100.10"):
        reply = json.dumps(status().body).replace("25.5", text).encode()
        sandbox.scripted.append(Reply(200, reply))
        assert provider.fetch(ORDER).amount == D(text)


def test_order_that_was_not_started_is_pending(provider: LiqpayProvider, sandbox: SandboxGateways) -> None:
    assert provider.fetch(ORDER).outcome is Outcome.PENDING
    error = {"result": "error", "status": "error"}
    for unclear in (
        Reply(200, error | {"err_code": "public_key_not_found"}),
        Reply(200, error),
        Reply(200, b"<html>"),
        Reply(502, error),
        NO_ANSWER,
        status(public_key="sandbox_another"),
    ):
        sandbox.scripted.append(unclear)
        with pytest.raises(OutcomeUnknown):
            provider.fetch(ORDER)


def test_genuine_callback_identifies_the_order(provider: LiqpayProvider) -> None:
    body = {"public_key": PUBLIC_KEY, "order_id": "ord-1001", "status": "success", "action": "pay"}
    notice = provider.notice(inbound(callback(body), {}))
    assert (notice.ref, notice.kind, notice.snapshot) == ("ord-1001", "pay success", None)


def test_unsigned_callbacks_are_forged(provider: LiqpayProvider) -> None:
    body = {"public_key": PUBLIC_KEY, "order_id": "ord-1001", "status": "success"}
    signature = sign(PRIVATE_KEY, encode(body))
    tampered = urlencode({"data": encode(body | {"order_id": "ord-1002"}), "signature": signature})
    for forged in (callback(body, key="key-of-a-forger"), callback(body, key=""), tampered.encode()):
        with pytest.raises(Forged, match="signature"):
            provider.notice(inbound(forged, {}))
    with pytest.raises(Forged, match="another merchant"):
        provider.notice(inbound(callback(body | {"public_key": "sandbox_another"}), {}))
    for nonsense in (b"", b"data=&signature=", b"data=a&data=b&signature=c", b"\xff"):
        with pytest.raises((Forged, LookupError, ValueError)):
            provider.notice(inbound(nonsense, {}))


def test_partial_refund_leaves_the_payment_paid(provider: LiqpayProvider, sandbox: SandboxGateways) -> None:
    sandbox.scripted += [status("reversed", refund_amount=5.5), status("reversed", refund_amount=25.5)]
    assert provider.fetch(ORDER).outcome is Outcome.PAID
    assert provider.fetch(ORDER).outcome is Outcome.REFUNDED


def test_refund_results(provider: LiqpayProvider, sandbox: SandboxGateways) -> None:
    sandbox.scripted += [status(), status("reversed"), status(refund_amount=10.0)]
    answer = provider.refund(ORDER, make_refund("10.00"))
    assert (answer.outcome, answer.refund_id) == (RefundOutcome.DONE, "77:refund0123456789abcd")
    sent = httpx.QueryParams(sandbox.seen[1].body.decode())["data"]
    assert json.loads(base64.b64decode(sent))["amount"] == "10.00"
    # Accepted but not in the total yet: queried again, never requested again.
    sandbox.scripted += [status(), status("reversed"), status(), status()]
    assert provider.refund(ORDER, make_refund("10.00")).outcome is RefundOutcome.PENDING
    assert provider.refund_status(ORDER, make_refund("10.00")).outcome is RefundOutcome.PENDING
    sandbox.scripted.append(status(refund_amount=10.0))
    assert provider.refund_status(ORDER, make_refund("10.00")).outcome is RefundOutcome.DONE
    # The second part of two.
    sandbox.scripted.append(status(refund_amount=15.5))
    second = make_refund("5.50", already_refunded=D("10.00"))
    assert provider.refund_status(ORDER, second).outcome is RefundOutcome.DONE
    # A refund was made in LiqPay's dashboard.
    sandbox.scripted.append(status(refund_amount=3.0))
    with pytest.raises(OutcomeUnknown, match="at the gateway"):
        provider.refund(ORDER, make_refund("10.00"))
    sandbox.scripted += [status(), Reply(200, {"result": "error", "status": "error", "err_code": "limit"})]
    with pytest.raises(ProviderError, match="limit") as said_no:
        provider.refund(ORDER, make_refund("10.00"))
    assert not isinstance(said_no.value, OutcomeUnknown)


def test_refund_with_a_lost_response_is_not_repeated(shop: Shop, dora: User) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, "approve")
    shop.deliver()

    def made_without_a_word(request: Request) -> Reply:
        shop.sandbox.answer(request)
        return NO_ANSWER

    shop.sandbox.scripted += [shop.sandbox.answer, made_without_a_word]
    request_refund(ref=attempt.ref, amount=D("10.00"), reason="requested", by=dora)
    for _again in range(3):
        settle_refunds(shop)
    attempt.refresh_from_db()
    assert (attempt.state, attempt.refunded_amount) == (State.PARTIALLY_REFUNDED, D("10.00"))
    assert list(shop.gateway.payments[attempt.ref].refunds.values()) == [D("10.00")]


def test_refund_at_liqpay_is_charged_back(shop: Shop) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, "approve")
    shop.deliver()
    shop.gateway.reverse(shop.gateway.payments[attempt.ref], disputed=False)
    shop.deliver()
    attempt.refresh_from_db()
    assert (attempt.state, attempt.refunded_amount) == (State.REFUNDED, D("25.50"))


def test_sandbox_is_as_strict_as_the_original(provider: LiqpayProvider) -> None:
    action = provider.start(ORDER).action
    assert isinstance(action, AutoPost)
    body = opened(action)

    def posted(changed: dict[str, Any], key: str = PRIVATE_KEY) -> str:
        data = encode(changed)
        return httpx.post(action.url, data={"data": data, "signature": sign(key, data)}).text

    assert "invalid_signature" in posted(body, key="another")
    assert "public_key" in posted(body | {"public_key": "i1"})
    assert "public_key" in posted(body | {"version": "3"})
    assert "err_amount" in posted(body | {"amount": "25.505"})
    assert "err_currency" in posted(body | {"currency": "GBP"})
    assert "err_missing" in posted(body | {"sandbox": "1"})
    assert "This is a sandbox" in posted(body)

"""PayPal: captures, statuses, certificates, and signatures over the exact bytes."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal as D
from typing import Any

import pytest

from apps.payments.choices import State
from apps.payments.models import Attempt
from apps.payments.port import (
    Account,
    Forged,
    Inbound,
    Order,
    Outcome,
    OutcomeUnknown,
    ProviderError,
    Redirect,
    RefundOutcome,
)
from apps.payments.providers.paypal import api as paypal_api
from apps.payments.providers.paypal.adapter import SIGNED_BY, PaypalProvider, amount_of
from apps.payments.providers.paypal.sandbox import CERT_URL, CLIENT_ID, CLIENT_SECRET, WEBHOOK_ID, Paypal
from apps.payments.providers.paypal.sandbox_signing import raw_event, signed_text
from apps.wallet.selectors import balance_of
from embedded.gateways.payment import Payment
from embedded.gateways.sandbox import SandboxGateways
from embedded.loopback import NO_ANSWER, Reply, Request
from tests.payments.gateways.orders import inbound, make_order, make_refund
from tests.payments.gateways.shop import Shop

VECTOR = b'{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED"}'
VECTOR_ID = "69cd13f0-d67a-11e5-baa3-778b53f4ae55"
VECTOR_TIME = "2026-01-02T03:04:05Z"
VECTOR_TEXT = f"{VECTOR_ID}|{VECTOR_TIME}|1JE4291016473214C|2325436976"
VECTOR_SHA256 = "3ba1dd1ad180f65087a0f654a2958d642c5fa08bba22a085bb421e6609993c5d"
CREDENTIALS = {"client_id": CLIENT_ID, "client_secret": CLIENT_SECRET, "webhook_id": WEBHOOK_ID}
VERIFY = "/paypal/v1/notifications/verify-webhook-signature"


def adapter(*, live: bool = False, **credentials: str) -> PaypalProvider:
    return PaypalProvider(Account(CREDENTIALS | credentials, live))


@pytest.fixture
def paypal(sandbox: SandboxGateways) -> Paypal:
    gateway = sandbox.gateways["paypal"]
    assert isinstance(gateway, Paypal)
    return gateway


def start_order(paypal: Paypal, **changes: Any) -> tuple[Order, Payment]:
    order = make_order(**changes)
    started = adapter().start(order)
    payment = paypal.payments[order.ref]
    return replace(order, session_id=started.session_id, payment_id=payment.payment_id), payment


def paid(paypal: Paypal) -> tuple[Order, Payment]:
    order, payment = start_order(paypal)
    paypal.decide(payment, "approve")
    assert adapter().fetch(order).outcome is Outcome.PAID
    return order, payment


def requests_to(sandbox: SandboxGateways, path: str) -> list[Request]:
    return [request for request in sandbox.seen if request.path.endswith(path)]


def vector(paypal: Paypal) -> Inbound:
    """Return the reference message with its headers."""
    paypal.send_signed(VECTOR, sent_as=VECTOR_ID)
    sent = paypal.sandbox.outbox[-1]
    return inbound(sent.body, dict(sent.headers))


def test_reference_message_is_verified_byte_for_byte(sandbox: SandboxGateways, paypal: Paypal) -> None:
    text = signed_text(VECTOR_ID, VECTOR_TIME, WEBHOOK_ID, VECTOR)
    assert (text, hashlib.sha256(text.encode()).hexdigest()) == (VECTOR_TEXT, VECTOR_SHA256)
    notice = adapter().notice(vector(paypal))
    assert (notice.kind, notice.event_id, notice.ref) == ("PAYMENT.CAPTURE.COMPLETED", "WH-1", "")
    [request] = requests_to(sandbox, VERIFY)
    assert raw_event(request.body) == VECTOR


def test_unsigned_message_is_forged(sandbox: SandboxGateways, paypal: Paypal) -> None:
    genuine_notice = vector(paypal)

    def with_header(name: str, value: str) -> Inbound:
        return replace(genuine_notice, headers={**genuine_notice.headers, SIGNED_BY[name]: value})

    unverified = [
        with_header("cert_url", url)
        for url in (
            "",
            CERT_URL.replace("https", "http"),
            "https://api.sandbox.paypal.com.evil.example/cert",
            "https://evil.example/.paypal.com",
            "https://evilpaypal.com/cert",
            "https://api.paypal.com@evil.example/cert",
            "https://api.paypal.com:8443/cert",
        )
    ]
    unverified += [with_header(name, "") for name in SIGNED_BY]
    # A body that closes the object early could add fields to the verification request.
    unverified += [
        replace(genuine_notice, body=body)
        for body in (VECTOR + b', "webhook_id": "x"', b"[1]", b"", b"\xff\xfe{}")
    ]
    for message in unverified:
        with pytest.raises((Forged, ValueError)):
            adapter().notice(message)
    assert not requests_to(sandbox, VERIFY)
    said_no = [
        with_header("transmission_id", "another"),
        with_header("transmission_time", "2026-01-02T03:04:06Z"),
        with_header("transmission_sig", "AAAA"),
        with_header("auth_algo", "SHA1withRSA"),
        replace(genuine_notice, body=VECTOR.replace(b"WH-1", b"WH-2")),
        replace(genuine_notice, body=VECTOR.replace(b'":"', b'": "')),
    ]
    for message in said_no:
        with pytest.raises(Forged, match="did not sign"):
            adapter().notice(message)
    with pytest.raises(Forged, match="did not sign"):
        adapter(webhook_id="another").notice(genuine_notice)
    with pytest.raises(Forged, match="sandbox"):
        adapter(live=True).notice(genuine_notice)
    sandbox.scripted.append(Reply(503, {}))
    with pytest.raises(OutcomeUnknown):
        adapter().notice(genuine_notice)


def test_amounts_have_paypals_decimals(paypal: Paypal) -> None:
    assert amount_of(D("1200"), "JPY") == {"currency_code": "JPY", "value": "1200"}
    assert amount_of(D("1200.00"), "HUF")["value"] == "1200"
    assert amount_of(D("12.3"), "USD")["value"] == "12.30"
    for amount, currency in (("12.50", "TWD"), ("0.001", "EUR")):
        with pytest.raises(ValueError, match="decimals"):
            amount_of(D(amount), currency)
    order, payment = start_order(paypal, amount=D("1200"), currency="JPY")
    paypal.decide(payment, "approve")
    found = adapter().fetch(order)
    assert (found.amount, found.currency, found.ref) == (D("1200"), "JPY", order.ref)


def test_domestic_currencies_require_an_account_in_the_country() -> None:
    assert adapter().supports_currency("USD")
    assert not any(
        adapter().supports_currency(currency) for currency in ("BRL", "INR", "COP", "NGN", "KES", "ZAR")
    )
    assert adapter(country="BR").supports_currency("BRL")
    assert not adapter(country="BR").supports_currency("INR")


def test_payer_is_redirected_to_paypal(sandbox: SandboxGateways, paypal: Paypal) -> None:
    action = adapter().start(make_order()).action
    assert isinstance(action, Redirect)
    assert action.url.startswith(f"{sandbox.url}/paypal/checkoutnow?token=")
    sandbox.scripted += [
        sandbox.answer,
        Reply(
            201, {"id": "5O1", "status": "CREATED", "links": [{"rel": "approve", "href": "https://old.way"}]}
        ),
    ]
    paypal_api._tokens.clear()
    assert adapter().start(make_order(ref="older")).action == Redirect("https://old.way")


def test_approved_order_is_captured_once(sandbox: SandboxGateways, paypal: Paypal) -> None:
    order, payment = start_order(paypal)
    assert adapter().fetch(order).outcome is Outcome.OPEN
    assert not requests_to(sandbox, "/capture")
    paypal.decide(payment, "approve")
    for _again in range(3):
        found = adapter().fetch(order)
        assert (found.outcome, found.amount, found.payment_id) == (
            Outcome.PAID,
            D("25.50"),
            payment.payment_id,
        )
    assert len(requests_to(sandbox, "/capture")) == 1


def test_existing_capture_is_found(sandbox: SandboxGateways, paypal: Paypal) -> None:
    order, payment = start_order(paypal)
    paypal.decide(payment, "approve")
    already = {"name": "UNPROCESSABLE_ENTITY", "details": [{"issue": "ORDER_ALREADY_CAPTURED"}]}

    def faster(request: Request) -> Reply:
        assert sandbox.answer(request).status == 201
        return Reply(422, already)

    sandbox.scripted += [sandbox.answer, faster]
    assert adapter().fetch(order).outcome is Outcome.PAID


def test_declined_instrument_allows_another(
    make_shop: Callable[[str], Shop],
) -> None:
    shop = make_shop("paypal")
    attempt = shop.begin()
    payment = shop.gateway.payments[attempt.ref]
    shop.gateway.decide(payment, "instrument_declined")
    shop.deliver()
    shop.check(attempt)
    attempt.refresh_from_db()
    assert (attempt.state, balance_of(shop.payer.pk)) == (State.REDIRECTED, D(0))
    assert "This is a sandbox" in shop.go(attempt)
    shop.decide(attempt, "approve")
    shop.deliver()
    assert (Attempt.objects.get().state, balance_of(shop.payer.pk)) == (State.PAID, D("25.50"))


def order_data(status: str, *captures: str) -> dict[str, Any]:
    unit: dict[str, Any] = {"custom_id": "abc"}
    if captures:
        amount = {"currency_code": "USD", "value": "25.50"}
        rows = [
            {"id": status_text, "status": status_text, "amount": amount, "custom_id": "abc"}
            for status_text in captures
        ]
        unit["payments"] = {"captures": rows}
    return {"id": "5O1", "status": status, "purchase_units": [unit]}


WORDS = [
    (order_data("CREATED"), Outcome.OPEN),
    (order_data("PAYER_ACTION_REQUIRED"), Outcome.OPEN),
    (order_data("SAVED"), Outcome.PENDING),
    (order_data("COMPLETED"), Outcome.PENDING),
    (order_data("VOIDED"), Outcome.FAILED),
    (order_data("COMPLETED", "COMPLETED"), Outcome.PAID),
    (order_data("COMPLETED", "PARTIALLY_REFUNDED"), Outcome.PAID),
    (order_data("COMPLETED", "REFUNDED"), Outcome.REFUNDED),
    (order_data("COMPLETED", "PENDING"), Outcome.PENDING),
    (order_data("COMPLETED", "DECLINED"), Outcome.FAILED),
    (order_data("COMPLETED", "FAILED"), Outcome.FAILED),
    (order_data("COMPLETED", "DECLINED", "COMPLETED"), Outcome.PAID),
    (order_data("COMPLETED", "UNKNOWN"), Outcome.PENDING),
]


def test_status_maps_to_its_outcome(sandbox: SandboxGateways, paypal: Paypal) -> None:
    order, _payment = start_order(paypal)
    for reply, outcome in WORDS:
        sandbox.scripted.append(Reply(200, reply))
        assert adapter().fetch(order).outcome is outcome, reply


def test_token_is_cached_and_renewed_after_a_rejection(sandbox: SandboxGateways, paypal: Paypal) -> None:
    order, _payment = start_order(paypal)
    adapter().fetch(order)
    assert len(requests_to(sandbox, "/token")) == 1
    paypal.tokens.clear()
    adapter().fetch(order)
    assert len(requests_to(sandbox, "/token")) == 2
    with pytest.raises(OutcomeUnknown, match="invalid_client"):
        adapter(client_secret="another").fetch(order)
    paypal_api._tokens.clear()
    short = {"access_token": next(iter(paypal.tokens)), "expires_in": 59}
    sandbox.scripted += [Reply(200, short), sandbox.answer, Reply(200, short), sandbox.answer]
    for _again in range(2):
        assert adapter().fetch(order).outcome is Outcome.OPEN
    assert not sandbox.scripted, "a token that ends in a minute is used once"


def test_rejection_differs_from_no_response(sandbox: SandboxGateways, paypal: Paypal) -> None:
    order, _payment = start_order(paypal)
    secret = {"name": "X", "message": "ada@example.com", "details": [{"issue": "Y", "value": CLIENT_SECRET}]}
    for status in (400, 403, 404, 422):
        sandbox.scripted.append(Reply(status, secret))
        with pytest.raises(ProviderError) as refused:
            adapter().start(order)
        assert not isinstance(refused.value, OutcomeUnknown), status
        assert str(refused.value) == f"HTTP {status} Y"
    for reply in (
        Reply(409, secret),
        Reply(429, secret),
        Reply(500, secret),
        Reply(200, b"<html>"),
        NO_ANSWER,
    ):
        sandbox.scripted.append(reply)
        with pytest.raises(OutcomeUnknown) as unsure:
            adapter().start(order)
        assert "ada@" not in str(unsure.value)
    with pytest.raises(OutcomeUnknown):
        adapter().fetch(make_order())
    paypal.answers.clear()
    with pytest.raises(ProviderError, match="DUPLICATE_INVOICE_ID"):
        adapter().start(order)


def test_events_identify_their_payment(sandbox: SandboxGateways, paypal: Paypal) -> None:
    order, payment = start_order(paypal)
    for state in ("approved", "paid", "pending", "failed", "refunded", "disputed"):
        payment.state = state
        paypal.notify(payment, state)
        sent = sandbox.outbox[-1]
        notice = adapter().notice(inbound(sent.body, dict(sent.headers)))
        assert notice.ref == order.ref
        assert notice.session_id in ("", order.session_id)
        assert (notice.snapshot is not None) == (state == "disputed")


def test_refund_with_a_lost_response_is_made_once(sandbox: SandboxGateways, paypal: Paypal) -> None:
    order, payment = paid(paypal)

    def lost(request: Request) -> Reply:
        assert sandbox.answer(request).status == 201
        return NO_ANSWER

    sandbox.scripted.append(lost)
    with pytest.raises(OutcomeUnknown):
        adapter().refund(order, make_refund())
    assert adapter().refund(order, make_refund()).outcome is RefundOutcome.DONE
    assert payment.refunded == D("10.00")
    assert adapter().fetch(order).outcome is Outcome.PAID
    with pytest.raises(ProviderError, match="REFUND_AMOUNT_EXCEEDED"):
        adapter().refund(order, make_refund("15.51", ref="more"))


def test_refund_status_is_queried(paypal: Paypal) -> None:
    order, payment = paid(paypal)
    payment.extra["refund_status"] = "PENDING"
    first = adapter().refund(order, make_refund("25.50"))
    assert first.outcome is RefundOutcome.PENDING
    assert adapter().fetch(order).outcome is Outcome.REFUNDED
    words = {
        "COMPLETED": RefundOutcome.DONE,
        "PENDING": RefundOutcome.PENDING,
        "FAILED": RefundOutcome.FAILED,
        "CANCELLED": RefundOutcome.FAILED,
    }
    for status_text, outcome in words.items():
        payment.extra["refund_status"] = status_text
        assert adapter().refund_status(order, make_refund(refund_id=first.refund_id)).outcome is outcome, (
            status_text
        )


@pytest.mark.parametrize("disputed", [False, True])
def test_refund_at_paypal_debits_the_wallet(make_shop: Callable[[str], Shop], disputed: bool) -> None:
    shop = make_shop("paypal")
    attempt = shop.begin()
    shop.decide(attempt, "approve")
    shop.deliver()
    assert balance_of(shop.payer.pk) == D("25.50")
    shop.gateway.reverse(shop.gateway.payments[attempt.ref], disputed=disputed)
    shop.deliver()
    assert Attempt.objects.get().state == (State.DISPUTED if disputed else State.REFUNDED)
    assert balance_of(shop.payer.pk) == 0

"""Paystack: signature, units, statuses, and refunds without idempotency keys."""

import json
from dataclasses import replace
from decimal import Decimal as D
from typing import Any

import httpx
import pytest

from apps.payments.port import (
    Account,
    Forged,
    Order,
    Outcome,
    OutcomeUnknown,
    ProviderError,
    Redirect,
    RefundOutcome,
)
from apps.payments.providers.paystack.adapter import PaystackProvider, sign
from apps.payments.providers.paystack.sandbox import SECRET_KEY
from embedded.gateways.payment import Payment
from embedded.gateways.sandbox import SandboxGateways
from embedded.loopback import NO_ANSWER, Reply, Request
from tests.payments.gateways.orders import ADA, inbound, make_order, make_refund

BODY = b'{"event":"charge.success","data":{"reference":"ord-1001"}}'
SIGNATURE = (
    "67a6713c662ed9cbd4dc4e3b31b8be17d13b3c003120a682999ea8d7bc94b359"
    "b0263dc5f5d9c0227902d5d007691d79a3f90fd970a2d73f129052c68b20dbcd"
)
DEMO = PaystackProvider(Account({"secret_key": "sk_test_demo"}, live=False))


@pytest.fixture
def paystack(sandbox: SandboxGateways) -> PaystackProvider:
    return PaystackProvider(Account({"secret_key": SECRET_KEY}, live=False))


def start_order(
    sandbox: SandboxGateways, paystack: PaystackProvider, **changes: Any
) -> tuple[Order, Payment]:
    """Return an order that was started at Paystack, and its payment there."""
    order = make_order(**changes)
    paystack.start(order)
    return order, sandbox.gateways["paystack"].payments[order.ref]


def paid(sandbox: SandboxGateways, paystack: PaystackProvider) -> tuple[Order, Payment]:
    order, payment = start_order(sandbox, paystack)
    sandbox.gateways["paystack"].decide(payment, "approve")
    return replace(order, payment_id=payment.payment_id), payment


def sent(sandbox: SandboxGateways) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(sandbox.seen[-1].body)
    return body


def test_documented_signature_is_made_and_accepted() -> None:
    assert sign("sk_test_demo", BODY) == SIGNATURE
    notice = DEMO.notice(inbound(BODY, {"X-Paystack-Signature": SIGNATURE}))
    assert (notice.ref, notice.kind) == ("ord-1001", "charge.success")


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (BODY.replace(b"ord-1001", b"ord-1002"), {"x-paystack-signature": SIGNATURE}),
        (BODY + b"\n", {"x-paystack-signature": SIGNATURE}),
        (BODY, {"x-paystack-signature": SIGNATURE[:-1] + "e"}),
        (BODY, {"x-paystack-signature": sign("sk_test_other", BODY)}),
        (BODY, {"x-paystack-signature": ""}),
        (BODY, {}),
    ],
)
def test_other_signatures_are_forged(body: bytes, headers: dict[str, str]) -> None:
    with pytest.raises(Forged):
        DEMO.notice(inbound(body, headers))


@pytest.mark.parametrize(
    "data",
    [
        {"reference": "ord-1"},
        {"status": "processed", "transaction_reference": "ord-1", "refund_reference": "r-1"},
        {"id": 1, "transaction": {"id": 5, "reference": "ord-1"}},
    ],
)
def test_events_identify_their_order(data: dict[str, Any]) -> None:
    body = json.dumps({"event": "any", "data": data}).encode()
    notice = DEMO.notice(inbound(body, {"x-paystack-signature": sign("sk_test_demo", body)}))
    assert notice.ref == "ord-1"


def test_other_events_identify_no_order() -> None:
    body = b'{"event":"transfer.success","data":{"transfer_code":"x"}}'
    notice = DEMO.notice(inbound(body, {"x-paystack-signature": sign("sk_test_demo", body)}))
    assert (notice.ref, notice.session_id, notice.payment_id) == ("", "", "")


@pytest.mark.parametrize(
    ("amount", "currency", "units"),
    [("25.50", "NGN", 2550), ("0.10", "GHS", 10), ("1200", "KES", 120_000), ("19.99", "ZAR", 1999)],
)
def test_amounts_are_sent_in_minor_units(
    sandbox: SandboxGateways, paystack: PaystackProvider, amount: str, currency: str, units: int
) -> None:
    order, payment = start_order(sandbox, paystack, amount=D(amount), currency=currency)
    assert sent(sandbox)["amount"] == units
    sandbox.gateways["paystack"].decide(payment, "approve")
    snapshot = paystack.fetch(order)
    assert snapshot.outcome is Outcome.PAID
    assert (snapshot.amount, snapshot.currency, snapshot.ref) == (D(amount), currency, order.ref)
    assert (snapshot.payment_id, snapshot.live) == (payment.payment_id, False)


def test_amount_with_too_many_decimals_is_not_sent(
    sandbox: SandboxGateways, paystack: PaystackProvider
) -> None:
    with pytest.raises(ValueError, match="decimals"):
        paystack.start(make_order(amount=D("25.505")))
    assert not sandbox.seen


def test_only_its_currencies_are_supported() -> None:
    taken = [currency for currency in ("NGN", "USD", "EUR", "XOF", "RWF") if DEMO.supports_currency(currency)]
    assert taken == ["NGN", "USD"]


def test_payer_is_redirected_and_always_has_an_email(
    sandbox: SandboxGateways, paystack: PaystackProvider
) -> None:
    started = paystack.start(make_order())
    assert isinstance(started.action, Redirect)
    assert started.action.url.endswith(f"/checkout/{started.session_id}")
    assert sent(sandbox)["email"] == ADA.email
    paystack.start(make_order(ref="another", payer=replace(ADA, email="")))
    assert sent(sandbox)["email"] == "rider-7@no-mail.invalid"


def test_repeated_reference_and_wrong_key_are_rejected(
    sandbox: SandboxGateways, paystack: PaystackProvider
) -> None:
    start_order(sandbox, paystack)
    with pytest.raises(ProviderError, match="Duplicate"):
        paystack.start(make_order())
    with pytest.raises(ProviderError, match="401") as refused:
        PaystackProvider(Account({"secret_key": "sk_test_wrong"}, live=False)).start(make_order(ref="other"))
    assert "sk_test_wrong" not in str(refused.value)
    assert set(sandbox.gateways["paystack"].payments) == {make_order().ref}


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        ("success", Outcome.PAID),
        ("failed", Outcome.FAILED),
        ("reversed", Outcome.REFUNDED),
        ("abandoned", Outcome.PENDING),
        ("ongoing", Outcome.PENDING),
        ("pending", Outcome.PENDING),
        ("processing", Outcome.PENDING),
        ("queued", Outcome.PENDING),
        ("a word of tomorrow", Outcome.PENDING),
    ],
)
def test_status_maps_to_its_outcome(
    sandbox: SandboxGateways, paystack: PaystackProvider, status: str, outcome: Outcome
) -> None:
    order, payment = start_order(sandbox, paystack)
    sandbox.scripted.append(verified(status, id=int(payment.payment_id)))
    assert paystack.fetch(order).outcome is outcome


def verified(status: str, **changes: Any) -> Reply:
    data = {
        "id": 5,
        "domain": "test",
        "status": status,
        "reference": make_order().ref,
        "amount": 2550,
        "currency": "USD",
    }
    return Reply(200, {"status": True, "data": data | changes})


def test_transaction_contains_the_mode(sandbox: SandboxGateways, paystack: PaystackProvider) -> None:
    sandbox.scripted.append(verified("success", domain="live"))
    assert paystack.fetch(make_order()).live is True


def test_partly_reversed_payment_is_paid(sandbox: SandboxGateways, paystack: PaystackProvider) -> None:
    part = Reply(200, {"status": True, "data": [{"id": 1, "status": "processed", "amount": 50}]})
    sandbox.scripted += [verified("reversed"), part]
    assert paystack.fetch(make_order()).outcome is Outcome.PAID


@pytest.mark.parametrize(
    "answer",
    [NO_ANSWER, Reply(502, {}), Reply(429, {"status": False}), Reply(200, b"<html>"), Reply(200, [])],
)
def test_unknown_responses_decide_nothing(
    sandbox: SandboxGateways, paystack: PaystackProvider, answer: Reply
) -> None:
    sandbox.scripted.append(answer)
    with pytest.raises(OutcomeUnknown):
        paystack.fetch(make_order())


def test_refund_is_queued_then_done(sandbox: SandboxGateways, paystack: PaystackProvider) -> None:
    order, payment = paid(sandbox, paystack)
    request = make_refund("10.00")
    assert paystack.refund_status(order, request).outcome is RefundOutcome.PENDING
    answer = paystack.refund(order, request)
    assert answer.outcome is RefundOutcome.PENDING
    assert sent(sandbox) == {"transaction": order.ref, "amount": 1000, "merchant_note": request.ref}
    done = paystack.refund_status(order, replace(request, refund_id=answer.refund_id))
    assert (done.outcome, done.refund_id) == (RefundOutcome.DONE, answer.refund_id)
    assert payment.refunded == D(10)


def test_refund_with_a_lost_response_is_not_repeated(
    sandbox: SandboxGateways, paystack: PaystackProvider
) -> None:
    order, payment = paid(sandbox, paystack)

    def lost(request: Request) -> Reply:
        sandbox.answer(request)
        return NO_ANSWER

    sandbox.scripted += [sandbox.answer, lost]
    with pytest.raises(OutcomeUnknown):
        paystack.refund(order, make_refund())
    assert paystack.refund(order, make_refund()).outcome is RefundOutcome.DONE
    assert payment.refunded == D(10)


def test_no_refund_while_the_list_of_refunds_is_unavailable(
    sandbox: SandboxGateways, paystack: PaystackProvider
) -> None:
    order, payment = paid(sandbox, paystack)
    sandbox.scripted.append(Reply(200, {"status": True, "data": {"a": "shape of tomorrow"}}))
    with pytest.raises(OutcomeUnknown):
        paystack.refund(order, make_refund())
    assert payment.refunded == 0


def test_refund_above_the_payment_is_rejected(sandbox: SandboxGateways, paystack: PaystackProvider) -> None:
    order, payment = paid(sandbox, paystack)
    with pytest.raises(ProviderError, match="exceeds"):
        paystack.refund(order, make_refund("25.51"))
    assert payment.refunded == 0


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        ("processed", RefundOutcome.DONE),
        ("failed", RefundOutcome.FAILED),
        ("pending", RefundOutcome.PENDING),
        ("processing", RefundOutcome.PENDING),
        ("needs-attention", RefundOutcome.PENDING),
    ],
)
def test_refund_status_maps_to_its_outcome(
    sandbox: SandboxGateways, paystack: PaystackProvider, status: str, outcome: RefundOutcome
) -> None:
    request = make_refund()
    listed = [{"id": 1, "status": "processed", "amount": 1, "merchant_note": "another"}]
    listed.append({"id": 2, "status": status, "amount": 1000, "merchant_note": request.ref})
    sandbox.scripted.append(Reply(200, {"status": True, "data": listed}))
    answer = paystack.refund_status(make_order(payment_id="5"), request)
    assert (answer.outcome, answer.refund_id) == (outcome, "2")


@pytest.mark.parametrize(
    "changes",
    [{"amount": 25.5}, {"amount": 0}, {"email": "invalid"}, {"reference": "a b"}, {"surprise": 1}],
)
def test_sandbox_is_as_strict_as_the_original(sandbox: SandboxGateways, changes: dict[str, Any]) -> None:
    body = {"email": "a@b.c", "amount": 100, "currency": "NGN", "reference": "r", "callback_url": "https://a"}
    url = f"{sandbox.url}/paystack/transaction/initialize"
    key = {"Authorization": f"Bearer {SECRET_KEY}"}
    assert httpx.post(url, json=body | changes, headers=key).status_code == 400
    assert httpx.post(url, json=body).status_code == 401
    assert not sandbox.gateways["paystack"].payments
    assert httpx.post(url, json=body, headers=key).status_code == 200

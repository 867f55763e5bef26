"""Flutterwave: hashes, units, statuses, several transactions per reference, and refunds."""

import json
from dataclasses import replace
from decimal import Decimal as D
from typing import Any

import httpx
import pytest

from apps.payments.port import (
    Account,
    Order,
    Outcome,
    OutcomeUnknown,
    ProviderError,
    Redirect,
    RefundOutcome,
)
from apps.payments.providers.flutterwave.adapter import FlutterwaveProvider, payload_hash
from apps.payments.providers.flutterwave.sandbox import PAGE, SECRET_HASH, SECRET_KEY, Flutterwave
from embedded.gateways.payment import Payment
from embedded.gateways.sandbox import SandboxGateways
from embedded.loopback import NO_ANSWER, Reply, Request
from tests.payments.gateways.orders import ADA, make_order, make_refund


@pytest.fixture
def sandbox_gateway(sandbox: SandboxGateways) -> Flutterwave:
    gateway = sandbox.gateways["flutterwave"]
    assert isinstance(gateway, Flutterwave)
    return gateway


@pytest.fixture
def flutterwave(sandbox: SandboxGateways) -> FlutterwaveProvider:
    return made()


def made(*, live: bool = False, **changes: str) -> FlutterwaveProvider:
    credentials = {"secret_key": SECRET_KEY, "secret_hash": SECRET_HASH} | changes
    return FlutterwaveProvider(Account(credentials, live=live))


def paid(
    sandbox_gateway: Flutterwave, flutterwave: FlutterwaveProvider, **changes: Any
) -> tuple[Order, Payment]:
    order = make_order(**changes)
    flutterwave.start(order)
    payment = sandbox_gateway.payments[order.ref]
    sandbox_gateway.decide(payment, "approve")
    return replace(order, payment_id=payment.payment_id), payment


def sent(sandbox: SandboxGateways) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(sandbox.seen[-1].body)
    return body


def verified(**changes: Any) -> Reply:
    data = {"id": 5, "tx_ref": make_order().ref, "amount": 25.5, "currency": "USD", "status": "successful"}
    return Reply(200, {"status": "success", "data": data | changes})


def test_documented_payload_hash_is_made() -> None:
    made = payload_hash(
        amount="1500",
        currency="NGN",
        email="rider@example.com",
        tx_ref="ord-1001",
        secret_key="FLWSECK_TEST-demo",
    )
    assert made == "10ac7fb64ceb4542cf2733404d68b779174150fef12725648af20242d0d6b397"


@pytest.mark.parametrize(
    ("amount", "currency", "written"),
    [
        ("25.50", "NGN", b'"amount":25.5,'),
        ("1500.00", "KES", b'"amount":1500,'),
        ("1500.00", "XOF", b'"amount":1500,'),
        ("0.10", "GHS", b'"amount":0.1,'),
        ("999999.99", "USD", b'"amount":999999.99,'),
    ],
)
def test_amounts_are_sent_in_major_units_and_read_exactly(
    sandbox: SandboxGateways,
    sandbox_gateway: Flutterwave,
    flutterwave: FlutterwaveProvider,
    amount: str,
    currency: str,
    written: bytes,
) -> None:
    order, payment = paid(sandbox_gateway, flutterwave, amount=D(amount), currency=currency)
    assert written in sandbox.seen[0].body.replace(b": ", b":").replace(b", ", b",")
    snapshot = flutterwave.fetch(replace(order, payment_id=""))
    assert (snapshot.amount, snapshot.currency, snapshot.ref) == (D(amount), currency, order.ref)
    assert (snapshot.payment_id, snapshot.live) == (payment.payment_id, None)


@pytest.mark.parametrize("currency", ["XAF", "XOF", "RWF", "UGX", "GNF", "CLP"])
def test_francs_have_no_decimals(
    sandbox: SandboxGateways, flutterwave: FlutterwaveProvider, currency: str
) -> None:
    with pytest.raises(ValueError, match="decimals"):
        flutterwave.start(make_order(currency=currency))
    assert not sandbox.seen


def test_only_its_currencies_are_supported(flutterwave: FlutterwaveProvider) -> None:
    taken = [currency for currency in ("NGN", "ZMW", "JPY", "BRL") if flutterwave.supports_currency(currency)]
    assert taken == ["NGN", "ZMW"]


def test_checkout_contains_payer_amount_and_expiry(
    sandbox: SandboxGateways, flutterwave: FlutterwaveProvider
) -> None:
    order = make_order()
    started = flutterwave.start(order)
    assert isinstance(started.action, Redirect)
    body = sent(sandbox)
    assert body["customer"] == {"email": ADA.email, "name": "Ada Lovelace", "phonenumber": ADA.mobile}
    assert (body["tx_ref"], body["currency"], body["redirect_url"]) == (order.ref, "USD", order.return_url)
    assert body["session_duration"] == 60
    flutterwave.start(make_order(ref="another", payer=replace(ADA, email="", first_name="", mobile="")))
    assert sent(sandbox)["customer"] == {"email": "rider-7@no-mail.invalid", "name": "Lovelace"}


@pytest.mark.parametrize(
    ("state", "outcome"),
    [
        ("successful", Outcome.PAID),
        ("failed", Outcome.FAILED),
        ("pending", Outcome.PENDING),
        ("pending auth", Outcome.PENDING),
        ("completed", Outcome.PENDING),
        ("a word of tomorrow", Outcome.PENDING),
    ],
)
def test_status_maps_to_its_outcome(
    sandbox: SandboxGateways, flutterwave: FlutterwaveProvider, state: str, outcome: Outcome
) -> None:
    sandbox.scripted.append(verified(status=state))
    assert flutterwave.fetch(make_order()).outcome is outcome


def test_order_without_a_transaction_is_pending(
    sandbox: SandboxGateways, flutterwave: FlutterwaveProvider
) -> None:
    flutterwave.start(make_order())
    assert flutterwave.fetch(make_order()).outcome is Outcome.PENDING


@pytest.mark.parametrize(
    "answer",
    [NO_ANSWER, Reply(503, {}), Reply(429, {"status": "error"}), Reply(200, b"<html>"), Reply(200, [])],
)
def test_unknown_responses_decide_nothing(
    sandbox: SandboxGateways, flutterwave: FlutterwaveProvider, answer: Reply
) -> None:
    sandbox.scripted.append(answer)
    with pytest.raises(OutcomeUnknown):
        flutterwave.fetch(make_order())


@pytest.mark.parametrize(("key", "live"), [(SECRET_KEY, True), ("FLWSECK-real-X", False)])
def test_key_of_the_other_mode_is_never_used(sandbox: SandboxGateways, key: str, live: bool) -> None:
    wrong = made(live=live, secret_key=key)
    for question in (wrong.start, wrong.fetch):
        with pytest.raises(ProviderError, match="other mode") as refused:
            question(make_order())
        assert key not in str(refused.value)
    assert not sandbox.seen


def test_refund_is_requested_once_and_found_again(
    sandbox: SandboxGateways, sandbox_gateway: Flutterwave, flutterwave: FlutterwaveProvider
) -> None:
    order, payment = paid(sandbox_gateway, flutterwave)
    request = make_refund("10.25")
    assert flutterwave.refund_status(order, request).outcome is RefundOutcome.PENDING
    answer = flutterwave.refund(order, request)
    assert sent(sandbox) == {"amount": 10.25, "comments": request.ref}
    assert sandbox.seen[-1].path == f"/flutterwave/v3/transactions/{payment.payment_id}/refund"
    assert answer.outcome is RefundOutcome.PENDING
    done = flutterwave.refund_status(order, request)
    assert (done.outcome, done.refund_id) == (RefundOutcome.DONE, answer.refund_id)


def test_refund_with_a_lost_response_is_found_on_any_page(
    sandbox: SandboxGateways, sandbox_gateway: Flutterwave, flutterwave: FlutterwaveProvider
) -> None:
    order, payment = paid(sandbox_gateway, flutterwave)

    def lost(request: Request) -> Reply:
        sandbox.answer(request)
        return NO_ANSWER

    sandbox.scripted += [sandbox.answer, lost]
    with pytest.raises(OutcomeUnknown):
        flutterwave.refund(order, make_refund())
    for number in range(PAGE + 2):
        flutterwave.refund(order, make_refund("0.01", ref=f"another-{number}"))
    refunded = payment.refunded
    assert flutterwave.refund(order, make_refund()).outcome is RefundOutcome.DONE
    assert payment.refunded == refunded
    assert sandbox.seen[-1].query["page"] == "2"


def test_no_refund_while_the_list_of_refunds_is_unavailable(
    sandbox: SandboxGateways, sandbox_gateway: Flutterwave, flutterwave: FlutterwaveProvider
) -> None:
    order, payment = paid(sandbox_gateway, flutterwave)
    sandbox.scripted.append(Reply(200, {"status": "success", "data": []}))
    with pytest.raises(KeyError):
        flutterwave.refund(order, make_refund())
    assert payment.refunded == 0


def test_refund_above_the_payment_is_rejected(
    sandbox_gateway: Flutterwave, flutterwave: FlutterwaveProvider
) -> None:
    order, payment = paid(sandbox_gateway, flutterwave)
    with pytest.raises(ProviderError, match="exceeds"):
        flutterwave.refund(order, make_refund("25.51"))
    assert payment.refunded == 0


@pytest.mark.parametrize(
    ("state", "outcome"),
    [
        ("completed", RefundOutcome.DONE),
        ("completed-mpgs", RefundOutcome.DONE),
        ("completed-bank-transfer", RefundOutcome.DONE),
        ("successful", RefundOutcome.DONE),
        ("failed", RefundOutcome.FAILED),
        ("new", RefundOutcome.PENDING),
        ("pending-momo", RefundOutcome.PENDING),
    ],
)
def test_refund_status_maps_to_its_outcome(
    sandbox: SandboxGateways, flutterwave: FlutterwaveProvider, state: str, outcome: RefundOutcome
) -> None:
    row = {"id": 2, "status": state, "comment": make_refund().ref}
    listed = {"status": "success", "meta": {"page_info": {"total_pages": 1}}, "data": [row]}
    sandbox.scripted.append(Reply(200, listed))
    answer = flutterwave.refund_status(make_order(payment_id="5"), make_refund())
    assert (answer.outcome, answer.refund_id) == (outcome, "2")


@pytest.mark.parametrize(
    "changes",
    [
        {"amount": 0},
        {"amount": "much"},
        {"amount": 11},
        {"currency": "JPY"},
        {"customer": {"name": "Ada"}},
        {"session_duration": 1441},
        {"tx_ref": "a b"},
        {"surprise": 1},
    ],
)
def test_sandbox_is_as_strict_as_the_original(sandbox: SandboxGateways, changes: dict[str, Any]) -> None:
    checksum = payload_hash(amount="10", currency="NGN", email="a@b.c", tx_ref="r", secret_key=SECRET_KEY)
    body = {
        "tx_ref": "r",
        "amount": 10,
        "currency": "NGN",
        "redirect_url": "https://a",
        "customer": {"email": "a@b.c"},
        "payload_hash": checksum,
    }
    url, key = f"{sandbox.url}/flutterwave/v3/payments", {"Authorization": f"Bearer {SECRET_KEY}"}
    assert httpx.post(url, json=body | changes, headers=key).status_code == 400
    assert httpx.post(url, json=body).status_code == 401
    assert not sandbox.gateways["flutterwave"].payments
    assert httpx.post(url, json=body, headers=key).status_code == 200
    assert httpx.post(url, json=body, headers=key).json()["message"] == "tx_ref already exists"

"""Mercado Pago: countries and units, statuses, several payments per order, and refunds."""

import json
from dataclasses import replace
from decimal import Decimal as D
from typing import Any

import httpx
import pytest

from apps.core.validation.numbers import load_exact_json
from apps.payments.models import Attempt
from apps.payments.port import (
    Account,
    Order,
    Outcome,
    OutcomeUnknown,
    ProviderError,
    Redirect,
    RefundOutcome,
)
from apps.payments.providers.mercadopago.adapter import CURRENCY_OF, MercadoPagoProvider
from apps.payments.providers.mercadopago.sandbox import ACCESS_TOKEN, WEBHOOK_SECRET, MercadoPago
from apps.payments.services.settling import mismatch
from embedded.gateways.payment import Payment
from embedded.gateways.sandbox import SandboxGateways
from embedded.loopback import NO_ANSWER, Reply, Request
from tests.payments.gateways.orders import ADA, make_order, make_refund


@pytest.fixture
def sandbox_gateway(sandbox: SandboxGateways) -> MercadoPago:
    gateway = sandbox.gateways["mercadopago"]
    assert isinstance(gateway, MercadoPago)
    return gateway


@pytest.fixture
def mercadopago(sandbox: SandboxGateways) -> MercadoPagoProvider:
    return made()


def made(*, live: bool = False, **changes: str) -> MercadoPagoProvider:
    credentials = {"access_token": ACCESS_TOKEN, "webhook_secret": WEBHOOK_SECRET, "country": "AR"}
    return MercadoPagoProvider(Account(credentials | changes, live=live))


def argentine(**changes: Any) -> Order:
    return make_order(currency="ARS", **changes)


def paid(sandbox_gateway: MercadoPago, mercadopago: MercadoPagoProvider) -> tuple[Order, Payment]:
    order = argentine()
    mercadopago.start(order)
    payment = sandbox_gateway.payments[order.ref]
    sandbox_gateway.decide(payment, "approve")
    return replace(order, payment_id=payment.payment_id), payment


def sent(sandbox: SandboxGateways) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(sandbox.seen[-1].body)
    return body


def payment_data(**changes: Any) -> dict[str, Any]:
    data = {
        "id": 123456789,
        "status": "approved",
        "status_detail": "accredited",
        "external_reference": make_order().ref,
        "transaction_amount": 25.5,
        "currency_id": "ARS",
        "live_mode": False,
    }
    return data | changes


@pytest.mark.parametrize(
    ("country", "amount", "written"),
    [
        ("AR", "25.50", b'"unit_price":25.5}'),
        ("BR", "0.10", b'"unit_price":0.1}'),
        ("MX", "1500.00", b'"unit_price":1500}'),
        ("CO", "12000.00", b'"unit_price":12000}'),
    ],
)
def test_prices_are_numbers_in_the_countrys_currency(
    sandbox: SandboxGateways, country: str, amount: str, written: bytes
) -> None:
    sandbox.scripted.append(Reply(201, {"id": "p-1", "init_point": "https://pay.example/p-1"}))
    started = made(country=country).start(make_order(amount=D(amount), currency=CURRENCY_OF[country]))
    assert started.session_id == "p-1"
    assert isinstance(started.action, Redirect)
    assert started.action.url == "https://pay.example/p-1"
    assert written in sandbox.seen[-1].body.replace(b": ", b":").replace(b", ", b",")


@pytest.mark.parametrize(("country", "amount"), [("CO", "25.50"), ("CL", "0.01"), ("AR", "25.505")])
def test_amount_with_too_many_decimals_is_not_sent(
    sandbox: SandboxGateways, country: str, amount: str
) -> None:
    with pytest.raises(ValueError, match="decimals"):
        made(country=country).start(make_order(amount=D(amount), currency=CURRENCY_OF[country]))
    assert not sandbox.seen


@pytest.mark.parametrize("country", [*CURRENCY_OF, "", "US"])
def test_account_supports_only_its_countrys_currency(sandbox: SandboxGateways, country: str) -> None:
    account = made(country=country)
    taken = [
        currency for currency in (*CURRENCY_OF.values(), "USD", "") if account.supports_currency(currency)
    ]
    assert taken == ([CURRENCY_OF[country]] if country in CURRENCY_OF else [])
    with pytest.raises(ProviderError, match="country"):
        account.start(make_order(currency="USD"))
    assert not sandbox.seen


def test_checkout_contains_payer_amount_and_expiry(
    sandbox: SandboxGateways, mercadopago: MercadoPagoProvider
) -> None:
    order = argentine()
    mercadopago.start(order)
    body = sent(sandbox)
    assert body["payer"] == {"email": ADA.email, "name": "Ada", "surname": "Lovelace"}
    assert body["external_reference"] == order.ref
    assert body["notification_url"] == f"{order.webhook_url}?source_news=webhooks"
    assert set(body["back_urls"].values()) == {order.return_url}
    assert (body["expires"], body["expiration_date_to"]) == (True, "2026-11-22T04:00:00.000+00:00")
    assert sandbox.seen[-1].headers["X-Idempotency-Key"] == order.ref
    mercadopago.start(argentine(ref="another", payer=replace(ADA, email="", last_name="")))
    assert sent(sandbox)["payer"] == {"name": "Ada"}


@pytest.mark.parametrize(
    ("state", "outcome"),
    [
        ("approved", Outcome.PAID),
        ("pending", Outcome.PENDING),
        ("in_process", Outcome.PENDING),
        ("in_mediation", Outcome.PENDING),
        ("authorized", Outcome.PENDING),
        ("rejected", Outcome.FAILED),
        ("cancelled", Outcome.FAILED),
        ("refunded", Outcome.REFUNDED),
        ("charged_back", Outcome.DISPUTED),
        ("a word of tomorrow", Outcome.PENDING),
    ],
)
def test_status_maps_to_its_outcome(
    sandbox: SandboxGateways, mercadopago: MercadoPagoProvider, state: str, outcome: Outcome
) -> None:
    sandbox.scripted.append(Reply(200, {"results": [payment_data(status=state)]}))
    snapshot = mercadopago.fetch(argentine())
    assert snapshot.outcome is outcome
    assert (snapshot.amount, snapshot.currency, snapshot.payment_id) == (D("25.5"), "ARS", "123456789")


@pytest.mark.parametrize(
    ("words", "outcome", "payment_id"),
    [
        (["rejected", "approved", "rejected"], Outcome.PAID, "2"),
        (["rejected", "in_process"], Outcome.PENDING, "2"),
        (["in_process", "refunded"], Outcome.REFUNDED, "2"),
        (["rejected", "cancelled"], Outcome.FAILED, "1"),
        ([], Outcome.PENDING, ""),
    ],
)
def test_approved_payment_counts_among_several(
    sandbox: SandboxGateways,
    mercadopago: MercadoPagoProvider,
    words: list[str],
    outcome: Outcome,
    payment_id: str,
) -> None:
    results = [payment_data(id=number, status=state) for number, state in enumerate(words, start=1)]
    sandbox.scripted.append(Reply(200, {"results": results}))
    snapshot = mercadopago.fetch(argentine())
    assert (snapshot.outcome, snapshot.payment_id) == (outcome, payment_id)
    assert sandbox.seen[-1].query["external_reference"] == argentine().ref


@pytest.mark.parametrize(
    ("live", "live_mode", "result"),
    [(True, True, True), (True, False, False), (False, False, False), (False, True, None)],
)
def test_test_mode_payment_is_never_live(
    sandbox: SandboxGateways, live: bool, live_mode: bool, result: bool | None
) -> None:
    account = made(live=live)
    snapshot = account._snapshot(load_exact_json(json.dumps(payment_data(live_mode=live_mode))))
    assert snapshot.live is result
    attempt = Attempt(ref=snapshot.ref, amount=D("25.50"), currency="ARS", live=live)
    assert bool(mismatch(attempt, snapshot)) == (live and not live_mode)


@pytest.mark.parametrize(
    "answer",
    [NO_ANSWER, Reply(500, {}), Reply(429, {}), Reply(200, b"<html>"), Reply(200, [])],
)
def test_unknown_responses_decide_nothing(
    sandbox: SandboxGateways, mercadopago: MercadoPagoProvider, answer: Reply
) -> None:
    sandbox.scripted.append(answer)
    with pytest.raises(OutcomeUnknown):
        mercadopago.fetch(argentine())


def test_wrong_token_is_rejected_and_not_quoted(
    sandbox: SandboxGateways, sandbox_gateway: MercadoPago
) -> None:
    with pytest.raises(ProviderError, match="401") as refused:
        made(access_token="TEST-wrong").start(argentine())
    assert "TEST-wrong" not in str(refused.value)
    assert not sandbox_gateway.payments


def test_refund_is_pending_and_made_once_per_key(
    sandbox: SandboxGateways, sandbox_gateway: MercadoPago, mercadopago: MercadoPagoProvider
) -> None:
    order, payment = paid(sandbox_gateway, mercadopago)
    request = make_refund("10.25")

    def lost(request: Request) -> Reply:
        sandbox.answer(request)
        return NO_ANSWER

    sandbox.scripted.append(lost)
    with pytest.raises(OutcomeUnknown):
        mercadopago.refund(order, request)
    assert sent(sandbox) == {"amount": 10.25}
    assert sandbox.seen[-1].headers["X-Idempotency-Key"] == request.ref
    assert sandbox.seen[-1].headers["X-Render-In-Process-Refunds"] == "true"
    answer = mercadopago.refund_status(order, request)
    assert answer.outcome is RefundOutcome.PENDING
    assert payment.refunded == D("10.25")
    done = mercadopago.refund_status(order, replace(request, refund_id=answer.refund_id))
    assert (done.outcome, done.refund_id) == (RefundOutcome.DONE, answer.refund_id)
    assert payment.refunded == D("10.25")


def test_partial_refund_leaves_the_payment_paid_until_the_rest(
    sandbox_gateway: MercadoPago, mercadopago: MercadoPagoProvider
) -> None:
    order, _payment = paid(sandbox_gateway, mercadopago)
    mercadopago.refund(order, make_refund("10.25"))
    assert mercadopago.fetch(order).outcome is Outcome.PAID
    mercadopago.refund(order, make_refund("15.25", ref="the-rest"))
    assert mercadopago.fetch(order).outcome is Outcome.REFUNDED


def test_refund_above_the_payment_is_rejected(
    sandbox_gateway: MercadoPago, mercadopago: MercadoPagoProvider
) -> None:
    order, payment = paid(sandbox_gateway, mercadopago)
    with pytest.raises(ProviderError, match="greater"):
        mercadopago.refund(order, make_refund("25.51"))
    assert payment.refunded == 0


@pytest.mark.parametrize(
    ("state", "outcome"),
    [
        ("approved", RefundOutcome.DONE),
        ("rejected", RefundOutcome.FAILED),
        ("cancelled", RefundOutcome.FAILED),
        ("in_process", RefundOutcome.PENDING),
        ("a word of tomorrow", RefundOutcome.PENDING),
    ],
)
def test_refund_status_maps_to_its_outcome(
    sandbox: SandboxGateways, mercadopago: MercadoPagoProvider, state: str, outcome: RefundOutcome
) -> None:
    sandbox.scripted.append(Reply(200, {"id": 2, "status": state}))
    answer = mercadopago.refund_status(argentine(payment_id="5"), make_refund(refund_id="2"))
    assert (answer.outcome, answer.refund_id) == (outcome, "2")
    assert sandbox.seen[-1].path == "/mercadopago/v1/payments/5/refunds/2"


@pytest.mark.parametrize(
    "changes",
    [
        {"items": [{"id": "r", "title": "t", "quantity": 1, "currency_id": "ARS", "unit_price": "10"}]},
        {"items": [{"id": "r", "title": "t", "quantity": 1, "currency_id": "BRL", "unit_price": 10}]},
        {"items": [{"id": "r", "title": "", "quantity": 1, "currency_id": "ARS", "unit_price": 10}]},
        {"items": [{"id": "r", "title": "t", "quantity": 1, "currency_id": "ARS", "unit_price": 0}]},
        {"external_reference": ""},
        {"expires": True, "expiration_date_to": "2026-11-22"},
        {"back_urls": {}, "auto_return": "approved"},
        {"surprise": 1},
    ],
)
def test_sandbox_is_as_strict_as_the_original(sandbox: SandboxGateways, changes: dict[str, Any]) -> None:
    body = {
        "items": [{"id": "r", "title": "t", "quantity": 1, "currency_id": "ARS", "unit_price": 10}],
        "back_urls": {"success": "https://a"},
        "external_reference": "r",
    }
    url, token = (
        f"{sandbox.url}/mercadopago/checkout/preferences",
        {"Authorization": f"Bearer {ACCESS_TOKEN}"},
    )
    assert httpx.post(url, json=body | changes, headers=token).status_code == 400
    assert httpx.post(url, json=body).status_code == 401
    assert not sandbox.gateways["mercadopago"].payments
    assert httpx.post(url, json=body, headers=token).status_code == 201


def test_sandbox_requires_an_idempotency_key_for_refunds(
    sandbox: SandboxGateways, sandbox_gateway: MercadoPago, mercadopago: MercadoPagoProvider
) -> None:
    _order, payment = paid(sandbox_gateway, mercadopago)
    url = f"{sandbox.url}/mercadopago/v1/payments/{payment.payment_id}/refunds"
    token = {"Authorization": f"Bearer {ACCESS_TOKEN}"}
    assert httpx.post(url, json={"amount": 1}, headers=token).status_code == 400
    assert payment.refunded == 0

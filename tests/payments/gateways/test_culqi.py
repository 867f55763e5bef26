"""Culqi: webhooks, units, responses, and refunds without idempotency keys."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal as D
from typing import Any

import pytest

from apps.payments.port import (
    Account,
    Forged,
    Order,
    Outcome,
    OutcomeUnknown,
    OwnPage,
    ProviderError,
    RefundOutcome,
    StepUp,
)
from apps.payments.providers.culqi import adapter as adapter_module
from apps.payments.providers.culqi.adapter import CulqiProvider, basic
from apps.payments.providers.culqi.sandbox import Culqi
from embedded.gateways.payment import Payment
from embedded.gateways.sandbox import SandboxGateways
from embedded.loopback import NO_ANSWER, Reply
from tests.payments.gateways.orders import ADA, inbound, make_order, make_refund

HEADER = "Basic aG9va3VzZXI6aG9va3Bhc3M="
KEYS = {"public_key": "pk_test_demo", "secret_key": "sk_test_demo"}
DEMO = CulqiProvider(
    Account({**KEYS, "webhook_user": "hookuser", "webhook_password": "hookpass"}, live=False)
)
EVENT = {"object": "event", "id": "evt_1", "type": "charge.creation.succeeded"}
CHARGE = {"object": "charge", "id": "chr_test_1", "metadata": {"ref": "ord-1001"}}
PROVEN = {"eci": "05", "xid": "x", "cavv": "c", "protocolVersion": "2.2.0"}
PROVEN |= {"directoryServerTransactionId": "d"}


@pytest.fixture
def gateway(sandbox: SandboxGateways) -> Culqi:
    sandbox_gateway = sandbox.gateways["culqi"]
    assert isinstance(sandbox_gateway, Culqi)
    return sandbox_gateway


@pytest.fixture
def adapter(gateway: Culqi) -> CulqiProvider:
    return CulqiProvider(Account(gateway.credentials, live=False))


def start_order(**changes: Any) -> Order:
    return make_order(**{"currency": "PEN", "session_id": "a token was sent", **changes})


def paid(gateway: Culqi, adapter: CulqiProvider, **changes: Any) -> tuple[Order, Payment]:
    order = start_order(**changes)
    snapshot = adapter.submit(order, gateway.token("approve"))
    return replace(order, payment_id=snapshot.payment_id), gateway.payments[order.ref]


def sent(sandbox: SandboxGateways) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(sandbox.seen[-1].body)
    return body


def notice_of(data: object, authorization: str = HEADER) -> Any:
    body = json.dumps(EVENT | {"data": data}).encode()
    return DEMO.notice(inbound(body, {"Authorization": authorization}))


def test_documented_user_and_password_are_accepted() -> None:
    assert basic("hookuser", "hookpass") == HEADER
    for data in (json.dumps(CHARGE), CHARGE):
        notice = notice_of(data)
        assert (notice.ref, notice.payment_id, notice.kind) == ("ord-1001", "chr_test_1", EVENT["type"])
    refunded = notice_of(json.dumps({"object": "refund", "id": "ref_test_1", "charge_id": "chr_test_1"}))
    assert refunded.payment_id == "chr_test_1"


@pytest.mark.parametrize(
    "authorization",
    ["", "Basic", basic("hookuser", "other"), basic("other", "hookpass"), HEADER[:-1], "Bearer x"],
)
def test_webhook_without_user_and_password_is_forged(authorization: str) -> None:
    with pytest.raises(Forged):
        notice_of(json.dumps(CHARGE), authorization)


def test_checkout_has_the_public_key_and_the_centimos(adapter: CulqiProvider) -> None:
    action = adapter.start(start_order(amount=D("25.50"))).action
    assert isinstance(action, OwnPage)
    assert action.params == {
        "public_key": "pk_test_sandbox_of_culqi",
        "amount": "2550",
        "email": ADA.email,
    }


@pytest.mark.parametrize("amount", ["2.99", "9999.01"])
def test_amount_outside_the_limits_is_not_started(adapter: CulqiProvider, amount: str) -> None:
    with pytest.raises(ProviderError, match="300"):
        adapter.start(start_order(amount=D(amount)))
    with pytest.raises(ValueError, match="decimals"):
        adapter.start(start_order(amount=D("3.005")))


def test_only_soles_and_dollars_are_supported(adapter: CulqiProvider) -> None:
    assert [code for code in ("PEN", "USD", "EUR", "CLP") if adapter.supports_currency(code)] == [
        "PEN",
        "USD",
    ]


@pytest.mark.parametrize(("currency", "amount", "minor"), [("PEN", "25.50", 2550), ("USD", "3.00", 300)])
def test_charge_contains_the_order(
    gateway: Culqi, adapter: CulqiProvider, sandbox: SandboxGateways, currency: str, amount: str, minor: int
) -> None:
    token = gateway.token("approve")
    snapshot = adapter.submit(start_order(currency=currency, amount=D(amount)), token)
    body = sent(sandbox)
    assert (body["amount"], body["currency_code"], body["source_id"]) == (minor, currency, token["token"])
    assert body["metadata"] == {"ref": start_order().ref}
    assert (snapshot.outcome, snapshot.amount, snapshot.currency) == (Outcome.PAID, D(amount), currency)
    assert (snapshot.ref, snapshot.live) == (start_order().ref, False)
    assert snapshot.payment_id.startswith("chr_test_")


def test_payer_without_an_email_gets_an_invalid_one(
    gateway: Culqi, adapter: CulqiProvider, sandbox: SandboxGateways
) -> None:
    adapter.submit(start_order(payer=replace(ADA, email="", first_name="")), gateway.token("approve"))
    assert sent(sandbox)["email"] == "rider-7@no-mail.invalid"
    assert "first_name" not in sent(sandbox)["antifraud_details"]


def test_three_d_secure_is_required_before_the_charge(
    gateway: Culqi, adapter: CulqiProvider, sandbox: SandboxGateways
) -> None:
    token = gateway.token("pending")
    with pytest.raises(StepUp):
        adapter.submit(start_order(), token)
    assert not gateway.payments
    proven = json.dumps({**PROVEN, "more": "than required"})
    snapshot = adapter.submit(start_order(), {**token, "authentication": proven})
    assert snapshot.outcome is Outcome.PAID
    assert sent(sandbox)["authentication_3DS"] == PROVEN


@pytest.mark.parametrize("text", ["no json", "[]", '"text"'])
def test_malformed_authentication_is_not_sent(
    adapter: CulqiProvider, sandbox: SandboxGateways, text: str
) -> None:
    with pytest.raises(ProviderError):
        adapter.submit(start_order(), {"token": "tkn_test_x", "authentication": text})
    assert not sandbox.seen


@pytest.mark.parametrize(
    "reply", [NO_ANSWER, Reply(500), Reply(504, {}), Reply(429, {}), Reply(200, {}), Reply(201)]
)
def test_charge_without_a_response_is_unknown(
    adapter: CulqiProvider, sandbox: SandboxGateways, reply: Reply
) -> None:
    sandbox.scripted.append(reply)
    with pytest.raises(OutcomeUnknown) as unsure:
        adapter.submit(start_order(), {"token": "tkn_test_approve_0123456789abcdef"})
    assert not isinstance(unsure.value, StepUp)


def test_declined_card_fails_and_rejected_token_is_not_charged(
    gateway: Culqi, adapter: CulqiProvider
) -> None:
    declined = adapter.submit(start_order(), gateway.token("decline"))
    assert (declined.outcome, declined.reason) == (Outcome.FAILED, "declined: insufficient_funds")
    with pytest.raises(ProviderError, match="parameter_error"):
        adapter.submit(start_order(), {"token": "tkn_test_nonsense"})


@pytest.mark.parametrize(
    ("changes", "outcome"),
    [
        ({}, Outcome.PAID),
        ({"outcome": {"type": "a new word"}}, Outcome.PENDING),
        ({"capture": False}, Outcome.PENDING),
        ({"amount_refunded": 1000}, Outcome.PAID),
        ({"amount_refunded": 2550}, Outcome.REFUNDED),
        ({"dispute": True}, Outcome.DISPUTED),
    ],
)
def test_status_maps_to_its_outcome(
    gateway: Culqi, adapter: CulqiProvider, changes: dict[str, Any], outcome: Outcome
) -> None:
    order, payment = paid(gateway, adapter)
    payment.extra |= changes
    assert adapter.fetch(order).outcome is outcome


def test_charge_id_contains_the_mode(gateway: Culqi, adapter: CulqiProvider) -> None:
    order, payment = paid(gateway, adapter)
    payment.extra["id"] = "chr_live_1"
    assert adapter.fetch(order).live is True


def test_charge_without_a_response_is_found_on_any_page(
    gateway: Culqi, adapter: CulqiProvider, sandbox: SandboxGateways, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = start_order(created_at=datetime.now(UTC))
    with pytest.raises(OutcomeUnknown):
        adapter.submit(order, gateway.token("timeout"))
    gateway.silent_for = 0
    for number in range(5):
        paid(gateway, adapter, ref=f"other-order-{number}")
    monkeypatch.setattr(adapter_module, "PAGE_SIZE", 2)
    found = adapter.fetch(order)
    assert (found.outcome, found.ref) == (Outcome.PAID, order.ref)
    assert adapter.fetch(start_order(ref="never-charged")).outcome is Outcome.PENDING
    monkeypatch.setattr(adapter_module, "MAX_PAGES", 1)
    with pytest.raises(OutcomeUnknown, match="too many pages"):
        adapter.fetch(order)


def test_no_query_before_a_token_is_submitted(adapter: CulqiProvider, sandbox: SandboxGateways) -> None:
    assert adapter.fetch(start_order(session_id="")).outcome is Outcome.OPEN
    assert not sandbox.seen


def test_wrong_secret_key_is_rejected(gateway: Culqi) -> None:
    stranger = CulqiProvider(Account({**gateway.credentials, "secret_key": "sk_test_other"}, live=False))
    with pytest.raises(ProviderError, match="authentication_error"):
        stranger.submit(start_order(), gateway.token("approve"))


class TestRefunds:
    def test_repeated_refund_is_made_once(self, gateway: Culqi, adapter: CulqiProvider) -> None:
        order, payment = paid(gateway, adapter)
        for _again in range(2):
            assert adapter.refund(order, make_refund()).outcome is RefundOutcome.DONE
        assert payment.refunded == D("10.00")

    def test_unknown_refund_at_the_gateway_keeps_the_request_pending(
        self, gateway: Culqi, adapter: CulqiProvider
    ) -> None:
        order, payment = paid(gateway, adapter)
        payment.refunds["at the panel"] = D("5.00")
        assert adapter.refund(order, make_refund()).outcome is RefundOutcome.PENDING
        known = make_refund(already_refunded=D("5.00"))
        assert adapter.refund_status(order, known).outcome is RefundOutcome.DONE
        assert payment.refunded == D("15.00")

    def test_refund_above_the_payment_is_rejected(self, gateway: Culqi, adapter: CulqiProvider) -> None:
        order, payment = paid(gateway, adapter)
        with pytest.raises(ProviderError, match="parameter_error"):
            adapter.refund(order, make_refund("25.51"))
        assert payment.refunded == 0

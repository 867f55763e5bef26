"""Braintree: signatures, statuses, sales, and refunds before and after settlement."""

import base64
from dataclasses import replace
from decimal import Decimal as D
from typing import Any
from urllib.parse import parse_qs, urlencode

import braintree as sdk
import pytest
from braintree.exceptions.invalid_signature_error import InvalidSignatureError

from apps.payments.port import (
    Account,
    Forged,
    Inbound,
    Order,
    Outcome,
    OutcomeUnknown,
    OwnPage,
    ProviderError,
    RefundOutcome,
)
from apps.payments.providers.braintree.adapter import ENDED, FAILED, PAID, BraintreeProvider
from apps.payments.providers.braintree.sandbox import Braintree
from apps.payments.providers.braintree.signing import sign
from embedded.gateways.payment import Payment
from embedded.gateways.sandbox import SandboxGateways
from embedded.loopback import NO_ANSWER, Reply
from tests.payments.gateways.orders import inbound, make_order, make_refund

PAYLOAD = "PG5vdGlmaWNhdGlvbj48a2luZD5jaGVjazwva2luZD48L25vdGlmaWNhdGlvbj4="
DIGEST = "77e982dad5b5036bfb4b1f076d5b453e4eb4cde1"
SIGNED = f"demo_public_key|{DIGEST}"
CHALLENGE = "20f9f8ed05f77439fe955c977e4c8a53"
KEYS = {"merchant_id": "demo", "public_key": "demo_public_key", "private_key": "demo_private_key"}
DEMO = BraintreeProvider(Account({**KEYS, "merchant_accounts": "USD:demo_usd"}, live=False))
TAKEN = {"token": "sandbox-approve-0123456789abcdef"}


@pytest.fixture
def gateway(sandbox: SandboxGateways) -> Braintree:
    sandbox_gateway = sandbox.gateways["braintree"]
    assert isinstance(sandbox_gateway, Braintree)
    return sandbox_gateway


@pytest.fixture
def adapter(gateway: Braintree) -> BraintreeProvider:
    return BraintreeProvider(Account(gateway.credentials, live=False))


def start_order(**changes: Any) -> Order:
    return make_order(session_id="a card was sent", **changes)


def paid(gateway: Braintree, adapter: BraintreeProvider, **changes: Any) -> tuple[Order, Payment]:
    order = start_order(**changes)
    snapshot = adapter.submit(order, gateway.token("approve"))
    return replace(order, payment_id=snapshot.payment_id), gateway.payments[order.ref]


def posted(signatures: str, payload: str) -> Inbound:
    return inbound(urlencode({"bt_signature": signatures, "bt_payload": payload}).encode(), {})


def test_documented_signatures_are_made_and_accepted() -> None:
    assert sign("demo_private_key", f"{PAYLOAD}\n".encode()) == DIGEST
    for payload in (PAYLOAD, f"{PAYLOAD}\n"):
        assert DEMO.notice(posted(SIGNED, payload)).kind == "check"
    assert DEMO.notice(posted(f"other_key|00&{SIGNED}", PAYLOAD)).kind == "check"


def test_only_a_valid_challenge_is_answered() -> None:
    request = Inbound("GET", {}, {"bt_challenge": CHALLENGE}, b"")
    assert DEMO.challenge(request) == "demo_public_key|4e2a4ad3bb3fd9f97d63d7e1a5a62aef59cdd7e1"
    for other in ("", "no hex", CHALLENGE.upper(), CHALLENGE + "00"):
        assert DEMO.challenge(replace(request, query={"bt_challenge": other})) is None


@pytest.mark.parametrize(
    ("signatures", "payload"),
    [
        (SIGNED, base64.b64encode(b"<notification><kind>other</kind></notification>").decode()),
        (SIGNED[:-1] + "2", PAYLOAD),
        (f"other_key|{DIGEST}", PAYLOAD),
        (f"demo_public_key|{sign('other', PAYLOAD.encode())}", PAYLOAD),
        (DIGEST, PAYLOAD),
        (SIGNED, f"{PAYLOAD}<x>"),
        (f"demo_public_key|{sign('demo_private_key', b'bm8gWE1M')}", "bm8gWE1M"),
    ],
)
def test_other_signatures_are_forged(signatures: str, payload: str) -> None:
    with pytest.raises(Forged):
        DEMO.notice(posted(signatures, payload))


def test_sdk_accepts_the_sandboxs_signature(gateway: Braintree, sandbox: SandboxGateways) -> None:
    gateway.notify_check()
    fields = parse_qs(sandbox.outbox[0].body.decode())
    keys = gateway.credentials
    official = sdk.BraintreeGateway(
        sdk.Configuration(sdk.Environment.Sandbox, "m", keys["public_key"], keys["private_key"])
    )
    signature, payload = fields["bt_signature"][0], fields["bt_payload"][0]
    assert official.webhook_notification.parse(signature, payload).kind == "check"
    with pytest.raises(InvalidSignatureError):
        official.webhook_notification.parse(signature, base64.b64encode(b"<x/>").decode())


def test_checkout_has_a_client_token_for_the_currencys_account(adapter: BraintreeProvider) -> None:
    started = adapter.start(make_order())
    assert isinstance(started.action, OwnPage)
    assert started.action.params["amount"] == "25.50"
    assert b"authorizationFingerprint" in base64.b64decode(started.action.params["client_token"])


@pytest.mark.parametrize(
    ("amount", "currency", "sent"),
    [("12.34", "USD", "12.34"), ("9.00", "EUR", "9.00"), ("1200", "JPY", "1200")],
)
def test_sale_uses_the_currencys_account_and_decimals(
    gateway: Braintree,
    adapter: BraintreeProvider,
    sandbox: SandboxGateways,
    amount: str,
    currency: str,
    sent: str,
) -> None:
    _order, payment = paid(gateway, adapter, amount=D(amount), currency=currency)
    assert payment.extra["account"] == f"sandbox_{currency.lower()}"
    assert f"<amount>{sent}</amount>".encode() in sandbox.seen[-1].body


def test_currency_without_an_account_is_not_supported(adapter: BraintreeProvider) -> None:
    assert adapter.supports_currency("USD")
    assert not adapter.supports_currency("GBP")
    assert not BraintreeProvider(Account({"merchant_accounts": "KWD:three"}, live=False)).supports_currency(
        "KWD"
    )
    with pytest.raises(ProviderError, match="GBP"):
        adapter.start(make_order(currency="GBP"))


@pytest.mark.parametrize("data", [TAKEN, {"token": "tokencc_bh_000"}])
def test_nonce_is_valid_for_one_sale(
    gateway: Braintree, adapter: BraintreeProvider, data: dict[str, str]
) -> None:
    gateway.used.add(TAKEN["token"])
    with pytest.raises(ProviderError, match=r"rejected: (93107|91565)"):
        adapter.submit(start_order(), data)
    assert not gateway.payments


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        *((state, Outcome.PAID) for state in PAID),
        *((state, Outcome.FAILED) for state in FAILED),
        *((state, Outcome.REFUNDED) for state in ENDED),
        *((state, Outcome.PENDING) for state in ("authorizing", "settlement_pending", "a new word")),
    ],
)
def test_status_maps_to_its_outcome(
    gateway: Braintree, adapter: BraintreeProvider, status: str, outcome: Outcome
) -> None:
    order, payment = paid(gateway, adapter)
    payment.extra["status"] = status
    assert adapter.fetch(order).outcome is outcome
    assert adapter.fetch(replace(order, payment_id="")).outcome is outcome


def test_no_query_before_a_card_is_submitted(adapter: BraintreeProvider, sandbox: SandboxGateways) -> None:
    assert adapter.fetch(make_order()).outcome is Outcome.OPEN
    assert adapter.fetch(start_order()).outcome is Outcome.PENDING
    assert len(sandbox.seen) == 1


@pytest.mark.parametrize("reply", [NO_ANSWER, Reply(500), Reply(503), Reply(429), Reply(201, b"<html>")])
def test_sale_without_a_response_is_unknown(
    adapter: BraintreeProvider, sandbox: SandboxGateways, reply: Reply
) -> None:
    sandbox.scripted.append(reply)
    with pytest.raises(OutcomeUnknown) as unsure:
        adapter.submit(start_order(), TAKEN)
    assert "sandbox" not in str(unsure.value)


@pytest.mark.parametrize("change", [{"private_key": "other"}, {"merchant_id": "other"}])
def test_wrong_keys_are_rejected(gateway: Braintree, change: dict[str, str]) -> None:
    stranger = BraintreeProvider(Account({**gateway.credentials, **change}, live=False))
    with pytest.raises(ProviderError):
        stranger.start(make_order())


def test_payment_of_another_account_is_refused(gateway: Braintree, adapter: BraintreeProvider) -> None:
    order, payment = paid(gateway, adapter)
    payment.extra["account"] = "another_account"
    with pytest.raises(OutcomeUnknown, match="account"):
        adapter.fetch(order)


def test_live_accounts_never_use_the_sandbox(sandbox: SandboxGateways, gateway: Braintree) -> None:
    live = BraintreeProvider(Account(gateway.credentials, live=True))
    with live._gateway() as official:
        assert official.config.base_url() == "https://api.braintreegateway.com:443"
    hosts = [host for hosts in live.page().sources.values() for host in hosts] + list(live.page().scripts)
    assert not [
        host for host in hosts if "sandbox" in host or "127.0.0.1" in host or host.startswith("http:")
    ]


@pytest.mark.parametrize(
    ("dispute", "outcome"),
    [
        (("open", "chargeback"), Outcome.DISPUTED),
        (("lost", "chargeback"), Outcome.DISPUTED),
        (("open", "pre_arbitration"), Outcome.DISPUTED),
        (("won", "chargeback"), Outcome.PAID),
        (("open", "retrieval"), Outcome.PAID),
    ],
)
def test_dispute_identifies_its_payment_and_its_status_decides(
    gateway: Braintree,
    adapter: BraintreeProvider,
    sandbox: SandboxGateways,
    dispute: tuple[str, str],
    outcome: Outcome,
) -> None:
    order, payment = paid(gateway, adapter)
    payment.extra["dispute"] = dispute
    gateway.reverse(payment, disputed=True)
    notice = adapter.notice(inbound(sandbox.outbox[-1].body, {}))
    assert (notice.kind, notice.ref, notice.payment_id) == ("dispute_opened", order.ref, order.payment_id)
    assert adapter.fetch(order).outcome is outcome


class TestRefunds:
    def test_full_refund_before_settlement_is_a_void(
        self, gateway: Braintree, adapter: BraintreeProvider
    ) -> None:
        gateway.batch_waits = True
        order, payment = paid(gateway, adapter)
        refund = make_refund("25.50")
        assert adapter.refund(order, refund).outcome is RefundOutcome.DONE
        assert adapter.refund_status(order, refund).outcome is RefundOutcome.DONE
        assert payment.refunded == D("25.50")
        assert adapter.fetch(order).outcome is Outcome.REFUNDED

    def test_partial_refund_waits_for_settlement_and_is_made_once(
        self, gateway: Braintree, adapter: BraintreeProvider
    ) -> None:
        gateway.batch_waits = True
        order, payment = paid(gateway, adapter)
        assert adapter.refund(order, make_refund()).outcome is RefundOutcome.PENDING
        assert payment.refunded == 0
        payment.extra["unsettled"] = False
        assert adapter.refund_status(order, make_refund()).outcome is RefundOutcome.PENDING
        gateway.batch_waits = False
        assert adapter.refund_status(order, make_refund()).outcome is RefundOutcome.DONE
        assert payment.refunded == D("10.00")

    def test_refund_above_the_payment_is_rejected(
        self, gateway: Braintree, adapter: BraintreeProvider
    ) -> None:
        order, payment = paid(gateway, adapter)
        answer = adapter.refund(order, make_refund("25.51"))
        assert (answer.outcome, answer.reason) == (RefundOutcome.FAILED, "rejected: 91521")
        assert payment.refunded == 0

    def test_refund_rejected_by_the_bank_has_failed(
        self, gateway: Braintree, adapter: BraintreeProvider, sandbox: SandboxGateways
    ) -> None:
        order, payment = paid(gateway, adapter)
        refund = make_refund()
        known = adapter.refund(order, refund)
        gateway.notify_refund_failed(payment, refund.ref)
        notice = adapter.notice(inbound(sandbox.outbox[-1].body, {}))
        assert (notice.ref, notice.payment_id, notice.refund_id) == ("", order.payment_id, known.refund_id)
        assert adapter.refund_status(order, refund).outcome is RefundOutcome.FAILED

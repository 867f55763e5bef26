"""PayFast: signatures, the four checks of a webhook, and refunds without idempotency keys."""

import hashlib
import json
import logging
import socket
from dataclasses import replace
from decimal import Decimal as D
from typing import Any
from urllib.parse import quote_plus, urlencode

import httpx
import pytest

from apps.accounts.models import User
from apps.payments.choices import State
from apps.payments.models import Attempt, Notification
from apps.payments.port import (
    Account,
    AutoPost,
    CannotRefund,
    Forged,
    Inbound,
    Outcome,
    OutcomeUnknown,
    ProviderError,
    RefundOutcome,
)
from apps.payments.providers.payfast.adapter import (
    PayfastProvider,
    encoded,
    sign,
    sign_call,
    sign_form,
)
from apps.payments.providers.payfast.sandbox import MERCHANT_ID, ORDER, PASSPHRASE, Payfast
from apps.payments.services.refunding import request_refund
from embedded.gateways.sandbox import SandboxGateways
from embedded.loopback import NO_ANSWER, Reply, Request
from tests.payments.gateways.orders import inbound, make_order, make_refund
from tests.payments.gateways.shop import Shop
from tests.payments.gateways.test_contract import settle_refunds

CHECKOUT = [
    ("merchant_id", "10000100"),
    ("merchant_key", "demokey"),
    ("return_url", "https://x.test/r"),
    ("cancel_url", ""),
    ("notify_url", "https://x.test/n"),
    ("m_payment_id", "ord-1001"),
    ("amount", " 100.00 "),
    ("item_name", "Ride #1"),
]
ITN = [
    ("m_payment_id", "ord-1001"),
    ("pf_payment_id", "1089250"),
    ("payment_status", "COMPLETE"),
    ("item_name", "Ride #1"),
    ("item_description", ""),
    ("amount_gross", "100.00"),
]
REFUND = {
    "merchant-id": "10000100",
    "version": "v1",
    "timestamp": "2026-01-02T03:04:05+02:00",
    "amount": "5000",
    "reason": "Cancelled",
}
OURS = [*ITN, ("merchant_id", MERCHANT_ID)]
ORDER_OF_OURS = make_order(currency="ZAR", payment_id="1089250")


@pytest.fixture
def shop(make_shop: Any) -> Shop:
    made: Shop = make_shop("payfast")
    return made


@pytest.fixture
def provider(sandbox: SandboxGateways) -> PayfastProvider:
    return PayfastProvider(Account(Payfast.credentials, live=False))


def live() -> PayfastProvider:
    return PayfastProvider(Account(Payfast.credentials, live=True))


def itn(pairs: list[tuple[str, str]], *, key: str = PASSPHRASE, source: str = "127.0.0.1") -> Inbound:
    body = urlencode([*pairs, ("signature", sign(pairs, key))])
    return replace(inbound(body.encode(), {}), remote_addr=source)


def status_text(text: str) -> Reply:
    return Reply(200, text.encode(), {"Content-Type": "text/plain"})


def refundable(left: int, *, method: str = "PAYMENT_SOURCE") -> Reply:
    state = {
        "amount_original": 2550,
        "amount_available_for_refund": left,
        "refund_full": {"method": method},
        "refund_partial": {"method": method},
    }
    return Reply(200, state)


def test_signatures_match_the_reference() -> None:
    assert sign_form(CHECKOUT, "demo pass") == "27fbcce34323d2c9dacf1c9126f8e3fe"
    assert sign(ITN, "demo pass") == "b4fe3a156596e3ca616d860305a64d41"
    assert sign_call(REFUND, "demo pass") == "98dffc517e4cce1f0e7cd26492e13848"
    assert encoded(ITN) == (
        "m_payment_id=ord-1001&pf_payment_id=1089250&payment_status=COMPLETE&item_name=Ride+%231"
        "&item_description=&amount_gross=100.00"
    )


def test_values_are_encoded_like_php() -> None:
    assert encoded([("a", "é ~/+&"), ("b", " c ")]) == "a=%C3%A9+%7E%2F%2B%26&b=c"


def test_invalid_utf8_is_preserved(provider: PayfastProvider, sandbox: SandboxGateways) -> None:
    text = encoded(OURS) + "&name_first=Ren%E9"
    signature = hashlib.md5(f"{text}&passphrase={quote_plus(PASSPHRASE).replace('~', '%7E')}".encode())
    sandbox.scripted.append(status_text("VALID"))
    sent = replace(itn(OURS), body=f"{text}&signature={signature.hexdigest()}".encode())
    assert provider.notice(sent).ref == "ord-1001"
    assert sandbox.seen[-1].body.decode() == text


def test_form_has_its_fields_in_order_without_empty_ones(provider: PayfastProvider) -> None:
    payer = replace(ORDER_OF_OURS.payer, last_name="", mobile="")
    action = provider.start(replace(ORDER_OF_OURS, payer=payer, description="x" * 120)).action
    assert isinstance(action, AutoPost)
    names = list(action.fields)
    assert names == [name for name in ORDER if name in names]
    assert all(action.fields.values())
    assert action.fields["amount"] == "25.50"
    assert len(action.fields["item_name"]) == 100
    unsigned = [(name, value) for name, value in action.fields.items() if name != "signature"]
    assert action.fields["signature"] == sign_form(unsigned, PASSPHRASE)
    assert "passphrase" not in action.fields


def test_phone_number_is_sent_in_national_format(provider: PayfastProvider) -> None:
    for mobile, sent in (("+27821234567", "0821234567"), ("+4470000001", None), ("", None)):
        payer = replace(ORDER_OF_OURS.payer, mobile=mobile)
        action = provider.start(replace(ORDER_OF_OURS, payer=payer)).action
        assert isinstance(action, AutoPost)
        assert action.fields.get("cell_number") == sent


def test_form_has_its_urls_and_description(settings: Any) -> None:
    settings.PAYMENTS_SANDBOX_URL = ""
    for account, host in ((True, "www"), (False, "sandbox")):
        action = PayfastProvider(Account(Payfast.credentials, live=account)).start(ORDER_OF_OURS).action
        assert isinstance(action, AutoPost)
        assert action.url == f"https://{host}.payfast.co.za/eng/process"
    assert live().supports_currency("ZAR")
    assert not live().supports_currency("USD")
    with pytest.raises(ValueError, match="decimals"):
        live().start(replace(ORDER_OF_OURS, amount=D("1.005")))


def test_status_maps_to_its_outcome(provider: PayfastProvider, sandbox: SandboxGateways) -> None:
    words = {
        "COMPLETE": Outcome.PAID,
        "FAILED": Outcome.FAILED,
        "CANCELLED": Outcome.FAILED,
        "PENDING": Outcome.PENDING,
        "ANYTHING": Outcome.PENDING,
    }
    for status, outcome in words.items():
        sandbox.scripted.append(status_text("VALID"))
        pairs = [(name, status if name == "payment_status" else value) for name, value in OURS]
        notice = provider.notice(itn(pairs))
        assert notice.snapshot is not None
        snapshot = notice.snapshot
        assert (snapshot.outcome, snapshot.ref, snapshot.amount) == (outcome, "ord-1001", D("100.00"))
        assert (snapshot.currency, snapshot.payment_id, snapshot.live) == ("ZAR", "1089250", False)
        # The validated string is the signed one, without the passphrase.
        assert sandbox.seen[-1].body.decode() == encoded(pairs)
        assert sandbox.seen[-1].path == "/payfast/eng/query/validate"


@pytest.mark.parametrize(
    ("forged", "why"),
    [
        (itn(OURS, key="key-of-a-forger"), "signature"),
        (itn(OURS, key=""), "signature"),
        (replace(itn(OURS), body=itn(OURS).body.replace(b"100.00", b"999.00")), "signature"),
        (replace(itn(OURS), body=itn(OURS).body + b"&amount_gross=999.00"), "repeated"),
        (replace(itn(OURS), body=urlencode(OURS).encode()), "no signature"),
        (itn([*ITN, ("merchant_id", "10000999")]), "merchant"),
        (itn(ITN), "merchant"),
        (itn(OURS, source="8.8.8.8"), "not an address of PayFast"),
        (itn(OURS, source="2001:4860:4860::8888"), "not an address of PayFast"),
    ],
)
def test_forged_webhook_is_refused_without_a_query(
    provider: PayfastProvider, sandbox: SandboxGateways, forged: Inbound, why: str
) -> None:
    with pytest.raises(Forged, match=why):
        provider.notice(forged)
    assert not sandbox.seen


def test_fields_after_the_signature_are_ignored(provider: PayfastProvider) -> None:
    pairs = [(name, value) for name, value in OURS if name != "amount_gross"]
    late = replace(itn(pairs), body=itn(pairs).body + b"&amount_gross=1.00")
    with pytest.raises((Forged, LookupError)):
        provider.notice(late)


def test_webhook_is_confirmed_by_payfast(provider: PayfastProvider, sandbox: SandboxGateways) -> None:
    sandbox.scripted.append(status_text("INVALID"))
    with pytest.raises(Forged, match="did not send"):
        provider.notice(itn(OURS))
    for unclear in (status_text("VALID?"), Reply(302, b"VALID"), Reply(503, b"VALID"), NO_ANSWER):
        sandbox.scripted.append(unclear)
        with pytest.raises(OutcomeUnknown):
            provider.notice(itn(OURS))


def test_unknown_proxy_does_not_lose_a_payment(
    provider: PayfastProvider, sandbox: SandboxGateways, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, logger="apps"):
        for source in ("10.1.2.3", "::ffff:127.0.0.1", ""):
            sandbox.scripted.append(status_text("VALID"))
            assert provider.notice(itn(OURS, source=source)).ref == "ord-1001"
    assert caplog.text.count("FORWARDED_ALLOW_IPS") == 2


def test_live_webhook_must_come_from_payfasts_hosts(monkeypatch: pytest.MonkeyPatch) -> None:
    resolved: list[str] = []

    def lookup(host: str, _port: object) -> list[Any]:
        resolved.append(host)
        if host.startswith("w"):
            return [(socket.AF_INET, None, 0, "", ("41.74.179.194", 0))]
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    with pytest.raises(Forged, match="not an address of PayFast"):
        live().notice(itn(OURS, source="41.74.179.195"))
    assert resolved == list(PayfastProvider.webhook_hosts)
    monkeypatch.setattr(socket, "getaddrinfo", lambda host, port: lookup("nowhere", port))
    with pytest.raises(OutcomeUnknown, match="not resolve"):
        live().notice(itn(OURS, source="41.74.179.194"))


def test_only_a_webhook_decides(provider: PayfastProvider, sandbox: SandboxGateways) -> None:
    assert provider.fetch(ORDER_OF_OURS).outcome is Outcome.PENDING
    assert not sandbox.seen


def test_returning_payer_waits_for_the_webhook(shop: Shop) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, "approve")
    shop.run_jobs()
    shop.check(attempt)
    attempt.refresh_from_db()
    assert attempt.state == State.PENDING
    shop.deliver()
    attempt.refresh_from_db()
    assert attempt.state == State.PAID
    assert attempt.payment_id == shop.gateway.payments[attempt.ref].payment_id


def test_webhook_from_another_host_is_stored_as_forged(shop: Shop) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, "approve", comes_back=False)
    [delivery] = shop.sandbox.outbox
    shop.post(delivery)
    Notification.objects.update(remote_addr="8.8.8.8")
    shop.run_jobs()
    assert Notification.objects.get().verdict == "forged"
    assert Attempt.objects.get().state == State.REDIRECTED


def test_refund_with_a_lost_response_is_not_repeated(shop: Shop, dora: User) -> None:
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, "approve")
    shop.deliver()

    def made_without_a_word(request: Request) -> Reply:
        assert request.method == "POST"
        shop.sandbox.answer(request)
        return NO_ANSWER

    shop.sandbox.scripted += [shop.sandbox.answer, made_without_a_word]
    request_refund(ref=attempt.ref, amount=D("10.00"), reason="requested", by=dora)
    for _again in range(3):
        settle_refunds(shop)
    attempt.refresh_from_db()
    assert attempt.refunded_amount == D("10.00")
    assert shop.gateway.payments[attempt.ref].refunded == D("10.00")
    assert sum(request.method == "POST" and "/refunds/" in request.path for request in shop.sandbox.seen) == 1


def test_refund_results(provider: PayfastProvider, sandbox: SandboxGateways) -> None:
    success = Reply(200, {"code": 200, "status": "success", "data": {"response": True}})
    sandbox.scripted += [refundable(2550), success]
    answer = provider.refund(ORDER_OF_OURS, make_refund("10.00"))
    assert (answer.outcome, answer.refund_id) == (RefundOutcome.DONE, "1089250:refund0123456789abcd")
    assert json.loads(sandbox.seen[-1].body) == {"amount": "1000", "reason": "requested"}
    # Already refunded: nothing is requested.
    sandbox.scripted.append(refundable(1550))
    assert provider.refund(ORDER_OF_OURS, make_refund("10.00")).outcome is RefundOutcome.DONE
    assert sandbox.seen[-1].method == "GET"
    # Another refund was made as well.
    sandbox.scripted.append(refundable(2000))
    with pytest.raises(OutcomeUnknown, match="at the gateway"):
        provider.refund(ORDER_OF_OURS, make_refund("10.00"))
    for method in ("BANK_PAYOUT", "NOT_AVAILABLE"):
        sandbox.scripted.append(refundable(2550, method=method))
        with pytest.raises(ProviderError, match=method):
            provider.refund(ORDER_OF_OURS, make_refund("10.00"))
    refused = Reply(400, {"code": 400, "status": "failed", "data": {"response": False, "message": "No"}})
    sandbox.scripted += [refundable(2550), refused]
    with pytest.raises(ProviderError, match="HTTP 400: No") as said_no:
        provider.refund(ORDER_OF_OURS, make_refund("10.00"))
    assert not isinstance(said_no.value, OutcomeUnknown)
    # A rejected query decides nothing.
    sandbox.scripted.append(refused)
    with pytest.raises(OutcomeUnknown):
        provider.refund(ORDER_OF_OURS, make_refund("10.00"))


def test_payfasts_sandbox_does_not_refund(settings: Any) -> None:
    settings.PAYMENTS_SANDBOX_URL = ""
    with pytest.raises(CannotRefund):
        PayfastProvider(Account(Payfast.credentials, live=False)).refund(ORDER_OF_OURS, make_refund())


def test_sandbox_is_as_strict_as_the_original(provider: PayfastProvider, sandbox: SandboxGateways) -> None:
    action = provider.start(ORDER_OF_OURS).action
    assert isinstance(action, AutoPost)
    fields = dict(action.fields)

    def posted(changed: dict[str, str]) -> int:
        return httpx.post(action.url, data=changed).status_code

    def signed(**changes: str) -> dict[str, str]:
        changed = {name: value for name, value in (fields | changes).items() if name != "signature"}
        return changed | {"signature": sign_form(changed.items(), PASSPHRASE)}

    assert posted(dict(sorted(fields.items()))) == 400
    assert posted(fields | {"amount": "1.00"}) == 400
    assert posted(signed(amount="25.5")) == 400
    assert posted(signed(merchant_key="another")) == 400
    assert posted(fields) == 200
    other = PayfastProvider(Account({**Payfast.credentials, "passphrase": "another"}, live=False))
    with pytest.raises(OutcomeUnknown, match="401"):
        other.refund(ORDER_OF_OURS, make_refund())

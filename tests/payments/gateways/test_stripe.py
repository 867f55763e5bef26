"""Stripe: units, statuses, signatures and errors."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
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
    RefundOutcome,
)
from apps.payments.providers.stripe.adapter import StripeProvider, minor_of
from apps.payments.providers.stripe.sandbox import SECRET_KEY, WEBHOOK_SECRET, Stripe, signature
from apps.wallet.selectors import balance_of
from embedded.gateways.sandbox import SandboxGateways
from embedded.loopback import NO_ANSWER, Reply, Request
from tests.payments.gateways.orders import inbound, make_order, make_refund
from tests.payments.gateways.shop import Shop

VECTOR = b'{"id":"evt_1","object":"event","type":"checkout.session.completed"}'
VECTOR_HEADER = "t=1760000000,v1=5646a0b1507769a5675b3048c6029b53a63ff7b79643e86f3788041366e7ee3b"
CREDENTIALS = {"secret_key": SECRET_KEY, "webhook_secret": WEBHOOK_SECRET}


def adapter(*, live: bool = False, **credentials: str) -> StripeProvider:
    return StripeProvider(Account(CREDENTIALS | credentials, live))


def order(amount: str = "25.50", currency: str = "USD", **changes: Any) -> Order:
    """Return an order with a valid expiry."""
    until = datetime.now(UTC) + timedelta(hours=1)
    fields: dict[str, Any] = {"ref": "ref-1", "amount": D(amount), "currency": currency, "expires_at": until}
    return make_order(**(fields | changes))


def message(body: bytes, header: str, *, received_at: float = 1760000000) -> Inbound:
    return Inbound("POST", {"stripe-signature": header}, {}, body, received_at=received_at)


@pytest.fixture
def stripe(sandbox: SandboxGateways) -> Stripe:
    gateway = sandbox.gateways["stripe"]
    assert isinstance(gateway, Stripe)
    return gateway


@pytest.fixture
def opened(stripe: Stripe) -> Order:
    """Return an order that was started at Stripe."""
    started = adapter().start(order())
    return order(session_id=started.session_id, payment_id=stripe.payments["ref-1"].payment_id)


def test_reference_signature_is_accepted_while_recent() -> None:
    provider = adapter(webhook_secret="whsec_demo_secret")
    notice = provider.notice(message(VECTOR, VECTOR_HEADER))
    assert (notice.kind, notice.event_id, notice.ref) == ("checkout.session.completed", "evt_1", "")
    assert signature("whsec_demo_secret", VECTOR, at=1760000000) == VECTOR_HEADER
    two_keys = VECTOR_HEADER.replace(",v1=", ",v1=00ff,v0=00,v1=")
    assert provider.notice(message(VECTOR, two_keys, received_at=1760000299)).event_id == "evt_1"


def test_signature_of_other_bytes_is_forged() -> None:
    provider = adapter(webhook_secret="whsec_demo_secret")
    live = b'{"id":"evt_1","livemode":true}'
    forged = {
        "another body": message(VECTOR.replace(b"evt_1", b"evt_2"), VECTOR_HEADER),
        "another time": message(VECTOR, VECTOR_HEADER.replace("t=176", "t=175")),
        "another letter": message(VECTOR, VECTOR_HEADER.replace("v1=5", "v1=6")),
        "an old scheme": message(VECTOR, VECTOR_HEADER.replace("v1=", "v0=")),
        "no header": message(VECTOR, ""),
        "nonsense": message(VECTOR, "t=now,v1=x"),
        "too old": message(VECTOR, VECTOR_HEADER, received_at=1760000301),
        "from the future": message(VECTOR, VECTOR_HEADER, received_at=1759999699),
        "another mode": message(live, signature("whsec_demo_secret", live, at=1760000000)),
    }
    for what, sent in forged.items():
        with pytest.raises(Forged) as refused:
            provider.notice(sent)
        assert "whsec" not in str(refused.value), what
    with pytest.raises(Forged):
        adapter(webhook_secret="whsec_other").notice(message(VECTOR, VECTOR_HEADER))


def test_amounts_are_in_stripes_units() -> None:
    units = {
        "USD 12.34": 1234,
        "JPY 1200": 1200,
        "XOF 500": 500,
        "COP 12000": 1_200_000,
        "ALL 5": 500,
        "ISK 5": 500,
        "KWD 1.230": 1230,
        "HUF 10.45": 1045,
    }
    for words, minor in units.items():
        currency, amount = words.split()
        assert minor_of(D(amount), currency) == minor, words
    for words in ("USD 0.001", "JPY 0.5", "ISK 5.50", "KWD 1.234"):
        currency, amount = words.split()
        with pytest.raises(ValueError, match="decimals"):
            minor_of(D(amount), currency)
    assert adapter().supports_currency("COP")
    assert not adapter().supports_currency("UGX")


@pytest.mark.parametrize(("amount", "currency"), [("1200", "JPY"), ("1.230", "KWD"), ("25.50", "USD")])
def test_session_contains_the_order(stripe: Stripe, amount: str, currency: str) -> None:
    started = adapter().start(order(amount, currency))
    payment = stripe.payments["ref-1"]
    assert (payment.amount, payment.currency) == (D(amount), currency)
    request = order(amount, currency, session_id=started.session_id)
    assert adapter().fetch(request).outcome is Outcome.OPEN
    stripe.decide(payment, "approve")
    found = adapter().fetch(request)
    assert (found.outcome, found.amount, found.currency) == (Outcome.PAID, D(amount), currency)
    assert (found.ref, found.payment_id, found.live) == ("ref-1", payment.payment_id, False)


def test_repeated_checkout_returns_the_same_session(stripe: Stripe) -> None:
    request = order()
    assert adapter().start(request) == adapter().start(request)
    with pytest.raises(OutcomeUnknown, match="IdempotencyError"):
        adapter().start(order("26.00", expires_at=request.expires_at))
    assert stripe.payments["ref-1"].amount == D("25.50")


def session(**changes: Any) -> dict[str, Any]:
    fields = {
        "id": "cs_1",
        "object": "checkout.session",
        "amount_total": 2550,
        "client_reference_id": "ref-1",
        "currency": "usd",
        "livemode": False,
        "payment_intent": {"id": "pi_1", "status": "succeeded", "latest_charge": {"id": "ch_1"}},
        "payment_status": "paid",
        "status": "complete",
    }
    return fields | changes


def intent(status: str = "succeeded", **charge: bool) -> dict[str, Any]:
    return {"payment_intent": {"id": "pi_1", "status": status, "latest_charge": {"id": "ch_1", **charge}}}


WORDS: list[tuple[dict[str, Any], Outcome]] = [
    ({}, Outcome.PAID),
    (intent(refunded=True), Outcome.REFUNDED),
    (intent(refunded=True, disputed=True), Outcome.DISPUTED),
    ({"status": "open", "payment_status": "unpaid", "payment_intent": None}, Outcome.OPEN),
    ({"status": "expired", "payment_status": "unpaid", "payment_intent": None}, Outcome.FAILED),
    ({"payment_status": "unpaid", **intent("processing")}, Outcome.PENDING),
    ({"payment_status": "unpaid", **intent("requires_payment_method")}, Outcome.FAILED),
    ({"payment_status": "unpaid", **intent("canceled")}, Outcome.FAILED),
    ({"payment_status": "no_payment_required"}, Outcome.PENDING),
    ({"status": "a word of next year"}, Outcome.PENDING),
]


def test_session_status_maps_to_its_outcome(sandbox: SandboxGateways) -> None:
    for changes, outcome in WORDS:
        sandbox.scripted.append(Reply(200, session(**changes)))
        assert adapter().fetch(order(session_id="cs_1")).outcome is outcome, changes
    sandbox.scripted.append(Reply(200, session(livemode=True)))
    assert adapter().fetch(order(session_id="cs_1")).live is True


def test_rejection_differs_from_no_response_and_quotes_nothing(sandbox: SandboxGateways) -> None:
    quoted = {"type": "invalid_request_error", "code": "c", "message": "No such ada@example.com sk_test_1"}
    for status, kind in {
        400: ProviderError,
        402: ProviderError,
        403: ProviderError,
        404: ProviderError,
    }.items():
        sandbox.scripted.append(Reply(status, {"error": quoted}))
        with pytest.raises(kind) as refused:
            adapter().start(order())
        assert not isinstance(refused.value, OutcomeUnknown), status
        assert "ada@" not in str(refused.value)
        assert "sk_test" not in str(refused.value)
        assert refused.value.__cause__ is None
    nonsense = Reply(200, b"<html>", {"Content-Type": "text/html"})
    for reply in (Reply(401, {"error": quoted}), Reply(409, {"error": quoted}), Reply(429, {"error": quoted}),
                  Reply(500, {"error": quoted}), Reply(503, b"oops"), nonsense, NO_ANSWER):  # fmt: skip
        sandbox.scripted.append(reply)
        with pytest.raises(OutcomeUnknown) as unsure:
            adapter().start(order())
        assert "ada@" not in str(unsure.value)
    assert len(sandbox.seen) == 11, "nothing is tried again behind our back"
    with pytest.raises(OutcomeUnknown):
        adapter().fetch(order())


def test_events_identify_their_payment(sandbox: SandboxGateways, stripe: Stripe, opened: Order) -> None:
    payment = stripe.payments["ref-1"]
    for state in ("paid", "pending", "failed", "expired", "refunded", "disputed"):
        payment.state = state
        stripe.notify(payment, state)
        sent = sandbox.outbox[-1]
        notice = adapter().notice(inbound(sent.body, dict(sent.headers)))
        assert notice.snapshot is None
        assert opened.ref == notice.ref or payment.payment_id == notice.payment_id, state
        assert notice.session_id in ("", opened.session_id)


def test_refund_with_a_lost_response_is_found_without_its_key(
    sandbox: SandboxGateways, stripe: Stripe, opened: Order
) -> None:
    payment = stripe.payments["ref-1"]
    stripe.decide(payment, "approve")

    def lost(request: Request) -> Reply:
        assert sandbox.answer(request).status == 200
        return NO_ANSWER

    sandbox.scripted += [sandbox.answer, lost]
    refund_request = make_refund()
    with pytest.raises(OutcomeUnknown):
        adapter().refund(opened, refund_request)
    stripe.answers.clear()
    answer = adapter().refund(opened, refund_request)
    assert answer.outcome is RefundOutcome.DONE
    assert payment.refunded == D("10.00")
    assert adapter().fetch(opened).outcome is Outcome.PAID


def test_refund_status_is_queried(stripe: Stripe, opened: Order) -> None:
    payment = stripe.payments["ref-1"]
    stripe.decide(payment, "approve")
    payment.extra["refund_status"] = "pending"
    refund_request = make_refund("25.50")
    first = adapter().refund(opened, refund_request)
    assert first.outcome is RefundOutcome.PENDING
    known = make_refund("25.50", refund_id=first.refund_id)
    words = {
        "requires_action": RefundOutcome.PENDING,
        "succeeded": RefundOutcome.DONE,
        "failed": RefundOutcome.FAILED,
        "canceled": RefundOutcome.FAILED,
    }
    for status_text, outcome in words.items():
        payment.extra["refund_status"] = status_text
        assert adapter().refund_status(opened, known).outcome is outcome, status_text
        assert adapter().refund_status(opened, refund_request).outcome is outcome, status_text
    with pytest.raises(ProviderError, match="charge_already_refunded"):
        adapter().refund(opened, make_refund("1.00", ref="another"))


@pytest.mark.parametrize("disputed", [False, True])
def test_refund_at_stripe_debits_the_wallet(make_shop: Callable[[str], Shop], disputed: bool) -> None:
    shop = make_shop("stripe")
    attempt = shop.begin()
    shop.decide(attempt, "approve")
    shop.deliver()
    assert balance_of(shop.payer.pk) == D("25.50")
    shop.gateway.reverse(shop.gateway.payments[attempt.ref], disputed=disputed)
    shop.deliver()
    assert Attempt.objects.get().state == (State.DISPUTED if disputed else State.REFUNDED)
    assert balance_of(shop.payer.pk) == 0


def test_declined_card_allows_a_retry(make_shop: Callable[[str], Shop]) -> None:
    shop = make_shop("stripe")
    attempt = shop.begin()
    shop.decide(attempt, "decline")
    shop.check(attempt)
    assert Attempt.objects.get().state == State.REDIRECTED
    assert balance_of(shop.payer.pk) == 0

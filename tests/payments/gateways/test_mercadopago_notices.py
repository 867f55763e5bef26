"""Mercado Pago's webhooks: signed, unsigned (IPN), late, and about other objects."""

from collections.abc import Callable

import pytest

from apps.payments.choices import State, Verdict
from apps.payments.models import Attempt
from apps.payments.port import (
    Forged,
    Outcome,
    OutcomeUnknown,
)
from apps.payments.providers.mercadopago.adapter import is_signed, sign
from embedded.gateways.sandbox import Delivery, SandboxGateways
from embedded.loopback import NO_ANSWER, Reply
from tests.payments.gateways.orders import inbound, make_order
from tests.payments.gateways.shop import Shop
from tests.payments.gateways.test_mercadopago import made, payment_data

V1 = "762bba432397dbb07da0c2b38a95b963bfe7591d3e44425a1171646a83607ba5"
HEADER = f"ts=1760000000,v1={V1}"
HEADERS = {"X-Signature": HEADER, "X-Request-Id": "req-abc"}
QUERY = {"data.id": "123456789", "type": "payment"}
BODY = b'{"action":"payment.updated","type":"payment","data":{"id":"123456789"}}'
DEMO = made(webhook_secret="demo_mp_secret")


def test_documented_signature_is_made_and_accepted(sandbox: SandboxGateways) -> None:
    made_here = sign("demo_mp_secret", data_id="123456789", request_id="req-abc", ts="1760000000")
    assert made_here == V1
    sandbox.scripted.append(Reply(200, payment_data()))
    notice = DEMO.notice(inbound(BODY, HEADERS, QUERY))
    assert sandbox.seen[-1].path == "/mercadopago/v1/payments/123456789"
    assert (notice.ref, notice.payment_id) == (make_order().ref, "123456789")
    assert notice.snapshot is not None
    assert notice.snapshot.outcome is Outcome.PAID


@pytest.mark.parametrize(
    ("headers", "query"),
    [
        (HEADERS, {**QUERY, "data.id": "123456780"}),
        (HEADERS, {"type": "payment"}),
        ({**HEADERS, "X-Request-Id": "req-abd"}, QUERY),
        ({"X-Signature": HEADER}, QUERY),
        ({**HEADERS, "X-Signature": HEADER.replace("1760000000", "1760000001")}, QUERY),
        ({**HEADERS, "X-Signature": f"v1={V1}"}, QUERY),
        ({**HEADERS, "X-Signature": "ts=1760000000"}, QUERY),
        ({**HEADERS, "X-Signature": f"ts=1760000000,v2={V1}"}, QUERY),
        ({**HEADERS, "X-Signature": ""}, QUERY),
        ({**HEADERS, "X-Signature": "ts=1760000000,v1=é"}, QUERY),
        ({}, QUERY),
        ({}, {"topic": "payment"}),
    ],
)
def test_other_signatures_are_forged_without_a_query(
    sandbox: SandboxGateways, headers: dict[str, str], query: dict[str, str]
) -> None:
    with pytest.raises(Forged):
        DEMO.notice(inbound(BODY, headers, query))
    assert not sandbox.seen


@pytest.mark.parametrize("ts", ["1760000000", "1760000000000"])
@pytest.mark.parametrize(("data_id", "request_id"), [("1", "r"), ("", "r"), ("1", ""), ("", "")])
def test_missing_parts_are_omitted_and_time_may_be_in_milliseconds(
    ts: str, data_id: str, request_id: str
) -> None:
    v1 = sign("secret", data_id=data_id, request_id=request_id, ts=ts)
    assert is_signed("secret", f" ts = {ts} , v1={v1}", data_id=data_id, request_id=request_id)
    assert not is_signed("another", f"ts={ts},v1={v1}", data_id=data_id, request_id=request_id)


def test_id_is_signed_as_received_or_in_lower_case() -> None:
    for signed_as in ("ORD01ABC", "ord01abc"):
        v1 = sign("secret", data_id=signed_as, request_id="r", ts="1")
        assert is_signed("secret", f"ts=1,v1={v1}", data_id="ORD01ABC", request_id="r")


def test_only_the_signed_id_is_queried(sandbox: SandboxGateways) -> None:
    sandbox.scripted.append(Reply(200, payment_data()))
    body = BODY.replace(b"123456789", b"987654321")
    DEMO.notice(inbound(body, HEADERS, QUERY))
    assert sandbox.seen[-1].path.endswith("/123456789")


def test_other_webhooks_concern_no_order(sandbox: SandboxGateways) -> None:
    body = b'{"action":"created","type":"merchant_order","data":{"id":"123456789"}}'
    notice = DEMO.notice(inbound(body, HEADERS, QUERY))
    older = DEMO.notice(inbound(b"", {}, {"topic": "merchant_order", "id": "5"}))
    assert (notice.ref, notice.payment_id, older.ref, older.payment_id) == ("", "", "", "")
    assert not sandbox.seen


def test_failed_payment_does_not_decide(sandbox: SandboxGateways) -> None:
    sandbox.scripted.append(Reply(200, payment_data(status="rejected")))
    notice = DEMO.notice(inbound(BODY, HEADERS, QUERY))
    assert (notice.ref, notice.payment_id, notice.snapshot) == (make_order().ref, "123456789", None)


def test_unsigned_ipn_only_causes_a_query(sandbox: SandboxGateways) -> None:
    sandbox.scripted.append(Reply(200, payment_data(status="in_process")))
    notice = DEMO.notice(inbound(b"", {}, {"topic": "payment", "id": "123456789"}))
    assert notice.snapshot is not None
    assert notice.snapshot.outcome is Outcome.PENDING
    with pytest.raises(ValueError, match="not a whole number"):
        DEMO.notice(inbound(b"", {}, {"topic": "payment", "id": "../users/me"}))
    assert len(sandbox.seen) == 1


def test_payment_of_another_account_with_the_same_secret_is_refused(
    sandbox: SandboxGateways,
) -> None:
    with pytest.raises(Forged, match="not a payment of this account"):
        DEMO.notice(inbound(BODY, HEADERS, QUERY))
    sandbox.scripted.append(NO_ANSWER)
    with pytest.raises(OutcomeUnknown):
        DEMO.notice(inbound(BODY, HEADERS, QUERY))


def test_late_webhook_of_a_failed_try_does_not_undo_the_payment(
    make_shop: Callable[[str], Shop],
) -> None:
    shop = make_shop("mercadopago")
    attempt = shop.begin()
    shop.go(attempt)
    payment = shop.gateway.payments[attempt.ref]
    shop.gateway.decide(payment, "decline")
    [failure] = shop.sandbox.outbox
    shop.gateway.decide(payment, "approve")
    assert len(payment.extra["tries"]) == 2
    shop.deliver()
    shop.sandbox.outbox.append(failure)
    [late] = shop.deliver()
    assert late.verdict == Verdict.REPEATED
    attempt = Attempt.objects.get()
    assert (attempt.state, attempt.payment_id) == (State.PAID, payment.payment_id)


def test_unsigned_ipn_credits_only_a_real_payment(
    make_shop: Callable[[str], Shop],
) -> None:
    shop = make_shop("mercadopago")
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, "approve", comes_back=False)
    [genuine] = shop.sandbox.outbox
    number = shop.gateway.payments[attempt.ref].payment_id
    address = genuine.url.partition("?")[0]
    older = [
        Delivery(f"{address}?topic=payment&id={name}", b"", {"Content-Type": "text/plain"})
        for name in ("1", number)
    ]
    shop.sandbox.outbox[:] = older
    made_up, real = shop.deliver()
    assert (made_up.verdict, real.verdict) == (Verdict.FORGED, Verdict.HANDLED)
    assert Attempt.objects.get().state == State.PAID


def test_dispute_at_the_gateway_is_recorded(make_shop: Callable[[str], Shop]) -> None:
    shop = make_shop("mercadopago")
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, "approve")
    shop.deliver()
    shop.gateway.reverse(shop.gateway.payments[attempt.ref], disputed=True)
    shop.deliver()
    assert Attempt.objects.get().state == State.DISPUTED


def test_failed_payment_beside_a_pending_one_decides_nothing(make_shop: Callable[[str], Shop]) -> None:
    shop = make_shop("mercadopago")
    attempt = shop.begin()
    shop.go(attempt)
    payment = shop.gateway.payments[attempt.ref]
    shop.gateway.decide(payment, "decline")
    [failure] = shop.sandbox.outbox
    shop.gateway.decide(payment, "pending")
    shop.sandbox.outbox[:] = [failure]
    shop.deliver()
    assert Attempt.objects.get().state == State.PENDING

"""Flutterwave's webhooks: hash, signature, and the query after either."""

from collections.abc import Callable

import pytest

from apps.payments.choices import State, Verdict
from apps.payments.models import Attempt
from apps.payments.port import (
    Forged,
    Outcome,
    OutcomeUnknown,
)
from apps.payments.providers.flutterwave.adapter import sign
from apps.payments.providers.flutterwave.sandbox import SECRET_HASH
from embedded.gateways.sandbox import SandboxGateways
from embedded.loopback import NO_ANSWER, Reply
from tests.payments.gateways.orders import inbound
from tests.payments.gateways.shop import Shop
from tests.payments.gateways.test_flutterwave import made, verified

BODY = b'{"event":"charge.completed","data":{"id":1,"tx_ref":"ord-1001"}}'
SIGNATURE = "kbGJddYi9gSNBZzNhYEMQD3UxKlxxfmnNEOEheTb1Tw="
OTHER_EVENT = b'{"event":"refund.completed","data":{"id":3,"tx_id":77}}'
NOBODYS = {"status": "error", "message": "No transaction was found for this id", "data": None}


def test_documented_signature_is_made() -> None:
    assert sign("demo-secret-hash", BODY) == SIGNATURE


@pytest.mark.parametrize(
    "headers",
    [
        {"verif-hash": "demo-secret-hash"},
        {"flutterwave-signature": SIGNATURE},
        {"verif-hash": "demo-secret-hash", "flutterwave-signature": "by a scheme of tomorrow"},
    ],
)
def test_hash_or_signature_is_accepted_and_the_transaction_queried(
    sandbox: SandboxGateways, headers: dict[str, str]
) -> None:
    sandbox.scripted.append(verified(id=1, tx_ref="ord-1001"))
    notice = made(secret_hash="demo-secret-hash").notice(inbound(BODY, headers))
    assert sandbox.seen[-1].path == "/flutterwave/v3/transactions/1/verify"
    assert (notice.ref, notice.payment_id, notice.kind) == ("ord-1001", "1", "charge.completed")
    assert notice.snapshot is not None
    assert notice.snapshot.outcome is Outcome.PAID


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (BODY, {}),
        (BODY, {"verif-hash": ""}),
        (BODY, {"verif-hash": "demo-secret-hasH"}),
        (BODY, {"verif-hash": "démo"}),
        (BODY + b" ", {"flutterwave-signature": SIGNATURE}),
        (BODY.replace(b"1001", b"1002"), {"flutterwave-signature": SIGNATURE}),
        (BODY, {"flutterwave-signature": sign("another", BODY)}),
        (BODY, {"verif-hash": "another", "flutterwave-signature": sign("another", BODY)}),
    ],
)
def test_webhook_without_hash_or_signature_is_forged_without_a_query(
    sandbox: SandboxGateways, body: bytes, headers: dict[str, str]
) -> None:
    with pytest.raises(Forged):
        made(secret_hash="demo-secret-hash").notice(inbound(body, headers))
    assert not sandbox.seen


def test_content_of_a_webhook_is_not_trusted(sandbox: SandboxGateways) -> None:
    sandbox.scripted.append(verified(id=1, status="failed", tx_ref="another"))
    notice = made().notice(inbound(BODY, {"verif-hash": SECRET_HASH}))
    assert notice.ref == "another"
    assert notice.snapshot is not None
    assert notice.snapshot.outcome is Outcome.FAILED


def test_transaction_of_another_account_with_the_same_hash_is_refused(
    sandbox: SandboxGateways,
) -> None:
    sandbox.scripted.append(Reply(400, NOBODYS))
    with pytest.raises(Forged, match="not a transaction of this account"):
        made().notice(inbound(BODY, {"verif-hash": SECRET_HASH}))
    sandbox.scripted.append(NO_ANSWER)
    with pytest.raises(OutcomeUnknown):
        made().notice(inbound(BODY, {"verif-hash": SECRET_HASH}))


def test_other_events_only_identify_their_payment(
    sandbox: SandboxGateways,
) -> None:
    notice = made().notice(inbound(OTHER_EVENT, {"verif-hash": SECRET_HASH}))
    assert (notice.payment_id, notice.kind, notice.snapshot) == ("77", "refund.completed", None)
    assert not sandbox.seen


def test_late_webhook_of_a_failed_try_does_not_undo_the_payment(
    make_shop: Callable[[str], Shop],
) -> None:
    shop = make_shop("flutterwave")
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

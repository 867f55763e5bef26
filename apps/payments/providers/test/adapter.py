"""The built-in gateway for tests and demos: a page with buttons, and its own table of charges.

Its webhooks are verified, queried and credited like those of every gateway. It is offered only if the
operator sets PAYMENTS_TEST_PROVIDER and an admin enables it.
"""

import hashlib
import hmac
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar, Final

from django.conf import settings
from django.db import transaction

from apps.payments.models import TestCharge
from apps.payments.port import (
    Forged,
    Inbound,
    Mark,
    Notice,
    Order,
    Outcome,
    Redirect,
    RefundAnswer,
    RefundOrder,
    RefundOutcome,
    Snapshot,
    Started,
)
from apps.payments.providers.base import BaseProvider

SIGNATURE_HEADER: Final = "x-hansom-signature"
TOLERANCE_SECONDS: Final = 300


def sign(key: bytes, *, ref: str, amount: str, currency: str, result: str, ts: int) -> str:
    """HMAC-SHA256, hex, over `ref|amount|currency|result|ts`."""
    message = "|".join((ref, amount, currency, result, str(ts)))
    return hmac.new(key, message.encode(), hashlib.sha256).hexdigest()


def key() -> bytes:
    return hashlib.sha256(b"hansom.payments.test\0" + settings.SECRET_KEY.encode()).digest()


@dataclass(frozen=True, slots=True)
class Message:
    """The body of a webhook: five fields."""

    ref: str
    amount: str
    currency: str
    result: str
    ts: int

    def inbound(self, *, genuine: bool = True) -> Inbound:
        """Return the webhook as received."""
        body = "|".join((self.ref, self.amount, self.currency, self.result, str(self.ts)))
        signing_key = key() if genuine else b"key-of-a-forger"
        signature = sign(
            signing_key,
            ref=self.ref,
            amount=self.amount,
            currency=self.currency,
            result=self.result,
            ts=self.ts,
        )
        return Inbound("POST", {SIGNATURE_HEADER: signature}, {}, body.encode())


class TestProvider(BaseProvider):
    __test__ = False

    name: ClassVar[str] = "test"
    label: ClassVar[str] = "Test"
    mark: ClassVar[Mark] = Mark("#5b5b66", "T")
    webhook_headers: ClassVar[tuple[str, ...]] = (SIGNATURE_HEADER,)

    @classmethod
    def is_available(cls) -> bool:
        # It credits wallets without real money, so the operator has to allow it as well as the admin.
        return bool(settings.PAYMENTS_TEST_PROVIDER)

    def check_credentials(self) -> bool:
        return True

    def start(self, order: Order) -> Started:
        return Started(Redirect(f"{settings.PUBLIC_URL}/payments/test/{order.ref}"), session_id=order.ref)

    def fetch(self, order: Order) -> Snapshot:
        charge = TestCharge.objects.filter(ref=order.ref).first()
        if charge is None:
            return Snapshot(outcome=Outcome.PENDING)
        if charge.result == "decline":
            return Snapshot(outcome=Outcome.FAILED, reason="declined")
        if not charge.is_paid:
            return Snapshot(outcome=Outcome.PENDING)
        return Snapshot(
            outcome=Outcome.PAID,
            ref=charge.ref,
            amount=charge.amount,
            currency=charge.currency,
            payment_id=f"test_{charge.ref}",
            live=self.account.live,
        )

    def notice(self, inbound: Inbound) -> Notice:
        try:
            ref, amount, currency, result, ts = inbound.body.decode().split("|")
            sent_at = int(ts)
        except ValueError as error:
            raise Forged("not five fields") from error
        signature = sign(key(), ref=ref, amount=amount, currency=currency, result=result, ts=sent_at)
        if not hmac.compare_digest(signature, inbound.headers.get(SIGNATURE_HEADER, "")):
            raise Forged("the signature does not match")
        if abs(inbound.received_at - sent_at) > TOLERANCE_SECONDS:
            raise Forged("the signature is too old")
        return Notice(ref=ref, kind=result)

    @transaction.atomic
    def refund(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        charge = TestCharge.objects.select_for_update().get(ref=order.ref)
        total: Decimal = refund.already_refunded + refund.amount
        if total > charge.amount:
            return RefundAnswer(RefundOutcome.FAILED, reason="more than was paid")
        charge.refunded_amount = total
        charge.save(update_fields=["refunded_amount"])
        return RefundAnswer(RefundOutcome.DONE, refund_id=f"test_refund_{refund.ref}")

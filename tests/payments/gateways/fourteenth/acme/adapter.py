"""The smallest adapter: a hosted page, a query, a signed webhook and refunds with an idempotency key."""

import hashlib
import hmac
from decimal import Decimal
from typing import Any, ClassVar

from apps.core.validation.numbers import load_exact_json, parse_amount
from apps.payments.amounts import plain
from apps.payments.port import (
    BadCredentials,
    Credential,
    Forged,
    Inbound,
    Mark,
    Notice,
    Order,
    Outcome,
    ProviderError,
    Redirect,
    RefundAnswer,
    RefundOrder,
    RefundOutcome,
    Snapshot,
    Started,
)
from apps.payments.providers.base import BaseProvider
from apps.payments.providers.http import UNAUTHORIZED, call, read_json

SIGNATURE = "x-acme-signature"
OUTCOMES = {
    "open": Outcome.OPEN,
    "paid": Outcome.PAID,
    "failed": Outcome.FAILED,
    "refunded": Outcome.REFUNDED,
    "disputed": Outcome.DISPUTED,
}


class AcmeProvider(BaseProvider):
    name: ClassVar[str] = "acme"
    label: ClassVar[str] = "Acme Pay"
    mark: ClassVar[Mark] = Mark("#123456", "AC")
    docs_url: ClassVar[str] = "https://acme.example/docs"
    credentials: ClassVar[tuple[Credential, ...]] = (
        Credential("key", pattern=r"acme_(test|live)_\w+", test="acme_test_", live="acme_live_"),
    )
    currencies: ClassVar[frozenset[str] | None] = frozenset({"USD"})
    webhook_headers: ClassVar[tuple[str, ...]] = (SIGNATURE,)
    webhook_events: ClassVar[tuple[str, ...]] = ("payment.updated",)

    def limits(self, currency: str) -> tuple[Decimal, Decimal]:
        return Decimal("1.00"), Decimal("5000.00")

    def check_credentials(self) -> bool:
        self._call("GET", "/me")
        return True

    def start(self, order: Order) -> Started:
        body = {
            "ref": order.ref,
            "amount": plain(order.amount, places=2),
            "currency": order.currency,
            "return_url": order.return_url,
        }
        return Started(Redirect(str(self._call("POST", "/payments", json=body)["url"])))

    def fetch(self, order: Order) -> Snapshot:
        return self._snapshot(self._call("GET", f"/payments/{order.ref}"))

    def notice(self, inbound: Inbound) -> Notice:
        expected = hmac.new(self._key.encode(), inbound.body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(expected, inbound.headers.get(SIGNATURE, "")):
            raise Forged("the signature does not match")
        event = load_exact_json(inbound.body)
        return Notice(ref=str(event["ref"]), kind=str(event["kind"]))

    def refund(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        body = {"key": refund.ref, "amount": plain(refund.amount, places=2)}
        made = self._call("POST", f"/payments/{order.ref}/refunds", json=body)
        return RefundAnswer(RefundOutcome.DONE, refund_id=str(made["id"]))

    @property
    def _key(self) -> str:
        return self.account.credentials["key"]

    def _snapshot(self, data: dict[str, Any]) -> Snapshot:
        return Snapshot(
            outcome=OUTCOMES.get(str(data["state"]), Outcome.PENDING),
            ref=str(data["ref"]),
            amount=parse_amount(data["amount"]),
            currency=str(data["currency"]),
            payment_id=str(data["id"]),
        )

    def _call(self, method: str, path: str, **options: Any) -> dict[str, Any]:
        url = self.host(test="https://test.acme.example", live="https://acme.example") + path
        answer = call(method, url, headers={"Authorization": f"Bearer {self._key}"}, **options)
        if answer.status_code == UNAUTHORIZED:
            raise BadCredentials("HTTP 401")
        if answer.status_code >= 400:
            raise ProviderError(f"HTTP {answer.status_code}")
        return read_json(answer)

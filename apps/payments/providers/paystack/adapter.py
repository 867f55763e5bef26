"""Paystack: a hosted page, and one reference for all calls.

Source: Paystack's API reference (transaction, refund) and its page about webhooks.
"""

import hashlib
import hmac
from typing import Any, ClassVar, Final

from apps.core.validation.numbers import load_exact_json
from apps.payments.amounts import from_minor, to_minor
from apps.payments.port import (
    Credential,
    Forged,
    Inbound,
    Mark,
    Notice,
    Order,
    Outcome,
    OutcomeUnknown,
    ProviderError,
    Redirect,
    RefundAnswer,
    RefundOrder,
    RefundOutcome,
    Snapshot,
    Started,
)
from apps.payments.providers.base import BaseProvider
from apps.payments.providers.http import UNAUTHORIZED, bad_credentials, call, read_json

API: Final = "https://api.paystack.co"
SIGNATURE_HEADER: Final = "x-paystack-signature"
CURRENCIES: Final = frozenset({"GHS", "KES", "NGN", "USD", "ZAR"})
# UNVERIFIED for XOF and RWF, which are therefore not supported.
EXPONENTS: Final = dict.fromkeys(CURRENCIES, 2)
OUTCOMES: Final = {"success": Outcome.PAID, "failed": Outcome.FAILED, "reversed": Outcome.REFUNDED}
"""Every other status (abandoned, ongoing, pending, processing, queued: UNVERIFIED) is pending."""
REFUNDS: Final = {"processed": RefundOutcome.DONE, "failed": RefundOutcome.FAILED}
"""Every other status (pending, processing, needs-attention) is pending."""


def sign(secret_key: str, body: bytes) -> str:
    """HMAC-SHA512, hex, over the raw body."""
    return hmac.new(secret_key.encode(), body, hashlib.sha512).hexdigest()


class PaystackProvider(BaseProvider):
    name: ClassVar[str] = "paystack"
    label: ClassVar[str] = "Paystack"
    mark: ClassVar[Mark] = Mark("#0a6e8a", "Ps")
    docs_url: ClassVar[str] = "https://paystack.com/docs"
    webhook_headers: ClassVar[tuple[str, ...]] = (SIGNATURE_HEADER,)
    credentials: ClassVar[tuple[Credential, ...]] = (
        Credential("secret_key", pattern=r"sk_(test|live)_\w+", test="sk_test_", live="sk_live_"),
    )
    currencies: ClassVar[frozenset[str] | None] = CURRENCIES

    def check_credentials(self) -> bool:
        # Check balance: https://paystack.com/docs/api/transfer-control/#balance
        # A wrong key is a 401: https://paystack.com/docs/api/errors/
        self._call("GET", "/balance")
        return True

    def start(self, order: Order) -> Started:
        body = {
            "email": order.payer.email or f"rider-{order.payer.id}@no-mail.invalid",
            "amount": to_minor(order.amount, order.currency, EXPONENTS),
            "currency": order.currency,
            "reference": order.ref,
            "callback_url": order.return_url,
        }
        data = self._call("POST", "/transaction/initialize", json=body)
        return Started(Redirect(str(data["authorization_url"])), session_id=str(data["access_code"]))

    def fetch(self, order: Order) -> Snapshot:
        data = self._call("GET", f"/transaction/verify/{order.ref}")
        currency = str(data["currency"])
        outcome = OUTCOMES.get(str(data["status"]), Outcome.PENDING)
        if outcome is Outcome.REFUNDED and self._is_partly_refunded(data):
            outcome = Outcome.PAID
        return Snapshot(
            outcome=outcome,
            ref=str(data["reference"]),
            amount=from_minor(data["amount"], currency, EXPONENTS | {currency: 2}),
            currency=currency,
            payment_id=str(data["id"]),
            live=data["domain"] == "live",
            reason=str(data.get("gateway_response") or ""),
        )

    def notice(self, inbound: Inbound) -> Notice:
        signature = sign(self._secret, inbound.body)
        if not hmac.compare_digest(signature, inbound.headers.get(SIGNATURE_HEADER, "")):
            raise Forged("the signature does not match")
        event = load_exact_json(inbound.body)
        data = event.get("data") or {}
        transaction = data.get("transaction")
        reference = data.get("reference") or data.get("transaction_reference")
        if not reference and isinstance(transaction, dict):
            reference = transaction.get("reference")
        return Notice(ref=str(reference or ""), kind=str(event.get("event", "")))

    def refund(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        # Paystack has no idempotency keys, so the refund's reference is in its note and searched first.
        if known := self._known_refund(order, refund):
            return known
        body = {
            "transaction": order.ref,
            "amount": to_minor(refund.amount, order.currency, EXPONENTS),
            "merchant_note": refund.ref,
        }
        return _refund_answer(self._call("POST", "/refund", json=body))

    def refund_status(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        return self._known_refund(order, refund) or RefundAnswer(
            RefundOutcome.PENDING, reason="not listed yet"
        )

    def _known_refund(self, order: Order, refund: RefundOrder) -> RefundAnswer | None:
        for data in self._refunds(order.payment_id or order.ref):
            if data.get("merchant_note") == refund.ref:
                return _refund_answer(data)
        return None

    def _is_partly_refunded(self, transaction: dict[str, Any]) -> bool:
        """Return whether only a part was refunded. UNVERIFIED that its status is reversed then."""
        refunds = [data for data in self._refunds(transaction["id"]) if data.get("status") != "failed"]
        return bool(refunds) and sum(data["amount"] for data in refunds) < transaction["amount"]

    def _refunds(self, transaction: object) -> list[dict[str, Any]]:
        found = self._call("GET", "/refund", params={"transaction": str(transaction), "perPage": "100"})
        if not isinstance(found, list):
            raise OutcomeUnknown("the refunds are not a list")
        return found

    @property
    def _secret(self) -> str:
        return self.account.credentials["secret_key"]

    def _call(self, method: str, path: str, **options: Any) -> Any:
        url = self.host(test=API, live=API) + path
        answer = call(method, url, headers={"Authorization": f"Bearer {self._secret}"}, **options)
        if answer.status_code == UNAUTHORIZED:
            raise bad_credentials(answer)
        body = read_json(answer)
        if answer.status_code >= 400 or body.get("status") is not True:
            raise ProviderError(f"HTTP {answer.status_code}: {body.get('message', '')}"[:200])
        return body.get("data")


def _refund_answer(data: dict[str, Any]) -> RefundAnswer:
    outcome = REFUNDS.get(str(data.get("status")), RefundOutcome.PENDING)
    return RefundAnswer(outcome, refund_id=str(data.get("id", "")))

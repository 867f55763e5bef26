"""LiqPay: a signed envelope for the checkout, webhooks and API.

Source: LiqPay's documentation (checkout, callback, status, refund), version 3.
"""

import base64
import hashlib
import hmac
import json
from collections.abc import Mapping
from datetime import UTC
from decimal import Decimal
from typing import Any, ClassVar, Final
from urllib.parse import parse_qs

from apps.core.validation.numbers import load_exact_json, parse_amount
from apps.payments.amounts import plain
from apps.payments.port import (
    AutoPost,
    BadCredentials,
    Credential,
    Forged,
    Inbound,
    Mark,
    Notice,
    Order,
    Outcome,
    OutcomeUnknown,
    ProviderError,
    RefundAnswer,
    RefundOrder,
    RefundOutcome,
    Snapshot,
    Started,
)
from apps.payments.providers.base import BaseProvider
from apps.payments.providers.http import call, read_json
from apps.payments.providers.refund_reconciliation import is_already_refunded

HOST: Final = "https://www.liqpay.ua"
VERSION: Final = 3
"""Signed with SHA-1. A version 7 with SHA3-256 is UNVERIFIED."""
TEST_KEY: Final = "sandbox_"
OUTCOMES: Final = {
    "success": Outcome.PAID,
    # A payment in test mode; live accounts refuse it by Snapshot.live.
    "sandbox": Outcome.PAID,
    # The payer was charged, and the settlement follows the next day (UNVERIFIED).
    "wait_compensation": Outcome.PAID,
    "failure": Outcome.FAILED,
    "error": Outcome.FAILED,
    "reversed": Outcome.REFUNDED,
}
"""Every other status (processing, prepared, wait_*, *_verify, hold_wait ...) is pending."""
UNKNOWN_ORDER: Final = "payment_not_found"


def encode(body: Mapping[str, Any]) -> str:
    """Return the envelope's `data`: JSON in Base64, on one line."""
    text = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(text.encode()).decode()


def sign(private_key: str, data: str) -> str:
    """Return the Base64 of the SHA-1 over `data` between two private keys."""
    digest = hashlib.sha1(f"{private_key}{data}{private_key}".encode(), usedforsecurity=False).digest()
    return base64.b64encode(digest).decode()


KEY_ERRORS: Final = frozenset({"invalid_signature", "public_key_not_found"})
"""Errors about the keys."""
NO_ORDER: Final = "credential-check"


class LiqpayProvider(BaseProvider):
    name: ClassVar[str] = "liqpay"
    label: ClassVar[str] = "LiqPay"
    mark: ClassVar[Mark] = Mark("#3f7d20", "LP")
    docs_url: ClassVar[str] = "https://www.liqpay.ua/en/doc"
    credentials: ClassVar[tuple[Credential, ...]] = (
        Credential("public_key", secret=False, pattern=r"\w+", test="sandbox_", live=r"(?!sandbox_)"),
        Credential("private_key", pattern=r"\w+", test="sandbox_", live=r"(?!sandbox_)"),
    )
    currencies: ClassVar[frozenset[str] | None] = frozenset({"UAH", "USD", "EUR"})

    def check_credentials(self) -> bool:
        # The status of an order that does not exist: valid keys get "payment_not_found".
        body = self._call({"action": "status", "order_id": NO_ORDER})
        if _error(body) != UNKNOWN_ORDER:
            raise OutcomeUnknown(f"LiqPay responds {_error(body)}")
        return True

    def start(self, order: Order) -> Started:
        body = {
            "action": "pay",
            "amount": plain(order.amount, places=2),
            "currency": order.currency,
            "description": order.description,
            "order_id": order.ref,
            "result_url": order.return_url,
            "server_url": order.webhook_url,
            "language": "uk" if order.language == "uk" else "en",
            "expired_date": f"{order.expires_at.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        }
        return Started(AutoPost(f"{self._host}/api/3/checkout", self._envelope(body)))

    def fetch(self, order: Order) -> Snapshot:
        body = self._call({"action": "status", "order_id": order.ref})
        if not body.get("payment_id"):
            if _error(body) == UNKNOWN_ORDER:
                # The payer has not started yet.
                return Snapshot(outcome=Outcome.PENDING)
            raise OutcomeUnknown(f"LiqPay responds {_error(body)}")
        return self._snapshot(body)

    def notice(self, inbound: Inbound) -> Notice:
        fields = parse_qs(inbound.body.decode(), strict_parsing=True)
        [data], [signature] = fields["data"], fields["signature"]
        if not hmac.compare_digest(sign(self._private_key, data).encode(), signature.encode()):
            raise Forged("the signature does not match")
        body = load_exact_json(base64.b64decode(data, validate=True))
        if body.get("public_key") != self._public_key:
            raise Forged("of another merchant")
        kind = f"{body.get('action', '')} {body.get('status', '')}".strip()
        return Notice(ref=str(body["order_id"]), event_id=str(body.get("payment_id", "")), kind=kind)

    def refund(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        # LiqPay has no idempotency keys, but reports the refunded total.
        if known := self._known_refund(order, refund):
            return known
        request = {"action": "refund", "order_id": order.ref, "amount": plain(refund.amount, places=2)}
        body = self._call(request)
        if body.get("result") == "error":
            raise ProviderError(f"LiqPay: {_error(body)}")
        return self._known_refund(order, refund) or RefundAnswer(
            RefundOutcome.PENDING, reason=f"LiqPay reports {body.get('status', '')}"
        )

    def refund_status(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        return self._known_refund(order, refund) or RefundAnswer(
            RefundOutcome.PENDING, reason="not in the refunded total yet"
        )

    def _known_refund(self, order: Order, refund: RefundOrder) -> RefundAnswer | None:
        body = self._call({"action": "status", "order_id": order.ref})
        self._snapshot(body)
        if not is_already_refunded(refund, _refunded_total(body)):
            return None
        return RefundAnswer(RefundOutcome.DONE, refund_id=f"{body['payment_id']}:{refund.ref}")

    def _snapshot(self, body: Mapping[str, Any]) -> Snapshot:
        status = str(body["status"])
        public_key = str(body.get("public_key", self._public_key))
        if public_key != self._public_key:
            raise OutcomeUnknown("a response about another merchant")
        outcome = OUTCOMES.get(status, Outcome.PENDING)
        amount = parse_amount(body["amount"])
        if outcome is Outcome.REFUNDED and _refunded_total(body) < amount:
            # A partial refund does not reverse the payment.
            outcome = Outcome.PAID
        return Snapshot(
            outcome=outcome,
            ref=str(body["order_id"]),
            amount=amount,
            currency=str(body["currency"]),
            payment_id=str(body["payment_id"]),
            live=False if status == "sandbox" or public_key.startswith(TEST_KEY) else None,
            reason=str(body.get("err_description") or body.get("err_code") or status),
        )

    def _call(self, request: Mapping[str, Any]) -> dict[str, Any]:
        body = read_json(call("POST", f"{self._host}/api/request", data=self._envelope(request)))
        if {body.get("err_code"), body.get("code")} & KEY_ERRORS:
            raise BadCredentials(f"LiqPay: {body.get('err_code') or body.get('code')}")
        return body

    def _envelope(self, body: Mapping[str, Any]) -> dict[str, str]:
        data = encode({"version": VERSION, "public_key": self._public_key, **body})
        return {"data": data, "signature": sign(self._private_key, data)}

    @property
    def _host(self) -> str:
        return self.host(test=HOST, live=HOST)

    @property
    def _public_key(self) -> str:
        return self.account.credentials["public_key"]

    @property
    def _private_key(self) -> str:
        return self.account.credentials["private_key"]


def _refunded_total(body: Mapping[str, Any]) -> Decimal:
    """Return the refunded total. A reversal without an amount covers all of it (UNVERIFIED)."""
    if body.get("refund_amount") is not None:
        return parse_amount(body["refund_amount"])
    return parse_amount(body["amount"]) if body["status"] == "reversed" else Decimal(0)


def _error(body: Mapping[str, Any]) -> str:
    return str(body.get("err_code") or body.get("code") or body.get("status") or "nothing")[:80]

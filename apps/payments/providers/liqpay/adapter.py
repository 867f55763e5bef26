"""LiqPay: one signed envelope for the checkout, for its notifications and for its API.

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

from apps.core.numbers import load_exact_json, parse_amount
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
"""Signed by SHA-1; a version 7 with SHA3-256 is rumoured (UNVERIFIED)."""
TEST_KEY: Final = "sandbox_"
OUTCOMES: Final = {
    "success": Outcome.PAID,
    # The money of the test mode; live accounts refuse it by Snapshot.live.
    "sandbox": Outcome.PAID,
    # The payer was charged, and the shop has it with the next day's settlement (UNVERIFIED).
    "wait_compensation": Outcome.PAID,
    "failure": Outcome.FAILED,
    "error": Outcome.FAILED,
    "reversed": Outcome.REFUNDED,
}
"""Every other word (processing, prepared, wait_*, *_verify, hold_wait ...) is pending."""
UNKNOWN_ORDER: Final = "payment_not_found"


def encode(body: Mapping[str, Any]) -> str:
    """The envelope's `data`: JSON in Base64, on one line."""
    text = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(text.encode()).decode()


def sign(private_key: str, data: str) -> str:
    """Base64 of the raw SHA-1 over `data` between two private keys."""
    digest = hashlib.sha1(f"{private_key}{data}{private_key}".encode(), usedforsecurity=False).digest()
    return base64.b64encode(digest).decode()


NOT_KNOWN: Final = frozenset({"invalid_signature", "public_key_not_found"})
"""Errors that are about the keys."""
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
        # Of an order that there is not: whoever signs it rightly is told just that.
        said = self._ask({"action": "status", "order_id": NO_ORDER})
        if _error(said) != UNKNOWN_ORDER:
            raise OutcomeUnknown(f"LiqPay answers {_error(said)}")
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
        body = self._ask({"action": "status", "order_id": order.ref})
        if not body.get("payment_id"):
            if _error(body) == UNKNOWN_ORDER:
                # The payer has not begun yet.
                return Snapshot(outcome=Outcome.PENDING)
            raise OutcomeUnknown(f"LiqPay answers {_error(body)}")
        return self._snapshot(body)

    def notice(self, inbound: Inbound) -> Notice:
        fields = parse_qs(inbound.body.decode(), strict_parsing=True)
        [data], [signature] = fields["data"], fields["signature"]
        if not hmac.compare_digest(sign(self._private_key, data).encode(), signature.encode()):
            raise Forged("the signature does not fit")
        body = load_exact_json(base64.b64decode(data, validate=True))
        if body.get("public_key") != self._public_key:
            raise Forged("for another shop")
        kind = f"{body.get('action', '')} {body.get('status', '')}".strip()
        return Notice(ref=str(body["order_id"]), event_id=str(body.get("payment_id", "")), kind=kind)

    def refund(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        # LiqPay has no key against asking twice, and tells how much went back so far.
        if known := self._known_refund(order, refund):
            return known
        asked = {"action": "refund", "order_id": order.ref, "amount": plain(refund.amount, places=2)}
        body = self._ask(asked)
        if body.get("result") == "error":
            raise ProviderError(f"LiqPay: {_error(body)}")
        return self._known_refund(order, refund) or RefundAnswer(
            RefundOutcome.PENDING, reason=f"LiqPay says {body.get('status', '')}"
        )

    def refund_status(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        return self._known_refund(order, refund) or RefundAnswer(
            RefundOutcome.PENDING, reason="not counted yet"
        )

    def _known_refund(self, order: Order, refund: RefundOrder) -> RefundAnswer | None:
        body = self._ask({"action": "status", "order_id": order.ref})
        self._snapshot(body)
        if not is_already_refunded(refund, _refunded_total(body)):
            return None
        return RefundAnswer(RefundOutcome.DONE, refund_id=f"{body['payment_id']}:{refund.ref}")

    def _snapshot(self, body: Mapping[str, Any]) -> Snapshot:
        status = str(body["status"])
        public_key = str(body.get("public_key", self._public_key))
        if public_key != self._public_key:
            raise OutcomeUnknown("an answer about another shop")
        outcome = OUTCOMES.get(status, Outcome.PENDING)
        amount = parse_amount(body["amount"])
        if outcome is Outcome.REFUNDED and _refunded_total(body) < amount:
            # A part went back, so the payment itself stands.
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

    def _ask(self, body: Mapping[str, Any]) -> dict[str, Any]:
        said = read_json(call("POST", f"{self._host}/api/request", data=self._envelope(body)))
        if {said.get("err_code"), said.get("code")} & NOT_KNOWN:
            raise BadCredentials(f"LiqPay: {said.get('err_code') or said.get('code')}")
        return said

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
    """All that went back so far; a reversal that names no sum is of everything (UNVERIFIED)."""
    if body.get("refund_amount") is not None:
        return parse_amount(body["refund_amount"])
    return parse_amount(body["amount"]) if body["status"] == "reversed" else Decimal(0)


def _error(body: Mapping[str, Any]) -> str:
    return str(body.get("err_code") or body.get("code") or body.get("status") or "nothing")[:80]

"""Mercado Pago, Checkout Pro: a preference with a hosted page, which may have several payments.

Source: Mercado Pago's reference (preferences, payments, refunds, webhooks) and its Python SDK's validator.
"""

import hashlib
import hmac
from decimal import Decimal
from typing import Any, ClassVar, Final

from apps.core.validation.numbers import load_exact_json, parse_amount, parse_whole
from apps.payments.amounts import exponent, number
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

API: Final = "https://api.mercadopago.com"
CURRENCY_OF: Final = {
    "AR": "ARS",
    "BR": "BRL",
    "CL": "CLP",
    "CO": "COP",
    "MX": "MXN",
    "PE": "PEN",
    "UY": "UYU",
}
"""An account charges only the currency of its country."""
WHOLE: Final = dict.fromkeys(("COP", "CLP", "PYG", "HNL", "NIO"), 0)
OUTCOMES: Final = {
    "approved": Outcome.PAID,
    "rejected": Outcome.FAILED,
    "cancelled": Outcome.FAILED,
    "refunded": Outcome.REFUNDED,
    "charged_back": Outcome.DISPUTED,
}
"""Every other status (pending, in_process, in_mediation, authorized, a new one) is pending."""
PRECEDENCE: Final = (Outcome.PAID, Outcome.DISPUTED, Outcome.REFUNDED, Outcome.PENDING, Outcome.FAILED)
"""Of several payments of an order, the first outcome in this order counts."""
REFUNDS: Final = {
    "approved": RefundOutcome.DONE,
    "rejected": RefundOutcome.FAILED,
    "cancelled": RefundOutcome.FAILED,
}
"""Every other status (in_process) is pending."""
SHOW_PENDING_REFUNDS: Final = {"X-Render-In-Process-Refunds": "true"}
"""Without it, a pending Pix refund looks like a rejection."""


class _Missing(ProviderError):
    """The account has no such object."""


def sign(secret: str, *, data_id: str, request_id: str, ts: str) -> str:
    """HMAC-SHA256, hex, over those of the three values that are present."""
    parts = {"id": data_id, "request-id": request_id, "ts": ts}
    manifest = "".join(f"{name}:{value};" for name, value in parts.items() if value)
    return hmac.new(secret.encode(), manifest.encode(), hashlib.sha256).hexdigest()


def is_signed(secret: str, header: str, *, data_id: str, request_id: str) -> bool:
    """Return whether the header x-signature is valid.

    The id may be as received or in lower case: sources differ. `ts` is in seconds or milliseconds
    (UNVERIFIED which) and its age is not checked, because an old notification only causes another query.
    """
    parts = {name.strip(): value.strip() for name, _, value in (p.partition("=") for p in header.split(","))}
    ts, signature = parts.get("ts", ""), parts.get("v1", "")
    if not (ts.isascii() and ts.isdigit() and signature):
        return False
    expected = [
        sign(secret, data_id=name, request_id=request_id, ts=ts) for name in {data_id, data_id.lower()}
    ]
    return any(hmac.compare_digest(one.encode(), signature.encode()) for one in expected)


class MercadoPagoProvider(BaseProvider):
    name: ClassVar[str] = "mercadopago"
    label: ClassVar[str] = "Mercado Pago"
    mark: ClassVar[Mark] = Mark("#00618f", "MP")
    docs_url: ClassVar[str] = "https://www.mercadopago.com/developers"
    webhook_headers: ClassVar[tuple[str, ...]] = ("x-signature", "x-request-id")
    credentials: ClassVar[tuple[Credential, ...]] = (
        # Tokens of test users have the live prefix, so both are allowed in test mode.
        Credential("access_token", pattern=r"(TEST|APP_USR)-[\w-]+", live=r"APP_USR-"),
        Credential("webhook_secret"),
        Credential("country", secret=False, choices=tuple(CURRENCY_OF)),
    )
    currencies: ClassVar[frozenset[str] | None] = frozenset(CURRENCY_OF.values())

    def supports_currency(self, currency: str) -> bool:
        return CURRENCY_OF.get(self.account.credentials.get("country", "")) == currency

    def check_credentials(self) -> bool:
        # https://www.mercadopago.com.mx/developers/en/docs/checkout-bricks/additional-content/consult-payment-methods
        # An unknown token is a 401 `unauthorized`: https://github.com/mercadopago/sdk-php/issues/118
        answer = call(
            "GET",
            self.host(test=API, live=API) + "/v1/payment_methods",
            headers={"Authorization": f"Bearer {self.account.credentials['access_token']}"},
        )
        if answer.status_code == UNAUTHORIZED:
            raise bad_credentials(answer)
        if answer.status_code >= 400:
            raise ProviderError(f"HTTP {answer.status_code}")
        return True

    def start(self, order: Order) -> Started:
        if not self.supports_currency(order.currency):
            raise ProviderError(f"the account's country does not use {order.currency}")
        payer = {
            "email": order.payer.email,
            "name": order.payer.first_name,
            "surname": order.payer.last_name,
        }
        item = {
            "id": order.ref,
            "title": order.description,
            "quantity": 1,
            "currency_id": order.currency,
            "unit_price": _number(order.amount, order.currency),
        }
        body = {
            "items": [item],
            "payer": {name: value for name, value in payer.items() if value},
            "back_urls": dict.fromkeys(("success", "failure", "pending"), order.return_url),
            "auto_return": "approved",
            "external_reference": order.ref,
            # Selects signed webhooks instead of the older unsigned ones.
            "notification_url": f"{order.webhook_url}?source_news=webhooks",
            "metadata": {"cust_id": order.payer.id},
            "expires": True,
            "expiration_date_to": order.expires_at.isoformat(timespec="milliseconds"),
        }
        data = self._call("POST", "/checkout/preferences", key=order.ref, json=body)
        # UNVERIFIED that sandbox_init_point works for all accounts; test users pay at init_point.
        return Started(Redirect(str(data["init_point"])), session_id=str(data["id"]))

    def fetch(self, order: Order) -> Snapshot:
        if order.payment_id:
            return self._payment(order.payment_id)
        query = {"external_reference": order.ref, "sort": "date_created", "criteria": "desc"}
        payments = [
            self._snapshot(data) for data in self._call("GET", "/v1/payments/search", params=query)["results"]
        ]
        for outcome in PRECEDENCE:
            for snapshot in payments:
                if snapshot.outcome is outcome:
                    return snapshot
        return Snapshot(outcome=Outcome.PENDING)

    def notice(self, inbound: Inbound) -> Notice:
        kind, payment_id = self._verified_id(inbound)
        if not payment_id:
            return Notice(kind=kind)
        try:
            snapshot = self._payment(str(parse_whole(payment_id)))
        except _Missing as error:
            # Live and test mode of an application may share a secret.
            raise Forged("not a payment of this account") from error
        # After a failed payment another one of the same order may be pending, so fetch decides.
        decides = None if snapshot.outcome is Outcome.FAILED else snapshot
        return Notice(ref=snapshot.ref, payment_id=snapshot.payment_id, kind=kind, snapshot=decides)

    def refund(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        path = f"/v1/payments/{order.payment_id}/refunds"
        body = {"amount": _number(refund.amount, order.currency)}
        return _refund_answer(self._call("POST", path, key=refund.ref, json=body))

    def refund_status(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        if not refund.refund_id:
            return self.refund(order, refund)
        path = f"/v1/payments/{order.payment_id}/refunds/{refund.refund_id}"
        return _refund_answer(self._call("GET", path))

    def _verified_id(self, inbound: Inbound) -> tuple[str, str]:
        """Return the notification's kind and payment id. Raises Forged."""
        header = inbound.headers.get("x-signature")
        if header is None:
            return _unsigned(inbound)
        data_id = inbound.query.get("data.id", "")
        request_id = inbound.headers.get("x-request-id", "")
        secret = self.account.credentials["webhook_secret"]
        if not is_signed(secret, header, data_id=data_id, request_id=request_id):
            raise Forged("the signature does not match")
        event = load_exact_json(inbound.body)
        kind = str(event.get("action") or event.get("type") or "")
        if event.get("type") != "payment":
            return kind, ""
        return kind, data_id or str(event["data"]["id"])

    def _payment(self, payment_id: str) -> Snapshot:
        return self._snapshot(self._call("GET", f"/v1/payments/{payment_id}"))

    def _snapshot(self, data: dict[str, Any]) -> Snapshot:
        # UNVERIFIED: payments between test users are reported as live; live payments never as test.
        live = bool(data["live_mode"]) if self.account.live or not data["live_mode"] else None
        return Snapshot(
            outcome=OUTCOMES.get(str(data["status"]), Outcome.PENDING),
            ref=str(data.get("external_reference") or ""),
            amount=parse_amount(data["transaction_amount"]),
            currency=str(data["currency_id"]),
            payment_id=str(data["id"]),
            live=live,
            reason=str(data.get("status_detail") or ""),
        )

    def _call(self, method: str, path: str, *, key: str = "", **options: Any) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.account.credentials['access_token']}"}
        if "/refunds" in path:
            headers |= SHOW_PENDING_REFUNDS
        if key:
            headers["X-Idempotency-Key"] = key
        answer = call(method, self.host(test=API, live=API) + path, headers=headers, **options)
        if answer.status_code == UNAUTHORIZED:
            raise bad_credentials(answer)
        body = read_json(answer)
        if answer.status_code >= 400:
            refusal = _Missing if answer.status_code == 404 else ProviderError
            raise refusal(f"HTTP {answer.status_code}: {body.get('message', '')}"[:200])
        return body


def _unsigned(inbound: Inbound) -> tuple[str, str]:
    """Parse an older notification (IPN). It has no signature, so it only causes a query."""
    topic, object_id = inbound.query.get("topic", ""), inbound.query.get("id", "")
    if not (topic and object_id):
        raise Forged("no signature")
    return topic, object_id if topic == "payment" else ""


def _number(amount: Decimal, currency: str) -> int | float:
    return number(amount, places=exponent(currency, WHOLE))


def _refund_answer(data: dict[str, Any]) -> RefundAnswer:
    if "id" not in data:
        raise OutcomeUnknown("a refund without an id")
    return RefundAnswer(
        REFUNDS.get(str(data.get("status")), RefundOutcome.PENDING), refund_id=str(data["id"])
    )

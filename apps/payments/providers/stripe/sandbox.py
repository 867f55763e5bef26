"""Stripe: Checkout Sessions, refunds and events, for its official library."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any, ClassVar, Final
from urllib.parse import quote

from embedded.gateways.base import FORGER_KEY, Gateway, refusal, see_other
from embedded.gateways.payment import Payment, new_id
from embedded.loopback import Refusal, Reply, Request

if TYPE_CHECKING:
    from embedded.gateways.sandbox import SandboxGateways

SECRET_KEY: Final = "sk_test_sandbox_of_stripe"
WEBHOOK_SECRET: Final = "whsec_sandbox_of_stripe"
VERSION: Final = "2026-10-28.endive"
FORM: Final = "application/x-www-form-urlencoded"
ZERO_DECIMAL: Final = {"jpy", "krw", "xof"}
THREE_DECIMAL: Final = {"bhd", "jod", "kwd", "omr", "tnd"}
MIN_AMOUNT: Final = {"usd": 50, "eur": 50, "jpy": 50, "kwd": 150}
PRICE: Final = "line_items[0][price_data]"
SESSION: Final = {
    "mode",
    f"{PRICE}[currency]",
    f"{PRICE}[unit_amount]",
    f"{PRICE}[product_data][name]",
    "line_items[0][quantity]",
    "client_reference_id",
    "metadata[ref]",
    "payment_intent_data[metadata][ref]",
    "success_url",
    "cancel_url",
    "expires_at",
}
OPTIONAL: Final = {"customer_email", "metadata[cust_id]"}
REFUND: Final = {"payment_intent", "amount", "metadata[ref]"}
EVENTS: Final = {
    "paid": "checkout.session.completed",
    "pending": "checkout.session.completed",
    "late": "checkout.session.async_payment_succeeded",
    "failed": "checkout.session.async_payment_failed",
    "expired": "checkout.session.expired",
    "refunded": "charge.refunded",
    "disputed": "charge.dispute.created",
}
STATUS: Final = {
    "open": ("open", "unpaid"),
    "pending": ("complete", "unpaid"),
    "failed": ("complete", "unpaid"),
    "expired": ("expired", "unpaid"),
}
"""Every other state is complete and paid."""
INTENT: Final = {
    "open": "requires_payment_method",
    "failed": "requires_payment_method",
    "pending": "processing",
}


class Stripe(Gateway):
    name: ClassVar[str] = "stripe"
    credentials: ClassVar[Mapping[str, str]] = {"secret_key": SECRET_KEY, "webhook_secret": WEBHOOK_SECRET}
    wrong_credentials: ClassVar[Mapping[str, str]] = {"secret_key": "sk_test_another"}
    currency: ClassVar[str] = "USD"
    retries_after_decline: ClassVar[bool] = True
    closes_checkouts: ClassVar[bool] = True

    def __init__(self, sandbox: SandboxGateways) -> None:
        super().__init__(sandbox)
        self.answers: dict[str, tuple[bytes, Reply]] = {}
        """Responses by idempotency key."""

    def answer(self, request: Request) -> Reply:
        match request.method, request.path.strip("/").split("/"):
            case "GET", ["c", "pay", session_id]:
                return self.page(self.find(session_id=session_id))
            case method, ["v1", *rest]:
                self._authorize(request)
                return self._api(method, rest, request)
        raise _no(404, "Unrecognized request URL")

    def _api(self, method: str, path: list[str], request: Request) -> Reply:
        match method, path:
            case "POST", ["checkout", "sessions"]:
                return self._once(request, self._create)
            case "POST", ["checkout", "sessions", session_id, "expire"]:
                payment = self.find(session_id=session_id)
                return self._once(request, lambda _form: self._expire(payment))
            case "GET", ["checkout", "sessions", session_id]:
                expanded = "payment_intent.latest_charge" in request.query.values()
                return Reply(200, self._session(self.find(session_id=session_id), expanded=expanded))
            case "GET", ["balance"]:
                return Reply(200, {"object": "balance", "livemode": False, "available": [], "pending": []})
            case "POST", ["refunds"]:
                return self._once(request, self._refund)
            case "GET", ["refunds"]:
                payment = self.find(payment_id=request.query.get("payment_intent", ""))
                rows = [self._refund_of(payment, key) for key in payment.refunds]
                return Reply(200, {"object": "list", "data": rows, "has_more": False})
            case "GET", ["refunds", refund_id]:
                for payment in self.payments.values():
                    for key in payment.refunds:
                        if payment.extra[key] == refund_id:
                            return Reply(200, self._refund_of(payment, key))
        raise _no(404, "No such object", code="resource_missing")

    def decide(self, payment: Payment, mode: str) -> None:
        if mode == "decline" and payment.state == "open":
            # The payer stays on the hosted page and may retry.
            payment.reason = "card_declined"
            return
        super().decide(payment, mode)

    def notify(self, payment: Payment, state: str, *, genuine: bool = True) -> None:
        late = state == "paid" and payment.extra.get("last_event") == "pending"
        payment.extra["last_event"] = state
        event = {
            "id": new_id("evt_"),
            "object": "event",
            "api_version": VERSION,
            "created": int(self.sandbox.now()),
            "data": {"object": self._object(payment, state)},
            "livemode": False,
            "pending_webhooks": 1,
            "type": EVENTS["late" if late else state],
        }
        body = json.dumps(event).encode()
        key = WEBHOOK_SECRET if genuine else FORGER_KEY
        headers = {
            "Content-Type": "application/json; charset=utf-8",
            "Stripe-Signature": signature(key, body, at=int(self.sandbox.now())),
        }
        self.send(self.sandbox.shop_webhook(self.name), body, headers)

    def back(self, payment: Payment) -> Reply:
        if payment.state == "open":
            return self.page(payment)
        return see_other(payment.return_url.replace("{CHECKOUT_SESSION_ID}", quote(payment.session_id)))

    def _authorize(self, request: Request) -> None:
        if request.headers.get("Authorization") != f"Bearer {SECRET_KEY}":
            raise _no(401, "Invalid API Key provided")
        if request.headers.get("Stripe-Version") != VERSION:
            raise _no(400, "Not the version of this account")
        if request.method == "POST" and request.headers.get("Content-Type") != FORM:
            raise _no(400, "Not a form")

    def _once(self, request: Request, make: Callable[[dict[str, str]], Reply]) -> Reply:
        """Return the first response to each idempotency key."""
        key = request.headers.get("Idempotency-Key", "")
        if not 0 < len(key) <= 255:
            raise _no(400, "An idempotency key of up to 255 characters is required")
        first = self.answers.get(key)
        if first is not None and first[0] != request.body:
            raise _no(400, "Idempotency keys require the same parameters", kind="idempotency_error")
        if first is None:
            first = self.answers[key] = (request.body, make(request.form))
        return first[1]

    def _create(self, form: dict[str, str]) -> Reply:
        if not SESSION <= form.keys() <= SESSION | OPTIONAL:
            raise _no(400, "Unknown or missing parameters", code="parameter_unknown")
        currency, amount = form[f"{PRICE}[currency]"], form[f"{PRICE}[unit_amount]"]
        now, expires_at = self.sandbox.now(), int(form["expires_at"])
        if (
            form["mode"] != "payment"
            or form["line_items[0][quantity]"] != "1"
            or currency != currency.lower()
            or not amount.isdigit()
            or not form["success_url"].startswith(("http://", "https://"))
            or not 30 * 60 - 60 <= expires_at - now <= 24 * 3600
            or len(form["client_reference_id"]) > 200
            or "@" not in form.get("customer_email", "@")
        ):
            raise _no(400, "Invalid parameters", code="parameter_invalid")
        if int(amount) < MIN_AMOUNT.get(currency, 1):
            raise _no(400, "Amount must convert to at least 50 cents", code="amount_too_small")
        payment = Payment(
            ref=form["client_reference_id"],
            amount=Decimal(amount).scaleb(-_places(currency)),
            currency=currency.upper(),
            session_id=new_id("cs_test_", length=40),
            return_url=form["success_url"],
            cancel_url=form["cancel_url"],
            payment_id=new_id("pi_"),
            created_at=now,
        )
        self.payments[payment.ref] = payment
        return Reply(200, self._session(payment))

    def _expire(self, payment: Payment) -> Reply:
        if payment.state != "open":
            raise _no(400, "Only open sessions can be expired", code="checkout_session_not_open")
        payment.state = "expired"
        return Reply(200, self._session(payment))

    def _refund(self, form: dict[str, str]) -> Reply:
        if form.keys() != REFUND:
            raise _no(400, "Unknown or missing parameters", code="parameter_unknown")
        payment = self.find(payment_id=form["payment_intent"])
        amount = Decimal(form["amount"]).scaleb(-_places(payment.currency.lower()))
        key = form["metadata[ref]"]
        # Without a known idempotency key, a repeated request refunds again.
        key = f"{key}-again" if key in payment.refunds else key
        if not self.refund(payment, key=key, amount=amount):
            raise _no(400, "Greater than unrefunded amount", code="charge_already_refunded")
        payment.extra[key] = new_id("re_")
        return Reply(200, self._refund_of(payment, key))

    def _refund_of(self, payment: Payment, key: str) -> dict[str, Any]:
        return {
            "id": payment.extra[key],
            "object": "refund",
            "amount": _minor(payment, payment.refunds[key]),
            "currency": payment.currency.lower(),
            "metadata": {"ref": key},
            "payment_intent": payment.payment_id,
            "status": payment.extra.get("refund_status", "succeeded"),
        }

    def _object(self, payment: Payment, state: str) -> dict[str, Any]:
        """Return the object of an event."""
        match state:
            case "refunded":
                return self._charge(payment)
            case "disputed":
                return {"id": new_id("dp_"), "object": "dispute", "payment_intent": payment.payment_id}
        return self._session(payment)

    def _session(self, payment: Payment, *, expanded: bool = False) -> dict[str, Any]:
        status, paid = STATUS.get(payment.state, ("complete", "paid"))
        return {
            "id": payment.session_id,
            "object": "checkout.session",
            "amount_total": _minor(payment, payment.amount),
            "client_reference_id": payment.ref,
            "currency": payment.currency.lower(),
            "livemode": False,
            "metadata": {"ref": payment.ref},
            "mode": "payment",
            "payment_intent": self._intent(payment, expanded=expanded),
            "payment_status": paid,
            "status": status,
            "url": f"{self.url}/c/pay/{payment.session_id}" if status == "open" else None,
        }

    def _intent(self, payment: Payment, *, expanded: bool) -> dict[str, Any] | str | None:
        """Return the intent, or None before the payer has submitted a payment."""
        if payment.state in ("open", "expired") and not payment.reason:
            return None
        if not expanded:
            return payment.payment_id
        return {
            "id": payment.payment_id,
            "object": "payment_intent",
            "status": INTENT.get(payment.state, "succeeded"),
            "last_payment_error": {"code": payment.reason} if payment.reason else None,
            "latest_charge": self._charge(payment),
            "metadata": {"ref": payment.ref},
        }

    def _charge(self, payment: Payment) -> dict[str, Any]:
        is_refunded = payment.state == "refunded" or payment.refunded == payment.amount
        return {
            "id": f"ch_{payment.payment_id}",
            "object": "charge",
            "amount_refunded": _minor(payment, payment.amount if is_refunded else payment.refunded),
            "disputed": payment.state == "disputed",
            "metadata": {"ref": payment.ref},
            "payment_intent": payment.payment_id,
            "refunded": is_refunded,
        }


def signature(secret: str, body: bytes, *, at: int) -> str:
    """Return the header Stripe-Signature."""
    digest = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


def _places(currency: str) -> int:
    return 0 if currency in ZERO_DECIMAL else 3 if currency in THREE_DECIMAL else 2


def _minor(payment: Payment, amount: Decimal) -> int:
    return int(amount.scaleb(_places(payment.currency.lower())))


def _no(status: int, message: str, *, code: str = "", kind: str = "invalid_request_error") -> Refusal:
    return refusal(status, {"error": {"type": kind, "message": message, **({"code": code} if code else {})}})

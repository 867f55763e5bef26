"""PayPal: orders to approve and capture, refunds, and webhooks signed with RSA."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar, Final

from apps.payments.providers.paypal.sandbox_signing import (
    forgers_key,
    is_signed,
    paypals_key,
    raw_event,
    sign,
)
from embedded.gateways.base import Gateway, refusal, see_other
from embedded.gateways.payment import Payment, new_id
from embedded.loopback import NO_ANSWER, Refusal, Reply, Request

if TYPE_CHECKING:
    from embedded.gateways.sandbox import SandboxGateways

CLIENT_ID: Final = "sandbox-client-of-paypal"
CLIENT_SECRET: Final = "sandbox-secret-of-paypal"
WEBHOOK_ID: Final = "1JE4291016473214C"
CERT_URL: Final = "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-sandbox"
EXPIRES_IN: Final = 32_400
CURRENCIES: Final = {"AUD", "BRL", "CAD", "EUR", "GBP", "HUF", "INR", "JPY", "MXN", "TWD", "USD"}
WHOLE: Final = {"HUF", "JPY", "TWD"}
VALUE: Final = re.compile(r"(0|[1-9]\d*)(\.\d{2})?")
EXPERIENCE: Final = {
    "return_url",
    "cancel_url",
    "user_action",
    "shipping_preference",
    "payment_method_preference",
}
ORDER: Final = {
    "open": "PAYER_ACTION_REQUIRED",
    "approved": "APPROVED",
    "voided": "VOIDED",
}
"""Every other state is COMPLETED, with a capture."""
CAPTURE: Final = {"pending": "PENDING", "failed": "DECLINED"}
"""Every other state is COMPLETED."""
EVENTS: Final = {
    "approved": "CHECKOUT.ORDER.APPROVED",
    "paid": "PAYMENT.CAPTURE.COMPLETED",
    "pending": "PAYMENT.CAPTURE.PENDING",
    "failed": "PAYMENT.CAPTURE.DENIED",
    "refunded": "PAYMENT.CAPTURE.REFUNDED",
    "disputed": "PAYMENT.CAPTURE.REVERSED",
}


class Paypal(Gateway):
    name: ClassVar[str] = "paypal"
    credentials: ClassVar[Mapping[str, str]] = {
        "client_id": CLIENT_ID,
        "client_secret": CLIENT_SECRET,
        "webhook_id": WEBHOOK_ID,
    }
    wrong_credentials: ClassVar[Mapping[str, str]] = {"client_secret": "another-secret"}
    currency: ClassVar[str] = "USD"

    def __init__(self, sandbox: SandboxGateways) -> None:
        super().__init__(sandbox)
        self.tokens: set[str] = set()
        self.answers: dict[str, Reply] = {}
        """By PayPal-Request-Id."""
        self._lock = RLock()

    def answer(self, request: Request) -> Reply:
        match request.method, request.path.strip("/").split("/"):
            case "GET", ["checkoutnow"]:
                return self.page(self.find(session_id=request.query.get("token", "")))
            case "POST", ["v1", "oauth2", "token"]:
                return self._token(request)
        self._authorize(request)
        with self._lock:
            return self._api(request)

    def _api(self, request: Request) -> Reply:
        match request.method, request.path.strip("/").split("/"):
            case "POST", ["v1", "notifications", "verify-webhook-signature"]:
                return self._verify(request.body)
            case "POST", ["v2", "checkout", "orders"]:
                return self._once(request, self._create)
            case "GET", ["v2", "checkout", "orders", order_id]:
                return Reply(200, self._order(self.find(session_id=order_id)))
            case "POST", ["v2", "checkout", "orders", order_id, "capture"]:
                return self._once(request, lambda body: self._capture(self.find(session_id=order_id), body))
            case "POST", ["v2", "payments", "captures", capture_id, "refund"]:
                payment = self.find(payment_id=capture_id)
                key = request.headers.get("PayPal-Request-Id", "")
                return self._once(request, lambda body: self._refund(payment, body, key))
            case "GET", ["v2", "payments", "refunds", refund_id]:
                for payment in self.payments.values():
                    if refund_id in payment.extra.values():
                        return Reply(200, self._refund_of(payment, refund_id))
        raise _no(404, "RESOURCE_NOT_FOUND")

    def decide(self, payment: Payment, mode: str) -> None:
        """Approve the order. The mode applies when the shop captures it."""
        if mode == "bad_signature":
            super().decide(payment, mode)
        elif payment.state == "open":
            payment.state = "approved"
            payment.extra |= {"mode": mode, "update_time": str(self.sandbox.now())}
            self.notify(payment, "approved")

    def notify(self, payment: Payment, state: str, *, genuine: bool = True) -> None:
        event = {
            "id": new_id("WH-"),
            "event_version": "1.0",
            "create_time": "2026-01-02T03:04:05Z",
            "resource_type": {"approved": "checkout-order", "refunded": "refund"}.get(state, "capture"),
            "event_type": EVENTS[state],
            # Unusual whitespace and non-ASCII text: a shop that re-serializes the body breaks the signature.
            "summary": "Zahlung für die Fahrt",
            "resource": self._resource(payment, state),
        }
        body = json.dumps(event, ensure_ascii=False, separators=(",", " :")).encode()
        self.send_signed(body, genuine=genuine)

    def send_signed(self, body: bytes, *, genuine: bool = True, sent_as: str = "") -> None:
        sent_as, at = sent_as or new_id(length=36), "2026-01-02T03:04:05Z"
        key = paypals_key() if genuine else forgers_key()
        headers = {
            "Content-Type": "application/json",
            "PAYPAL-AUTH-ALGO": "SHA256withRSA",
            "PAYPAL-CERT-URL": CERT_URL,
            "PAYPAL-TRANSMISSION-ID": sent_as,
            "PAYPAL-TRANSMISSION-SIG": sign(key, sent_as, at, WEBHOOK_ID, body),
            "PAYPAL-TRANSMISSION-TIME": at,
        }
        self.send(self.sandbox.shop_webhook(self.name), body, headers)

    def back(self, payment: Payment) -> Reply:
        if payment.state == "open":
            return self.page(payment)
        return see_other(f"{payment.return_url}?token={payment.session_id}&PayerID=QYR5Z8XDVJNXQ")

    def _token(self, request: Request) -> Reply:
        basic = base64.b64encode(f"{CLIENT_ID}:{CLIENT_SECRET}".encode()).decode()
        if request.headers.get("Authorization") != f"Basic {basic}":
            raise refusal(
                401, {"error": "invalid_client", "error_description": "Client Authentication failed"}
            )
        if request.form != {"grant_type": "client_credentials"}:
            raise refusal(400, {"error": "unsupported_grant_type"})
        token = new_id("A21AA", length=40)
        self.tokens.add(token)
        return Reply(200, {"access_token": token, "token_type": "Bearer", "expires_in": EXPIRES_IN})

    def _authorize(self, request: Request) -> None:
        if request.headers.get("Authorization", "").removeprefix("Bearer ") not in self.tokens:
            raise refusal(
                401, {"error": "invalid_token", "error_description": "Token signature verification failed"}
            )
        if request.method == "POST" and request.headers.get("Content-Type") != "application/json":
            raise _no(415, "UNSUPPORTED_MEDIA_TYPE")

    def _once(self, request: Request, make: Callable[[dict[str, Any]], Reply]) -> Reply:
        """Return the first response to each request id, errors included."""
        request_id = request.headers.get("PayPal-Request-Id", "")
        if not 0 < len(request_id) <= 108:
            raise _no(400, "PAYPAL_REQUEST_ID_REQUIRED")
        if request_id not in self.answers:
            try:
                self.answers[request_id] = make(json.loads(request.body))
            except Refusal as refusal:
                self.answers[request_id] = refusal.reply
        answer = self.answers[request_id]
        if answer.status >= 400 or request.headers.get("Prefer") == "return=representation":
            return answer
        return Reply(answer.status, {name: answer.body[name] for name in ("id", "status", "links")})

    def _create(self, body: dict[str, Any]) -> Reply:
        experience = body["payment_source"]["paypal"]["experience_context"]
        [unit] = body["purchase_units"]
        amount = unit["amount"]
        if (
            body.keys() != {"intent", "purchase_units", "payment_source"}
            or body["intent"] != "CAPTURE"
            or experience.keys() != EXPERIENCE
            or unit.keys() != {"custom_id", "invoice_id", "description", "amount"}
            or not all(0 < len(unit[field]) <= 127 for field in unit.keys() - {"amount"})
            or amount.keys() != {"currency_code", "value"}
            or not VALUE.fullmatch(amount["value"])
        ):
            raise _no(400, "INVALID_REQUEST")
        currency = amount["currency_code"]
        if currency not in CURRENCIES:
            raise _no(422, "CURRENCY_NOT_SUPPORTED")
        if currency in WHOLE and "." in amount["value"]:
            raise _no(422, "DECIMALS_NOT_SUPPORTED")
        if unit["invoice_id"] in self.payments:
            raise _no(422, "DUPLICATE_INVOICE_ID")
        payment = Payment(
            ref=unit["custom_id"],
            amount=Decimal(amount["value"]),
            currency=currency,
            session_id=new_id(length=17).upper(),
            return_url=experience["return_url"],
            cancel_url=experience["cancel_url"],
            payment_id=new_id(length=17).upper(),
            created_at=self.sandbox.now(),
        )
        self.payments[payment.ref] = payment
        return Reply(200, self._order(payment))

    def _capture(self, payment: Payment, body: dict[str, Any]) -> Reply:
        if body:
            raise _no(400, "INVALID_REQUEST")
        if payment.state == "open":
            raise _no(422, "ORDER_NOT_APPROVED")
        if payment.state != "approved":
            raise _no(422, "ORDER_ALREADY_CAPTURED")
        mode = payment.extra["mode"]
        payment.state = "open"
        if mode == "instrument_declined":
            # The payer returns to PayPal's page to choose another card.
            raise _no(422, "INSTRUMENT_DECLINED")
        super().decide(payment, mode)
        # The capture is made although the response is lost.
        return NO_ANSWER if mode == "timeout" else Reply(201, self._order(payment))

    def _refund(self, payment: Payment, body: dict[str, Any], key: str) -> Reply:
        amount = body["amount"]
        if body.keys() != {"amount"} or not VALUE.fullmatch(amount["value"]):
            raise _no(400, "INVALID_REQUEST")
        if amount["currency_code"] != payment.currency:
            raise _no(422, "CURRENCY_MISMATCH")
        if not self.refund(payment, key=key, amount=Decimal(amount["value"])):
            raise _no(422, "REFUND_AMOUNT_EXCEEDED")
        payment.extra[key] = new_id(length=17).upper()
        return Reply(201, self._refund_of(payment, payment.extra[key]))

    def _refund_of(self, payment: Payment, refund_id: str) -> dict[str, Any]:
        status = payment.extra.get("refund_status", "COMPLETED")
        return {"id": refund_id, "status": status, "custom_id": payment.ref, "links": []}

    def _verify(self, body: bytes) -> Reply:
        is_valid = is_signed(json.loads(body), raw_event(body), webhook_id=WEBHOOK_ID, cert_url=CERT_URL)
        return Reply(200, {"verification_status": "SUCCESS" if is_valid else "FAILURE"})

    def _resource(self, payment: Payment, state: str) -> dict[str, Any]:
        match state:
            case "approved":
                return self._order(payment)
            case "refunded":
                return {"id": new_id(length=17), "custom_id": payment.ref, "status": "COMPLETED"}
        return self._captured(payment) | {
            "supplementary_data": {"related_ids": {"order_id": payment.session_id}}
        }

    def _order(self, payment: Payment) -> dict[str, Any]:
        status = ORDER.get(payment.state, "COMPLETED")
        unit: dict[str, Any] = {"custom_id": payment.ref, "invoice_id": payment.ref}
        if status == "COMPLETED":
            unit["payments"] = {"captures": [self._captured(payment)]}
        url = f"{self.url}/checkoutnow?token={payment.session_id}"
        return {
            "id": payment.session_id,
            "intent": "CAPTURE",
            "status": status,
            "purchase_units": [unit],
            "update_time": payment.extra.get("update_time", "2026-01-02T03:04:05Z"),
            "links": [{"rel": "self", "href": "x"}, {"rel": "payer-action", "href": url, "method": "GET"}],
        }

    def _captured(self, payment: Payment) -> dict[str, Any]:
        is_refunded = payment.state == "refunded" or payment.refunded == payment.amount
        status = (
            "REFUNDED"
            if is_refunded
            else "PARTIALLY_REFUNDED"
            if payment.refunded
            else CAPTURE.get(payment.state, "COMPLETED")
        )
        return {
            "id": payment.payment_id,
            "status": status,
            "amount": {"currency_code": payment.currency, "value": f"{payment.amount:f}"},
            "custom_id": payment.ref,
            "invoice_id": payment.ref,
            "final_capture": True,
        }


def _no(status: int, issue: str) -> Refusal:
    name = "UNPROCESSABLE_ENTITY" if status == 422 else issue
    return refusal(status, {"name": name, "debug_id": "f0e1d2c3b4a59", "details": [{"issue": issue}]})

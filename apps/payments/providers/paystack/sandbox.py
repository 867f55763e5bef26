"""Paystack: transactions, verification, refunds and events."""

import hashlib
import hmac
import json
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, ClassVar, Final

from embedded.gateways.base import FORGER_KEY, Gateway, refusal, see_other
from embedded.gateways.payment import Payment, new_id
from embedded.loopback import Reply, Request

SECRET_KEY: Final = "sk_test_sandbox_of_paystack"
REFERENCE: Final = re.compile(r"[A-Za-z0-9\-.=]{1,100}")
CURRENCIES: Final = {"GHS", "KES", "NGN", "USD", "ZAR"}
STATUS: Final = {
    "open": "abandoned",
    "pending": "pending",
    "paid": "success",
    "failed": "failed",
    "refunded": "reversed",
    "disputed": "reversed",
}
EVENTS: Final = {
    "paid": "charge.success",
    "failed": "charge.failed",
    "pending": "charge.pending",
    "refunded": "refund.processed",
    "disputed": "charge.dispute.create",
}
INITIALIZE: Final = {"email", "amount", "currency", "reference", "callback_url", "metadata", "channels"}


class Paystack(Gateway):
    name: ClassVar[str] = "paystack"
    credentials: ClassVar[Mapping[str, str]] = {"secret_key": SECRET_KEY}
    wrong_credentials: ClassVar[Mapping[str, str]] = {"secret_key": "sk_test_another"}
    currency: ClassVar[str] = "NGN"

    def answer(self, request: Request) -> Reply:
        match request.method, request.path.strip("/").split("/"):
            case "GET", ["checkout", access_code]:
                return self.page(self.find(session_id=access_code))
            case "POST", ["transaction", "initialize"]:
                return self._initialize(self._body(request))
            case "GET", ["transaction", "verify", reference]:
                self._authorize(request)
                return self._verify(reference)
            case "GET", ["balance"]:
                self._authorize(request)
                data = [{"currency": "NGN", "balance": 0}]
                return Reply(200, {"status": True, "message": "Balances retrieved", "data": data})
            case "POST", ["refund"]:
                return self._refund(self._body(request))
            case "GET", ["refund"]:
                self._authorize(request)
                return self._refunds(request.query)
        raise refusal(404, {"status": False, "message": "Endpoint not found"})

    def notify(self, payment: Payment, state: str, *, genuine: bool = True) -> None:
        body = json.dumps({"event": EVENTS[state], "data": self._event_data(payment, state)}).encode()
        key = SECRET_KEY if genuine else FORGER_KEY
        signature = hmac.new(key.encode(), body, hashlib.sha512).hexdigest()
        headers = {"Content-Type": "application/json", "x-paystack-signature": signature}
        # The webhook address is set in Paystack's dashboard.
        self.send(payment.webhook_url or self.sandbox.shop_webhook(self.name), body, headers)

    def back(self, payment: Payment) -> Reply:
        if payment.state == "open":
            return self.page(payment)
        return see_other(f"{payment.return_url}?trxref={payment.ref}&reference={payment.ref}")

    def _authorize(self, request: Request) -> None:
        if request.headers.get("Authorization") != f"Bearer {SECRET_KEY}":
            raise refusal(401, {"status": False, "message": "Invalid key"})

    def _body(self, request: Request) -> dict[str, Any]:
        self._authorize(request)
        if request.headers.get("Content-Type") != "application/json":
            raise refusal(400, {"status": False, "message": "Not JSON"})
        body: dict[str, Any] = json.loads(request.body)
        return body

    def _initialize(self, body: dict[str, Any]) -> Reply:
        reference, amount = body.get("reference", ""), body.get("amount")
        if not REFERENCE.fullmatch(reference) or body.keys() - INITIALIZE or "@" not in body.get("email", ""):
            raise refusal(400, {"status": False, "message": "Invalid parameters"})
        if type(amount) is not int or amount <= 0:
            raise refusal(400, {"status": False, "message": "Invalid Amount Sent"})
        if body.get("currency") not in CURRENCIES:
            raise refusal(403, {"status": False, "message": "Currency not supported by merchant"})
        if reference in self.payments:
            message = "Duplicate Transaction Reference"
            raise refusal(400, {"status": False, "message": message, "code": "duplicate_reference"})
        access_code = new_id(length=15)
        self.payments[reference] = Payment(
            ref=reference,
            amount=Decimal(amount) / 100,
            currency=body["currency"],
            session_id=access_code,
            return_url=body["callback_url"],
            payment_id=str(int(new_id(length=8), 16)),
            created_at=self.sandbox.now(),
        )
        data = {
            "authorization_url": f"{self.url}/checkout/{access_code}",
            "access_code": access_code,
            "reference": reference,
        }
        return Reply(200, {"status": True, "message": "Authorization URL created", "data": data})

    def _verify(self, reference: str) -> Reply:
        return Reply(200, {"status": True, "message": "ok", "data": self._data(self.known(reference))})

    def _event_data(self, payment: Payment, state: str) -> dict[str, Any]:
        """Return an event's data. Refunds and disputes refer to the transaction differently."""
        match state:
            case "refunded":
                return {"status": "processed", "transaction_reference": payment.ref, "domain": "test"}
            case "disputed":
                return {"id": 1, "status": "awaiting-merchant-feedback", "transaction": self._data(payment)}
        return self._data(payment)

    def _data(self, payment: Payment) -> dict[str, Any]:
        is_refunded = payment.refunded > 0 and payment.refunded == payment.amount
        return {
            "id": int(payment.payment_id),
            "domain": "test",
            "status": "reversed" if is_refunded else STATUS[payment.state],
            "reference": payment.ref,
            "amount": int(payment.amount * 100),
            "currency": payment.currency,
            "gateway_response": payment.reason or "Successful",
        }

    def _refund(self, body: dict[str, Any]) -> Reply:
        amount = body.get("amount")
        payment = self._transaction(str(body.get("transaction", "")))
        if type(amount) is not int or body.keys() - {"transaction", "amount", "merchant_note", "currency"}:
            raise refusal(400, {"status": False, "message": "Invalid parameters"})
        # Like the original, it has no idempotency keys: a repeated request refunds again.
        number = len(payment.refunds) + 1
        if not self.refund(payment, key=str(number), amount=Decimal(amount) / 100):
            raise refusal(400, {"status": False, "message": "Refund amount exceeds transaction amount"})
        payment.extra[f"note {number}"] = str(body.get("merchant_note", ""))
        data = {"id": number, "status": "pending", "transaction": {"reference": payment.ref}}
        return Reply(200, {"status": True, "message": "Refund has been queued for processing", "data": data})

    def _refunds(self, query: Mapping[str, str]) -> Reply:
        payment = self._transaction(query.get("transaction", ""))
        rows = [
            {
                "id": int(number),
                "status": "processed",
                "amount": int(amount * 100),
                "merchant_note": payment.extra[f"note {number}"],
            }
            for number, amount in payment.refunds.items()
        ]
        return Reply(200, {"status": True, "message": "Refunds retrieved", "data": rows})

    def _transaction(self, name: str) -> Payment:
        """Return the payment by its id or reference."""
        return self.known(name) if name in self.payments else self.find(payment_id=name)

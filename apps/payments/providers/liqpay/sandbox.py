"""LiqPay: signed envelopes for the checkout, the API and callbacks, with test mode keys."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, ClassVar, Final
from urllib.parse import urlencode

from embedded.gateways.base import FORGER_KEY, Gateway, auto_post, refusal
from embedded.gateways.payment import Payment, new_id
from embedded.loopback import Reply, Request

PUBLIC_KEY: Final = "sandbox_i00000000000"
PRIVATE_KEY: Final = "sandbox_key_of_liqpay"
CURRENCIES: Final = {"UAH", "USD", "EUR"}
REQUIRED: Final = {"version", "public_key", "action", "amount", "currency", "description", "order_id"}
OPTIONAL: Final = {"result_url", "server_url", "language", "expired_date"}
AMOUNT: Final = re.compile(r"\d+(\.\d{1,2})?")
DATE: Final = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")
FORM: Final = {"Content-Type": "application/x-www-form-urlencoded"}
STATUS: Final = {
    "pending": "processing",
    # The status of a payment with test mode keys.
    "paid": "sandbox",
    "failed": "failure",
    "refunded": "reversed",
    "disputed": "reversed",
}


class Liqpay(Gateway):
    name: ClassVar[str] = "liqpay"
    credentials: ClassVar[Mapping[str, str]] = {"public_key": PUBLIC_KEY, "private_key": PRIVATE_KEY}
    wrong_credentials: ClassVar[Mapping[str, str]] = {"private_key": "sandbox_another"}
    currency: ClassVar[str] = "UAH"
    starts_without_call: ClassVar[bool] = True

    def answer(self, request: Request) -> Reply:
        match request.method, request.path:
            case "POST", "/api/3/checkout":
                return self.page(self._open(self._body(request)))
            case "POST", "/api/request":
                return self._api(self._body(request))
        raise refusal(404, b"Not found")

    def notify(self, payment: Payment, state: str, *, genuine: bool = True) -> None:
        body = {**self._payload_of(payment), "status": STATUS[state]}
        fields = _envelope(body, PRIVATE_KEY if genuine else FORGER_KEY)
        self.send(payment.webhook_url, urlencode(fields).encode(), FORM)

    def back(self, payment: Payment) -> Reply:
        if payment.state == "open":
            return self.page(payment)
        return auto_post(payment.return_url, _envelope(self._payload_of(payment), PRIVATE_KEY))

    def _body(self, request: Request) -> dict[str, Any]:
        fields = request.form
        if fields.keys() != {"data", "signature"} or "\n" in fields["data"]:
            raise refusal(400, _error("invalid_signature"))
        if fields["signature"] != _sign(fields["data"], PRIVATE_KEY):
            raise refusal(200, _error("invalid_signature"))
        body: dict[str, Any] = json.loads(base64.b64decode(fields["data"], validate=True))
        if (body.get("version"), body.get("public_key")) != (3, PUBLIC_KEY):
            raise refusal(200, _error("public_key_not_found"))
        return body

    def _open(self, body: dict[str, Any]) -> Payment:
        if body.keys() - REQUIRED - OPTIONAL or REQUIRED - body.keys() or body["action"] != "pay":
            raise refusal(400, _error("err_missing"))
        if not AMOUNT.fullmatch(str(body["amount"])) or Decimal(str(body["amount"])) <= 0:
            raise refusal(400, _error("err_amount"))
        if body["currency"] not in CURRENCIES or body.get("language", "uk") not in ("uk", "en"):
            raise refusal(400, _error("err_currency"))
        if not (0 < len(body["order_id"]) <= 255 and DATE.fullmatch(body.get("expired_date", ""))):
            raise refusal(400, _error("err_order_id"))
        known = self.payments.get(body["order_id"])
        if known is not None and known.state not in ("open", "pending"):
            raise refusal(400, _error("order_id_duplicate"))
        payment = known or Payment(
            ref=body["order_id"],
            amount=Decimal(str(body["amount"])),
            currency=body["currency"],
            session_id="",
            return_url=body["result_url"],
            webhook_url=body["server_url"],
            payment_id=str(int(new_id(length=8), 16)),
            created_at=self.sandbox.now(),
            extra={"description": body["description"]},
        )
        return self.payments.setdefault(payment.ref, payment)

    def _api(self, body: dict[str, Any]) -> Reply:
        payment = self.payments.get(str(body.get("order_id")))
        if payment is None or payment.state == "open":
            return Reply(200, _error("payment_not_found"))
        payment = self.known(payment.ref)
        match body.get("action"):
            case "status":
                return Reply(200, {"result": "ok", **self._payload_of(payment)})
            case "refund":
                return self._refund(payment, str(body.get("amount", payment.amount)))
        return Reply(200, _error("invalid_action"))

    def _refund(self, payment: Payment, amount: str) -> Reply:
        # A repeated request refunds again.
        if not AMOUNT.fullmatch(amount) or not self.refund(payment, key=new_id(), amount=Decimal(amount)):
            return Reply(200, _error("refund_amount_error"))
        about = self._payload_of(payment)
        return Reply(200, {"result": "ok", **about, "action": "refund", "status": "reversed"})

    def _payload_of(self, payment: Payment) -> dict[str, Any]:
        whole = payment.refunded == payment.amount
        about: dict[str, Any] = {
            "action": "pay",
            "version": 3,
            "public_key": PUBLIC_KEY,
            "payment_id": int(payment.payment_id),
            "status": "reversed" if whole else STATUS.get(payment.state, "prepared"),
            "order_id": payment.ref,
            "description": payment.extra["description"],
            "amount": float(payment.amount),
            "currency": payment.currency,
            "paytype": "card",
        }
        if payment.refunded:
            about["refund_amount"] = float(payment.refunded)
        if payment.state == "failed":
            about |= {"err_code": "limit", "err_description": "declined"}
        return about


def _sign(data: str, key: str) -> str:
    digest = hashlib.sha1(f"{key}{data}{key}".encode(), usedforsecurity=False).digest()
    return base64.b64encode(digest).decode()


def _envelope(body: Mapping[str, Any], key: str) -> dict[str, str]:
    data = base64.b64encode(json.dumps(body).encode()).decode()
    return {"data": data, "signature": _sign(data, key)}


def _error(code: str) -> dict[str, str]:
    return {"result": "error", "status": "error", "code": code, "err_code": code, "err_description": code}

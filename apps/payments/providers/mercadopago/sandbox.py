"""Mercado Pago, Checkout Pro: preferences with several payments, refunds and webhooks."""

import hashlib
import hmac
import json
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, ClassVar, Final
from urllib.parse import urlencode, urlsplit

from embedded.gateways.base import FORGER_KEY, Gateway, refusal, see_other
from embedded.gateways.payment import Payment, new_id
from embedded.loopback import Reply, Request

ACCESS_TOKEN: Final = "TEST-sandbox-of-mercadopago"
WEBHOOK_SECRET: Final = "sandbox-secret-of-mercadopago"
COLLECTOR: Final = 90210
CURRENCY: Final = "ARS"
EXPIRY: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d")
STATUS: Final = {
    "pending": "in_process",
    "paid": "approved",
    "failed": "rejected",
    "refunded": "refunded",
    "disputed": "charged_back",
}
ITEM: Final = {"id", "title", "quantity", "currency_id", "unit_price"}
NEEDED: Final = {"items", "back_urls", "external_reference"}
KNOWN: Final = NEEDED | {
    "payer",
    "auto_return",
    "notification_url",
    "metadata",
    "statement_descriptor",
    "expires",
    "expiration_date_to",
}


class MercadoPago(Gateway):
    name: ClassVar[str] = "mercadopago"
    credentials: ClassVar[Mapping[str, str]] = {
        "access_token": ACCESS_TOKEN,
        "webhook_secret": WEBHOOK_SECRET,
        "country": "AR",
    }
    wrong_credentials: ClassVar[Mapping[str, str]] = {"access_token": "TEST-another"}
    currency: ClassVar[str] = CURRENCY

    def answer(self, request: Request) -> Reply:
        if self.is_page(request):
            return self.page(self.find(session_id=request.query.get("pref_id", "")))
        if request.headers.get("Authorization") != f"Bearer {ACCESS_TOKEN}":
            raise refusal(401, {"message": "invalid access token", "error": "unauthorized", "status": 401})
        match request.method, request.path.strip("/").split("/"):
            case "POST", ["checkout", "preferences"]:
                return self._create_preference(_body(request), _key(request))
            case "GET", ["v1", "payment_methods"]:
                return Reply(200, [{"id": "visa", "status": "active"}])
            case "GET", ["v1", "payments", "search"]:
                return self._search(request.query)
            case "GET", ["v1", "payments", number]:
                return Reply(200, self._data(self._paid_with(number), number))
            case "POST", ["v1", "payments", number, "refunds"]:
                return self._refund(self._paid_with(number), _body(request), _key(request))
            case "GET", ["v1", "payments", number, "refunds", refund]:
                return self._refunded(self._paid_with(number), refund)
        raise refusal(404, {"message": "resource not found", "error": "not_found", "status": 404})

    def decide(self, payment: Payment, mode: str) -> None:
        """Each attempt is a new payment; a rejected one does not change."""
        tries: dict[str, str] = payment.extra["tries"]
        if mode != "bad_signature" and tries.get(payment.payment_id) in (None, "failed"):
            payment.payment_id = str(int(new_id(length=9), 16) + 1)
        super().decide(payment, mode)

    def notify(self, payment: Payment, state: str, *, genuine: bool = True) -> None:
        number = payment.payment_id or "1"
        if genuine:
            payment.extra["tries"][number] = state
        event = {
            "id": int(new_id(length=9), 16),
            "live_mode": False,
            "type": "payment",
            "action": "payment.updated",
            "api_version": "v1",
            "user_id": COLLECTOR,
            "data": {"id": number},
        }
        ts, request_id = str(int(self.sandbox.now() * 1000)), new_id(length=32)
        manifest = f"id:{number};request-id:{request_id};ts:{ts};"
        key = WEBHOOK_SECRET if genuine else FORGER_KEY
        signature = hmac.new(key.encode(), manifest.encode(), hashlib.sha256).hexdigest()
        headers = {
            "Content-Type": "application/json",
            "x-signature": f"ts={ts},v1={signature}",
            "x-request-id": request_id,
        }
        separator = "&" if urlsplit(payment.webhook_url).query else "?"
        url = payment.webhook_url + separator + urlencode({"data.id": number, "type": "payment"})
        self.send(url, json.dumps(event).encode(), headers)

    def back(self, payment: Payment) -> Reply:
        if payment.state == "open":
            return self.page(payment)
        query = {
            "collection_status": STATUS[payment.state],
            "payment_id": payment.payment_id,
            "status": STATUS[payment.state],
            "external_reference": payment.ref,
            "preference_id": payment.session_id,
        }
        return see_other(f"{payment.return_url}?{urlencode(query)}")

    def _create_preference(self, body: dict[str, Any], key: str) -> Reply:
        if not body.keys() >= NEEDED or body.keys() - KNOWN:
            raise _invalid(f"fields: {sorted(body)}")
        amount, ref = _price(body["items"]), body["external_reference"]
        if not body["back_urls"].get("success") and body.get("auto_return"):
            raise _invalid("auto_return invalid. back_url.success must be defined")
        if not 0 < len(ref) <= 256 or (
            body.get("expires") and not EXPIRY.fullmatch(body["expiration_date_to"])
        ):
            raise _invalid("external_reference or expiration_date_to is invalid")
        payment = self.payments.get(ref)
        if payment is None:
            payment = self.payments[ref] = Payment(
                ref=ref,
                amount=amount,
                currency=CURRENCY,
                session_id=f"{COLLECTOR}-{new_id(length=32)}",
                return_url=body["back_urls"]["success"],
                webhook_url=body.get("notification_url") or self.sandbox.shop_webhook(self.name),
                payment_id="",
                created_at=self.sandbox.now(),
                extra={"tries": {}, "key": key},
            )
        elif payment.extra["key"] != key:
            raise _invalid("the sandbox allows one preference per reference")
        link = f"{self.url}/checkout/v1/redirect?pref_id={payment.session_id}"
        data = {"id": payment.session_id, "init_point": link, "sandbox_init_point": link}
        return Reply(201, data | {"collector_id": COLLECTOR, "external_reference": ref})

    def _search(self, query: Mapping[str, str]) -> Reply:
        if query.get("sort") != "date_created" or query.get("criteria") != "desc":
            raise _invalid("sort and criteria are required")
        payment = self.payments.get(query["external_reference"])
        tries = list(self.known(payment.ref).extra["tries"]) if payment else []
        results = [self._data(payment, number) for number in reversed(tries)] if payment else []
        return Reply(200, {"paging": {"total": len(results), "limit": 30, "offset": 0}, "results": results})

    def _paid_with(self, number: str) -> Payment:
        for payment in self.payments.values():
            if number in payment.extra["tries"]:
                return self.known(payment.ref)
        raise refusal(404, {"message": "Payment not found", "error": "not_found", "status": 404})

    def _data(self, payment: Payment, number: str) -> dict[str, Any]:
        state = payment.state if number == payment.payment_id else payment.extra["tries"][number]
        whole = payment.refunded > 0 and payment.refunded == payment.amount
        return {
            "id": int(number),
            "status": "refunded" if whole else STATUS[state],
            "status_detail": "partially_refunded" if payment.refunded and not whole else "accredited",
            "external_reference": payment.ref,
            "transaction_amount": float(payment.amount),
            "transaction_amount_refunded": float(payment.refunded),
            "currency_id": payment.currency,
            "collector_id": COLLECTOR,
            "live_mode": False,
            "payer": {"email": "payer@gateway.example"},
        }

    def _refund(self, payment: Payment, body: dict[str, Any], key: str) -> Reply:
        if body.keys() - {"amount"} or not 1 <= len(key) <= 64:
            raise _invalid("Header X-Idempotency-Key can't be null")
        amount = _number(body["amount"]) if body else payment.amount - payment.refunded
        if not self.refund(payment, key=key, amount=amount):
            raise _invalid("The amount to refund is greater than what is left")
        number = list(payment.refunds).index(key) + 1
        return Reply(201, self._refund_data(payment, number, "in_process"))

    def _refunded(self, payment: Payment, number: str) -> Reply:
        if not 0 < int(number) <= len(payment.refunds):
            raise refusal(404, {"message": "Refund not found", "error": "not_found", "status": 404})
        return Reply(200, self._refund_data(payment, int(number), "approved"))

    def _refund_data(self, payment: Payment, number: int, status: str) -> dict[str, Any]:
        amount = list(payment.refunds.values())[number - 1]
        data = {"id": number, "payment_id": int(payment.payment_id), "amount": float(amount)}
        return data | {"status": status, "source": {"id": str(COLLECTOR), "type": "collector"}}


def _body(request: Request) -> dict[str, Any]:
    if request.headers.get("Content-Type") != "application/json":
        raise _invalid("JSON is required")
    body: dict[str, Any] = json.loads(request.body, parse_float=Decimal)
    return body


def _key(request: Request) -> str:
    return request.headers.get("X-Idempotency-Key", "")


def _price(items: list[dict[str, Any]]) -> Decimal:
    [item] = items
    if item.keys() - ITEM or not item.get("title") or type(item.get("quantity")) is not int:
        raise _invalid("items invalid")
    if item.get("currency_id") != CURRENCY:
        raise _invalid("currency_id invalid")
    return _number(item.get("unit_price")) * int(item["quantity"])


def _number(given: object) -> Decimal:
    """Return a JSON number as a decimal. Raises Refusal for a string."""
    if type(given) not in (int, Decimal) or not given > 0:  # type: ignore[operator]  # a number after the check
        raise _invalid("unit_price or amount invalid")
    return Decimal(str(given))


def _invalid(message: str) -> Exception:
    return refusal(400, {"message": message, "error": "bad_request", "status": 400, "cause": []})

"""PayU Latam: WebCheckout, confirmations, the Queries API and refunds under review."""

import hashlib
import json
import re
from collections.abc import Mapping
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Any, ClassVar, Final
from urllib.parse import urlencode

from embedded.gateways.base import FORGER_KEY, Gateway, refusal, see_other
from embedded.gateways.payment import Payment, new_id
from embedded.loopback import Reply, Request

MERCHANT_ID: Final = "508029"
ACCOUNT_ID: Final = "512321"
API_KEY: Final = "4Vj8eK4rloUd272L48hsrarnUA"
API_LOGIN: Final = "pRRXKOl8ikMmt9u"
REQUIRED: Final = {
    *("merchantId", "accountId", "referenceCode", "description", "amount", "tax", "taxReturnBase"),
    *("currency", "signature", "buyerEmail", "test", "responseUrl", "confirmationUrl"),
}
OPTIONAL: Final = {"algorithmSignature", "buyerFullName", "telephone", "lng", "extra1", "extra2"}
HASHES: Final = {"MD5": "md5", "SHA": "sha1", "SHA256": "sha256"}
CURRENCIES: Final = {"ARS", "BRL", "CLP", "COP", "MXN", "PEN", "USD"}
WHOLE: Final = {"CLP", "COP"}
AMOUNT: Final = re.compile(r"\d+(\.\d{1,2})?")
FORM: Final = {"Content-Type": "application/x-www-form-urlencoded"}
POL: Final = {"paid": "4", "failed": "6"}
STATES: Final = {
    "paid": "APPROVED",
    "refunded": "APPROVED",
    "disputed": "APPROVED",
    "failed": "DECLINED",
    "pending": "PENDING",
}


class PayuLatam(Gateway):
    """PayU's sandbox. `review` is the result of refunds: APPROVED, DECLINED, or None while under review."""

    name: ClassVar[str] = "payulatam"
    credentials: ClassVar[Mapping[str, str]] = {
        "merchant_id": MERCHANT_ID,
        "account_id": ACCOUNT_ID,
        "api_key": API_KEY,
        "api_login": API_LOGIN,
    }
    wrong_credentials: ClassVar[Mapping[str, str]] = {"api_key": "another"}
    currency: ClassVar[str] = "PEN"
    starts_without_call: ClassVar[bool] = True
    retries_after_decline: ClassVar[bool] = True
    review: str | None = "APPROVED"

    def answer(self, request: Request) -> Reply:
        match request.method, request.path:
            case "POST", "/ppp-web-gateway-payu/":
                return self.page(self._open(request.form))
            case "POST", "/reports-api/4.0/service.cgi":
                if json.loads(request.body).get("command") == "PING":
                    self._body(request, "PING")
                    return Reply(200, {"code": "SUCCESS", "error": None, "result": None})
                return self._query(self._body(request, "ORDER_DETAIL_BY_REFERENCE_CODE"))
            case "POST", "/payments-api/4.0/service.cgi":
                return self._refund(self._body(request, "SUBMIT_TRANSACTION"))
        raise refusal(404, {"code": "ERROR", "error": "Not found"})

    def notify(self, payment: Payment, state: str, *, genuine: bool = True) -> None:
        if state not in POL:
            # Confirmations are sent only for decided charges.
            return
        value = f"{payment.amount:.2f}"
        signed = value[:-1] if value.endswith("0") else value
        key = API_KEY if genuine else FORGER_KEY
        fields = {
            "merchant_id": MERCHANT_ID,
            "reference_sale": payment.ref,
            "value": value,
            "currency": payment.currency,
            "state_pol": POL[state],
            "response_code_pol": "1" if state == "paid" else "4",
            "transaction_id": payment.payment_id,
            "reference_pol": str(payment.extra["order_id"]),
            "test": "1",
            "extra1": payment.extra["form"].get("extra1", ""),
            "sign": _hash("md5", key, MERCHANT_ID, payment.ref, signed, payment.currency, POL[state]),
        }
        self.send(payment.webhook_url, urlencode(fields).encode(), FORM)

    def back(self, payment: Payment) -> Reply:
        if payment.state in ("open", "failed"):
            return self.page(payment)
        state = {"paid": "4"}.get(payment.state, "7")
        value = response_value(payment.amount)
        sign = _hash("md5", API_KEY, MERCHANT_ID, payment.ref, value, payment.currency, state)
        query = {
            "referenceCode": payment.ref,
            "TX_VALUE": value,
            "transactionState": state,
            "signature": sign,
        }
        return see_other(f"{payment.return_url}?{urlencode(query)}")

    def _open(self, form: dict[str, str]) -> Payment:
        if REQUIRED - form.keys() or form.keys() - REQUIRED - OPTIONAL:
            raise refusal(400, b"The form is not one of WebCheckout")
        algorithm = HASHES.get(form.get("algorithmSignature", "MD5"), "")
        signed = (form["referenceCode"], form["amount"], form["currency"])
        if not algorithm or form["signature"] != _hash(algorithm, API_KEY, MERCHANT_ID, *signed):
            raise refusal(400, b"The signature is not valid")
        if (form["merchantId"], form["accountId"], form["test"]) != (MERCHANT_ID, ACCOUNT_ID, "1"):
            raise refusal(400, b"No such account")
        whole = form["currency"] not in WHOLE or "." not in form["amount"]
        if form["currency"] not in CURRENCIES or not AMOUNT.fullmatch(form["amount"]) or not whole:
            raise refusal(400, b"The amount is not valid")
        ref = form["referenceCode"]
        known = self.payments.get(ref)
        if known is not None and known.state not in ("open", "failed"):
            raise refusal(400, b"The reference was used already")
        if known is None:
            self.payments[ref] = Payment(
                ref=ref,
                amount=Decimal(form["amount"]),
                currency=form["currency"],
                session_id="",
                return_url=form["responseUrl"],
                webhook_url=form["confirmationUrl"],
                payment_id=f"{new_id(length=8)}-{new_id(length=4)}-4000-8000-{new_id(length=12)}",
                created_at=self.sandbox.now(),
                extra={"form": form, "order_id": int(new_id(length=7), 16), "refunds": []},
            )
        return self.payments[ref]

    def _body(self, request: Request, command: str) -> dict[str, Any]:
        headers = request.headers
        if headers.get("Accept") != "application/json" or headers.get("Content-Type") != "application/json":
            raise refusal(200, b"<paymentResponse><code>ERROR</code></paymentResponse>")
        body: dict[str, Any] = json.loads(request.body)
        if body.get("merchant") != {"apiLogin": API_LOGIN, "apiKey": API_KEY} or body.get("test") is not True:
            raise refusal(200, {"code": "ERROR", "error": "Invalid credentials"})
        if body.get("command") != command or not body.get("language"):
            raise refusal(200, {"code": "ERROR", "error": "Invalid request format"})
        return body

    def _query(self, body: dict[str, Any]) -> Reply:
        ref = body["details"]["referenceCode"]
        if ref not in self.payments or self.payments[ref].state == "open":
            return Reply(200, {"code": "SUCCESS", "error": None, "result": None})
        payment = self.known(ref)
        value = {"value": float(payment.amount), "currency": payment.currency}
        charge = {
            "id": payment.payment_id,
            "type": "AUTHORIZATION_AND_CAPTURE",
            "transactionResponse": {"state": STATES[payment.state]},
            "additionalValues": {"TX_VALUE": value},
        }
        # The latest transaction is first; refunds under review are not listed.
        shown = [refund for refund in reversed(payment.extra["refunds"]) if refund["type"]]
        order = {
            "id": payment.extra["order_id"],
            "accountId": int(ACCOUNT_ID),
            "status": "REFUNDED" if payment.refunded else "CAPTURED",
            "referenceCode": ref,
            "transactions": [*shown, charge],
            "additionalValues": {"TX_VALUE": value},
        }
        return Reply(200, {"code": "SUCCESS", "error": None, "result": {"payload": [order]}})

    def _refund(self, body: dict[str, Any]) -> Reply:
        request = body["transaction"]
        payment = self.find(payment_id=request["parentTransactionId"])
        value = request.get("additionalValues", {}).get("TX_VALUE")
        partial = request["type"] == "PARTIAL_REFUND"
        is_valid = request["order"] == {"id": str(payment.extra["order_id"])} and partial == bool(value)
        if request["type"] not in ("REFUND", "PARTIAL_REFUND") or not is_valid:
            raise refusal(200, {"code": "ERROR", "error": "Invalid request format"})
        amount = Decimal(value["value"]) if value else payment.amount
        is_fraction_of_peso = payment.currency == "ARS" and amount % 1
        # A repeated request refunds again.
        if is_fraction_of_peso or (
            self.review != "DECLINED" and not self.refund(payment, key=new_id(), amount=amount)
        ):
            response = {"state": "DECLINED", "responseMessage": "The refund is not allowed"}
            return Reply(200, {"code": "SUCCESS", "error": None, "transactionResponse": response})
        payment.extra["refunds"].append(
            {
                "id": new_id(length=32),
                "type": request["type"] if self.review else "",
                "transactionResponse": {"state": self.review},
                "additionalValues": {"TX_VALUE": {"value": float(amount), "currency": payment.currency}},
            }
        )
        pending = {"state": "PENDING", "pendingReason": "PENDING_REVIEW", "transactionId": None}
        return Reply(200, {"code": "SUCCESS", "error": None, "transactionResponse": pending})


def response_value(amount: Decimal) -> str:
    """Return the amount as signed on the response page: one decimal, half to even."""
    return f"{amount.quantize(Decimal('0.1'), rounding=ROUND_HALF_EVEN)}"


def _hash(algorithm: str, *parts: str) -> str:
    return hashlib.new(algorithm, "~".join(parts).encode(), usedforsecurity=False).hexdigest()

"""Flutterwave v3: payments with several transactions, refunds and events."""

import base64
import hashlib
import hmac
import json
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any, ClassVar, Final

from embedded.gateways.base import FORGER_KEY, Gateway, refusal, see_other
from embedded.gateways.payment import Payment, new_id
from embedded.loopback import Reply, Request

SECRET_KEY: Final = "FLWSECK_TEST-sandbox-of-flutterwave-X"
SECRET_HASH: Final = "sandbox-hash-of-flutterwave"
PAGE: Final = 10
REFERENCE: Final = re.compile(r"[\w\-.]{1,100}")
CURRENCIES: Final = frozenset(
    {
        "CAD",
        "CLP",
        "COP",
        "EGP",
        "EUR",
        "GBP",
        "GHS",
        "GNF",
        "KES",
        "MAD",
        "MWK",
        "NGN",
        "RWF",
        "SLL",
        "STD",
        "TZS",
        "UGX",
        "USD",
        "XAF",
        "XOF",
        "ZAR",
        "ZMW",
    }
)
STATUS: Final = {"pending": "pending", "failed": "failed"}
"""Every other payment with a transaction was successful, refunded or not."""
NEEDED: Final = {"tx_ref", "amount", "currency", "redirect_url", "customer"}
KNOWN: Final = NEEDED | {
    "customizations",
    "meta",
    "session_duration",
    "max_retry_attempt",
    "payment_options",
    "payload_hash",
}


class Flutterwave(Gateway):
    name: ClassVar[str] = "flutterwave"
    credentials: ClassVar[Mapping[str, str]] = {"secret_key": SECRET_KEY, "secret_hash": SECRET_HASH}
    wrong_credentials: ClassVar[Mapping[str, str]] = {"secret_key": "FLWSECK_TEST-another-X"}
    currency: ClassVar[str] = "NGN"

    def answer(self, request: Request) -> Reply:
        match request.method, request.path.strip("/").split("/"):
            case "GET", ["pay", session_id]:
                return self.page(self.find(session_id=session_id))
            case "POST", ["v3", "payments"]:
                return self._pay(self._body(request))
            case "GET", ["v3", "transactions", "verify_by_reference"]:
                self._authorize(request)
                return self._verified(*self._tried(ref=request.query.get("tx_ref", "")))
            case "GET", ["v3", "transactions", number, "verify"]:
                self._authorize(request)
                return self._verified(*self._tried(number=number))
            case "POST", ["v3", "transactions", number, "refund"]:
                return self._refund(self._tried(number=number)[0], self._body(request))
            case "GET", ["v3", "balances"]:
                self._authorize(request)
                return Reply(200, {"status": "success", "message": "Wallet balances fetched", "data": []})
            case "GET", ["v3", "refunds"]:
                self._authorize(request)
                return self._refunds(request.query)
        raise refusal(404, {"status": "error", "message": "Cannot find that", "data": None})

    def decide(self, payment: Payment, mode: str) -> None:
        """Each attempt is a new transaction; a failed one does not change."""
        tries: dict[str, str] = payment.extra["tries"]
        if mode != "bad_signature" and tries.get(payment.payment_id) in (None, "failed"):
            payment.payment_id = str(int(new_id(length=7), 16) + 1)
        super().decide(payment, mode)

    def notify(self, payment: Payment, state: str, *, genuine: bool = True) -> None:
        if genuine:
            payment.extra["tries"][payment.payment_id] = state
        event = {"event": "charge.completed", "data": self._data(payment), "event.type": "CARD_TRANSACTION"}
        if state in ("refunded", "disputed"):
            data = {"id": 1, "tx_id": int(payment.payment_id or 0), "status": "completed"}
            event = {"event": "refund.completed", "data": data}
        body = json.dumps(event).encode()
        key = SECRET_HASH if genuine else FORGER_KEY
        signature = base64.b64encode(hmac.new(key.encode(), body, hashlib.sha256).digest()).decode()
        headers = {
            "Content-Type": "application/json",
            "verif-hash": key,
            "flutterwave-signature": signature,
        }
        # The webhook address is set in Flutterwave's dashboard.
        self.send(self.sandbox.shop_webhook(self.name), body, headers)

    def back(self, payment: Payment) -> Reply:
        if payment.state == "open":
            return self.page(payment)
        status = {"failed": "failed", "pending": "pending"}.get(payment.state, "successful")
        return see_other(
            f"{payment.return_url}?status={status}&tx_ref={payment.ref}&transaction_id={payment.payment_id}"
        )

    def _authorize(self, request: Request) -> None:
        if request.headers.get("Authorization") != f"Bearer {SECRET_KEY}":
            raise refusal(401, {"status": "error", "message": "Invalid authorization key", "data": None})

    def _body(self, request: Request) -> dict[str, Any]:
        self._authorize(request)
        if request.headers.get("Content-Type") != "application/json":
            raise _invalid("JSON is required")
        body: dict[str, Any] = json.loads(request.body, parse_float=Decimal)
        return body

    def _pay(self, body: dict[str, Any]) -> Reply:
        if not body.keys() >= NEEDED or body.keys() - KNOWN:
            raise _invalid(f"fields: {sorted(body)}")
        amount, ref, email = _amount(body["amount"]), body["tx_ref"], body["customer"].get("email", "")
        if not REFERENCE.fullmatch(ref) or "@" not in email or body["currency"] not in CURRENCIES:
            raise _invalid("tx_ref, customer.email or currency is invalid")
        if not 0 < body.get("session_duration", 1) <= 1440:
            raise _invalid("session_duration is invalid")
        if ref in self.payments:
            raise _invalid("tx_ref already exists")
        if "payload_hash" in body and body["payload_hash"] != _hash(body, email):
            raise _invalid("payload_hash does not match")
        session_id = new_id(length=20)
        self.payments[ref] = Payment(
            ref=ref,
            amount=amount,
            currency=body["currency"],
            session_id=session_id,
            return_url=body["redirect_url"],
            payment_id="",
            created_at=self.sandbox.now(),
            extra={"tries": {}, "refunds": []},
        )
        data = {"link": f"{self.url}/pay/{session_id}"}
        return Reply(200, {"status": "success", "message": "Hosted Link", "data": data})

    def _tried(self, *, ref: str = "", number: str = "") -> tuple[Payment, str]:
        """Return the payment and the id of the transaction. Raises Refusal if the payer has started none."""
        for payment in self.payments.values():
            if payment.extra["tries"] and (payment.ref == ref or number in payment.extra["tries"]):
                return self.known(payment.ref), number or payment.payment_id
        message = "No transaction was found for this id"
        raise refusal(400, {"status": "error", "message": message, "data": None})

    def _verified(self, payment: Payment, number: str) -> Reply:
        data = self._data(payment)
        if number != payment.payment_id:
            data |= {"id": int(number), "status": STATUS.get(payment.extra["tries"][number], "successful")}
        return Reply(200, {"status": "success", "message": "Transaction fetched successfully", "data": data})

    def _data(self, payment: Payment) -> dict[str, Any]:
        return {
            "id": int(payment.payment_id or 0),
            "tx_ref": payment.ref,
            "flw_ref": f"FLW-{payment.session_id}",
            "amount": float(payment.amount),
            "charged_amount": float(payment.amount),
            "currency": payment.currency,
            "status": STATUS.get(payment.state, "successful"),
            "processor_response": payment.reason or "Approved",
            "customer": {"id": 1, "email": "payer@gateway.example"},
        }

    def _refund(self, payment: Payment, body: dict[str, Any]) -> Reply:
        if not {"amount"} <= body.keys() <= {"amount", "comments"}:
            raise _invalid(f"fields: {sorted(body)}")
        # Like the original, it has no idempotency keys: a repeated request refunds again.
        number = len(self._all_refunds()) + 1
        amount = _amount(body["amount"])
        if not self.refund(payment, key=str(number), amount=amount):
            raise _invalid("Refund amount exceeds the transaction's")
        refund = {
            "id": number,
            "tx_id": int(payment.payment_id),
            "flw_ref": f"URF_{number}",
            "amount_refunded": float(amount),
            "status": "completed-mpgs",
            "comment": body.get("comments", ""),
        }
        payment.extra["refunds"].append(refund)
        shown = {**refund, "status": "new"}
        return Reply(200, {"status": "success", "message": "Transaction refund initiated", "data": shown})

    def _refunds(self, query: Mapping[str, str]) -> Reply:
        if query.keys() - {"from", "to", "status", "currency", "flw_ref", "page"}:
            raise _invalid(f"filters: {sorted(query)}")
        first, last = date.fromisoformat(query["from"]), date.fromisoformat(query["to"])
        today = datetime.fromtimestamp(self.sandbox.now(), UTC).date()
        rows = self._all_refunds() if first <= today <= last else []
        page = int(query.get("page", 1))
        info = {"total": len(rows), "current_page": page, "total_pages": -(-len(rows) // PAGE)}
        data = rows[(page - 1) * PAGE : page * PAGE]
        body = {"status": "success", "message": "ok", "meta": {"page_info": info}, "data": data}
        return Reply(200, body)

    def _all_refunds(self) -> list[dict[str, Any]]:
        """Return the refunds, newest first."""
        refunds = [refund for payment in self.payments.values() for refund in payment.extra["refunds"]]
        return sorted(refunds, key=lambda refund: -refund["id"])


def _amount(given: object) -> Decimal:
    """Parse a number, or a string with one."""
    try:
        amount = Decimal(str(given))
    except InvalidOperation:
        raise _invalid("amount must be a number") from None
    if not amount > 0:
        raise _invalid("amount should be greater than zero")
    return amount


def _hash(body: Mapping[str, Any], email: str) -> str:
    """Return the payload hash, with the amount written as JavaScript does."""
    amount = f"{_amount(body['amount']).normalize():f}"
    key = hashlib.sha256(SECRET_KEY.encode()).hexdigest()
    text = f"{amount}{body['currency']}{email}{body['tx_ref']}{key}"
    return hashlib.sha256(text.encode()).hexdigest()


def _invalid(message: str) -> Exception:
    return refusal(400, {"status": "error", "message": message, "data": None})

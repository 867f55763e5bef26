"""Braintree: client tokens, sales, voids, refunds, searches and disputes in its XML."""

import base64
import hashlib
import hmac
import json
import re
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, ClassVar, Final
from urllib.parse import urlencode

from apps.payments.providers.braintree import sandbox_xml as bx
from embedded.gateways.base import FORGER_KEY, CardGateway, refusal
from embedded.gateways.page_scripts import script_reply
from embedded.gateways.payment import Payment, new_id
from embedded.loopback import NO_ANSWER, Reply, Request

MERCHANT: Final = "sandbox_merchant"
PUBLIC_KEY: Final = "sandbox_public_key"
PRIVATE_KEY: Final = "sandbox_private_key_of_braintree"
ACCOUNTS: Final = {"USD": "sandbox_usd", "EUR": "sandbox_eur", "JPY": "sandbox_jpy"}
WHOLE: Final = {"JPY"}
NONCE: Final = re.compile(r"sandbox-([a-z_]+)-[0-9a-f]{16}")
AMOUNT: Final = re.compile(r"\d{1,10}(\.\d{2})?")
SALE: Final = {
    "amount",
    "payment_method_nonce",
    "order_id",
    "merchant_account_id",
    "device_data",
    "options",
    "type",
}
STATUS: Final = {
    "open": "settlement_pending",
    "pending": "settlement_pending",
    "failed": "processor_declined",
    "refunded": "voided",
}
KINDS: Final = {"paid": "transaction_settled", "failed": "transaction_settlement_declined"}
DISPUTED: Final = "dispute_opened"
SCRIPTS: Final = (
    "client.min.js",
    "hosted-fields.min.js",
    "three-d-secure.min.js",
    "data-collector.min.js",
)


class Braintree(CardGateway):
    """Braintree's sandbox. Sales are settled before the next request, unless `batch_waits`."""

    name: ClassVar[str] = "braintree"
    credentials: ClassVar[Mapping[str, str]] = {
        "merchant_id": MERCHANT,
        "public_key": PUBLIC_KEY,
        "private_key": PRIVATE_KEY,
        "merchant_accounts": " ".join(f"{code}:{account}" for code, account in ACCOUNTS.items()),
    }
    wrong_credentials: ClassVar[Mapping[str, str]] = {"private_key": "another_private_key_of_braintree"}
    currency: ClassVar[str] = "USD"

    def __init__(self, sandbox: Any) -> None:
        super().__init__(sandbox)
        self.batch_waits = False
        self.refund_ids: dict[str, str] = {}
        """The gateway's ids of refunds, by the shop's reference."""

    def token(self, mode: str) -> dict[str, str]:
        return {"token": f"sandbox-{mode}-{new_id(length=16)}", "device_data": '{"correlation_id":"1"}'}

    def is_page(self, request: Request) -> bool:
        return request.path.startswith("/js/") or super().is_page(request)

    def answer(self, request: Request) -> Reply:
        if request.method == "GET" and request.path.removeprefix("/js/") in SCRIPTS:
            return script_reply(Path(__file__).with_name("sandbox.js"))
        self._admit(request)
        where = request.path.removeprefix(f"/merchants/{MERCHANT}/").split("/")
        match request.method, where:
            case "POST", ["client_token"]:
                return self._client_token(bx.tree(request))
            case "POST", ["transactions"]:
                return self._sale(bx.tree(request))
            case "GET", ["transactions", payment_id]:
                return bx.xml(200, self._transaction(self._by_id(payment_id)))
            case "PUT", ["transactions", payment_id, "void"]:
                return self._void(self._by_id(payment_id))
            case "POST", ["transactions", payment_id, "refund"]:
                return self._refund(self._by_id(payment_id), bx.tree(request))
            case "POST", ["transactions", "advanced_search_ids"]:
                return self._search_ids(bx.tree(request))
            case "POST", ["transactions", "advanced_search"]:
                return self._search(bx.tree(request))
        raise refusal(404, None)

    def notify(self, payment: Payment, state: str, *, genuine: bool = True) -> None:
        if state == "disputed":
            subject = f"<dispute>{bx.dispute(payment)}{bx.named(payment)}</dispute>"
            self._send(DISPUTED, subject, genuine=genuine)
        elif state in KINDS and (payment.extra.get("late") or not genuine):
            # A sale has an immediate result; only an undecided one is notified later.
            self._send(KINDS[state], self._transaction(payment), genuine=genuine)
        elif state == "pending":
            payment.extra["late"] = True

    def notify_check(self) -> None:
        """Send the webhook of the dashboard's test button."""
        self._send("check", '<check type="boolean">true</check>', genuine=True)

    def _admit(self, request: Request) -> None:
        known = base64.b64encode(f"{PUBLIC_KEY}:{PRIVATE_KEY}".encode()).decode()
        if request.headers.get("Authorization") != f"Basic {known}":
            raise refusal(401, None)
        if not request.path.startswith(f"/merchants/{MERCHANT}/"):
            raise refusal(403, None)
        headers = {name.lower(): value for name, value in request.headers.items()}
        if headers.get("accept") != "application/xml" or headers.get("content-type") != "application/xml":
            raise refusal(406, None)
        if headers.get("x-apiversion") != "6":
            raise refusal(426, None)

    def _by_id(self, payment_id: str) -> Payment:
        return self.find(payment_id=payment_id)

    def _client_token(self, request: Mapping[str, Any]) -> Reply:
        if request.get("merchant_account_id") not in ACCOUNTS.values() or request.get("version") != "2":
            raise bx.invalid("92809", "Merchant account is invalid")
        token = {"version": 2, "authorizationFingerprint": new_id(), "clientApiUrl": self.url}
        value = base64.b64encode(json.dumps(token).encode()).decode()
        return bx.xml(201, f"<client-token><value>{value}</value></client-token>")

    def _sale(self, sale: Mapping[str, Any]) -> Reply:
        nonce, ref, amount = sale.get("payment_method_nonce", ""), sale.get("order_id", ""), sale["amount"]
        currency = {account: code for code, account in ACCOUNTS.items()}.get(sale["merchant_account_id"])
        mode = NONCE.fullmatch(nonce)
        if sale.keys() - SALE or sale.get("type") != "sale" or not 0 < len(ref) <= 255:
            raise bx.invalid("91500", "Unknown attributes")
        if currency is None:
            raise bx.invalid("91513", "Merchant account ID is invalid")
        if not AMOUNT.fullmatch(amount) or (currency in WHOLE and "." in amount):
            raise bx.invalid("81503", "Amount is an invalid format")
        if mode is None:
            raise bx.invalid("91565", "Unknown or expired payment_method_nonce")
        if nonce in self.used:
            raise bx.invalid("93107", "Cannot use a payment_method_nonce more than once")
        self.used.add(nonce)
        before = self.payments.get(ref)
        payment = Payment(
            ref=ref,
            amount=Decimal(amount),
            currency=currency,
            session_id="",
            return_url="",
            payment_id=before.payment_id if before else new_id(length=8),
            created_at=self.sandbox.now(),
        )
        payment.extra["account"] = sale["merchant_account_id"]
        payment.extra["unsettled"] = sale.get("options") == {"submit_for_settlement": "true"}
        self.payments[ref] = payment
        self.decide(payment, mode[1])
        answer = self._transaction(payment)
        if not self.batch_waits:
            payment.extra["unsettled"] = False
        if mode[1] == "timeout":
            return NO_ANSWER
        if payment.state == "failed":
            return bx.refused("2000 Do Not Honor", transaction=answer)
        return bx.xml(201, answer)

    def _void(self, payment: Payment) -> Reply:
        if payment.state != "paid" or not payment.extra["unsettled"]:
            raise bx.invalid("91504", "Transaction can only be voided if status is authorized")
        self.refund(payment, key="void", amount=payment.amount)
        payment.state = "refunded"
        return bx.xml(200, self._transaction(payment))

    def _refund(self, payment: Payment, request: Mapping[str, Any]) -> Reply:
        if request.keys() - {"amount", "order_id"} or not AMOUNT.fullmatch(request.get("amount", "")):
            raise bx.invalid("91521", "Refund amount is invalid")
        if payment.state != "paid" or payment.extra["unsettled"]:
            raise bx.invalid("91506", "Cannot refund a transaction unless it is settled")
        key, amount = request["order_id"], Decimal(request["amount"])
        # Without idempotency keys, a repeated request refunds again.
        if key in payment.refunds:
            key = f"{key}#{len(payment.refunds)}"
        if not self.refund(payment, key=key, amount=amount):
            raise bx.invalid("91521", "Refund amount is too large")
        self.refund_ids[key] = new_id(length=8)
        return bx.xml(201, self._credit(payment, key, "submitted_for_settlement"))

    def _search_ids(self, search: Mapping[str, Any]) -> Reply:
        ref = bx.searched(search)
        ids = [self.known(ref).payment_id] if ref in self.payments else []
        return bx.found_ids(ids + [name for key, name in self.refund_ids.items() if key.split("#")[0] == ref])

    def _search(self, search: Mapping[str, Any]) -> Reply:
        ids, status = search["ids"], "submitted_for_settlement" if self.batch_waits else "settled"
        payments = list(self.payments.values())
        sales = [self._transaction(self.known(one.ref)) for one in payments if one.payment_id in ids]
        credits = [
            self._credit(one, key, status)
            for one in payments
            for key in one.refunds
            if self.refund_ids.get(key) in ids
        ]
        return bx.found(sales + credits)

    def _status(self, payment: Payment) -> str:
        if payment.state in STATUS:
            return str(payment.extra.get("status") or STATUS[payment.state])
        default = "submitted_for_settlement" if payment.extra["unsettled"] else "settled"
        return str(payment.extra.get("status") or default)

    def _transaction(self, payment: Payment) -> str:
        return bx.sale(payment, status=self._status(payment))

    def _credit(self, payment: Payment, key: str, status: str) -> str:
        status = payment.extra.get("refund_status", status)
        return bx.credit(payment, key, refund_id=self.refund_ids[key], status=status)

    def notify_refund_failed(self, payment: Payment, key: str) -> None:
        """Send the webhook of a refund that the bank rejected."""
        payment.extra["refund_status"] = "settlement_declined"
        self._send("refund_failed", self._credit(payment, key, "settlement_declined"), genuine=True)

    def _send(self, kind: str, subject: str, *, genuine: bool) -> None:
        notification = (
            f"<notification><kind>{kind}</kind><timestamp type='datetime'>2026-11-22T02:00:00Z</timestamp>"
            f"<subject>{subject}</subject></notification>"
        )
        payload = base64.encodebytes(notification.encode()).decode()
        private = hashlib.sha1((PRIVATE_KEY if genuine else FORGER_KEY).encode()).digest()
        digest = hmac.new(private, payload.encode(), hashlib.sha1).hexdigest()
        body = urlencode({"bt_signature": f"other_key|00&{PUBLIC_KEY}|{digest}", "bt_payload": payload})
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        self.send(self.sandbox.shop_webhook(self.name), body.encode(), headers)

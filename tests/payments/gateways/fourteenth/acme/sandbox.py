"""The sandbox of Acme Pay."""

import hashlib
import hmac
import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, ClassVar

from embedded.gateways.base import FORGER_KEY, Gateway, refusal, see_other
from embedded.gateways.payment import Payment, new_id
from embedded.loopback import Reply, Request

KEY = "acme_test_key_of_acme"


class Acme(Gateway):
    name: ClassVar[str] = "acme"
    credentials: ClassVar[Mapping[str, str]] = {"key": KEY}
    wrong_credentials: ClassVar[Mapping[str, str]] = {"key": "acme_test_another"}
    currency: ClassVar[str] = "USD"

    def answer(self, request: Request) -> Reply:
        if self.is_page(request):
            return self.page(self.known(request.path.removeprefix("/pay/")))
        if request.headers.get("Authorization") != f"Bearer {KEY}":
            raise refusal(401, {})
        match request.method, request.path.strip("/").split("/"):
            case "GET", ["me"]:
                return Reply(200, {})
            case "POST", ["payments"]:
                return self._create(json.loads(request.body))
            case "GET", ["payments", ref]:
                return Reply(200, self._data(self.known(ref)))
            case "POST", ["payments", ref, "refunds"]:
                return self._refund(self.known(ref), json.loads(request.body))
        raise refusal(404, {})

    def notify(self, payment: Payment, state: str, *, genuine: bool = True) -> None:
        body = json.dumps({"ref": payment.ref, "kind": state}).encode()
        key = KEY if genuine else FORGER_KEY
        signature = hmac.new(key.encode(), body, hashlib.sha256).hexdigest()
        headers = {"Content-Type": "application/json", "X-Acme-Signature": signature}
        self.send(self.sandbox.shop_webhook(self.name), body, headers)

    def back(self, payment: Payment) -> Reply:
        return see_other(payment.return_url)

    def _create(self, body: dict[str, Any]) -> Reply:
        self.payments[body["ref"]] = Payment(
            ref=body["ref"],
            amount=Decimal(body["amount"]),
            currency=body["currency"],
            session_id="",
            return_url=body["return_url"],
            payment_id=new_id("pay_"),
            created_at=self.sandbox.now(),
        )
        return Reply(201, {"url": f"{self.url}/pay/{body['ref']}"})

    def _data(self, payment: Payment) -> dict[str, Any]:
        return {
            "id": payment.payment_id,
            "ref": payment.ref,
            "state": payment.state,
            "amount": f"{payment.amount:.2f}",
            "currency": payment.currency,
        }

    def _refund(self, payment: Payment, body: dict[str, Any]) -> Reply:
        if not self.refund(payment, key=body["key"], amount=Decimal(body["amount"])):
            raise refusal(409, {})
        return Reply(201, {"id": f"refund_{body['key']}"})

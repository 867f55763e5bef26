"""Culqi: charges of tokens, 3-D Secure, lists, refunds and webhooks without a signature."""

import base64
import json
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, ClassVar, Final

from embedded.gateways.base import CardGateway, refusal
from embedded.gateways.page_scripts import script_reply
from embedded.gateways.payment import Payment, new_id
from embedded.loopback import NO_ANSWER, Reply, Request

PUBLIC_KEY: Final = "pk_test_sandbox_of_culqi"
SECRET_KEY: Final = "sk_test_sandbox_of_culqi"
USER, PASSWORD = "sandbox_hook", "sandbox_password"
TOKEN: Final = re.compile(r"tkn_test_([a-z_]+)_[0-9a-f]{16}")
CURRENCIES: Final = {"PEN", "USD"}
REASONS: Final = {"duplicado", "fraudulento", "solicitud_comprador"}
MIN_CENTIMOS, MAX_CENTIMOS = 300, 999_900
CHARGE: Final = {
    "amount",
    "currency_code",
    "email",
    "source_id",
    "description",
    "antifraud_details",
    "metadata",
    "authentication_3DS",
}
ANTIFRAUD: Final = {"first_name", "last_name", "phone_number", "device_finger_print_id"}
AUTHENTICATION: Final = {"eci", "xid", "cavv", "protocolVersion", "directoryServerTransactionId"}
EVENTS: Final = {
    "paid": "charge.creation.succeeded",
    "failed": "charge.creation.failed",
    "pending": "charge.creation.pending",
    "refunded": "refund.creation.succeeded",
    "disputed": "charge.dispute.created",
}
UNDECIDED: Final = ("open", "pending")
SCRIPTS: Final = {"/checkout-js": "sandbox.js", "/3ds": "sandbox_3ds.js"}


class Culqi(CardGateway):
    name: ClassVar[str] = "culqi"
    credentials: ClassVar[Mapping[str, str]] = {
        "public_key": PUBLIC_KEY,
        "secret_key": SECRET_KEY,
        "webhook_user": USER,
        "webhook_password": PASSWORD,
    }
    wrong_credentials: ClassVar[Mapping[str, str]] = {"secret_key": "sk_test_another"}
    currency: ClassVar[str] = "PEN"
    starts_without_call: ClassVar[bool] = True

    def token(self, mode: str) -> dict[str, str]:
        return {"token": f"tkn_test_{mode}_{new_id(length=16)}", "device": "sandbox-device"}

    def is_page(self, request: Request) -> bool:
        return request.path in SCRIPTS or super().is_page(request)

    def answer(self, request: Request) -> Reply:
        if request.method == "GET" and request.path in SCRIPTS:
            return script_reply(Path(__file__).with_name(SCRIPTS[request.path]))
        if request.headers.get("Authorization") != f"Bearer {SECRET_KEY}":
            raise _error(401, "authentication_error")
        match request.method, request.path.strip("/").split("/"):
            case "POST", ["v2", "charges"]:
                return self._charge(_body(request))
            case "GET", ["v2", "charges"]:
                charges = [self._data(one) for one in self._known() if one.state not in UNDECIDED]
                return _page(request, (one for one in charges if one["outcome"]))
            case "GET", ["v2", "charges", payment_id]:
                return Reply(200, self._data(self.find(payment_id=payment_id)))
            case "POST", ["v2", "refunds"]:
                return self._refund(_body(request))
            case "GET", ["v2", "refunds"]:
                refunds = (self._refund_data(one, key) for one in self._known() for key in one.refunds)
                return _page(request, refunds)
        raise _error(404, "resource_error")

    def notify(self, payment: Payment, state: str, *, genuine: bool = True) -> None:
        if state == "pending":
            return
        data = self._data(payment) | {"outcome": {"type": "venta_exitosa" if state == "paid" else state}}
        # The event's subject is a JSON string inside the JSON.
        event = {
            "object": "event",
            "id": new_id("evt_test_"),
            "type": EVENTS[state],
            "data": json.dumps(data),
        }
        password = PASSWORD if genuine else "password-of-a-forger"
        authorization = base64.b64encode(f"{USER}:{password}".encode()).decode()
        headers = {"Content-Type": "application/json", "Authorization": f"Basic {authorization}"}
        self.send(self.sandbox.shop_webhook(self.name), json.dumps(event).encode(), headers)

    def _known(self) -> list[Payment]:
        """Return the payments in their current state, newest first."""
        return [self.known(ref) for ref in reversed(list(self.payments))]

    def _charge(self, body: dict[str, Any]) -> Reply:
        amount, token = body.get("amount"), str(body.get("source_id"))
        if body.keys() - CHARGE or body.get("antifraud_details", {}).keys() - ANTIFRAUD:
            raise _error(400, "parameter_error")
        if (
            type(amount) is not int
            or not MIN_CENTIMOS <= amount <= MAX_CENTIMOS
            or body.get("currency_code") not in CURRENCIES
        ):
            raise _error(400, "parameter_error")
        if not 5 <= len(body.get("description", "")) <= 80 or "@" not in body.get("email", ""):
            raise _error(400, "parameter_error")
        mode = TOKEN.fullmatch(token)
        if mode is None or token in self.used:
            raise _error(400, "parameter_error")
        authentication = body.get("authentication_3DS")
        if mode[1] == "pending" and authentication is None:
            # The bank requires 3-D Secure; the token remains valid for one more request.
            return Reply(200, {"action_code": "REVIEW", "user_message": "3-D Secure"})
        if authentication is not None and authentication.keys() != AUTHENTICATION:
            raise _error(400, "parameter_error")
        self.used.add(token)
        ref = str(body["metadata"]["ref"])
        payment = Payment(
            ref=ref,
            amount=Decimal(amount) / 100,
            currency=body["currency_code"],
            session_id="",
            return_url="",
            payment_id=new_id("chr_test_", length=16),
            created_at=self.sandbox.now(),
        )
        self.payments[ref] = payment
        self.decide(payment, "approve" if mode[1] == "pending" else mode[1])
        if payment.state == "failed":
            refusal = {"object": "error", "type": "card_error", "decline_code": "insufficient_funds"}
            return Reply(402, refusal | {"code": "card_declined", "charge_id": payment.payment_id})
        if payment.state in UNDECIDED:
            return Reply(504, {"object": "error", "type": "api_error"})
        return NO_ANSWER if mode[1] == "timeout" else Reply(201, self._data(payment))

    def _data(self, payment: Payment) -> dict[str, Any]:
        is_paid = payment.state in ("paid", "refunded", "disputed")
        back = payment.amount if payment.state == "refunded" else payment.refunded
        return {
            "object": "charge",
            "id": payment.payment_id,
            "amount": int(payment.amount * 100),
            "amount_refunded": int(back * 100),
            "currency_code": payment.currency,
            "outcome": {"type": "venta_exitosa", "code": "AUT0000"} if is_paid else {},
            "dispute": payment.state == "disputed",
            "capture": True,
            "creation_date": int(payment.created_at * 1000),
            "metadata": {"ref": payment.ref},
        } | payment.extra

    def _refund(self, body: dict[str, Any]) -> Reply:
        amount, key = body.get("amount"), body.get("metadata", {}).get("ref", "")
        payment = self.find(payment_id=str(body.get("charge_id")))
        if type(amount) is not int or body.get("reason") not in REASONS:
            raise _error(400, "parameter_error")
        # Without idempotency keys, a repeated request refunds again.
        if key in payment.refunds:
            key = f"{key}#{len(payment.refunds)}"
        if not self.refund(payment, key=key, amount=Decimal(amount) / 100):
            raise _error(400, "parameter_error")
        return Reply(201, self._refund_data(payment, key))

    def _refund_data(self, payment: Payment, key: str) -> dict[str, Any]:
        return {
            "object": "refund",
            "id": f"ref_test_{key}",
            "charge_id": payment.payment_id,
            "amount": int(payment.refunds[key] * 100),
            "reason": "solicitud_comprador",
            "creation_date": int(payment.created_at * 1000),
            "metadata": {"ref": key.split("#")[0]},
        }


def _body(request: Request) -> dict[str, Any]:
    if request.headers.get("Content-Type") != "application/json":
        raise _error(400, "invalid_request_error")
    body: dict[str, Any] = json.loads(request.body)
    return body


def _page(request: Request, rows: Iterable[dict[str, Any]]) -> Reply:
    """Return a page of rows after the cursor, the id of the previous page's last row."""
    found, limit, after = list(rows), int(request.query.get("limit", "10")), request.query.get("after")
    if not 1 <= limit <= 100:
        raise _error(400, "parameter_error")
    first = next((index for index, row in enumerate(found, start=1) if row["id"] == after), 0)
    page = found[first : first + limit]
    cursors = {"before": page[0]["id"], "after": page[-1]["id"]} if page else {}
    return Reply(200, {"object": "list", "data": page, "paging": {"cursors": cursors}})


def _error(status: int, kind: str) -> Exception:
    return refusal(status, {"object": "error", "type": kind, "merchant_message": "", "user_message": ""})

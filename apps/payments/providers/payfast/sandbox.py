"""PayFast: a signed form, webhooks (ITN) and their validation, and refunds."""

import hashlib
import json
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import ClassVar, Final
from urllib.parse import parse_qsl, quote_plus

from embedded.gateways.base import FORGER_KEY, Gateway, refusal, see_other
from embedded.gateways.payment import Payment, new_id
from embedded.loopback import Reply, Request

MERCHANT_ID: Final = "10000100"
MERCHANT_KEY: Final = "46f0cd694581a"
PASSPHRASE: Final = "sandbox phrase ~ of payfast"
NUMBERED: Final = tuple(f"custom_{kind}{number}" for kind in ("int", "str") for number in range(1, 6))
ORDER: Final = (
    *("merchant_id", "merchant_key", "return_url", "cancel_url", "notify_url"),
    *("name_first", "name_last", "email_address", "cell_number"),
    *("m_payment_id", "amount", "item_name", "item_description"),
    *NUMBERED,
    *("email_confirmation", "confirmation_address", "payment_method", "signature"),
)
AMOUNT: Final = re.compile(r"\d+\.\d\d")
TIMESTAMP: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d")
FORM: Final = {"Content-Type": "application/x-www-form-urlencoded"}
TEXT: Final = {"Content-Type": "text/plain"}
STATUS: Final = {"paid": "COMPLETE", "failed": "FAILED", "pending": "PENDING"}


class Payfast(Gateway):
    name: ClassVar[str] = "payfast"
    credentials: ClassVar[Mapping[str, str]] = {
        "merchant_id": MERCHANT_ID,
        "merchant_key": MERCHANT_KEY,
        "passphrase": PASSPHRASE,
    }
    currency: ClassVar[str] = "ZAR"
    starts_without_call: ClassVar[bool] = True
    reports_currency: ClassVar[bool] = False
    queryable: ClassVar[bool] = False

    def answer(self, request: Request) -> Reply:
        match request.method, request.path.strip("/").split("/"):
            case "POST", ["eng", "process"]:
                return self.page(self._open(request))
            case "POST", ["eng", "query", "validate"]:
                return self._validate(request)
            case "GET", ["refunds", "query", payment_id]:
                self._authorize(request, {})
                return self._refundable(self.find(payment_id=payment_id))
            case "POST", ["refunds", payment_id]:
                return self._refund(self.find(payment_id=payment_id), request)
        raise refusal(404, b"Not found")

    def notify(self, payment: Payment, state: str, *, genuine: bool = True) -> None:
        if state not in STATUS:
            # PayFast sends no webhook for refunds and chargebacks.
            return
        fee = Decimal("-2.30")
        pairs = [
            ("m_payment_id", payment.ref),
            ("pf_payment_id", payment.payment_id),
            ("payment_status", STATUS[state]),
            ("item_name", payment.extra["item_name"]),
            ("item_description", ""),
            ("amount_gross", f"{payment.amount:.2f}"),
            ("amount_fee", f"{fee:.2f}"),
            ("amount_net", f"{payment.amount + fee:.2f}"),
            *((name, payment.extra.get(name, "")) for name in NUMBERED),
            *((name, payment.extra.get(name, "")) for name in ("name_first", "name_last", "email_address")),
            ("merchant_id", MERCHANT_ID),
        ]
        parameters = _encoded(pairs)
        if genuine:
            payment.extra.setdefault("sent", []).append(parameters)
        signature = _md5(_encoded([*pairs, ("passphrase", PASSPHRASE if genuine else FORGER_KEY)]))
        self.send(payment.webhook_url, f"{parameters}&signature={signature}".encode(), FORM)

    def back(self, payment: Payment) -> Reply:
        return see_other(payment.cancel_url if payment.state == "failed" else payment.return_url)

    def _open(self, request: Request) -> Payment:
        pairs = parse_qsl(request.body.decode(), keep_blank_values=True, strict_parsing=True)
        names = [name for name, _value in pairs]
        if names != [name for name in ORDER if name in names] or names[-1] != "signature":
            raise refusal(400, b"The fields are not those of a checkout, or not in their order")
        fields = dict(pairs)
        signed = [(name, value) for name, value in pairs[:-1] if value]
        if fields["signature"] != _md5(_encoded([*signed, ("passphrase", PASSPHRASE)])):
            raise refusal(400, b"Generated signature does not match submitted signature")
        if (fields["merchant_id"], fields["merchant_key"]) != (MERCHANT_ID, MERCHANT_KEY):
            raise refusal(400, b"Merchant is unable to receive payments")
        if not (AMOUNT.fullmatch(fields["amount"]) and 0 < len(fields["item_name"]) <= 100):
            raise refusal(400, b"The amount or the item name is invalid")
        ref = fields["m_payment_id"]
        if ref not in self.payments:
            self.payments[ref] = Payment(
                ref=ref,
                amount=Decimal(fields["amount"]),
                currency=self.currency,
                session_id="",
                return_url=fields["return_url"],
                cancel_url=fields["cancel_url"],
                webhook_url=fields["notify_url"],
                payment_id=str(int(new_id(length=7), 16)),
                created_at=self.sandbox.now(),
                extra=fields,
            )
        return self.payments[ref]

    def _validate(self, request: Request) -> Reply:
        if request.headers.get("Content-Type") != FORM["Content-Type"]:
            raise refusal(400, b"Not a form")
        sent = [text for payment in self.payments.values() for text in payment.extra.get("sent", [])]
        return Reply(200, b"VALID" if request.body.decode() in sent else b"INVALID", TEXT)

    def _authorize(self, request: Request, body: dict[str, str]) -> None:
        headers = {name.lower(): value for name, value in request.headers.items()}
        values = {name: headers.get(name, "") for name in ("merchant-id", "version", "timestamp")}
        values |= {**body, "passphrase": PASSPHRASE}
        is_valid = (
            values["merchant-id"] == MERCHANT_ID
            and values["version"] == "v1"
            and TIMESTAMP.fullmatch(values["timestamp"])
            and headers.get("signature") == _md5(_encoded(sorted(values.items())))
        )
        if not is_valid:
            raise refusal(401, _failed(401, "Merchant authorization failed."))

    def _refundable(self, payment: Payment) -> Reply:
        left = payment.amount - payment.refunded if payment.state in ("paid", "refunded") else Decimal(0)
        method = {"method": "PAYMENT_SOURCE" if left else "NOT_AVAILABLE"}
        state = {
            "amount_original": int(payment.amount * 100),
            "amount_available_for_refund": int(left * 100),
            "status": "REFUNDABLE" if left else "COMPLETED",
            "refund_full": method if left == payment.amount else {"method": "NOT_AVAILABLE"},
            "refund_partial": method,
        }
        return Reply(200, _success(state))

    def _refund(self, payment: Payment, request: Request) -> Reply:
        body: dict[str, str] = json.loads(request.body)
        self._authorize(request, body)
        if body.keys() - {"amount", "reason", "acc_type", "notify_buyer"} or not body.get("reason"):
            raise refusal(400, _failed(400, "Invalid parameters"))
        # A repeated request refunds again.
        if not self.refund(payment, key=new_id(), amount=Decimal(int(body["amount"])) / 100):
            raise refusal(400, _failed(400, "The amount is more than is available"))
        return Reply(
            200, {"code": 200, "status": "success", "data": {"response": True, "message": "Success"}}
        )


def _encoded(pairs: list[tuple[str, str]]) -> str:
    return "&".join(f"{name}={quote_plus(value).replace('~', '%7E')}" for name, value in pairs)


def _md5(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def _success(response: object) -> dict[str, object]:
    return {"code": 200, "status": "success", "data": {"response": response, "message": "Success"}}


def _failed(code: int, message: str) -> dict[str, object]:
    return {"code": code, "status": "failed", "data": {"response": False, "message": message}}

"""Paytm: signed JSON, a token for the hosted page, a signed return form, and delayed refunds."""

import hashlib
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, ClassVar, Final
from urllib.parse import urlencode

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC

from embedded.gateways.base import FORGER_KEY, Gateway, auto_post, refusal
from embedded.gateways.payment import Payment, new_id
from embedded.loopback import Refusal, Reply, Request

MID: Final = "SANDBOX7769034516728"
MERCHANT_KEY: Final = "sandboxpaytmkey1"
WEBSITE: Final = "WEBSTAGING"
IV: Final = b"@@@@&&&&####$$$$"
ORDER_ID: Final = re.compile(r"[A-Za-z0-9_@-]{1,50}")
AMOUNT: Final = re.compile(r"\d+\.\d\d")
TOKEN_SECONDS: Final = 15 * 60
INITIATE: Final = {"requestType", "mid", "websiteName", "orderId", "callbackUrl", "txnAmount", "userInfo"}
USER: Final = {"custId", "mobile", "email", "firstName", "lastName"}
RESULTS: Final = {
    "open": ("TXN_FAILURE", "334", "Invalid Order ID"),
    "pending": ("PENDING", "402", "Looks like the payment is not complete"),
    "paid": ("TXN_SUCCESS", "01", "Txn Success"),
    "failed": ("TXN_FAILURE", "141", "User has not completed transaction"),
    "refunded": ("TXN_SUCCESS", "01", "Txn Success"),
    "disputed": ("TXN_SUCCESS", "01", "Txn Success"),
}


def sign(text: str, key: str, salt: str = "") -> str:
    salt = salt or new_id(length=4)
    plain = (hashlib.sha256(f"{text}|{salt}".encode()).hexdigest() + salt).encode()
    padding = 16 - len(plain) % 16
    encryptor = Cipher(AES(key.encode()), CBC(IV)).encryptor()
    return b64encode(encryptor.update(plain + bytes([padding]) * padding) + encryptor.finalize()).decode()


def salt_of(signature: str) -> str:
    """Return the salt of a signature made with MERCHANT_KEY."""
    decryptor = Cipher(AES(MERCHANT_KEY.encode()), CBC(IV)).decryptor()
    plain = decryptor.update(b64decode(signature, validate=True)) + decryptor.finalize()
    return plain[: -plain[-1]][-4:].decode()


def result(status: str, code: str, message: str, **more: Any) -> Reply:
    info = {"resultStatus": status, "resultCode": code, "resultMsg": message}
    return Reply(200, {"head": {"version": "v1"}, "body": {"resultInfo": info, **more}})


class Paytm(Gateway):
    name: ClassVar[str] = "paytm"
    credentials: ClassVar[Mapping[str, str]] = {
        "mid": MID,
        "merchant_key": MERCHANT_KEY,
        "website_name": WEBSITE,
    }
    wrong_credentials: ClassVar[Mapping[str, str]] = {"merchant_key": "anotherpaytmkey1"}
    currency: ClassVar[str] = "INR"
    reports_currency: ClassVar[bool] = False

    def answer(self, request: Request) -> Reply:
        match request.method, request.path:
            case "POST", "/theia/api/v1/initiateTransaction":
                return self._initiate(self._body(request), request.query)
            case "POST", "/theia/api/v1/showPaymentPage":
                return self._show(request)
            case "POST", "/v3/order/status":
                return self._status(self._body(request))
            case "POST", "/refund/apply":
                return self._apply(self._body(request))
            case "POST", "/v2/refund/status":
                return self._refund_status(self._body(request))
        raise refusal(404, {"error": "Not Found", "path": request.path})

    def notify(self, payment: Payment, state: str, *, genuine: bool = True) -> None:
        fields = self._fields(payment, state, MERCHANT_KEY if genuine else FORGER_KEY[:16])
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        # The webhook address is set in Paytm's dashboard; callbackUrl is for the browser.
        self.send(self.sandbox.shop_webhook(self.name), urlencode(fields).encode(), headers)

    def back(self, payment: Payment) -> Reply:
        if payment.state == "open":
            return self.page(payment)
        return auto_post(payment.return_url, self._fields(payment, payment.state, MERCHANT_KEY))

    def _fields(self, payment: Payment, state: str, key: str) -> dict[str, str]:
        status, code, message = RESULTS[state]
        fields = {
            "ORDERID": payment.ref,
            "MID": MID,
            "TXNID": payment.payment_id,
            "TXNAMOUNT": f"{payment.amount:.2f}",
            "CURRENCY": payment.currency,
            "STATUS": status,
            "RESPCODE": code,
            "RESPMSG": message,
            "BANKTXNID": "" if state == "failed" else "77700215242",
        }
        text = "|".join(fields[name] for name in sorted(fields))
        return {**fields, "CHECKSUMHASH": sign(text, key)}

    def _body(self, request: Request) -> dict[str, Any]:
        """Return the signed body. Raises Refusal if the signature does not cover its exact text."""
        if request.headers.get("Content-Type") != "application/json":
            raise refusal(415, {"error": "Unsupported Media Type"})
        text = request.body.decode()
        message = json.loads(text)
        start = text.index('"body":') + len('"body":')
        body, end = json.JSONDecoder().raw_decode(text, start)
        signature = message["head"]["signature"]
        if message["body"] != body or not _signed(text[start:end], signature):
            raise Refusal(result("F", "227", "Checksum provided is invalid"))
        if body.get("mid") != MID:
            raise Refusal(result("F", "1001", "Request parameters are not valid"))
        return dict(body)

    def _initiate(self, body: dict[str, Any], query: Mapping[str, str]) -> Reply:
        order_id, amount = str(body.get("orderId")), body.get("txnAmount", {})
        wrong = (
            body.keys() != INITIATE
            or query != {"mid": MID, "orderId": order_id}
            or body["requestType"] != "Payment"
            or body["websiteName"] != WEBSITE
            or not ORDER_ID.fullmatch(order_id)
            or amount.keys() != {"value", "currency"}
            or not AMOUNT.fullmatch(amount["value"])
            or amount["currency"] != "INR"
            or "custId" not in body["userInfo"]
            or body["userInfo"].keys() - USER
            or not all(type(value) is str and value for value in body["userInfo"].values())
        )
        if wrong:
            raise Refusal(result("F", "1001", "Request parameters are not valid"))
        if order_id in self.payments:
            raise Refusal(result("F", "334", "Duplicate order id"))
        token = new_id(length=40)
        self.payments[order_id] = Payment(
            ref=order_id,
            amount=Decimal(amount["value"]),
            currency="INR",
            session_id=token,
            return_url=body["callbackUrl"],
            payment_id=str(int(new_id(length=16), 16)),
            created_at=self.sandbox.now(),
        )
        return result("S", "0000", "Success", txnToken=token, authenticated=False)

    def _show(self, request: Request) -> Reply:
        form = request.form
        payment = self.find(session_id=form["txnToken"])
        names = {"mid": MID, "orderId": payment.ref}
        expired = self.sandbox.now() > payment.created_at + TOKEN_SECONDS or payment.extra.get("shown")
        if expired or request.query != names or form != {**names, "txnToken": payment.session_id}:
            raise refusal(400, {"error": "Session expired"})
        payment.extra["shown"] = True
        return self.page(payment)

    def _status(self, body: dict[str, Any]) -> Reply:
        if body.keys() != {"mid", "orderId"}:
            raise Refusal(result("F", "1001", "Request parameters are not valid"))
        payment = self.payments.get(body["orderId"])
        if payment is None or self.known(payment.ref).state == "open":
            return result(*RESULTS["open"])
        refunded = payment.amount if payment.state == "refunded" else payment.refunded
        return result(
            *RESULTS[payment.state],
            txnId=payment.payment_id,
            bankTxnId="77700215242",
            orderId=payment.ref,
            txnAmount=f"{payment.amount:.2f}",
            txnType="SALE",
            mid=MID,
            refundAmt=f"{refunded:.2f}",
        )

    def _apply(self, body: dict[str, Any]) -> Reply:
        fields = {"mid", "txnType", "orderId", "txnId", "refId", "refundAmount"}
        if body.keys() != fields or body["txnType"] != "REFUND" or not AMOUNT.fullmatch(body["refundAmount"]):
            return result("TXN_FAILURE", "600", "Invalid refund request")
        payment = self.payments.get(body["orderId"])
        if payment is None or payment.payment_id != body["txnId"]:
            return result("TXN_FAILURE", "600", "Invalid refund request or restricted by bank")
        if body["refId"] in payment.refunds:
            return result("TXN_FAILURE", "617", "Refund Already Raised (merchant repeated refid)")
        if not self.refund(payment, key=body["refId"], amount=Decimal(body["refundAmount"])):
            return result("TXN_FAILURE", "619", "Invalid refund amount")
        return result(
            "PENDING", "601", "Refund request was raised for this transaction.", refId=body["refId"]
        )

    def _refund_status(self, body: dict[str, Any]) -> Reply:
        payment = self.payments.get(body["orderId"])
        if payment is None or body["refId"] not in payment.refunds:
            return result("TXN_FAILURE", "631", "Record not found")
        return result(
            "TXN_SUCCESS", "10", "Refund Successfull", refId=body["refId"], refundId=f"R{body['refId']}"
        )


def _signed(text: str, signature: str) -> bool:
    """Return whether MERCHANT_KEY signed the text. The salt of another key cannot be decrypted."""
    try:
        return bool(signature == sign(text, MERCHANT_KEY, salt_of(signature)))
    except ValueError:
        return False

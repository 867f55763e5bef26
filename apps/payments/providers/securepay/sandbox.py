"""SecurePay: SecureFrame's signed form and results, and refunds by XML. There is no query."""

import hashlib
import re
import xml.etree.ElementTree as ET
from calendar import timegm
from collections.abc import Mapping
from decimal import Decimal
from time import gmtime, strftime, strptime
from typing import ClassVar, Final
from urllib.parse import urlencode

from embedded.gateways.base import FORGER_KEY, Gateway, auto_post, refusal
from embedded.gateways.payment import Payment, new_id
from embedded.loopback import Reply, Request

MERCHANT: Final = "ABC0001"
PASSWORD: Final = "sandbox_abc123"
STAMP: Final = "%Y%m%d%H%M%S"
HOUR: Final = 3600
FIELDS: Final = {
    "bill_name": r"transact",
    "merchant_id": MERCHANT,
    "txn_type": r"0",
    "primary_ref": r"[A-Za-z0-9-]{1,60}",
    "amount": r"[1-9]\d{0,9}",
    "fp_timestamp": r"\d{14}",
    "fingerprint": r"[0-9a-f]{40}",
    "currency": r"AUD",
    "return_url": r"https?://.+",
    "return_url_target": r"self|new|parent",
    "return_url_text": r".{1,40}",
    "callback_url": r"https?://.+",
    "cancel_url": r"https?://.+",
    "template": r"default|iframe|responsive",
    "confirmation": r"yes|no",
    "display_receipt": r"yes|no",
    "card_types": r"(VISA|MASTERCARD|AMEX|DINERS|JCB)(\|(VISA|MASTERCARD|AMEX|DINERS|JCB))*",
}
RESULTS: Final = {
    "paid": ("1", "00", "Approved"),
    "failed": ("2", "05", "Do Not Honour"),
    "pending": ("3", "512", "Transaction timed out"),
}
"""SecurePay reports no chargebacks and no refunds made in its portal."""
REFUND: Final = {"txnType", "txnSource", "amount", "purchaseOrderNo", "txnID"}


def sign(*parts: str, password: str = PASSWORD) -> str:
    return hashlib.sha1("|".join((MERCHANT, password, *parts)).encode()).hexdigest()


class SecurePay(Gateway):
    name: ClassVar[str] = "securepay"
    credentials: ClassVar[Mapping[str, str]] = {
        "merchant_id": MERCHANT,
        "transaction_password": PASSWORD,
    }
    currency: ClassVar[str] = "AUD"
    starts_without_call: ClassVar[bool] = True
    queryable: ClassVar[bool] = False
    can_retry_refunds: ClassVar[bool] = False

    def answer(self, request: Request) -> Reply:
        match request.method, request.path:
            case "POST", "/secureframe/invoice":
                return self.page(self._invoice(request.form))
            case "POST", "/xmlapi/payment":
                return self._refund(request)
        raise refusal(404, {"message": "Not Found"})

    def notify(self, payment: Payment, state: str, *, genuine: bool = True) -> None:
        if state in RESULTS:
            fields = self._fields(payment, state, PASSWORD if genuine else FORGER_KEY)
            headers = {"Content-Type": "application/x-www-form-urlencoded"}
            self.send(payment.webhook_url, urlencode(fields).encode(), headers)

    def back(self, payment: Payment) -> Reply:
        if payment.state not in RESULTS:
            return self.page(payment)
        return auto_post(payment.return_url, self._fields(payment, payment.state, PASSWORD))

    def _fields(self, payment: Payment, state: str, password: str) -> dict[str, str]:
        summary, code, message = RESULTS[state]
        amount = str(int(payment.amount * 100))
        stamp = strftime(STAMP, gmtime(self.sandbox.now()))
        return {
            "merchant": MERCHANT,
            "refid": payment.ref,
            "txnid": payment.payment_id,
            "amount": amount,
            "baseamount": amount,
            "surfee": "0",
            "surrate": "0",
            "suramount": "0",
            "currency": payment.currency,
            "cardtype": "Visa",
            "pan": "444433...111",
            "expirydate": "02/31",
            "settdate": stamp[:8],
            "timestamp": stamp,
            "rescode": code,
            "restext": message,
            "summarycode": summary,
            "callback_status_code": "",
            "fingerprint": sign(payment.ref, amount, stamp, summary, password=password),
        }

    def _invoice(self, form: dict[str, str]) -> Payment:
        for name, shape in FIELDS.items():
            if not re.fullmatch(shape, form.get(name, "")):
                raise refusal(400, {"message": f"{name} is not valid"})
        signed = (form[name] for name in ("txn_type", "primary_ref", "amount", "fp_timestamp"))
        if form["fingerprint"] != sign(*signed):
            raise refusal(400, {"message": "The fingerprint is not valid"})
        if abs(timegm(strptime(form["fp_timestamp"], STAMP)) - self.sandbox.now()) > HOUR:
            raise refusal(400, {"message": "fp_timestamp is not current"})
        return self.payments.setdefault(
            form["primary_ref"],
            Payment(
                ref=form["primary_ref"],
                amount=Decimal(form["amount"]) / 100,
                currency=form["currency"],
                session_id="",
                return_url=form["return_url"],
                cancel_url=form["cancel_url"],
                webhook_url=form["callback_url"],
                payment_id=str(int(new_id(length=6), 16)),
                created_at=self.sandbox.now(),
            ),
        )

    def _refund(self, request: Request) -> Reply:
        message = ET.fromstring(request.body)  # noqa: S314  # sent by Hansom
        fields = {element.tag: element.text or "" for element in message.iter() if len(element) == 0}
        if message.tag != "SecurePayMessage" or fields.get("apiVersion") != "xml-4.2":
            return answer("517", "Message format error")
        if fields.get("merchantID") != MERCHANT:
            return answer("504", "Invalid merchant ID")
        if fields.get("password") != PASSWORD:
            return answer("550", "Invalid password")
        transaction = message.find("Payment/TxnList/Txn")
        is_valid_stamp = re.fullmatch(r"\d{17}000[+-]\d{3}", fields.get("messageTimestamp", ""))
        if transaction is None or {element.tag for element in transaction} != REFUND or not is_valid_stamp:
            return answer("517", "Message format error")
        if (fields["RequestType"], fields["txnType"], fields["txnSource"]) != ("Payment", "4", "23"):
            return answer("516", "Request type unavailable")
        payment = self.payments.get(fields["purchaseOrderNo"])
        if payment is None or payment.payment_id != fields["txnID"]:
            return answer("000", "Normal", approved="No", code="134", text="Transaction not found")
        # Like the original, it has no idempotency keys: a repeated request refunds again.
        if not self.refund(payment, key=new_id(), amount=Decimal(fields["amount"]) / 100):
            return answer("000", "Normal", approved="No", code="157", text="Exceeds original amount")
        return answer("000", "Normal", approved="Yes", code="00", text="Approved")


def answer(status: str, description: str, *, approved: str = "", code: str = "", text: str = "") -> Reply:
    transaction = (
        "<Payment><TxnList count='1'><Txn ID='1'><txnType>4</txnType>"
        f"<approved>{approved}</approved><responseCode>{code}</responseCode>"
        f"<responseText>{text}</responseText><txnID>{int(new_id(length=6), 16)}</txnID>"
        "</Txn></TxnList></Payment>"
    )
    message = (
        "<?xml version='1.0' encoding='UTF-8'?><SecurePayMessage>"
        f"<Status><statusCode>{status}</statusCode>"
        f"<statusDescription>{description}</statusDescription></Status>"
        f"{transaction if approved else ''}</SecurePayMessage>"
    )
    return Reply(200, message.encode(), {"Content-Type": "text/xml"})

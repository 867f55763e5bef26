"""SecurePay's SecureFrame: a signed form opens the hosted page, which returns a signed result.

Source: SecureFrame Integration Guide 1.13 and Secure XML API Integration Guide 1.5. There is no query, so
only a signed result decides. The currency and the transaction id are not signed, so the account must be
restricted to Australian dollars.

SecurePay's newer API v2 requires card fields on Hansom's page. Its signature is UNVERIFIED, so it is not
supported.
"""

import hashlib
import hmac
import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import ClassVar, Final
from urllib.parse import parse_qsl

import httpx

from apps.payments.amounts import from_minor, to_minor
from apps.payments.port import (
    AutoPost,
    Credential,
    Forged,
    Inbound,
    Mark,
    Notice,
    Order,
    Outcome,
    OutcomeUnknown,
    RefundAnswer,
    RefundOrder,
    RefundOutcome,
    Snapshot,
    Started,
)
from apps.payments.providers.base import BaseProvider
from apps.payments.providers.http import call

DIGESTS: Final = ("sha1", "hmac-sha256")
"""The second is documented for DirectPost only and UNVERIFIED here, so the admin selects it."""
PAYMENT: Final = "0"
REFUND: Final = "4"
XML_API: Final = "23"
OUTCOMES: Final = {"1": Outcome.PAID, "2": Outcome.FAILED}
"""3 is an error, whose result only SecurePay's portal shows."""
RESULT: Final = {
    "merchant": re.compile(r"[A-Za-z0-9]{1,20}"),
    "refid": re.compile(r"[A-Za-z0-9-]{1,60}"),
    "amount": re.compile(r"[0-9]{1,12}"),
    "timestamp": re.compile(r"[0-9]{14}"),
    "summarycode": re.compile(r"[0-9]"),
}
"""The signed fields and their formats, which prevent length extension of the SHA-1."""
TRANSACTION: Final = re.compile(r"[A-Za-z0-9-]{1,60}")
REJECTED: Final = frozenset({"504", "505", "516", "517", "550", "595"})
"""The statuses of rejected messages. With any other (510 to 515, 524 ...) the refund may have been made."""
LATE: Final = frozenset({"09", "68"})
"""The bank has not responded, or too late."""
SEE_PORTAL: Final = "no response; see SecurePay's portal"


def fingerprint(password: str, *, merchant: str, rest: tuple[str, ...], digest: str = "sha1") -> str:
    """Return the signature of a form or result; `rest` are the parts after the password."""
    text = "|".join((merchant, password, *rest)).encode()
    if digest == "hmac-sha256":
        return hmac.new(password.encode(), text, hashlib.sha256).hexdigest()
    return hashlib.sha1(text, usedforsecurity=False).hexdigest()


class SecurePayProvider(BaseProvider):
    name: ClassVar[str] = "securepay"
    label: ClassVar[str] = "SecurePay"
    mark: ClassVar[Mark] = Mark("#a8201a", "SP")
    docs_url: ClassVar[str] = "https://auspost.com.au/payments/docs/securepay"
    credentials: ClassVar[tuple[Credential, ...]] = (
        Credential("merchant_id", secret=False, pattern=r"[A-Za-z0-9]{5,7}"),
        Credential("transaction_password"),
        Credential("fingerprint", secret=False, required=False, choices=DIGESTS),
    )
    currencies: ClassVar[frozenset[str] | None] = frozenset({"AUD"})
    confirms_by_api: ClassVar[bool] = False
    signed_returns: ClassVar[bool] = True

    def start(self, order: Order) -> Started:
        amount = str(to_minor(order.amount, order.currency))
        timestamp = f"{datetime.now(UTC):%Y%m%d%H%M%S}"
        fields = {
            "bill_name": "transact",
            "merchant_id": self._merchant,
            "txn_type": PAYMENT,
            "primary_ref": order.ref,
            "amount": amount,
            "fp_timestamp": timestamp,
            "fingerprint": self._sign(PAYMENT, order.ref, amount, timestamp),
            "currency": order.currency,
            "return_url": order.return_url,
            "return_url_target": "parent",
            "return_url_text": "Continue",
            "callback_url": order.webhook_url,
            "cancel_url": order.cancel_url,
            "template": "responsive",
            "confirmation": "no",
            "display_receipt": "no",
            "card_types": "VISA|MASTERCARD",
        }
        host = self.host(
            test="https://test.payment.securepay.com.au", live="https://payment.securepay.com.au"
        )
        return Started(AutoPost(f"{host}/secureframe/invoice", fields))

    def fetch(self, order: Order) -> Snapshot:
        """Return OPEN: there is no query, and only a result changes the state."""
        return Snapshot(outcome=Outcome.OPEN, ref=order.ref)

    def notice(self, inbound: Inbound) -> Notice:
        fields = dict(parse_qsl(inbound.body.decode(), keep_blank_values=True))
        for name, shape in RESULT.items():
            if not shape.fullmatch(fields.get(name, "")):
                raise Forged(f"{name} is missing or malformed")
        if fields["merchant"] != self._merchant:
            raise Forged("of another merchant")
        signed = self._sign(*(fields[name] for name in ("refid", "amount", "timestamp", "summarycode")))
        if not hmac.compare_digest(signed.encode(), fields.get("fingerprint", "").lower().encode()):
            raise Forged("the fingerprint does not match")
        return Notice(
            ref=fields["refid"],
            kind=f"summary code {fields['summarycode']}",
            snapshot=_snapshot(fields),
        )

    def refund(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        host = self.host(test="https://test.api.securepay.com.au", live="https://api.securepay.com.au")
        try:
            answer = call(
                "POST",
                f"{host}/xmlapi/payment",
                content=self._refund_message(order, refund),
                headers={"Content-Type": "text/xml; charset=utf-8"},
            )
            return _refund_answer(answer)
        except OutcomeUnknown as error:
            if isinstance(error.__cause__, httpx.ConnectError | httpx.ConnectTimeout):
                # The request did not arrive, so a retry is safe.
                raise
            # SecurePay has no idempotency keys, so the request is never repeated; staff check the portal.
            return RefundAnswer(RefundOutcome.PENDING, reason=SEE_PORTAL)

    def refund_status(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        return RefundAnswer(RefundOutcome.PENDING, reason=SEE_PORTAL)

    def _refund_message(self, order: Order, refund: RefundOrder) -> bytes:
        message = ET.Element("SecurePayMessage")
        info = ET.SubElement(message, "MessageInfo")
        _add_elements(
            info,
            {
                "messageID": refund.ref,
                "messageTimestamp": f"{datetime.now(UTC):%Y%d%m%H%M%S}000000+000",
                "timeoutValue": "60",
                "apiVersion": "xml-4.2",
            },
        )
        merchant = {"merchantID": self._merchant, "password": self._password}
        _add_elements(ET.SubElement(message, "MerchantInfo"), merchant)
        _add_elements(message, {"RequestType": "Payment"})
        transactions = ET.SubElement(ET.SubElement(message, "Payment"), "TxnList", count="1")
        _add_elements(
            ET.SubElement(transactions, "Txn", ID="1"),
            {
                "txnType": REFUND,
                "txnSource": XML_API,
                "amount": str(to_minor(refund.amount, order.currency)),
                "purchaseOrderNo": order.ref,
                "txnID": order.payment_id.removeprefix(f"{order.ref}/"),
            },
        )
        return bytes(ET.tostring(message, encoding="UTF-8", xml_declaration=True))

    @property
    def _merchant(self) -> str:
        return self.account.credentials["merchant_id"]

    @property
    def _password(self) -> str:
        return self.account.credentials["transaction_password"]

    def _sign(self, *rest: str) -> str:
        digest = self.account.credentials.get("fingerprint") or "sha1"
        return fingerprint(self._password, merchant=self._merchant, rest=rest, digest=digest)


def _snapshot(fields: Mapping[str, str]) -> Snapshot:
    number = fields.get("txnid", "")
    # The transaction id is not signed, so the browser could send another payment's. With the reference as a
    # prefix, it never equals the payment id of another attempt.
    payment_id = f"{fields['refid']}/{number}" if TRANSACTION.fullmatch(number) else ""
    return Snapshot(
        outcome=OUTCOMES.get(fields["summarycode"], Outcome.PENDING),
        ref=fields["refid"],
        amount=from_minor(fields["amount"], "AUD"),
        currency=fields.get("currency") or "AUD",
        payment_id=payment_id,
        reason=fields.get("restext", "")[:100],
    )


def _refund_answer(answer: httpx.Response) -> RefundAnswer:
    """Parse the response to a refund. Raises OutcomeUnknown."""
    if b"<!" in answer.content:
        raise OutcomeUnknown("a response with XML declarations")
    try:
        message = ET.fromstring(answer.content)  # noqa: S314  # without declarations there are no entities to expand
    except ET.ParseError as error:
        raise OutcomeUnknown(f"HTTP {answer.status_code} without XML") from error
    status = message.findtext("Status/statusCode", "")
    made = message.find("Payment/TxnList/Txn")
    if status != "000" or made is None:
        reason = f"{status} {message.findtext('Status/statusDescription', '')}".strip()[:200]
        return RefundAnswer(
            RefundOutcome.FAILED if status in REJECTED else RefundOutcome.PENDING, reason=reason
        )
    number, code = made.findtext("txnID", ""), made.findtext("responseCode", "")
    if made.findtext("approved") == "Yes":
        return RefundAnswer(RefundOutcome.DONE, refund_id=number)
    # Three-digit codes from 500 on are SecurePay's errors, not a bank's response.
    undecided = code in LATE or (len(code) == 3 and code >= "500" and code not in REJECTED)
    return RefundAnswer(
        RefundOutcome.PENDING if undecided else RefundOutcome.FAILED,
        refund_id=number,
        reason=f"{code} {made.findtext('responseText', '')}".strip()[:200],
    )


def _add_elements(parent: ET.Element, values: Mapping[str, str]) -> None:
    for name, value in values.items():
        ET.SubElement(parent, name).text = value

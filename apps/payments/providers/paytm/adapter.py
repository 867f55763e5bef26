"""Paytm: the browser posts a requested token to Paytm's page, and returns with a signed form.

Source: Paytm's reference (Initiate Transaction, Transaction Status v3, Refund) and its checksum library.
"""

import hashlib
import hmac
import json
import re
import secrets
import string
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any, ClassVar, Final
from urllib.parse import parse_qsl, urlencode

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC
from cryptography.hazmat.primitives.padding import PKCS7

from apps.core.validation.numbers import load_exact_json, parse_amount
from apps.payments.amounts import plain
from apps.payments.port import (
    AutoPost,
    BadCredentials,
    Credential,
    Forged,
    Inbound,
    Mark,
    Notice,
    Order,
    Outcome,
    OutcomeUnknown,
    ProviderError,
    RefundAnswer,
    RefundOrder,
    RefundOutcome,
    Snapshot,
    Started,
)
from apps.payments.providers.base import BaseProvider
from apps.payments.providers.http import call, read_json

HOSTS: Final = {
    "paytmpayments.com": ("https://securestage.paytmpayments.com", "https://secure.paytmpayments.com"),
    "paytm.in": ("https://securegw-stage.paytm.in", "https://securegw.paytm.in"),
}
"""The hosts of test and live mode; older merchants use the second pair."""
IV: Final = b"@@@@&&&&####$$$$"
SALT_LENGTH: Final = 4
ALPHABET: Final = string.ascii_letters + string.digits
BODY: Final = re.compile(r'"body"\s*:\s*')
UNDECIDED: Final = frozenset({"400", "402", "501"})
NOT_STARTED: Final = frozenset({"330", "331", "334"})
"""Paytm does not know the order until the payer has chosen a payment method."""
REFUNDS: Final = {"TXN_SUCCESS": RefundOutcome.DONE, "TXN_FAILURE": RefundOutcome.FAILED}


def checksum(text: str, key: str, salt: str = "") -> str:
    """Return Paytm's signature of a text, with a random salt by default."""
    salt = salt or "".join(secrets.choice(ALPHABET) for _ in range(SALT_LENGTH))
    padder = PKCS7(AES.block_size).padder()
    padded = padder.update(_salted(text, salt)) + padder.finalize()
    encryptor = Cipher(AES(key.encode()), CBC(IV)).encryptor()
    return b64encode(encryptor.update(padded) + encryptor.finalize()).decode()


def is_genuine(text: str, key: str, signature: str) -> bool:
    """Return whether the text was signed with the key."""
    try:
        decryptor = Cipher(AES(key.encode()), CBC(IV)).decryptor()
        padded = decryptor.update(b64decode(signature, validate=True)) + decryptor.finalize()
        unpadder = PKCS7(AES.block_size).unpadder()
        signed = unpadder.update(padded) + unpadder.finalize()
        return hmac.compare_digest(signed, _salted(text, signed[-SALT_LENGTH:].decode()))
    except ValueError:
        return False


def _salted(text: str, salt: str) -> bytes:
    return f"{hashlib.sha256(f'{text}|{salt}'.encode()).hexdigest()}{salt}".encode()


def form_text(fields: Mapping[str, str | None]) -> str:
    """Return the signed text of a form: its values, sorted by name."""
    values = ((name, fields[name] or "") for name in sorted(fields) if name != "CHECKSUMHASH")
    return "|".join("" if value.lower() == "null" else value for _, value in values)


BAD_CHECKSUM: Final = "227"
"""The code for a signature by another key."""
NO_ORDER: Final = "credential-check"


class PaytmProvider(BaseProvider):
    name: ClassVar[str] = "paytm"
    label: ClassVar[str] = "Paytm"
    mark: ClassVar[Mark] = Mark("#00296b", "Pt")
    docs_url: ClassVar[str] = "https://business.paytm.com/docs"
    credentials: ClassVar[tuple[Credential, ...]] = (
        Credential("mid", secret=False, pattern=r"\w{1,20}"),
        # An AES-128 key: exactly sixteen characters.
        Credential("merchant_key", pattern=r".{16}"),
        Credential("website_name", secret=False),
        Credential("host", secret=False, required=False, choices=tuple(HOSTS)),
    )
    currencies: ClassVar[frozenset[str] | None] = frozenset({"INR"})
    signed_returns: ClassVar[bool] = True

    def check_credentials(self) -> bool:
        # The status of an order that does not exist: a valid key gets that result.
        result = self._call("/v3/order/status", {"mid": self._mid, "orderId": NO_ORDER})["resultInfo"]
        if result["resultStatus"] == "F":
            # The request was rejected: the MID is unknown.
            raise ProviderError(_reason(result))
        return True

    def start(self, order: Order) -> Started:
        payer = order.payer
        user = {
            "custId": str(payer.id),
            "mobile": payer.mobile,
            "email": payer.email,
            "firstName": payer.first_name,
            "lastName": payer.last_name,
        }
        names = urlencode({"mid": self._mid, "orderId": order.ref})
        body = self._call(
            f"/theia/api/v1/initiateTransaction?{names}",
            {
                "requestType": "Payment",
                "mid": self._mid,
                "websiteName": self.account.credentials["website_name"],
                "orderId": order.ref,
                "callbackUrl": order.return_url,
                "txnAmount": {"value": plain(order.amount, places=2), "currency": order.currency},
                "userInfo": {name: value for name, value in user.items() if value},
            },
        )
        result = body["resultInfo"]
        if result["resultStatus"] != "S":
            raise ProviderError(_reason(result))
        fields = {"mid": self._mid, "orderId": order.ref, "txnToken": str(body["txnToken"])}
        return Started(AutoPost(f"{self._host}/theia/api/v1/showPaymentPage?{names}", fields))

    def fetch(self, order: Order) -> Snapshot:
        body = self._call("/v3/order/status", {"mid": self._mid, "orderId": order.ref})
        result = body["resultInfo"]
        outcome = _outcome(result)
        if outcome is not Outcome.PAID:
            return Snapshot(outcome=outcome, ref=order.ref, reason=_reason(result))
        if body["mid"] != self._mid:
            raise OutcomeUnknown("the response is about another merchant")
        amount = parse_amount(body["txnAmount"])
        if 0 < amount <= parse_amount(body.get("refundAmt") or 0):
            outcome = Outcome.REFUNDED
        return Snapshot(
            outcome=outcome,
            ref=str(body["orderId"]),
            amount=amount,
            # The response has no currency: Paytm accepts rupees only.
            currency="INR",
            payment_id=str(body["txnId"]),
            reason=_reason(result),
        )

    def notice(self, inbound: Inbound) -> Notice:
        # UNVERIFIED which format the dashboard's webhook has; the returning browser posts the form.
        fields = self._json(inbound.body) if inbound.body.lstrip()[:1] == b"{" else self._form(inbound.body)
        if fields.get("mid") != self._mid:
            raise Forged("of another merchant")
        return Notice(
            ref=str(fields.get("orderid") or ""), kind=str(fields.get("status") or "a notification")
        )

    def refund(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        body = self._call(
            "/refund/apply",
            {
                "mid": self._mid,
                "txnType": "REFUND",
                "orderId": order.ref,
                "txnId": order.payment_id,
                "refId": refund.ref,
                "refundAmount": plain(refund.amount, places=2),
            },
        )
        answer = _refund_answer(body)
        # Paytm rejects a repeated reference, and the response to the first request may have been lost.
        return self.refund_status(order, refund) if answer.outcome is RefundOutcome.FAILED else answer

    def refund_status(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        request = {"mid": self._mid, "orderId": order.ref, "refId": refund.ref}
        return _refund_answer(self._call("/v2/refund/status", request))

    @property
    def _mid(self) -> str:
        return self.account.credentials["mid"]

    @property
    def _key(self) -> str:
        return self.account.credentials["merchant_key"]

    @property
    def _host(self) -> str:
        test, live = HOSTS[self.account.credentials.get("host") or "paytmpayments.com"]
        return self.host(test=test, live=live)

    def _call(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        # The signature covers this exact text, so the message is built around it.
        text = json.dumps(body, separators=(",", ":"))
        head = json.dumps({"signature": checksum(text, self._key)})
        answer = call(
            "POST",
            self._host + path,
            content=f'{{"head":{head},"body":{text}}}',
            headers={"Content-Type": "application/json"},
        )
        content = read_json(answer)["body"]
        info = content["resultInfo"]
        if info["resultStatus"] == "F" and str(info.get("resultCode")) == BAD_CHECKSUM:
            raise BadCredentials(_reason(info))
        if info["resultStatus"] == "U":
            raise OutcomeUnknown(_reason(info))
        return dict(content)

    def _form(self, raw: bytes) -> dict[str, str]:
        fields = dict(parse_qsl(raw.decode(), keep_blank_values=True))
        if not is_genuine(form_text(fields), self._key, fields.get("CHECKSUMHASH", "")):
            raise Forged("the checksum does not match")
        return {name.lower(): value for name, value in fields.items()}

    def _json(self, raw: bytes) -> dict[str, Any]:
        """Return the body of a signed message; the signature covers its exact text. Raises Forged."""
        text = raw.decode()
        message = load_exact_json(text)
        signature = str(message["head"]["signature"])
        for found in BODY.finditer(text):
            body, end = json.JSONDecoder().raw_decode(text, found.end())
            if body == message["body"] and is_genuine(text[found.end() : end], self._key, signature):
                return {
                    "mid": body.get("mid"),
                    "orderid": body.get("orderId"),
                    "status": body.get("status") or (body.get("resultInfo") or {}).get("resultStatus"),
                }
        raise Forged("the checksum does not match")


def _outcome(result: Mapping[str, Any]) -> Outcome:
    """Return the outcome: TXN_FAILURE is final except for undecided codes; unknown statuses are pending."""
    status, code = str(result["resultStatus"]), str(result["resultCode"])
    if status == "TXN_SUCCESS" and code == "01":
        return Outcome.PAID
    if code in NOT_STARTED:
        return Outcome.OPEN
    if status == "TXN_FAILURE" and code not in UNDECIDED:
        return Outcome.FAILED
    return Outcome.PENDING


def _refund_answer(body: Mapping[str, Any]) -> RefundAnswer:
    result = body["resultInfo"]
    outcome = REFUNDS.get(str(result["resultStatus"]), RefundOutcome.PENDING)
    if str(result["resultCode"]) in UNDECIDED:
        outcome = RefundOutcome.PENDING
    return RefundAnswer(outcome, refund_id=str(body.get("refundId") or ""), reason=_reason(result))


def _reason(result: Mapping[str, Any]) -> str:
    return f"{result.get('resultCode', '')} {result.get('resultMsg', '')}".strip()[:200]

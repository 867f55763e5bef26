"""PayU Latam: WebCheckout (a form that the browser posts), and the query and refund APIs.

Source: PayU Latam's documentation (WebCheckout, confirmation page, Queries API, Voids and Refunds API).
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, ClassVar, Final
from urllib.parse import parse_qs

import httpx
from django.utils import timezone

from apps.core.validation.numbers import parse_amount
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
from apps.payments.providers.refund_reconciliation import is_already_refunded

PLACES: Final = {"ARS": 2, "BRL": 2, "CLP": 0, "COP": 0, "MXN": 2, "PEN": 2, "USD": 2}
"""The decimals of amounts, by supported currency."""
LANGUAGES: Final = ("en", "es", "pt")
ALGORITHMS: Final = {32: "md5", 40: "sha1", 64: "sha256"}
"""The algorithm by the length of a signature. The merchant selects it in PayU's panel.

PayU's HMAC-SHA256 is UNVERIFIED: such confirmations are refused, and polling finds the payment.
"""
CHARGES: Final = ("AUTHORIZATION_AND_CAPTURE", "CAPTURE")
REFUNDS: Final = ("REFUND", "PARTIAL_REFUND")
SUBMIT: Final = "SUBMIT_TRANSACTION"
QUERY: Final = "ORDER_DETAIL_BY_REFERENCE_CODE"
FINAL_FAILURES: Final = ("DECLINED", "EXPIRED", "ERROR")


def digest(algorithm: str, *parts: str) -> str:
    """Return the hex digest of the parts, joined by tildes."""
    return hashlib.new(algorithm, "~".join(parts).encode(), usedforsecurity=False).hexdigest()


def new_value(value: str) -> str:
    """Return a confirmation's amount as signed: without a second decimal of 0."""
    text = plain(parse_amount(value), places=2)
    return text[:-1] if text.endswith("0") else text


class PayuLatamProvider(BaseProvider):
    name: ClassVar[str] = "payulatam"
    label: ClassVar[str] = "PayU Latam"
    mark: ClassVar[Mark] = Mark("#4d7c0f", "PU")
    docs_url: ClassVar[str] = "https://developers.payulatam.com"
    credentials: ClassVar[tuple[Credential, ...]] = (
        Credential("merchant_id", secret=False, pattern=r"\d+"),
        Credential("account_id", secret=False, pattern=r"\d+"),
        Credential("api_key"),
        Credential("api_login"),
    )
    currencies: ClassVar[frozenset[str] | None] = frozenset(PLACES)

    def check_credentials(self) -> bool:
        # PING checks the API's login and key; merchant and account are checked only by a checkout:
        # https://developers.payulatam.com/latam/en/docs/integrations/api-integration/queries-api.html
        # UNVERIFIED how a wrong key is rejected: any error about credentials counts.
        self._call("reports-api", "PING")
        return True

    def start(self, order: Order) -> Started:
        amount = plain(order.amount, places=PLACES[order.currency])
        language = order.language[:2]
        fields = {
            "merchantId": self._merchant_id,
            "accountId": self.account.credentials["account_id"],
            "referenceCode": order.ref,
            "description": order.description[:255],
            "amount": amount,
            # Without these two, Colombia's VAT is deducted from the fare.
            "tax": "0",
            "taxReturnBase": "0",
            "currency": order.currency,
            "signature": digest(
                "sha256", self._api_key, self._merchant_id, order.ref, amount, order.currency
            ),
            "algorithmSignature": "SHA256",
            "buyerEmail": order.payer.email or f"rider-{order.payer.id}@no-mail.invalid",
            "buyerFullName": f"{order.payer.first_name} {order.payer.last_name}".strip(),
            "telephone": order.payer.mobile,
            "test": "0" if self.account.live else "1",
            "lng": language if language in LANGUAGES else "en",
            "extra1": str(order.payer.id),
            "responseUrl": order.return_url,
            "confirmationUrl": order.webhook_url,
        }
        url = self._address("checkout", "/ppp-web-gateway-payu/")
        return Started(AutoPost(url, {name: value for name, value in fields.items() if value}))

    def fetch(self, order: Order) -> Snapshot:
        declined = ""
        for order_data in self._orders(order.ref):
            for transaction in _transactions(order_data, CHARGES):
                state = str(transaction["transactionResponse"]["state"])
                if state == "APPROVED":
                    return _paid(order_data, transaction)
                declined = state if state in FINAL_FAILURES else declined
                if state not in FINAL_FAILURES:
                    return Snapshot(outcome=Outcome.PENDING, reason=state)
        # A payer may retry with the same reference, so a decline is final only after the expiry.
        if declined and timezone.now() >= order.expires_at:
            return Snapshot(outcome=Outcome.FAILED, reason=declined)
        return Snapshot(outcome=Outcome.PENDING, reason=declined)

    def notice(self, inbound: Inbound) -> Notice:
        fields = {
            name: values[0]
            for name, values in parse_qs(inbound.body.decode(), keep_blank_values=True).items()
        }
        sign = fields["sign"].lower()
        parts = (
            fields["reference_sale"],
            new_value(fields["value"]),
            fields["currency"],
            fields["state_pol"],
        )
        expected = digest(ALGORITHMS[len(sign)], self._api_key, fields["merchant_id"], *parts)
        if not hmac.compare_digest(expected.encode(), sign.encode()):
            raise Forged("the signature does not match")
        if fields["merchant_id"] != self._merchant_id:
            raise Forged("of another merchant")
        kind = f"state_pol {fields['state_pol']}"
        return Notice(ref=fields["reference_sale"], event_id=fields.get("transaction_id", ""), kind=kind)

    def refund(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        order_data, charge = self._charge(order)
        if is_already_refunded(refund, _refunded_total(order_data)):
            return RefundAnswer(RefundOutcome.DONE, refund_id=refund.refund_id)
        whole = refund.amount == order.amount
        if order.currency == "ARS" and refund.amount % 1:
            raise ProviderError("PayU refunds only whole pesos in Argentina")
        value = plain(refund.amount, places=PLACES[order.currency])
        transaction = {
            "order": {"id": str(order_data["id"])},
            "type": "REFUND" if whole else "PARTIAL_REFUND",
            "reason": refund.reason or "Refund",
            "parentTransactionId": charge["id"],
        }
        if not whole:
            transaction["additionalValues"] = {"TX_VALUE": {"value": value, "currency": order.currency}}
        # PayU reviews refunds for days. The number of earlier rejections identifies the result of this one.
        seen = f"after:{_rejections(order_data, refund.amount)}"
        try:
            answer = self._call("payments-api", SUBMIT, transaction=transaction)
        except OutcomeUnknown as error:
            if isinstance(error.__cause__, httpx.ConnectError | httpx.ConnectTimeout):
                raise
            # The request may have arrived, and PayU lists no undecided refund, so it is never repeated.
            return RefundAnswer(RefundOutcome.PENDING, seen, "no response: see PayU's panel")
        response = answer["transactionResponse"]
        state = str(response["state"])
        if state in FINAL_FAILURES:
            raise ProviderError(f"PayU: {response.get('responseMessage') or state}"[:200])
        done = state == "APPROVED"
        return RefundAnswer(RefundOutcome.DONE if done else RefundOutcome.PENDING, seen)

    def refund_status(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        order_data, _transaction = self._charge(order)
        if is_already_refunded(refund, _refunded_total(order_data)):
            return RefundAnswer(RefundOutcome.DONE, refund.refund_id)
        if _rejections(order_data, refund.amount) > int(refund.refund_id.removeprefix("after:")):
            return RefundAnswer(RefundOutcome.FAILED, refund.refund_id, "PayU rejected it")
        return RefundAnswer(RefundOutcome.PENDING, refund.refund_id, "under review at PayU")

    def _charge(self, order: Order) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the order and its credited transaction. Raises OutcomeUnknown."""
        for order_data in self._orders(order.ref):
            for transaction in _transactions(order_data, CHARGES):
                if transaction["id"] == order.payment_id:
                    return order_data, transaction
        raise OutcomeUnknown("PayU does not know the payment")

    def _orders(self, ref: str) -> list[dict[str, Any]]:
        answer = self._call("reports-api", QUERY, details={"referenceCode": ref})
        payload = (answer.get("result") or {}).get("payload") or []
        account_id = self.account.credentials["account_id"]
        return [
            order_data
            for order_data in payload
            if order_data["referenceCode"] == ref
            and str(order_data.get("accountId", account_id)) == account_id
        ]

    def _call(self, service: str, command: str, **parameters: Any) -> dict[str, Any]:
        body = {
            "test": not self.account.live,
            "language": "en",
            "command": command,
            "merchant": {"apiLogin": self.account.credentials["api_login"], "apiKey": self._api_key},
            **parameters,
        }
        url = self._address("api", f"/{service}/4.0/service.cgi")
        answer = read_json(call("POST", url, json=body, headers={"Accept": "application/json"}))
        if answer.get("code") != "SUCCESS":
            if "credentials" in str(answer.get("error")).lower():
                raise BadCredentials(f"PayU: {answer.get('error')}"[:200])
            # A rejected query decides nothing.
            error = ProviderError if command == SUBMIT else OutcomeUnknown
            raise error(f"PayU: {answer.get('error') or answer.get('code')}"[:200])
        return answer

    def _address(self, host: str, path: str) -> str:
        return (
            self.host(test=f"https://sandbox.{host}.payulatam.com", live=f"https://{host}.payulatam.com")
            + path
        )

    @property
    def _merchant_id(self) -> str:
        return self.account.credentials["merchant_id"]

    @property
    def _api_key(self) -> str:
        return self.account.credentials["api_key"]


def _paid(order_data: Mapping[str, Any], transaction: Mapping[str, Any]) -> Snapshot:
    value = order_data["additionalValues"]["TX_VALUE"]
    amount = parse_amount(value["value"])
    return Snapshot(
        outcome=Outcome.REFUNDED if _refunded_total(order_data) >= amount else Outcome.PAID,
        ref=str(order_data["referenceCode"]),
        amount=amount,
        currency=str(value["currency"]),
        payment_id=str(transaction["id"]),
    )


def _transactions(order_data: Mapping[str, Any], types: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    return (transaction for transaction in order_data["transactions"] or [] if transaction["type"] in types)


def _value(order_data: Mapping[str, Any], transaction: Mapping[str, Any]) -> Decimal:
    """Return a refund's amount; without a value it is the whole order."""
    values = transaction.get("additionalValues") or {}
    return parse_amount((values.get("TX_VALUE") or order_data["additionalValues"]["TX_VALUE"])["value"])


def _refunded_total(order_data: Mapping[str, Any]) -> Decimal:
    """Return the sum of approved refunds. UNVERIFIED that all are listed, so callers compare totals."""
    states = (
        (transaction, transaction["transactionResponse"]["state"])
        for transaction in _transactions(order_data, REFUNDS)
    )
    return sum(
        (_value(order_data, transaction) for transaction, state in states if state == "APPROVED"), Decimal(0)
    )


def _rejections(order_data: Mapping[str, Any], amount: Decimal) -> int:
    """Return the number of rejected refunds of this amount."""
    return sum(
        transaction["transactionResponse"]["state"] in FINAL_FAILURES
        and _value(order_data, transaction) == amount
        for transaction in _transactions(order_data, REFUNDS)
    )

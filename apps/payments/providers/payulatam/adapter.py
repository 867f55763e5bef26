"""PayU Latam: WebCheckout (a form that the browser posts), and its query and refund APIs.

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

from apps.core.numbers import parse_amount
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
"""Decimals of the amounts that PayU takes."""
LANGUAGES: Final = ("en", "es", "pt")
ALGORITHMS: Final = {32: "md5", 40: "sha1", 64: "sha256"}
"""By the length of a signature; which of them a confirmation has is set in PayU's panel.

How PayU makes an HMAC-SHA256 is UNVERIFIED: confirmations with one are refused, and the poller asks.
"""
CHARGES: Final = ("AUTHORIZATION_AND_CAPTURE", "CAPTURE")
REFUNDS: Final = ("REFUND", "PARTIAL_REFUND")
SUBMIT: Final = "SUBMIT_TRANSACTION"
QUERY: Final = "ORDER_DETAIL_BY_REFERENCE_CODE"
OVER: Final = ("DECLINED", "EXPIRED", "ERROR")


def digest(algorithm: str, *parts: str) -> str:
    """The hash, hex, over the parts with tildes between them."""
    return hashlib.new(algorithm, "~".join(parts).encode(), usedforsecurity=False).hexdigest()


def new_value(value: str) -> str:
    """The amount of a confirmation as its signature has it: no second decimal where that is 0."""
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
        # Login and key of the API; merchant and account are first seen by a checkout. PING:
        # https://developers.payulatam.com/latam/en/docs/integrations/api-integration/queries-api.html
        # UNVERIFIED how a wrong key is refused: any error that names the credentials is taken for it.
        self._ask("reports-api", "PING")
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
            # Without these two Colombia's VAT would be taken out of the fare.
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
        for found in self._orders(order.ref):
            for deal in _deals(found, CHARGES):
                state = str(deal["transactionResponse"]["state"])
                if state == "APPROVED":
                    return _paid(found, deal)
                declined = state if state in OVER else declined
                if state not in OVER:
                    return Snapshot(outcome=Outcome.PENDING, reason=state)
        # A payer may try again under the same reference: no decline is the last word before the time is up.
        if declined and timezone.now() >= order.expires_at:
            return Snapshot(outcome=Outcome.FAILED, reason=declined)
        return Snapshot(outcome=Outcome.PENDING, reason=declined)

    def notice(self, inbound: Inbound) -> Notice:
        got = {
            name: values[0]
            for name, values in parse_qs(inbound.body.decode(), keep_blank_values=True).items()
        }
        sign = got["sign"].lower()
        parts = (got["reference_sale"], new_value(got["value"]), got["currency"], got["state_pol"])
        expected = digest(ALGORITHMS[len(sign)], self._api_key, got["merchant_id"], *parts)
        if not hmac.compare_digest(expected.encode(), sign.encode()):
            raise Forged("the signature does not fit")
        if got["merchant_id"] != self._merchant_id:
            raise Forged("for another merchant")
        kind = f"state_pol {got['state_pol']}"
        return Notice(ref=got["reference_sale"], event_id=got.get("transaction_id", ""), kind=kind)

    def refund(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        found, deal = self._charge(order)
        if is_already_refunded(refund, _refunded_total(found)):
            return RefundAnswer(RefundOutcome.DONE, refund_id=refund.refund_id)
        whole = refund.amount == order.amount
        if order.currency == "ARS" and refund.amount % 1:
            raise ProviderError("PayU gives whole pesos back in Argentina")
        value = plain(refund.amount, places=PLACES[order.currency])
        transaction = {
            "order": {"id": str(found["id"])},
            "type": "REFUND" if whole else "PARTIAL_REFUND",
            "reason": refund.reason or "Refund",
            "parentTransactionId": deal["id"],
        }
        if not whole:
            transaction["additionalValues"] = {"TX_VALUE": {"value": value, "currency": order.currency}}
        # People at PayU decide within days; which of its refunds is ours shows by how many it refused before.
        seen = f"after:{_refused(found, refund.amount)}"
        try:
            answer = self._ask("payments-api", SUBMIT, transaction=transaction)
        except OutcomeUnknown as error:
            if isinstance(error.__cause__, httpx.ConnectError | httpx.ConnectTimeout):
                raise
            # It may have arrived, and PayU shows none that is not decided: it is never asked twice.
            return RefundAnswer(RefundOutcome.PENDING, seen, "no answer: look it up in PayU's panel")
        response = answer["transactionResponse"]
        state = str(response["state"])
        if state in OVER:
            raise ProviderError(f"PayU: {response.get('responseMessage') or state}"[:200])
        done = state == "APPROVED"
        return RefundAnswer(RefundOutcome.DONE if done else RefundOutcome.PENDING, seen)

    def refund_status(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        found, _deal = self._charge(order)
        if is_already_refunded(refund, _refunded_total(found)):
            return RefundAnswer(RefundOutcome.DONE, refund.refund_id)
        if _refused(found, refund.amount) > int(refund.refund_id.removeprefix("after:")):
            return RefundAnswer(RefundOutcome.FAILED, refund.refund_id, "PayU refused it")
        return RefundAnswer(RefundOutcome.PENDING, refund.refund_id, "under review at PayU")

    def _charge(self, order: Order) -> tuple[dict[str, Any], dict[str, Any]]:
        """The order and the transaction that was credited."""
        for found in self._orders(order.ref):
            for deal in _deals(found, CHARGES):
                if deal["id"] == order.payment_id:
                    return found, deal
        raise OutcomeUnknown("PayU does not know of the payment")

    def _orders(self, ref: str) -> list[dict[str, Any]]:
        answer = self._ask("reports-api", QUERY, details={"referenceCode": ref})
        payload = (answer.get("result") or {}).get("payload") or []
        account_id = self.account.credentials["account_id"]
        return [
            found
            for found in payload
            if found["referenceCode"] == ref and str(found.get("accountId", account_id)) == account_id
        ]

    def _ask(self, service: str, command: str, **what: Any) -> dict[str, Any]:
        body = {
            "test": not self.account.live,
            "language": "en",
            "command": command,
            "merchant": {"apiLogin": self.account.credentials["api_login"], "apiKey": self._api_key},
            **what,
        }
        url = self._address("api", f"/{service}/4.0/service.cgi")
        answer = read_json(call("POST", url, json=body, headers={"Accept": "application/json"}))
        if answer.get("code") != "SUCCESS":
            if "credentials" in str(answer.get("error")).lower():
                raise BadCredentials(f"PayU: {answer.get('error')}"[:200])
            # A question that is refused says nothing about what it asks.
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


def _paid(found: Mapping[str, Any], deal: Mapping[str, Any]) -> Snapshot:
    value = found["additionalValues"]["TX_VALUE"]
    amount = parse_amount(value["value"])
    return Snapshot(
        outcome=Outcome.REFUNDED if _refunded_total(found) >= amount else Outcome.PAID,
        ref=str(found["referenceCode"]),
        amount=amount,
        currency=str(value["currency"]),
        payment_id=str(deal["id"]),
    )


def _deals(found: Mapping[str, Any], types: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    return (deal for deal in found["transactions"] or [] if deal["type"] in types)


def _value(found: Mapping[str, Any], deal: Mapping[str, Any]) -> Decimal:
    """What a refund is of; one that names no value is of all."""
    values = deal.get("additionalValues") or {}
    return parse_amount((values.get("TX_VALUE") or found["additionalValues"]["TX_VALUE"])["value"])


def _refunded_total(found: Mapping[str, Any]) -> Decimal:
    """What PayU approved to go back; UNVERIFIED that it lists more than the latest, so sums are compared."""
    states = ((deal, deal["transactionResponse"]["state"]) for deal in _deals(found, REFUNDS))
    return sum((_value(found, deal) for deal, state in states if state == "APPROVED"), Decimal(0))


def _refused(found: Mapping[str, Any], amount: Decimal) -> int:
    """How many refunds of this amount PayU refused."""
    return sum(
        deal["transactionResponse"]["state"] in OVER and _value(found, deal) == amount
        for deal in _deals(found, REFUNDS)
    )

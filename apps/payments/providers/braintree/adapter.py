"""Braintree: its card fields on Hansom's page, and a sale with an immediate result.

Source: Braintree's server reference (transactions, disputes, webhooks), its Python SDK 4.48 and the CSP
chapter of braintree-web 3.144. Drop-in is deprecated; the page uses Hosted Fields and 3-D Secure.
"""

import base64
import hmac
import re
from collections.abc import Mapping
from contextlib import AbstractContextManager
from decimal import Decimal
from typing import Any, ClassVar, Final
from urllib.parse import parse_qs
from xml.parsers.expat import ExpatError

from apps.payments.amounts import exponent, plain
from apps.payments.port import (
    CardPage,
    Credential,
    Forged,
    Inbound,
    Mark,
    Notice,
    Order,
    Outcome,
    OutcomeUnknown,
    OwnPage,
    ProviderError,
    RefundAnswer,
    RefundOrder,
    RefundOutcome,
    Snapshot,
    Started,
)
from apps.payments.providers.base import BaseProvider
from apps.payments.providers.braintree import page as card_page
from apps.payments.providers.braintree.signing import sign

MAX_DECIMALS: Final = 2
"""UNVERIFIED for currencies with three decimals, which are therefore not supported."""
PAID: Final = ("authorized", "submitted_for_settlement", "settling", "settled", "settlement_confirmed")
FAILED: Final = ("processor_declined", "gateway_rejected", "failed")
ENDED: Final = ("settlement_declined", "settlement_failed", "authorization_expired", "voided")
"""Reversals of a sale. If it was credited, it is charged back, else it has failed."""
OUTCOMES: Final = {
    **dict.fromkeys(PAID, Outcome.PAID),
    **dict.fromkeys(FAILED, Outcome.FAILED),
    **dict.fromkeys(ENDED, Outcome.REFUNDED),
}
"""Every other status (authorizing, settlement_pending, a new one) is pending."""
SETTLED: Final = ("settling", "settled", "settlement_confirmed")
"""From these on, partial refunds are possible; before, a sale can only be voided as a whole."""
WON: Final = ("won",)
CHALLENGE: Final = re.compile(r"[a-f0-9]{20,32}")
PAYLOAD: Final = re.compile(rb"[A-Za-z0-9+=/\n]+")
ACCOUNT: Final = re.compile(r"([A-Z]{3})\s*[:=]\s*([A-Za-z0-9_\-]+)")


class BraintreeProvider(BaseProvider):
    name: ClassVar[str] = "braintree"
    label: ClassVar[str] = "Braintree"
    mark: ClassVar[Mark] = Mark("#1f1f1f", "Bt")
    docs_url: ClassVar[str] = "https://developer.paypal.com/braintree/docs"
    webhook_events: ClassVar[tuple[str, ...]] = (
        "dispute_opened",
        "dispute_won",
        "dispute_lost",
        "refund_failed",
    )
    credentials: ClassVar[tuple[Credential, ...]] = (
        Credential("merchant_id", secret=False, pattern=r"\w+"),
        Credential("public_key", secret=False, pattern=r"\w+"),
        Credential("private_key", pattern=r"\w+"),
        # The merchant account determines the currency of a sale.
        Credential(
            "merchant_accounts",
            secret=False,
            pattern=r"[A-Z]{3}:\S+(\s+[A-Z]{3}:\S+)*",
            example="USD:my_dollars EUR:my_euros",
        ),
    )
    currencies: ClassVar[frozenset[str] | None] = None

    def supports_currency(self, currency: str) -> bool:
        return currency in self._accounts and exponent(currency) <= MAX_DECIMALS

    def check_credentials(self) -> bool:
        # A client token for each merchant account: nothing is charged.
        with self._gateway() as gateway:
            for account in self._accounts.values():
                try:
                    gateway.client_token.generate({"merchant_account_id": account})
                except ValueError as error:
                    raise ProviderError("a merchant account is unknown") from error
        return True

    def start(self, order: Order) -> Started:
        params = {"merchant_account_id": self._account_for(order.currency)}
        with self._gateway() as gateway:
            token = gateway.client_token.generate(params)
        return Started(OwnPage({"client_token": token, "amount": _amount(order.amount, order.currency)}))

    def page(self) -> CardPage:
        return card_page.page(sandbox_url=self.local_sandbox, live=self.account.live)

    def submit(self, order: Order, data: Mapping[str, str]) -> Snapshot:
        sale = {
            "amount": _amount(order.amount, order.currency),
            "payment_method_nonce": data["token"],
            "order_id": order.ref,
            "merchant_account_id": self._account_for(order.currency),
            "options": {"submit_for_settlement": True},
        }
        if data.get("device_data"):
            sale["device_data"] = data["device_data"]
        with self._gateway() as gateway:
            result = gateway.transaction.sale(sale)
        if result.transaction is None:
            # Rejected by validation, before the bank.
            raise ProviderError(f"rejected: {_codes(result)}")
        return self._snapshot(result.transaction)

    def fetch(self, order: Order) -> Snapshot:
        if not (order.session_id or order.payment_id):
            # No card was submitted yet.
            return Snapshot(outcome=Outcome.OPEN)
        with self._gateway() as gateway:
            if order.payment_id:
                return self._snapshot(gateway.transaction.find(order.payment_id))
            sales = [self._snapshot(sale) for sale in self._of_order(gateway, order.ref)]
        paid = [snapshot for snapshot in sales if snapshot.outcome is Outcome.PAID]
        return (paid or sales or [Snapshot(outcome=Outcome.PENDING)])[0]

    def notice(self, inbound: Inbound) -> Notice:
        from braintree.util.xml_util import XmlUtil

        form = parse_qs(inbound.body.decode("ascii"), strict_parsing=True)
        signatures, payload = form["bt_signature"][0], form["bt_payload"][0].encode("ascii")
        self._verify(signatures, payload)
        try:
            notification = XmlUtil.dict_from_xml(base64.b64decode(payload))["notification"]
        except ExpatError as error:
            raise Forged("the payload is not XML") from error
        kind, subject = str(notification["kind"]), notification.get("subject") or {}
        if "api_error_response" in subject:
            subject = subject["api_error_response"]
        transaction = subject.get("transaction") or (subject.get("dispute") or {}).get("transaction") or {}
        # A refund is a transaction too, with the refund's reference and the id of the refunded sale.
        refunded = str(transaction.get("refunded_transaction_id") or "")
        return Notice(
            ref="" if refunded else str(transaction.get("order_id") or ""),
            payment_id=refunded or str(transaction.get("id") or ""),
            refund_id=str(transaction.get("id") or "") if refunded else "",
            kind=kind,
        )

    def challenge(self, inbound: Inbound) -> str | None:
        challenge = inbound.query.get("bt_challenge", "")
        if not CHALLENGE.fullmatch(challenge):
            return None
        return f"{self._public_key}|{sign(self._private_key, challenge.encode())}"

    def refund(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        # That `api_request_key` makes the SDK's requests idempotent is UNVERIFIED, so the refund's reference
        # is its order id, and an existing refund is searched first.
        with self._gateway() as gateway:
            for known in self._of_order(gateway, refund.ref):
                return _refund_answer(known)
            sale = gateway.transaction.find(order.payment_id)
            whole = refund.amount == order.amount and not refund.already_refunded
            if whole and sale.status == "voided":
                return RefundAnswer(RefundOutcome.DONE, refund_id=sale.id)
            if sale.status in SETTLED:
                request = {"amount": _amount(refund.amount, order.currency), "order_id": refund.ref}
                result = gateway.transaction.refund(sale.id, request)
            elif sale.status not in PAID:
                return RefundAnswer(RefundOutcome.FAILED, reason=f"the payment is {sale.status}")
            elif whole:
                result = gateway.transaction.void(sale.id)
            else:
                return RefundAnswer(RefundOutcome.PENDING, reason="not settled, so not partly refundable")
        if not result.is_success:
            return RefundAnswer(RefundOutcome.FAILED, reason=f"rejected: {_codes(result)}")
        return _refund_answer(result.transaction)

    def _snapshot(self, sale: Any) -> Snapshot:
        if sale.merchant_account_id not in self._accounts.values():
            raise OutcomeUnknown(f"a payment of the account {sale.merchant_account_id!r}")
        outcome = OUTCOMES.get(sale.status, Outcome.PENDING)
        if outcome is Outcome.PAID and any(_is_lost(dispute) for dispute in getattr(sale, "disputes", [])):
            outcome = Outcome.DISPUTED
        return Snapshot(
            outcome=outcome,
            ref=str(sale.order_id),
            amount=sale.amount,
            currency=str(sale.currency_iso_code),
            payment_id=str(sale.id),
            reason=f"{sale.status} {getattr(sale, 'processor_response_text', None) or ''}".strip(),
        )

    def _of_order(self, gateway: Any, ref: str) -> list[Any]:
        """Return the transactions with this order id. The text search may return others."""
        from braintree import TransactionSearch

        results = gateway.transaction.search([TransactionSearch.order_id == ref])
        return [transaction for transaction in results.items if transaction.order_id == ref]

    def _verify(self, signatures: str, payload: bytes) -> None:
        if not PAYLOAD.fullmatch(payload):
            raise Forged("the payload is not Base64")
        pairs = dict(pair.split("|", 1) for pair in signatures.split("&") if "|" in pair)
        signature = pairs.get(self._public_key)
        if signature is None:
            raise Forged("signed for another public key")
        expected = [sign(self._private_key, text) for text in (payload, payload + b"\n")]
        if not any(hmac.compare_digest(signature.encode(), one.encode()) for one in expected):
            raise Forged("the signature does not match")

    def _gateway(self) -> AbstractContextManager[Any]:
        # The SDK is two hundred modules, loaded with the first call.
        from apps.payments.providers.braintree.api import open_gateway

        return open_gateway(self.account, sandbox_url=self.local_sandbox)

    @property
    def _public_key(self) -> str:
        return self.account.credentials["public_key"]

    @property
    def _private_key(self) -> str:
        return self.account.credentials["private_key"]

    @property
    def _accounts(self) -> dict[str, str]:
        return dict(ACCOUNT.findall(self.account.credentials.get("merchant_accounts", "")))

    def _account_for(self, currency: str) -> str:
        if not self.supports_currency(currency):
            raise ProviderError(f"no merchant account for {currency}")
        return self._accounts[currency]


def _amount(amount: Decimal, currency: str) -> str:
    # UNVERIFIED which currencies have no decimals: CLDR's are used. "12" equals "12.00" for the others.
    return plain(amount, places=exponent(currency))


def _is_lost(dispute: Any) -> bool:
    """Return whether the bank holds the money: from the start of a dispute, except for retrievals."""
    return dispute.kind != "retrieval" and dispute.status not in WON


def _refund_answer(transaction: Any) -> RefundAnswer:
    """Return the refund's result: done when it is settled, or when the sale was voided."""
    status = transaction.status
    if status == "settled" or (status == "voided" and transaction.type == "sale"):
        return RefundAnswer(RefundOutcome.DONE, refund_id=transaction.id)
    if status in FAILED or status in ENDED:
        return RefundAnswer(RefundOutcome.FAILED, refund_id=transaction.id, reason=status)
    return RefundAnswer(RefundOutcome.PENDING, refund_id=transaction.id, reason=status)


def _codes(result: Any) -> str:
    """Return the codes of validation errors. Their messages may quote the request."""
    return ", ".join(error.code for error in result.errors.deep_errors) or "no reason given"

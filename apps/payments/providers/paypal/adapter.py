"""PayPal: Orders v2, approved on PayPal's page and captured by Hansom.

Source: PayPal's API reference (orders v2, payments v2, webhooks management) and its page about webhooks.
"""

import json
import zlib
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, ClassVar, Final
from urllib.parse import urlsplit

from apps.core.validation.numbers import load_exact_json, parse_amount
from apps.payments.amounts import plain
from apps.payments.port import (
    Credential,
    Forged,
    Inbound,
    Mark,
    Notice,
    Order,
    Outcome,
    OutcomeUnknown,
    Redirect,
    RefundAnswer,
    RefundOrder,
    RefundOutcome,
    Snapshot,
    Started,
)
from apps.payments.providers.base import BaseProvider
from apps.payments.providers.paypal.api import PaypalApi, Refused

SANDBOX: Final = "https://api-m.sandbox.paypal.com"
LIVE: Final = "https://api-m.paypal.com"
CURRENCIES: Final = frozenset(
    {"AUD", "CAD", "CHF", "CZK", "DKK", "EUR", "GBP", "HKD", "HUF", "ILS", "JPY", "MXN", "NOK", "NZD", "PHP"}
    | {"PLN", "SEK", "SGD", "THB", "TWD", "USD"}
)
DOMESTIC: Final = {"BR": "BRL", "CN": "CNY", "IN": "INR", "MY": "MYR"}
"""Currencies that only accounts of the country support."""
WHOLE: Final = frozenset({"HUF", "JPY", "TWD"})
"""PayPal accepts no decimals in these."""
SIGNED_BY: Final = {
    "auth_algo": "paypal-auth-algo",
    "cert_url": "paypal-cert-url",
    "transmission_id": "paypal-transmission-id",
    "transmission_sig": "paypal-transmission-sig",
    "transmission_time": "paypal-transmission-time",
}
CAPTURES: Final = {
    "COMPLETED": Outcome.PAID,
    "PARTIALLY_REFUNDED": Outcome.PAID,
    "REFUNDED": Outcome.REFUNDED,
    "DECLINED": Outcome.FAILED,
    "FAILED": Outcome.FAILED,
}
"""Every other status (PENDING) is pending."""
ORDERS: Final = {
    "CREATED": Outcome.OPEN,
    "PAYER_ACTION_REQUIRED": Outcome.OPEN,
    "VOIDED": Outcome.FAILED,
}
"""The outcomes of an order without a capture. Every other status (SAVED) is pending."""
REFUNDS: Final = {
    "COMPLETED": RefundOutcome.DONE,
    "FAILED": RefundOutcome.FAILED,
    "CANCELLED": RefundOutcome.FAILED,
}
REVERSED: Final = "PAYMENT.CAPTURE.REVERSED"


class PaypalProvider(BaseProvider):
    name: ClassVar[str] = "paypal"
    label: ClassVar[str] = "PayPal"
    mark: ClassVar[Mark] = Mark("#003087", "PP")
    docs_url: ClassVar[str] = "https://developer.paypal.com/docs/checkout"
    webhook_headers: ClassVar[tuple[str, ...]] = tuple(SIGNED_BY.values())
    webhook_events: ClassVar[tuple[str, ...]] = (
        "CHECKOUT.ORDER.APPROVED",
        "PAYMENT.CAPTURE.*",
    )
    credentials: ClassVar[tuple[Credential, ...]] = (
        Credential("client_id", secret=False),
        Credential("client_secret"),
        Credential("webhook_id", secret=False),
        Credential("country", secret=False, required=False, choices=("", *DOMESTIC)),
    )
    currencies: ClassVar[frozenset[str] | None] = CURRENCIES

    def check_credentials(self) -> bool:
        self._api.check()
        return True

    def supports_currency(self, currency: str) -> bool:
        domestic = DOMESTIC.get(self.account.credentials.get("country", ""))
        return currency in CURRENCIES or currency == domestic

    def start(self, order: Order) -> Started:
        unit = {
            "custom_id": order.ref,
            "invoice_id": order.ref,
            "description": order.description[:127],
            "amount": amount_of(order.amount, order.currency),
        }
        experience = {
            "return_url": order.return_url,
            "cancel_url": order.cancel_url,
            "user_action": "PAY_NOW",
            "shipping_preference": "NO_SHIPPING",
            "payment_method_preference": "IMMEDIATE_PAYMENT_REQUIRED",
        }
        body = {
            "intent": "CAPTURE",
            "purchase_units": [unit],
            "payment_source": {"paypal": {"experience_context": experience}},
        }
        made = self._api.post("/v2/checkout/orders", body, request_id=f"{order.ref}-create")
        links = {link["rel"]: link["href"] for link in made["links"]}
        url = links.get("payer-action") or links["approve"]
        return Started(Redirect(str(url)), session_id=str(made["id"]))

    def fetch(self, order: Order) -> Snapshot:
        """Query the order, and capture it first if the payer has approved it."""
        if not order.session_id:
            raise OutcomeUnknown("no checkout was opened")
        path = f"/v2/checkout/orders/{order.session_id}"
        found = self._api.get(path)
        if found["status"] != "APPROVED":
            return _snapshot(found)
        # Concurrent requests for the same approval make one capture; a new approval makes a new one.
        approval = zlib.crc32(str(found.get("update_time", "")).encode())
        try:
            found = self._api.post(f"{path}/capture", {}, request_id=f"{order.ref}-capture-{approval:08x}")
        except Refused as refusal:
            if refusal.issue == "INSTRUMENT_DECLINED":
                # The payer can return to PayPal and choose another payment method.
                return Snapshot(outcome=Outcome.OPEN, ref=order.ref, reason=refusal.issue)
            if refusal.issue != "ORDER_ALREADY_CAPTURED":
                raise
            found = self._api.get(path)
        return _snapshot(found)

    def notice(self, inbound: Inbound) -> Notice:
        self._verify(inbound)
        event = load_exact_json(inbound.body)
        resource = event.get("resource") or {}
        kind = str(event.get("event_type", ""))
        is_order = str(event.get("resource_type", "")) == "checkout-order"
        unit = (resource.get("purchase_units") or [{}])[0] if is_order else resource
        ref = str(unit.get("custom_id") or unit.get("invoice_id") or "")
        related = (resource.get("supplementary_data") or {}).get("related_ids") or {}
        return Notice(
            ref=ref,
            session_id=str(resource["id"] if is_order else related.get("order_id") or ""),
            event_id=str(event.get("id", "")),
            kind=kind,
            # UNVERIFIED what the capture's status is after a reversal, so this event decides.
            snapshot=Snapshot(outcome=Outcome.DISPUTED, ref=ref, reason=kind) if kind == REVERSED else None,
        )

    def refund(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        path = f"/v2/payments/captures/{order.payment_id}/refund"
        body = {"amount": amount_of(refund.amount, order.currency)}
        # PayPal stores request ids for 45 days: a repeated request returns the same refund.
        return _refund_answer(self._api.post(path, body, request_id=f"{refund.ref}-refund"))

    def refund_status(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        if not refund.refund_id:
            return self.refund(order, refund)
        return _refund_answer(self._api.get(f"/v2/payments/refunds/{refund.refund_id}"))

    def _verify(self, inbound: Inbound) -> None:
        """Verify the signature with PayPal. Raises Forged, OutcomeUnknown."""
        signed = {name: inbound.headers.get(header, "") for name, header in SIGNED_BY.items()}
        if missing := [SIGNED_BY[name] for name, value in signed.items() if not value]:
            raise Forged(f"missing {', '.join(missing)}")
        _check_certificate(signed["cert_url"], live=self.account.live)
        if not isinstance(load_exact_json(inbound.body.decode()), dict):
            raise Forged("the body is not an object")
        request = json.dumps(signed | {"webhook_id": self.account.credentials["webhook_id"]}).encode()
        # The body is inserted unchanged: its checksum depends on each byte.
        body = request.removesuffix(b"}") + b', "webhook_event": ' + inbound.body + b"}"
        try:
            result = self._api.post_raw("/v1/notifications/verify-webhook-signature", body)
        except Refused as refusal:
            raise Forged(f"PayPal rejects it: {refusal}") from None
        if result.get("verification_status") != "SUCCESS":
            raise Forged("PayPal did not sign it")

    @property
    def _api(self) -> PaypalApi:
        return PaypalApi(
            self.host(test=SANDBOX, live=LIVE),
            client_id=self.account.credentials["client_id"],
            client_secret=self.account.credentials["client_secret"],
        )


def amount_of(amount: Decimal, currency: str) -> dict[str, str]:
    """Return PayPal's amount object. Raises ValueError for more decimals than PayPal accepts."""
    return {"currency_code": currency, "value": plain(amount, places=0 if currency in WHOLE else 2)}


def _check_certificate(url: str, *, live: bool) -> None:
    """Accept only PayPal's certificates, and the sandbox's only in test mode. Raises Forged."""
    address = urlsplit(url)
    host = address.hostname or ""
    if address.scheme != "https" or address.netloc != host or not host.endswith(".paypal.com"):
        raise Forged("the certificate is not PayPal's")
    if live and ".sandbox." in host:
        raise Forged("a certificate of the sandbox")


def _snapshot(found: Mapping[str, Any]) -> Snapshot:
    [unit] = found["purchase_units"]
    captures = (unit.get("payments") or {}).get("captures") or []
    if not captures:
        status = str(found["status"])
        return Snapshot(
            outcome=ORDERS.get(status, Outcome.PENDING), ref=str(unit["custom_id"]), reason=status
        )
    # A declined capture may precede a successful one.
    capture = next((one for one in captures if CAPTURES.get(one["status"]) is Outcome.PAID), captures[-1])
    details = capture.get("status_details") or {}
    return Snapshot(
        outcome=CAPTURES.get(str(capture["status"]), Outcome.PENDING),
        ref=str(capture.get("custom_id") or unit["custom_id"]),
        amount=parse_amount(capture["amount"]["value"]),
        currency=str(capture["amount"]["currency_code"]),
        payment_id=str(capture["id"]),
        reason=str(details.get("reason") or capture["status"]),
    )


def _refund_answer(data: Mapping[str, Any]) -> RefundAnswer:
    status = str(data["status"])
    return RefundAnswer(REFUNDS.get(status, RefundOutcome.PENDING), refund_id=str(data["id"]))

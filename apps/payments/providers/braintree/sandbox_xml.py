"""The part of Braintree's XML that the sandbox uses."""

from collections.abc import Mapping
from typing import Any, Final
from xml.etree import ElementTree as ET

from embedded.gateways.payment import Payment
from embedded.loopback import Refusal, Reply, Request

XML: Final = {"Content-Type": "application/xml; charset=utf-8"}
WHEN: Final = '<created-at type="datetime">2026-11-22T02:00:00Z</created-at>'


def tree(request: Request) -> dict[str, Any]:
    """Return a request's body without the root element."""
    body = _value(ET.fromstring(request.body))  # noqa: S314  # sent by Hansom's tests
    assert isinstance(body, dict)
    return body


def _value(node: ET.Element) -> Any:
    if node.get("type") == "array":
        return [child.text for child in node]
    return {child.tag: _value(child) for child in node} if len(node) else node.text or ""


def xml(status: int, body: str) -> Reply:
    return Reply(status, f'<?xml version="1.0" encoding="UTF-8"?>{body}'.encode(), XML)


def refused(message: str, *, errors: str = "", transaction: str = "") -> Reply:
    """Return the response to a sale that validation or the bank rejects."""
    return xml(
        422,
        f'<api-error-response><errors><errors type="array"/>{errors}</errors><message>{message}</message>'
        f"{transaction}</api-error-response>",
    )


def invalid(code: str, message: str) -> Refusal:
    error = (
        f'<error><code>{code}</code><attribute type="symbol">base</attribute>'
        f"<message>{message}</message></error>"
    )
    errors = f'<transaction><errors type="array">{error}</errors></transaction>'
    return Refusal(refused(message, errors=errors))


def sale(payment: Payment, *, status: str) -> str:
    disputes = f"<dispute>{dispute(payment)}</dispute>" if payment.state == "disputed" else ""
    return (
        f"<transaction><id>{payment.payment_id}</id><status>{status}</status><type>sale</type>"
        f"<currency-iso-code>{payment.currency}</currency-iso-code><amount>{payment.amount}</amount>"
        f"<merchant-account-id>{payment.extra['account']}</merchant-account-id>"
        f"<order-id>{payment.ref}</order-id>{WHEN}"
        f"<processor-response-text>{payment.reason or 'Approved'}</processor-response-text>"
        f'<disputes type="array">{disputes}</disputes></transaction>'
    )


def credit(payment: Payment, key: str, *, refund_id: str, status: str) -> str:
    """Return a refund, which is a transaction too."""
    return (
        f"<transaction><id>{refund_id}</id><status>{status}</status><type>credit</type>"
        f"<currency-iso-code>{payment.currency}</currency-iso-code>"
        f"<amount>{payment.refunds[key]}</amount><order-id>{key.split('#')[0]}</order-id>{WHEN}"
        f"<refunded-transaction-id>{payment.payment_id}</refunded-transaction-id></transaction>"
    )


def dispute(payment: Payment) -> str:
    """Return a dispute; `extra` may contain its status and kind, by default an open chargeback."""
    status, kind = payment.extra.get("dispute", ("open", "chargeback"))
    return (
        f"<id>{payment.payment_id}d</id><amount-disputed>{payment.amount}</amount-disputed>"
        f"<kind>{kind}</kind><status>{status}</status><reason>fraud</reason>"
        f"<currency-iso-code>{payment.currency}</currency-iso-code>"
    )


def named(payment: Payment) -> str:
    """Return a nested transaction."""
    return (
        f"<transaction><id>{payment.payment_id}</id><amount>{payment.amount}</amount>"
        f"<order-id>{payment.ref}</order-id></transaction>"
    )


def searched(search: Mapping[str, Any]) -> str:
    """Return the order id of a search."""
    return str(search["order_id"]["is"])


def found(transactions: list[str]) -> Reply:
    return xml(
        200,
        '<credit-card-transactions type="collection"><page-size type="integer">50</page-size>'
        f'<total-items type="integer">{len(transactions)}</total-items>{"".join(transactions)}'
        "</credit-card-transactions>",
    )


def found_ids(names: list[str]) -> Reply:
    ids = "".join(f"<item>{name}</item>" for name in names)
    return xml(
        200,
        '<search-results><page-size type="integer">50</page-size>'
        f'<ids type="array">{ids}</ids></search-results>',
    )

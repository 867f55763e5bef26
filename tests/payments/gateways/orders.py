"""Orders and requests for unit tests of adapters."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from apps.payments.port import Inbound, Order, Payer, RefundOrder

BEGUN = datetime(2026, 11, 22, 3, 0, tzinfo=UTC)
ADA = Payer(id=7, first_name="Ada", last_name="Lovelace", email="ada@example.com", mobile="+4470000001")


def make_order(**changes: Any) -> Order:
    """Return Ada's order of 25.50, which expires in an hour."""
    values: dict[str, Any] = {
        "ref": "abcdefghij0123456789",
        "amount": Decimal("25.50"),
        "currency": "USD",
        "description": "Hansom wallet-7-1",
        "payer": ADA,
        "language": "en",
        "session_id": "",
        "payment_id": "",
        "created_at": BEGUN,
        "expires_at": BEGUN + timedelta(hours=1),
        "return_url": "https://hansom.example/return",
        "cancel_url": "https://hansom.example/cancel",
        "webhook_url": "https://hansom.example/webhook",
    }
    return Order(**values | changes)


def make_refund(amount: str = "10.00", **changes: Any) -> RefundOrder:
    values: dict[str, Any] = {
        "ref": "refund0123456789abcd",
        "amount": Decimal(amount),
        "already_refunded": Decimal(0),
        "reason": "requested",
    }
    return RefundOrder(**values | changes)


def inbound(body: bytes, headers: dict[str, str], query: dict[str, str] | None = None) -> Inbound:
    """Return a webhook as the view passes it, with header names in lower case."""
    return Inbound(
        method="POST",
        headers={name.lower(): value for name, value in headers.items()},
        query=query or {},
        body=body,
    )

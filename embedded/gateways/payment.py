"""A payment at a sandbox gateway, and the modes in which it can end."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final

MODES: Final = {
    "approve": "Pay",
    "decline": "Decline",
    "pending": "Stay pending",
    "approve_late": "Pay in a minute",
    "duplicate": "Pay, notify twice",
    "wrong_amount": "Pay another amount",
    "wrong_currency": "Pay in another currency",
    "bad_signature": "Forge a notification",
    "timeout": "Pay, then no answer for a while",
    "out_of_order": "Pay, notify in the wrong order",
}
"""The buttons of a hosted page, by the mode that they select."""
LATE_SECONDS: Final = 60.0
SILENT_QUERIES: Final = 2
"""The number of API calls without a response after `timeout`."""


def new_id(prefix: str = "", *, length: int = 24) -> str:
    """Return a random id: lower-case hexadecimal digits after the prefix."""
    return prefix + secrets.token_hex((length + 1) // 2)[:length]


@dataclass(kw_only=True)
class Payment:
    """`state` is open, pending, paid, failed, refunded or disputed; `amount` is in major units."""

    ref: str
    amount: Decimal
    currency: str
    session_id: str
    return_url: str
    cancel_url: str = ""
    webhook_url: str = ""
    payment_id: str
    state: str = "open"
    reason: str = ""
    created_at: float = 0
    succeeds_at: float | None = None
    refunds: dict[str, Decimal] = field(default_factory=dict)
    """Amounts by the idempotency key of the refund."""
    extra: dict[str, Any] = field(default_factory=dict)
    """Data of this gateway alone."""

    @property
    def refunded(self) -> Decimal:
        return sum(self.refunds.values(), Decimal(0))

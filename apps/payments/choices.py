"""The states of payments, notifications and refunds."""

from typing import Final

from django.db import models


class State(models.TextChoices):
    """The state of a payment attempt. TRANSITIONS lists the allowed changes."""

    CREATED = "created"
    REDIRECTED = "redirected"
    """The payer was redirected to the gateway."""
    PENDING = "pending"
    """Not decided by the gateway, or a status that is not known."""
    PAID = "paid"
    FAILED = "failed"
    EXPIRED = "expired"
    PARTIALLY_REFUNDED = "partially_refunded"
    REFUNDED = "refunded"
    DISPUTED = "disputed"
    """The payer's bank has charged the payment back."""


_S = State

TRANSITIONS: Final[dict[str, frozenset[str]]] = {
    _S.CREATED: frozenset({_S.REDIRECTED, _S.PENDING, _S.PAID, _S.FAILED, _S.EXPIRED}),
    _S.REDIRECTED: frozenset({_S.PENDING, _S.PAID, _S.FAILED, _S.EXPIRED}),
    _S.PENDING: frozenset({_S.PAID, _S.FAILED, _S.EXPIRED}),
    # A gateway may charge the payer after a decline, or after the attempt expired.
    _S.FAILED: frozenset({_S.PENDING, _S.PAID}),
    _S.EXPIRED: frozenset({_S.PENDING, _S.PAID}),
    _S.PAID: frozenset({_S.PARTIALLY_REFUNDED, _S.REFUNDED, _S.DISPUTED}),
    _S.PARTIALLY_REFUNDED: frozenset({_S.PARTIALLY_REFUNDED, _S.REFUNDED, _S.DISPUTED}),
    _S.REFUNDED: frozenset({_S.DISPUTED}),
    _S.DISPUTED: frozenset(),
}

WAITING: Final = (_S.CREATED, _S.REDIRECTED, _S.PENDING)
SETTLED: Final = (_S.PAID, _S.PARTIALLY_REFUNDED, _S.REFUNDED, _S.DISPUTED)
"""The money was credited once and is never credited again."""


class Purpose(models.TextChoices):
    TOP_UP = "top_up"
    BOOKING = "booking"


class CreditedTo(models.TextChoices):
    """The account that an attempt's money was credited to."""

    WALLET = "wallet"
    """The payer's wallet: a top-up, or a payment that its booking no longer accepted."""
    BOOKING = "booking"
    HELD = "held"
    """Not credited, for staff to refund: the platform's currency has changed, or the payer is deleted."""


class Verdict(models.TextChoices):
    """The result of a notification from a gateway, or from a forger."""

    RECEIVED = "received"
    FORGED = "forged"
    """Not signed by the gateway."""
    UNKNOWN = "unknown"
    """No attempt matches it."""
    HANDLED = "handled"
    REPEATED = "repeated"
    """It reports a change that was already made."""
    REFUSED = "refused"
    """Its amount, currency, reference, mode or payment is not the attempt's."""


class RefundState(models.TextChoices):
    REQUESTED = "requested"
    PENDING = "pending"
    DONE = "done"
    FAILED = "failed"


class CheckOutcome(models.TextChoices):
    """The result of checking an account's credentials."""

    OK = "ok"
    REFUSED = "refused"
    """Rejected by the gateway, or of the other mode."""
    UNREACHABLE = "unreachable"
    """No response, or one that is not known."""
    UNCHECKABLE = "uncheckable"
    """The gateway has no API call for it; only the format was checked."""

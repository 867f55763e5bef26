"""The words of paying through someone else's gateway."""

from typing import Final

from django.db import models


class State(models.TextChoices):
    """How far one attempt to pay has come; TRANSITIONS says what may follow what."""

    CREATED = "created"
    REDIRECTED = "redirected"
    """The payer was sent to the gateway."""
    PENDING = "pending"
    """The gateway has not decided, or has not been understood."""
    PAID = "paid"
    FAILED = "failed"
    EXPIRED = "expired"
    PARTIALLY_REFUNDED = "partially_refunded"
    REFUNDED = "refunded"
    DISPUTED = "disputed"
    """The payer's bank has taken the money back."""


_S = State

TRANSITIONS: Final[dict[str, frozenset[str]]] = {
    _S.CREATED: frozenset({_S.REDIRECTED, _S.PENDING, _S.PAID, _S.FAILED, _S.EXPIRED}),
    _S.REDIRECTED: frozenset({_S.PENDING, _S.PAID, _S.FAILED, _S.EXPIRED}),
    _S.PENDING: frozenset({_S.PAID, _S.FAILED, _S.EXPIRED}),
    # A gateway may take the money after it said no, and after we gave up waiting.
    _S.FAILED: frozenset({_S.PENDING, _S.PAID}),
    _S.EXPIRED: frozenset({_S.PENDING, _S.PAID}),
    _S.PAID: frozenset({_S.PARTIALLY_REFUNDED, _S.REFUNDED, _S.DISPUTED}),
    _S.PARTIALLY_REFUNDED: frozenset({_S.PARTIALLY_REFUNDED, _S.REFUNDED, _S.DISPUTED}),
    _S.REFUNDED: frozenset({_S.DISPUTED}),
    _S.DISPUTED: frozenset(),
}

WAITING: Final = (_S.CREATED, _S.REDIRECTED, _S.PENDING)
SETTLED: Final = (_S.PAID, _S.PARTIALLY_REFUNDED, _S.REFUNDED, _S.DISPUTED)
"""The money was ours once, so it is never credited again."""


class Purpose(models.TextChoices):
    TOP_UP = "top_up"
    BOOKING = "booking"


class CreditedTo(models.TextChoices):
    """Where the money of an attempt went."""

    WALLET = "wallet"
    """The payer's: a top-up, or a booking that no longer wanted just this money."""
    BOOKING = "booking"
    HELD = "held"
    """Nowhere yet, and staff refund it: the currency is another one by now, or the payer is deleted."""


class Verdict(models.TextChoices):
    """What became of a notification that a gateway (or someone who plays one) sent."""

    RECEIVED = "received"
    FORGED = "forged"
    """Its signature is not the gateway's."""
    UNKNOWN = "unknown"
    """It names no attempt of ours."""
    HANDLED = "handled"
    REPEATED = "repeated"
    """What it tells was done already."""
    REFUSED = "refused"
    """Amount, currency, reference, mode or payment are not those of the attempt."""


class RefundState(models.TextChoices):
    REQUESTED = "requested"
    PENDING = "pending"
    DONE = "done"
    FAILED = "failed"


class CheckOutcome(models.TextChoices):
    """What became of a check of an account's credentials."""

    OK = "ok"
    REFUSED = "refused"
    """The gateway does not know them, or they are of the other mode."""
    UNREACHABLE = "unreachable"
    """No answer, or none that is understood."""
    UNCHECKABLE = "uncheckable"
    """The gateway documents no harmless call: their shape is all that is looked at."""

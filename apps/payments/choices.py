"""The states of payments, notifications and refunds."""

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _


class State(models.TextChoices):
    """The state of a payment attempt. TRANSITIONS lists the allowed changes."""

    CREATED = "created", _("Created")
    REDIRECTED = "redirected", _("Redirected")
    """The payer was redirected to the gateway."""
    PENDING = "pending", _("Pending")
    """Not decided by the gateway, or a status that is not known."""
    PAID = "paid", _("Paid")
    FAILED = "failed", _("Failed")
    EXPIRED = "expired", _("Expired")
    PARTIALLY_REFUNDED = "partially_refunded", _("Partially Refunded")
    REFUNDED = "refunded", _("Refunded")
    DISPUTED = "disputed", _("Disputed")
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
    TOP_UP = "top_up", _("Top Up")
    BOOKING = "booking", _("Booking")


class CreditedTo(models.TextChoices):
    """The account that an attempt's money was credited to."""

    WALLET = "wallet", _("Wallet")
    """The payer's wallet: a top-up, or a payment that its booking no longer accepted."""
    BOOKING = "booking", _("Booking")
    HELD = "held", _("Held")
    """Not credited, for staff to refund: the platform's currency has changed, or the payer is deleted."""


class Verdict(models.TextChoices):
    """The result of a notification from a gateway, or from a forger."""

    RECEIVED = "received", _("Received")
    FORGED = "forged", _("Forged")
    """Not signed by the gateway."""
    UNKNOWN = "unknown", _("Unknown")
    """No attempt matches it."""
    HANDLED = "handled", _("Handled")
    REPEATED = "repeated", _("Repeated")
    """It reports a change that was already made."""
    REFUSED = "refused", _("Refused")
    """Its amount, currency, reference, mode or payment is not the attempt's."""


class RefundState(models.TextChoices):
    REQUESTED = "requested", _("Requested")
    PENDING = "pending", _("Pending")
    DONE = "done", _("Done")
    FAILED = "failed", _("Failed")


class CheckOutcome(models.TextChoices):
    """The result of checking an account's credentials."""

    OK = "ok", _("Ok")
    REFUSED = "refused", _("Refused")
    """Rejected by the gateway, or of the other mode."""
    UNREACHABLE = "unreachable", _("Unreachable")
    """No response, or one that is not known."""
    UNCHECKABLE = "uncheckable", _("Uncheckable")
    """The gateway has no API call for it; only the format was checked."""

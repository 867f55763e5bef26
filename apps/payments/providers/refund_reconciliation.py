"""Refunds at gateways without idempotency keys, by the total refunded so far."""

from decimal import Decimal

from apps.payments.port import OutcomeUnknown, RefundOrder


def is_already_refunded(refund: RefundOrder, refunded: Decimal) -> bool:
    """Return whether this refund, perhaps requested before, was made, by the gateway's refunded total.

    Raises OutcomeUnknown when the total differs from our records; then nothing more is requested.
    """
    if refunded == refund.already_refunded + refund.amount:
        return True
    if refunded == refund.already_refunded:
        return False
    raise OutcomeUnknown(f"{refunded} was refunded so far, and {refund.already_refunded} in our books")

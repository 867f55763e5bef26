"""Refunds at gateways without idempotency keys, by the total refunded so far."""

from decimal import Decimal

from apps.payments.port import OutcomeUnknown, RefundOrder


def is_already_refunded(refund: RefundOrder, refunded: Decimal) -> bool:
    """Return whether this refund was already made, by the gateway's refunded total.

    Raises OutcomeUnknown if the total differs from Hansom's records, so that nothing is requested.
    """
    if refunded == refund.already_refunded + refund.amount:
        return True
    if refunded == refund.already_refunded:
        return False
    raise OutcomeUnknown(f"{refunded} was refunded at the gateway, {refund.already_refunded} here")

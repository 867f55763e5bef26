"""Refunds of gateways that take no key against asking twice: what went back so far tells."""

from decimal import Decimal

from apps.payments.port import RefundOrder, Unsure


def is_made(refund: RefundOrder, given_back: Decimal) -> bool:
    """Whether a refund that may have been asked for before was made, by all that the gateway gave back.

    Raises Unsure where that is another sum than ours: then nothing more is asked for.
    """
    if given_back == refund.already_refunded + refund.amount:
        return True
    if given_back == refund.already_refunded:
        return False
    raise Unsure(f"{given_back} went back so far, and {refund.already_refunded} in our books")

"""The words of the ledger."""

import re
from typing import Final

from django.db import models


class AccountKind(models.TextChoices):
    USER = "user"
    PLATFORM = "platform"


CASH_WITH_DRIVERS: Final = "cash_with_drivers"
"""Fares that riders handed to drivers, until the driver's wallet answers for them."""
TRIPS: Final = "trips"
"""What was paid for trips and not shared out yet: nothing, once a trip is settled."""
REVENUE: Final = "revenue"
PROMOTIONS: Final = "promotions"
WITHDRAWALS_PENDING: Final = "withdrawals_pending"
"""What people asked to be paid out and have neither got nor been refused."""
BANK: Final = "bank"
"""What our bank has paid out for us."""
BONUSES: Final = "bonuses"
ADJUSTMENTS: Final = "adjustments"
_GATEWAY: Final = "gateway:"

PLATFORM_ACCOUNTS: Final = (
    ADJUSTMENTS,
    BANK,
    BONUSES,
    CASH_WITH_DRIVERS,
    PROMOTIONS,
    REVENUE,
    TRIPS,
    WITHDRAWALS_PENDING,
)
PLATFORM_ACCOUNT_NAME: Final = rf"^({'|'.join(PLATFORM_ACCOUNTS)}|{_GATEWAY}[a-z0-9_]+)$"


def gateway_account(provider: str) -> str:
    """The account of the money that a payment provider holds for us."""
    name = f"{_GATEWAY}{provider}"
    if not re.match(PLATFORM_ACCOUNT_NAME, name):
        raise ValueError(f"not a provider's name: {provider!r}")
    return name


class EntryKind(models.TextChoices):
    """What happened; each is one rule of money of the documents."""

    WALLET_PAYMENT = "wallet_payment"
    CARD_PAYMENT = "card_payment"
    CASH_PAYMENT = "cash_payment"
    DISCOUNT = "discount"
    DRIVER_SHARE = "driver_share"
    CASH_SETTLEMENT = "cash_settlement"
    """The driver's wallet pays in the cash that the driver keeps: the one kind that may overdraw."""
    CANCELLATION_FEE = "cancellation_fee"
    REFUND = "refund"
    """What was paid for a trip that was cancelled, back in the rider's wallet."""
    ADMIN_CREDIT = "admin_credit"
    REFERRAL_BONUS = "referral_bonus"
    """A new person and who sent for them get the same each."""
    WITHDRAWAL = "withdrawal"
    WITHDRAWAL_PAID = "withdrawal_paid"
    WITHDRAWAL_REJECTED = "withdrawal_rejected"
    """A refused withdrawal is in its wallet again."""
    TOP_UP = "top_up"
    GATEWAY_REFUND = "gateway_refund"
    """Money on its way from a wallet back through the gateway, or back again when that fails."""
    CHARGEBACK = "chargeback"
    """The gateway took back what it had paid us."""


class HistoryType(models.TextChoices):
    """How a wallet's history calls a movement (walletHistory of document 1)."""

    CREDIT = "Credit"
    DEBIT = "Debit"
    WITHDRAW = "Withdraw"


class WithdrawalState(models.TextChoices):
    """Document 2: unprocessed becomes processed, once; the refusal is ours."""

    REQUESTED = "requested"
    PROCESSED = "processed"
    REJECTED = "rejected"

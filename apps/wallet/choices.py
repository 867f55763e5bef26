"""The words of the ledger."""

import re
from typing import Final

from django.db import models


class AccountKind(models.TextChoices):
    USER = "user"
    PLATFORM = "platform"
    RECEIVABLE = "receivable"
    """What a rider owes; never above zero."""


CASH_WITH_DRIVERS: Final = "cash_with_drivers"
"""Fares that riders handed to drivers, until the driver's wallet answers for them."""
TRIPS: Final = "trips"
"""What was paid for trips and not shared out yet: nothing, once a trip is settled."""
OTHER_PAYMENTS: Final = "other_payments"
"""What riders paid for trips in another way (bank transfer, voucher), and were refunded so, as recorded."""
REVENUE: Final = "revenue"
PROMOTIONS: Final = "promotions"
WITHDRAWALS_PENDING: Final = "withdrawals_pending"
"""What people asked to be paid out and have neither got nor been refused."""
BANK: Final = "bank"
"""What our bank has paid out for us."""
BONUSES: Final = "bonuses"
ADJUSTMENTS: Final = "adjustments"
FEES_OWED: Final = "fees_owed"
"""The other side of what riders owe: fees that are no one's income until they are paid."""
WRITE_OFFS: Final = "write_offs"
"""Fares that no one will pay: the company pays the driver's share all the same."""
_GATEWAY: Final = "gateway:"

PLATFORM_ACCOUNTS: Final = (
    ADJUSTMENTS,
    BANK,
    BONUSES,
    CASH_WITH_DRIVERS,
    FEES_OWED,
    OTHER_PAYMENTS,
    PROMOTIONS,
    REVENUE,
    TRIPS,
    WITHDRAWALS_PENDING,
    WRITE_OFFS,
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
    OTHER_PAYMENT = "other_payment"
    """The company got the money in a way that it does not see itself: staff say so."""
    WRITE_OFF = "write_off"
    """What is left to pay for a trip, carried by the company."""
    DISCOUNT = "discount"
    DRIVER_SHARE = "driver_share"
    CASH_SETTLEMENT = "cash_settlement"
    """The driver's wallet pays in the cash that the driver keeps: the one kind that may overdraw."""
    TIP = "tip"
    """From the rider's wallet to the driver's, all of it."""
    CANCELLATION_FEE = "cancellation_fee"
    FEE_OWED = "fee_owed"
    """The part of a fee that the wallet did not hold: the rider owes it."""
    FEE_SETTLED = "fee_settled"
    """Money came in and paid what was owed: the receivable is reversed."""
    FEE_WRITTEN_OFF = "fee_written_off"
    REFUND = "refund"
    """What was paid for a trip that was cancelled, back in the rider's wallet."""
    ADMIN_CREDIT = "admin_credit"
    ADMIN_DEBIT = "admin_debit"
    """Staff took money out of a wallet, to correct a credit."""
    FARE_ADJUSTMENT = "fare_adjustment"
    """Staff changed the fare of a trip that was settled: the difference of the two settlements."""
    PREPAYMENT_CHANGE = "prepayment_change"
    """A booking that was paid ahead was edited: the difference, charged or refunded."""
    TRIP_REFUND = "trip_refund"
    """Staff refunded a trip to the rider's wallet; its fare stays as it was."""
    REFERRAL_BONUS = "referral_bonus"
    """A new person and who sent for them get the same each."""
    REFERRAL_REVERSAL = "referral_reversal"
    """A bonus that was not earned in time, as far as the wallets still hold it."""
    WITHDRAWAL = "withdrawal"
    WITHDRAWAL_PAID = "withdrawal_paid"
    WITHDRAWAL_REJECTED = "withdrawal_rejected"
    """A refused withdrawal is in its wallet again."""
    TOP_UP = "top_up"
    GATEWAY_REFUND = "gateway_refund"
    """Money on its way from a wallet back through the gateway, or back again when that fails."""
    CHARGEBACK = "chargeback"
    """The gateway took back what it had paid us."""


PAYS_DRIVERS: Final = frozenset({EntryKind.DRIVER_SHARE, EntryKind.CANCELLATION_FEE, EntryKind.TIP})
"""What drivers earn. Every other kind may bring money to a rider, and pays first what the rider owes."""


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


class ReferralState(models.TextChoices):
    """Of a referral bonus."""

    PENDING = "pending"
    """Paid; to be spent on trips, not withdrawn."""
    EARNED = "earned"
    """The guest has proven a contact and has had a trip: money like any other."""
    REVERSED = "reversed"
    REFUSED = "refused"
    """Never paid: the referrer has had the most of that month already."""

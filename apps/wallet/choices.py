"""Choices of the wallet models, and the platform's accounts."""

import re
from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _


class AccountKind(models.TextChoices):
    USER = "user", _("User")
    PLATFORM = "platform", _("Platform")
    RECEIVABLE = "receivable", _("Receivable")
    """A rider's debt; never positive."""


CASH_WITH_DRIVERS: Final = "cash_with_drivers"
"""Cash fares, until they are charged to the driver's wallet."""
TRIPS: Final = "trips"
"""Payments for trips that are not settled yet; a settled trip leaves nothing here."""
OTHER_PAYMENTS: Final = "other_payments"
"""Recorded payments and refunds of trips outside the app, such as bank transfers or vouchers."""
REVENUE: Final = "revenue"
PROMOTIONS: Final = "promotions"
WITHDRAWALS_PENDING: Final = "withdrawals_pending"
"""Requested withdrawals that are neither paid nor rejected."""
BANK: Final = "bank"
"""Payouts by our bank."""
BONUSES: Final = "bonuses"
ADJUSTMENTS: Final = "adjustments"
FEES_OWED: Final = "fees_owed"
"""The contra account of receivables: fees that are not revenue until they are paid."""
WRITE_OFFS: Final = "write_offs"
"""Fares that will not be paid; the company pays the driver's share anyway."""
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
    """Return the account of the money that a payment provider holds for us."""
    name = f"{_GATEWAY}{provider}"
    if not re.match(PLATFORM_ACCOUNT_NAME, name):
        raise ValueError(f"not a provider's name: {provider!r}")
    return name


class EntryKind(models.TextChoices):
    """The kind of a journal entry, one for each money rule of the specification."""

    WALLET_PAYMENT = "wallet_payment", _("Wallet Payment")
    CARD_PAYMENT = "card_payment", _("Card Payment")
    CASH_PAYMENT = "cash_payment", _("Cash Payment")
    OTHER_PAYMENT = "other_payment", _("Other Payment")
    """A payment to the company outside the app, recorded by staff."""
    WRITE_OFF = "write_off", _("Write Off")
    """The amount due of a trip, at the company's expense."""
    DISCOUNT = "discount", _("Discount")
    DRIVER_SHARE = "driver_share", _("Driver Share")
    CASH_SETTLEMENT = "cash_settlement", _("Cash Settlement")
    """Charges the driver's wallet for collected cash; the only kind that can overdraw a wallet."""
    TIP = "tip", _("Tip")
    """From the rider's wallet to the driver's, in full."""
    CANCELLATION_FEE = "cancellation_fee", _("Cancellation Fee")
    FEE_OWED = "fee_owed", _("Fee Owed")
    """The part of a fee that exceeds the wallet balance, owed by the rider."""
    FEE_SETTLED = "fee_settled", _("Fee Settled")
    """Received money has paid an owed fee; reverses the receivable."""
    FEE_WRITTEN_OFF = "fee_written_off", _("Fee Written Off")
    REFUND = "refund", _("Refund")
    """The payment of a cancelled trip, refunded to the rider's wallet."""
    ADMIN_CREDIT = "admin_credit", _("Admin Credit")
    ADMIN_DEBIT = "admin_debit", _("Admin Debit")
    """A debit by staff to correct a credit."""
    FARE_ADJUSTMENT = "fare_adjustment", _("Fare Adjustment")
    """The difference of two settlements after staff changed the fare of a settled trip."""
    PREPAYMENT_CHANGE = "prepayment_change", _("Prepayment Change")
    """The difference, charged or refunded, after a prepaid booking was edited."""
    TRIP_REFUND = "trip_refund", _("Trip Refund")
    """A refund of a trip by staff to the rider's wallet; the fare does not change."""
    REFERRAL_BONUS = "referral_bonus", _("Referral Bonus")
    """The same amount for a new user and the referrer."""
    REFERRAL_REVERSAL = "referral_reversal", _("Referral Reversal")
    """Reverses an expired bonus, as far as the wallet balances allow."""
    WITHDRAWAL = "withdrawal", _("Withdrawal")
    WITHDRAWAL_PAID = "withdrawal_paid", _("Withdrawal Paid")
    WITHDRAWAL_REJECTED = "withdrawal_rejected", _("Withdrawal Rejected")
    """Refunds a rejected withdrawal to the wallet."""
    TOP_UP = "top_up", _("Top Up")
    GATEWAY_REFUND = "gateway_refund", _("Gateway Refund")
    """A refund from a wallet through the gateway, or its return if it fails."""
    CHARGEBACK = "chargeback", _("Chargeback")
    """The gateway has reversed a payment."""


PAYS_DRIVERS: Final = frozenset({EntryKind.DRIVER_SHARE, EntryKind.CANCELLATION_FEE, EntryKind.TIP})
"""The earnings of drivers. All other credits to a rider's wallet first pay the rider's owed fees."""


class HistoryType(models.TextChoices):
    """The type of a movement in the wallet history (walletHistory of document 1)."""

    CREDIT = "Credit"
    DEBIT = "Debit"
    WITHDRAW = "Withdraw"


class WithdrawalState(models.TextChoices):
    """The states of document 2, unprocessed and processed, and a rejected state of ours."""

    REQUESTED = "requested", _("Requested")
    PROCESSED = "processed", _("Processed")
    REJECTED = "rejected", _("Rejected")


class ReferralState(models.TextChoices):
    """The state of a referral bonus."""

    PENDING = "pending", _("Pending")
    """Paid; can be spent on trips but not withdrawn."""
    EARNED = "earned", _("Earned")
    """The guest has a verified contact and a paid trip; can be withdrawn."""
    REVERSED = "reversed", _("Reversed")
    REFUSED = "refused", _("Refused")
    """Never paid: the referrer had reached the monthly limit."""

from apps.wallet.models.account import Account
from apps.wallet.models.journal import JournalEntry, Posting
from apps.wallet.models.owed_fee import OwedFee
from apps.wallet.models.referral import ReferralBonus
from apps.wallet.models.withdrawal import PayoutBatch, Withdrawal

__all__ = ["Account", "JournalEntry", "OwedFee", "PayoutBatch", "Posting", "ReferralBonus", "Withdrawal"]

from apps.wallet.models.account import Account
from apps.wallet.models.journal import JournalEntry, Posting
from apps.wallet.models.withdrawal import PayoutBatch, Withdrawal

__all__ = ["Account", "JournalEntry", "PayoutBatch", "Posting", "Withdrawal"]

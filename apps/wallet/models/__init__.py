from apps.wallet.models.account import Account
from apps.wallet.models.journal import JournalEntry, Posting

__all__ = ["Account", "JournalEntry", "Posting"]

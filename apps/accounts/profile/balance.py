"""Access to wallet balances; the wallet is in a higher layer and registers its reader here."""

from collections.abc import Callable
from decimal import Decimal

BalanceReader = Callable[[int], Decimal]

_reader: BalanceReader | None = None


def register_balance_reader(reader: BalanceReader) -> None:
    """Register the reader; the wallet app calls this when it is ready."""
    global _reader
    _reader = reader


def wallet_balance(user_id: int) -> Decimal:
    """Return the current balance of a user's wallet."""
    if _reader is None:
        raise RuntimeError("the wallet app has not registered itself")
    return _reader(user_id)

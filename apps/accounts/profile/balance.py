"""A person's balance, told by the wallet, which stands above this app and registers itself here."""

from collections.abc import Callable
from decimal import Decimal

BalanceReader = Callable[[int], Decimal]

_reader: BalanceReader | None = None


def register_balance_reader(reader: BalanceReader) -> None:
    """Called once, when the wallet app is ready."""
    global _reader
    _reader = reader


def wallet_balance(user_id: int) -> Decimal:
    """What the person's wallet holds now."""
    if _reader is None:
        raise RuntimeError("the wallet app has not registered itself")
    return _reader(user_id)

"""Money that comes and goes through payment providers; each rule is one entry, as in apps.wallet.services."""

from decimal import Decimal

from apps.core.money import ZERO
from apps.wallet import journal
from apps.wallet.choices import ADJUSTMENTS, EntryKind, gateway_account
from apps.wallet.journal import Draft, Party
from apps.wallet.services import announce, notify_wallets


def top_up(*, user_id: int, amount: Decimal, provider: str, ref: str, reference: str) -> None:
    """What a gateway took for us is the person's now; once a `ref`."""
    _post(
        key=f"payment:{ref}",
        kind=EntryKind.TOP_UP,
        moves={gateway_account(provider): -amount, user_id: amount},
        reference=reference,
    )


def take_for_refund(
    *, user_id: int, amount: Decimal, provider: str, ref: str, reference: str, by_id: int
) -> None:
    """Take from the wallet what goes back through the gateway. Raises Conflict low_balance."""
    _post(
        key=f"payment_refund:{ref}",
        kind=EntryKind.GATEWAY_REFUND,
        moves={user_id: -amount, gateway_account(provider): amount},
        reference=reference,
        by_id=by_id,
    )


def return_failed_refund(*, user_id: int, amount: Decimal, provider: str, ref: str, reference: str) -> None:
    """The gateway did not take it: the wallet has it again."""
    _post(
        key=f"payment_refund:{ref}:failed",
        kind=EntryKind.GATEWAY_REFUND,
        moves={gateway_account(provider): -amount, user_id: amount},
        reference=reference,
    )


def charge_back(*, user_id: int, amount: Decimal, provider: str, ref: str, reference: str) -> Decimal:
    """The gateway took `amount` back from us: the wallet bears what it holds, adjustments the rest.

    Returns the wallet's part.
    """
    held = journal.lock_accounts({user_id, ADJUSTMENTS, gateway_account(provider)}).balances[user_id]
    borne = min(amount, max(held, ZERO))
    _post(
        key=f"payment:{ref}:chargeback",
        kind=EntryKind.CHARGEBACK,
        moves={user_id: -borne, ADJUSTMENTS: borne - amount, gateway_account(provider): amount},
        reference=reference,
    )
    return borne


def _post(
    *, key: str, kind: EntryKind, moves: dict[Party, Decimal], reference: str, by_id: int | None = None
) -> None:
    draft = Draft(key=key, kind=kind, moves=moves, reference=reference, created_by_id=by_id)
    posted = journal.post([draft])
    announce(posted.balances)
    notify_wallets(posted.balances, key)

"""Ledger entries of payment providers, one per money rule as in apps.wallet.services."""

from decimal import Decimal

from apps.core.money import ZERO
from apps.wallet import journal
from apps.wallet.choices import ADJUSTMENTS, EntryKind, gateway_account
from apps.wallet.journal import Draft, Party
from apps.wallet.services import notify_of_balances, publish_balances


def top_up(*, user_id: int, amount: Decimal, provider: str, ref: str, reference: str) -> None:
    """Credit a gateway's payment to the user's wallet, once per `ref`."""
    _post(
        key=f"payment:{ref}",
        kind=EntryKind.TOP_UP,
        amounts={gateway_account(provider): -amount, user_id: amount},
        reference=reference,
    )


def debit_for_refund(
    *, user_id: int, amount: Decimal, provider: str, ref: str, reference: str, by_id: int
) -> None:
    """Debit the wallet for a refund through the gateway. Raises Conflict low_balance."""
    _post(
        key=f"payment_refund:{ref}",
        kind=EntryKind.GATEWAY_REFUND,
        amounts={user_id: -amount, gateway_account(provider): amount},
        reference=reference,
        by_id=by_id,
    )


def return_failed_refund(*, user_id: int, amount: Decimal, provider: str, ref: str, reference: str) -> None:
    """Credit the wallet again after the gateway rejected a refund."""
    _post(
        key=f"payment_refund:{ref}:failed",
        kind=EntryKind.GATEWAY_REFUND,
        amounts={gateway_account(provider): -amount, user_id: amount},
        reference=reference,
    )


def book_chargeback(*, user_id: int, amount: Decimal, provider: str, ref: str, reference: str) -> Decimal:
    """Book a chargeback: the wallet bears it up to its balance, adjustments the rest.

    Returns the wallet's part.
    """
    held = journal.lock_accounts({user_id, ADJUSTMENTS, gateway_account(provider)}).balances[user_id]
    borne = min(amount, max(held, ZERO))
    _post(
        key=f"payment:{ref}:chargeback",
        kind=EntryKind.CHARGEBACK,
        amounts={user_id: -borne, ADJUSTMENTS: borne - amount, gateway_account(provider): amount},
        reference=reference,
    )
    return borne


def _post(
    *, key: str, kind: EntryKind, amounts: dict[Party, Decimal], reference: str, by_id: int | None = None
) -> None:
    draft = Draft(key=key, kind=kind, amounts=amounts, reference=reference, created_by_id=by_id)
    posted = journal.post([draft])
    publish_balances(posted.balances)
    notify_of_balances(posted.balances, key)

"""Owed fees: queries for the ledger, and updates after payments."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.db.models import QuerySet, prefetch_related_objects
from django.utils import timezone

from apps.core.compiled_queries import CompiledQuery
from apps.core.money import ZERO
from apps.wallet.models import OwedFee


@dataclass(frozen=True, slots=True, kw_only=True)
class FeePayment:
    """A payment of a fee; `fee` has the state before it."""

    fee: OwedFee
    amount: Decimal


Listener = Callable[[OwedFee], None]
_listeners: list[Listener] = []

_OPEN_FEES: Final = CompiledQuery(
    lambda user_id: OwedFee.objects.filter(user_id=user_id, settled_at__isnull=True), user_id=-1
)


def register_fee_listener(listener: Listener) -> None:
    """Register a callback for fees that were paid or written off; it runs in the same transaction."""
    _listeners.append(listener)


def open_fees(user_ids: Iterable[int]) -> list[OwedFee]:
    """Return the open fees of these users with their payees, oldest first."""
    fees = [fee for user_id in set(user_ids) for fee in _OPEN_FEES.all(user_id=user_id)]
    # Most users owe nothing, and then nothing more is read.
    prefetch_related_objects(fees, "payee")
    return sorted(fees, key=lambda fee: fee.pk)


def fees_of(user_id: int) -> QuerySet[OwedFee]:
    """Return all fees of the user, newest first."""
    return OwedFee.objects.filter(user_id=user_id).order_by("-id")


def owed_by(user_id: int) -> Decimal:
    """Return the total that the user owes."""
    return sum((fee.left for fee in open_fees([user_id])), ZERO)


def record_payments(payments: Sequence[FeePayment]) -> None:
    """Store the payments that the ledger has posted; the debtors' wallets are locked."""
    now = timezone.now()
    for payment in payments:
        fee = payment.fee
        fee.paid += payment.amount
        fee.settled_at = None if fee.left else now
        fee.save(update_fields=["paid", "settled_at"])
        notify_listeners(fee)


def notify_listeners(fee: OwedFee) -> None:
    for listener in _listeners:
        listener(fee)

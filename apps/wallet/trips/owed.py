"""Fees that riders owe, as rows: read for the ledger, and written when it has moved."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import QuerySet
from django.utils import timezone

from apps.core.money import ZERO
from apps.wallet.models import OwedFee


@dataclass(frozen=True, slots=True, kw_only=True)
class FeePayment:
    """What is paid of a fee; `fee` is as it was before."""

    fee: OwedFee
    amount: Decimal


Listener = Callable[[OwedFee], None]
_listeners: list[Listener] = []


def register_fee_listener(listener: Listener) -> None:
    """Have `listener` called with each fee that was paid or written off, in the same transaction."""
    _listeners.append(listener)


def open_fees(user_ids: Iterable[int]) -> list[OwedFee]:
    """What these people owe still, oldest first."""
    fees = OwedFee.objects.filter(user_id__in=set(user_ids), settled_at__isnull=True)
    return list(fees.select_related("payee").order_by("id"))


def fees_of(user_id: int) -> QuerySet[OwedFee]:
    """Everything that was ever owed, newest first."""
    return OwedFee.objects.filter(user_id=user_id).order_by("-id")


def owed_by(user_id: int) -> Decimal:
    """What the person owes in all."""
    return sum((fee.left for fee in open_fees([user_id])), ZERO)


def record_payments(payments: Sequence[FeePayment]) -> None:
    """Write down what the ledger's entries paid; the debtors' wallets are locked."""
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

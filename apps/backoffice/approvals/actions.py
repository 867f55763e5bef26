"""What an approval does, by kind: its input, its target, and the service that carries it out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Model
from rest_framework import serializers

from apps.accounts.models import User
from apps.backoffice.models import Approval
from apps.bookings.models import Booking
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import TransitionInput
from apps.core.approvals import ApprovalKind
from apps.wallet.corrections import debit_by_admin
from apps.wallet.models import PayoutBatch, Withdrawal
from apps.wallet.services import credit_by_admin
from apps.wallet.withdrawals.batches import process_batch
from apps.wallet.withdrawals.payouts import process_withdrawal


class RefundDataSerializer(serializers.Serializer[Any]):
    from_driver = serializers.BooleanField()
    paid_outside = serializers.BooleanField()


class TransferDataSerializer(serializers.Serializer[Any]):
    process_date = serializers.DateField(allow_null=True)


class NoDataSerializer(serializers.Serializer[Any]):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    data: type[serializers.Serializer[Any]]
    model: type[Model]
    """Of the target."""
    column: str
    """The foreign key to the target."""
    owner: str = ""
    """The target's column of the user whose money it is."""
    perform: Callable[[Approval, User, Mapping[str, Any]], object]


def _refund(approval: Approval, by: User, data: Mapping[str, Any]) -> object:
    inputs = TransitionInput(amount=approval.amount, reason=approval.reason, approved=approval.amount, **data)
    return apply_transition("refund_trip", booking_id=approval.target_id, by=by, inputs=inputs)


def _payout(approval: Approval, by: User, data: Mapping[str, Any]) -> object:
    return process_withdrawal(withdrawal_id=approval.target_id, by=by, approved=approval.amount, **data)


def _payout_batch(approval: Approval, by: User, data: Mapping[str, Any]) -> object:
    return process_batch(batch_id=approval.target_id, by=by, approved=approval.amount, **data)


def _credit(approval: Approval, by: User, data: Mapping[str, Any]) -> object:
    return credit_by_admin(
        user_id=approval.target_id,
        amount=approval.amount,
        note=approval.reason,
        by=by,
        key=_key(approval),
        approved=approval.amount,
    )


def _debit(approval: Approval, by: User, data: Mapping[str, Any]) -> object:
    return debit_by_admin(
        user_id=approval.target_id,
        amount=approval.amount,
        note=approval.reason,
        by=by,
        key=_key(approval),
        approved=approval.amount,
    )


def _key(approval: Approval) -> str:
    return f"approval:{approval.pk}"


ACTIONS: Final[Mapping[str, Action]] = {
    ApprovalKind.REFUND: Action(
        data=RefundDataSerializer, model=Booking, column="booking", owner="customer_id", perform=_refund
    ),
    ApprovalKind.PAYOUT: Action(
        data=TransferDataSerializer,
        model=Withdrawal,
        column="withdrawal",
        owner="user_id",
        perform=_payout,
    ),
    ApprovalKind.PAYOUT_BATCH: Action(
        data=TransferDataSerializer, model=PayoutBatch, column="batch", perform=_payout_batch
    ),
    ApprovalKind.CREDIT: Action(
        data=NoDataSerializer, model=User, column="person", owner="pk", perform=_credit
    ),
    ApprovalKind.DEBIT: Action(
        data=NoDataSerializer, model=User, column="person", owner="pk", perform=_debit
    ),
}


def data_of(kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the typed input of an action. Raises ValueError for another shape."""
    form = ACTIONS[kind].data(data=dict(data))
    if not form.is_valid() or form.fields.keys() != data.keys():
        raise ValueError(f"not the input of {kind}: {data}")
    found: dict[str, Any] = form.validated_data
    return found


def perform(approval: Approval, *, by: User) -> None:
    """Carry out the action with all its guards, in the caller's transaction."""
    ACTIONS[approval.kind].perform(approval, by, data_of(approval.kind, approval.data))

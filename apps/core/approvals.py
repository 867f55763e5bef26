"""Approvals by a second admin: the port of the apps whose actions need one above a limit.

apps.backoffice stores them and carries out the approved actions.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Protocol

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers, status
from rest_framework.response import Response

from apps.core.errors import Conflict
from apps.core.fields import AmountField


class ApprovalKind(TextChoices):
    REFUND = "refund", _("Refund of a trip")
    PAYOUT = "payout", _("Payout of a withdrawal")
    PAYOUT_BATCH = "payout_batch", _("Payout of a bank file")
    CREDIT = "credit", _("Credit to a wallet")
    DEBIT = "debit", _("Debit of a wallet")


class ApprovalNeeded(Conflict):
    """The amount is above the limit; the action has changed nothing."""

    def __init__(self) -> None:
        super().__init__(
            "approval_needed",
            _(
                "This amount is above the limit for one admin. Make the refund, payout or wallet change on "
                "its own page, where another admin approves it."
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """An action that waits for a second admin."""

    kind: ApprovalKind
    target_id: int
    """Of the booking, the withdrawal, the bank file or the user, by kind."""
    amount: Decimal
    reason: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    """The other input of the action, as JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A stored approval that no one has decided."""

    id: int
    kind: ApprovalKind
    amount: Decimal
    requested_at: datetime


class Approver(Protocol):
    """The requesting user; core does not import accounts."""

    pk: Any


class Store(Protocol):
    def hold(self, held: Held, *, by: Any) -> Waiting:
        """Store an approval. Raises Conflict approval_waiting for a second one of the kind and target."""

    def waiting(self, kind: ApprovalKind, target_ids: Iterable[int]) -> set[int]:
        """Return the targets with a waiting approval of the kind."""


_stores: list[Store] = []


def register_store(store: Store) -> None:
    """Register the store; called in AppConfig.ready."""
    _stores[:] = [store]


def hold(held: Held, *, by: Approver) -> Waiting:
    return _stores[0].hold(held, by=by)


def waiting(kind: ApprovalKind, target_ids: Iterable[int]) -> set[int]:
    return _stores[0].waiting(kind, target_ids)


def require_none_waiting(kind: ApprovalKind, *target_ids: int) -> None:
    """Raise Conflict approval_waiting if one of the targets has a waiting approval."""
    if waiting(kind, target_ids):
        raise approval_waiting()


def approval_waiting() -> Conflict:
    return Conflict("approval_waiting", _("This waits for the approval of another admin."))


def require_within(limit: Decimal | None, amount: Decimal, *, approved: Decimal | None) -> None:
    """Raise ApprovalNeeded for an amount above the limit and above what a second admin approved."""
    if limit is not None and amount > limit and (approved is None or amount > approved):
        raise ApprovalNeeded


class WaitingApprovalSerializer(serializers.Serializer[Any]):
    """The reply of an action above the limit: nothing has moved, and another admin must approve it."""

    approval_id = serializers.IntegerField(source="id")
    kind = serializers.ChoiceField(choices=ApprovalKind.choices)
    amount = AmountField()
    requested_at = serializers.DateTimeField()


def waiting_reply(found: Waiting) -> Response:
    return Response(WaitingApprovalSerializer(found).data, status=status.HTTP_202_ACCEPTED)

"""The audit entries of approvals, with the names of both admins."""

from typing import Any

from apps.accounts.models import User
from apps.backoffice.models import Approval
from apps.core import audit


def subject_of(approval: Approval) -> str:
    """Return the booking's or withdrawal's reference, the bank file or the user's name."""
    if approval.booking is not None:
        return approval.booking.reference
    if approval.withdrawal is not None:
        return approval.withdrawal.reference
    if approval.batch is not None:
        return str(approval.batch)
    return approval.person.full_name if approval.person else ""


def record_audit(approval: Approval, *, by: User | None, action: str) -> None:
    after: dict[str, Any] = {
        "approval_kind": approval.kind,
        "amount": approval.amount,
        "requested_by": approval.requested_by.full_name,
    }
    if approval.reason:
        after["reason"] = approval.reason
    if approval.decision_reason:
        after["decision_reason"] = approval.decision_reason
    audit.record(
        by=by,
        action=action,
        kind="money_approval",
        target_id=approval.pk,
        label=f"{approval} {subject_of(approval)}".strip(),
        after=after,
    )

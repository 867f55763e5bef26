"""Notifications about approvals: to other admins when one waits, to its requester when it is decided."""

from typing import Final

from apps.accounts.selectors import operators_for
from apps.accounts.staff_roles.areas import Area, Level
from apps.backoffice.models import Approval, ApprovalState
from apps.notifications.choices import Occasion, Screen
from apps.notifications.services import notices_together, notify

DECIDED: Final = {
    ApprovalState.APPROVED: Occasion.APPROVAL_APPROVED,
    ApprovalState.REFUSED: Occasion.APPROVAL_REFUSED,
    ApprovalState.VOID: Occasion.APPROVAL_VOID,
    ApprovalState.EXPIRED: Occasion.APPROVAL_EXPIRED,
}
"""The admin who cancels an approval needs no notification of it."""


def notify_other_admins(approval: Approval) -> None:
    with notices_together():
        others = operators_for(Area.APPROVALS, level=Level.CHANGE).exclude(pk=approval.requested_by_id)
        for admin_id in others.values_list("pk", flat=True):
            notify(
                user_id=admin_id,
                occasion=Occasion.APPROVAL_WAITING,
                screen=Screen.APPROVALS,
                params={
                    "approval_id": approval.pk,
                    "amount": f"{approval.amount:f}",
                    "requester": approval.requested_by.full_name,
                },
                key=f"approval:{approval.pk}:waiting",
            )


def notify_requester(approval: Approval) -> None:
    notify(
        user_id=approval.requested_by_id,
        occasion=DECIDED[ApprovalState(approval.state)],
        screen=Screen.APPROVALS,
        params={
            "approval_id": approval.pk,
            "amount": f"{approval.amount:f}",
            "decider": approval.decided_by.full_name if approval.decided_by else "",
            "reason": approval.decision_reason,
        },
        key=f"approval:{approval.pk}:{approval.state}",
    )

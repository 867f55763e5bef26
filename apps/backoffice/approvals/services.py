"""Decides approvals. A row is locked for each decision, and the action runs in the same transaction."""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.accounts.selectors import operators
from apps.backoffice.approvals.actions import perform
from apps.backoffice.approvals.audit import record_audit
from apps.backoffice.approvals.notices import notify_requester
from apps.backoffice.models import Approval, ApprovalState
from apps.backoffice.models.approval import MAX_REASON
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict, NotFound
from apps.core.platform import platform_settings

EXPIRES_AFTER: Final = timedelta(days=14)
"""How long an approval waits."""


@transaction.atomic
def approve(*, by: User, approval_id: int) -> Approval:
    """Carry out the action with all its guards; if one of them refuses it now, the approval is void.

    Raises Forbidden demo_mode, NotFound, Conflict approval_decided, own_approval, requester_gone.
    """
    approval = _locked(approval_id)
    _require_another(approval, by)
    if not operators().filter(pk=approval.requested_by_id).exists():
        raise Conflict(
            "requester_gone", _("The admin who requested this is no longer an active admin. Refuse it.")
        )
    # Saved first: while an approval waits, its target cannot be changed.
    _decide(approval, ApprovalState.APPROVED, by=by)
    try:
        with transaction.atomic():
            perform(approval, by=by)
    except (BadInput, Conflict, NotFound) as refusal:
        _decide(approval, ApprovalState.VOID, by=by, code=refusal.code, reason=str(refusal.detail))
        record_audit(approval, by=by, action="approval_void")
    else:
        record_audit(approval, by=by, action="approval_approved")
    notify_requester(approval)
    return approval


@transaction.atomic
def refuse(*, by: User, approval_id: int, reason: str) -> Approval:
    """Refuse the action with a reason, of which the requester is notified.

    Raises Forbidden demo_mode, NotFound, Conflict approval_decided, own_approval.
    """
    approval = _locked(approval_id)
    _require_another(approval, by)
    _decide(approval, ApprovalState.REFUSED, by=by, reason=reason.strip())
    record_audit(approval, by=by, action="approval_refused")
    notify_requester(approval)
    return approval


@transaction.atomic
def cancel(*, by: User, approval_id: int) -> Approval:
    """Cancel one's own request, or that of an admin who is gone.

    Raises Forbidden demo_mode, NotFound, Conflict approval_decided, not_own_approval.
    """
    approval = _locked(approval_id)
    gone = not operators().filter(pk=approval.requested_by_id).exists()
    if approval.requested_by_id != by.pk and not gone:
        raise Conflict(
            "not_own_approval", _("Only the admin who requested this can cancel it. You can refuse it.")
        )
    _decide(approval, ApprovalState.CANCELLED, by=by)
    record_audit(approval, by=by, action="approval_cancelled")
    return approval


def expire_approvals() -> int:
    """Expire approvals that no one has decided in time, and return their number."""
    before = timezone.now() - EXPIRES_AFTER
    due = Approval.objects.filter(state=ApprovalState.WAITING, requested_at__lt=before)
    return sum(_expire(approval_id) for approval_id in due.values_list("pk", flat=True))


@transaction.atomic
def _expire(approval_id: int) -> bool:
    approval = Approval.objects.select_for_update(no_key=True, of=("self",)).get(pk=approval_id)
    if approval.state != ApprovalState.WAITING:
        return False
    _decide(approval, ApprovalState.EXPIRED, by=None)
    record_audit(approval, by=None, action="approval_expired")
    notify_requester(approval)
    return True


def _locked(approval_id: int) -> Approval:
    require_critical_edits(platform_settings())
    rows = Approval.objects.select_for_update(no_key=True, of=("self",)).select_related("requested_by")
    approval = rows.filter(pk=approval_id).first()
    if approval is None:
        raise NotFound("not_found", _("Not found."))
    if approval.state != ApprovalState.WAITING:
        raise Conflict("approval_decided", _("This has been decided already."))
    return approval


def _require_another(approval: Approval, by: User) -> None:
    """Raise Conflict own_approval for the requester and for the user whose money it is."""
    if by.pk in (approval.requested_by_id, approval.person_id):
        raise Conflict(
            "own_approval", _("Another admin must decide: you requested this, or it is your money.")
        )


def _decide(
    approval: Approval, state: ApprovalState, *, by: User | None, code: str = "", reason: str = ""
) -> None:
    approval.state, approval.decided_by, approval.decided_at = state, by, timezone.now()
    approval.decision_code, approval.decision_reason = code, reason[:MAX_REASON]
    approval.save()

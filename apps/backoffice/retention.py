"""The retention periods of closed cases and decided approvals."""

from datetime import datetime, timedelta
from typing import Final

from apps.backoffice.models import Approval, ApprovalState, Case, CaseState
from apps.core.privacy.retention import Retention, delete_batch


def _delete_cases(before: datetime) -> int:
    return delete_batch(Case.objects.filter(state=CaseState.CLOSED, closed_at__lt=before))


def _delete_approvals(before: datetime) -> int:
    decided = Approval.objects.exclude(state=ApprovalState.WAITING)
    return delete_batch(decided.filter(decided_at__lt=before))


RETENTIONS: Final = (
    Retention(name="cases", fixed=timedelta(days=730), delete=_delete_cases),
    Retention(name="approvals", fixed=timedelta(days=1095), delete=_delete_approvals),
)

"""The retention periods of closed cases and decided approvals."""

from datetime import datetime, timedelta
from typing import Final

from apps.backoffice.cases.photos import UNSENT_LIFETIME, delete_cases, delete_unsent_photos
from apps.backoffice.models import Approval, ApprovalState, Case, CaseState
from apps.core.privacy.retention import BATCH, Retention, delete_batch


def _delete_cases(before: datetime) -> int:
    old = Case.objects.filter(state=CaseState.CLOSED, closed_at__lt=before).order_by("pk")
    found = list(old.values_list("pk", flat=True)[:BATCH])
    delete_cases(Case.objects.filter(pk__in=found))
    return len(found)


def _delete_approvals(before: datetime) -> int:
    decided = Approval.objects.exclude(state=ApprovalState.WAITING)
    return delete_batch(decided.filter(decided_at__lt=before))


RETENTIONS: Final = (
    Retention(name="cases", fixed=timedelta(days=730), delete=_delete_cases),
    Retention(name="case_photos", fixed=UNSENT_LIFETIME, delete=delete_unsent_photos),
    Retention(name="approvals", fixed=timedelta(days=1095), delete=_delete_approvals),
)

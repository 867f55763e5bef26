"""The retention period of closed cases."""

from datetime import datetime, timedelta
from typing import Final

from apps.backoffice.models import Case, CaseState
from apps.core.privacy.retention import Retention, delete_batch


def _delete_cases(before: datetime) -> int:
    return delete_batch(Case.objects.filter(state=CaseState.CLOSED, closed_at__lt=before))


RETENTIONS: Final = (Retention(name="cases", fixed=timedelta(days=730), delete=_delete_cases),)

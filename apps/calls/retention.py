"""The retention period of phone calls."""

from datetime import datetime, timedelta
from typing import Final

from apps.calls.models import Call
from apps.core.privacy.retention import Retention, delete_batch


def _delete_calls(before: datetime) -> int:
    return delete_batch(Call.objects.filter(rang_at__lt=before))


RETENTIONS: Final = (Retention(name="calls", fixed=timedelta(days=30), delete=_delete_calls),)

"""The retention period of the record of surge factors; bookings keep the factor that they agreed on."""

from datetime import datetime
from typing import Final

from apps.core.privacy.retention import Retention, delete_batch
from apps.fares.models import SurgeFactor


def _delete_surge(before: datetime) -> int:
    return delete_batch(SurgeFactor.objects.filter(ended_at__lt=before))


RETENTIONS: Final = (Retention(name="surge", setting="surge_days", delete=_delete_surge),)

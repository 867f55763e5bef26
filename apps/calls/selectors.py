"""Calls that staff see."""

from datetime import timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from apps.calls.models import LIVE, Call

LONGEST: Final = timedelta(hours=1)
"""A call whose end was never reported disappears after this time."""
SHOWN: Final = 10


def live_calls() -> QuerySet[Call]:
    """Return the calls that ring or are answered, the newest first."""
    live = Call.objects.filter(state__in=LIVE, rang_at__gt=timezone.now() - LONGEST)
    return live.select_related("caller").order_by("-pk")[:SHOWN]

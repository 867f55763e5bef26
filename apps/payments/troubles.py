"""Attempts to pay that a person of the office should look at."""

from django.db.models import QuerySet

from apps.payments.models import Attempt
from apps.payments.models.attempt import IN_TROUBLE


def troubled_attempts() -> QuerySet[Attempt]:
    """Those that failed, whose money was taken back, or about which something is not right."""
    return Attempt.objects.filter(IN_TROUBLE)

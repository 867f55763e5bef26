"""Personal data of payments: payments through providers and their refunds."""

from typing import Final

from apps.accounts.privacy.registry import PersonalData, all_columns
from apps.payments.models import Attempt, Refund

_INTERNAL: Final = ("action", "session_id", "checks", "next_check_at", "live")

PERSONAL_DATA: Final = (
    PersonalData(
        name="payments",
        contents="payments through a provider; card numbers are never stored",
        rows=lambda user: all_columns(Attempt.objects.filter(user=user), exclude=_INTERNAL),
        after_erasure="amounts, dates and the provider's ids, for accounting and disputes",
    ),
    PersonalData(
        name="refunds",
        contents="refunds of these payments",
        rows=lambda user: all_columns(
            Refund.objects.filter(attempt__user=user), exclude=("created_by_id", "checks", "next_check_at")
        ),
        after_erasure="amounts and dates, for accounting",
    ),
)

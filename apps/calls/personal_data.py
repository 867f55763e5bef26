"""Personal data of phone calls."""

from typing import Final

from django.db.models import Q, QuerySet

from apps.accounts.models import User
from apps.accounts.privacy.registry import PersonalData, all_columns
from apps.calls.models import Call

INTERNAL: Final = ("caller_id", "external_id", "answered_by", "system")
"""About the phone system and the staff who answered, not about the caller."""


def _calls_of(user: User) -> QuerySet[Call]:
    own = Q(caller=user)
    return Call.objects.filter(own | Q(phone=user.mobile) if user.mobile else own)


def _erase(user: User) -> None:
    _calls_of(user).delete()


PERSONAL_DATA: Final = (
    PersonalData(
        name="calls",
        contents="phone calls to the office in the last 30 days",
        rows=lambda user: all_columns(_calls_of(user), exclude=INTERNAL),
        erase=_erase,
        after_erasure="nothing",
    ),
)

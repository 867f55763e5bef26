"""Personal data of the back office: a staff member's saved views."""

from typing import Final

from apps.accounts.models import User
from apps.accounts.privacy.registry import PersonalData, all_columns
from apps.backoffice.models import SavedView


def _erase(user: User) -> None:
    SavedView.objects.filter(user=user).delete()


PERSONAL_DATA: Final = (
    PersonalData(
        name="saved_views",
        contents="a staff member's saved filters of lists",
        rows=lambda user: all_columns(SavedView.objects.filter(user=user)),
        erase=_erase,
        after_erasure="nothing",
    ),
)

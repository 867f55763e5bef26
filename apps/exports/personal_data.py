"""Personal data of exports: the files that a user requested, and data exports about the user."""

from typing import Final

from django.db.models import Q

from apps.accounts.models import User
from apps.accounts.privacy.registry import PersonalData, all_columns
from apps.exports.data_export import KIND
from apps.exports.models import Export
from apps.exports.services import remove_exports


def _erase(user: User) -> None:
    about = Q(kind=KIND, filters__person=user.pk)
    remove_exports(Export.objects.filter(about | Q(user=user)))


PERSONAL_DATA: Final = (
    PersonalData(
        name="exports",
        contents="files that the person exported",
        rows=lambda user: all_columns(Export.objects.filter(user=user), exclude=("file", "filters")),
        erase=_erase,
        after_erasure="nothing",
    ),
)
